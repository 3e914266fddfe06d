"""`runsitter run` without its own limit of ten searches a minute, so that searches can go back to back.

Everything else is the bot as it ships; the load is one that it never gets in real life.
"""

import sys

from bot.cli import main
from bot.markets.vast import search

search._MOST_PER_MINUTE = 1_000_000

if __name__ == "__main__":
    sys.exit(main(["run"]))
