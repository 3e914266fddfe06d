"""How long the ack of a slash command takes, beside a bare Bolt app under the same load at the same time.

Once while the bot does nothing else, once while it searches all the time, once while it looks after its runs all the
time. The bot, the bare app, the marketplace and Slack are each a process of their own.
"""

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from figures import Row, Spread, markdown
from processes import PYTHON, RUNSITTER, bare_environment, line_of, market, started

LISTINGS = 3000
RUNS = 1000
_LAST_WORDS = 4000
HEAD = ("ack of a slash command, ms", "Runsitter", "bare Bolt app", "ratio")

MODES = {
    "10 a second": ([RUNSITTER, "run"], ["10"]),
    f"10 a second, one wake of {RUNS:,} runs after the other": ([PYTHON, "waking.py", str(RUNS)], ["10"]),
    f"50 a second, one search of {LISTINGS:,} listings after the other": ([PYTHON, "unpaced.py"], ["50", "searching"]),
}
"""What the bot does meanwhile: its program, and what the load is told."""


def measure(program: Sequence[str], load_words: Sequence[str]) -> dict[str, object]:
    """Load both for half a minute; give milliseconds, the searches of that time, and how late the load ever was."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        vast_url = stack.enter_context(market(LISTINGS))
        clean = bare_environment(Path(home))
        load = stack.enter_context(started([PYTHON, "slack_load.py", *load_words], clean))
        where = json.loads(line_of(load))
        log = stack.enter_context(Path(home, "log").open("w+"))
        for args, api_url in ((program, where["bot_api"]), ([PYTHON, "bare_app.py"], where["bare_api"])):
            env = clean | where["tokens"] | {"SLACK_API_URL": api_url, "VAST_URL": vast_url} | _settings(home)
            stack.enter_context(started(args, env, errors=log))
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
        "RUNSITTER_POLL_SECONDS": "1",
        "VAST_API_KEY": "sandbox-vast-key",
    }


def rows(mode: str, told: dict[str, object]) -> list[Row]:
    """Put the figures of one mode side by side."""
    bot, bare = Spread.of(told["bot"]), Spread.of(told["bare"])
    names = ("p50", "p95", "p99", "worst")
    figures = zip(names, bot, bare, strict=True)
    return [
        (f"{mode}: {name}", f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.1f}") for name, ours, theirs in figures
    ]


def main() -> str:
    """Measure, and give the table; the JSON lines go to standard output."""
    table, notes = [], []
    for mode, (program, words) in MODES.items():
        told = measure(program, words)
        spreads = {name: Spread.of(told[name])._asdict() for name in ("bot", "bare")}
        sys.stdout.write(json.dumps({"bench": "ack", "mode": mode, **told, **spreads}) + "\n")
        table += rows(mode, told)
        notes.append(
            f"{len(told['bot'])} acks each" + (f" and {told['searches']} searches" if told["searches"] else "")
        )
    return f'{markdown(HEAD, table)}\n{"; ".join(notes)}. "Bare" is loaded at the same moments.\n'


if __name__ == "__main__":
    sys.stdout.write(main())
