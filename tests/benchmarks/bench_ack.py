"""How long the ack of a slash command takes, beside a bare Bolt app under the same load at the same time.

The bot, the bare app, the marketplace and Slack are each a process of their own.
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from figures import Row, Spread, markdown
from processes import PYTHON, bare_environment, line_of, market, started

LISTINGS = 3000
_LAST_WORDS = 4000
HEAD = ("ack of a slash command, ms", "Runsitter", "bare Bolt app", "ratio")


def measure() -> dict[str, object]:
    """Load both for half a minute; give milliseconds, the searches of that time, and how late the load ever was."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        vast_url = stack.enter_context(market(LISTINGS))
        clean = bare_environment(Path(home))
        load = stack.enter_context(started([PYTHON, "slack_load.py"], clean))
        where = json.loads(line_of(load))
        log = stack.enter_context(Path(home, "log").open("w+"))
        for program, api_url in (("unpaced.py", where["bot_api"]), ("bare_app.py", where["bare_api"])):
            env = clean | where["tokens"] | {"SLACK_API_URL": api_url, "VAST_URL": vast_url} | _settings(home)
            stack.enter_context(started([PYTHON, program], env, errors=log))
        try:
            told: dict[str, object] = json.loads(line_of(load))
        except RuntimeError:
            sys.stderr.write(Path(home, "log").read_text()[-_LAST_WORDS:])
            raise
    return told


def _settings(home: str) -> Mapping[str, str]:
    return {
        "RUNSITTER_CHANNEL": "C0TRAINING",
        "RUNSITTER_TIMEZONE": "Europe/Berlin",
        "RUNSITTER_DATA_DIR": home,
        "RUNSITTER_HTTP": "off",
    }


def rows(told: dict[str, object]) -> list[Row]:
    """Put the figures side by side."""
    bot, bare = Spread.of(told["bot"]), Spread.of(told["bare"])
    names = ("p50", "p95", "p99", "worst")
    figures = zip(names, bot, bare, strict=True)
    return [(name, f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.1f}") for name, ours, theirs in figures]


def main() -> str:
    """Measure, and give the table; the JSON line goes to standard output."""
    told = measure()
    spreads = {name: Spread.of(told[name])._asdict() for name in ("bot", "bare")}
    sys.stdout.write(json.dumps({"bench": "ack", **told, **spreads}) + "\n")
    table = markdown(HEAD, rows(told))
    return f"{table}\n{len(told['bot'])} acks each; {told['searches']} searches of {LISTINGS} listings meanwhile.\n"


if __name__ == "__main__":
    sys.stdout.write(main())
