"""`runsitter run` with so many runs under watch, in a wake without end: each begins when the last is over.

`python waking.py 1000`. Everything is the bot as it ships but for the answers of the marketplace about what is rented,
which take no time.
"""

import sys
from datetime import timedelta

from rented import Rented, fill

from bot.cli import main
from bot.clock import SystemClock
from bot.config import load_settings
from bot.markets.vast import Vast
from bot.store.engine import database_in, open_engine
from bot.store.upgrade import upgrade


def rent(number: int) -> None:
    """Make the runs, and have the marketplace tell of them."""
    clock = SystemClock()
    machines = Rented(number, clock, start := clock.now() - timedelta(minutes=1))
    for name in ("instances", "account", "charges", "price_increases", "list_seconds"):
        setattr(Vast, name, staticmethod(getattr(machines, name)))
    url = database_in(load_settings().data_dir)
    upgrade(url)
    with open_engine(url).begin() as connection:
        fill(connection, number, start)


if __name__ == "__main__":
    rent(int(sys.argv[1]))
    sys.exit(main(["run"]))
