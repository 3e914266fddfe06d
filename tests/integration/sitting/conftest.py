"""The whole bot under a clock that only the test moves."""

from stepping import QuietLoop
from watched_bot import sitter

__all__ = ["sitter"]


def pytest_asyncio_loop_factories():
    """Have a loop that can tell when all is done that can be done without time."""
    return {"quiet": QuietLoop}
