"""The whole bot, for these tests: at real time, on a clock that only the test moves, and as processes to be killed."""

from databases import _templates, backend, postgres, url
from mortal import lives, mother, rent, tracks
from stepping import QuietLoop
from watched_bot import sitter, twin
from whole_bot import ada, bot, clock, environ, market, slack

__all__ = [
    "_templates",
    "ada",
    "backend",
    "bot",
    "clock",
    "environ",
    "lives",
    "market",
    "mother",
    "postgres",
    "rent",
    "sitter",
    "slack",
    "tracks",
    "twin",
    "url",
]


def pytest_asyncio_loop_factories():
    """Have a loop that can tell when all is done that can be done without time."""
    return {"quiet": QuietLoop}
