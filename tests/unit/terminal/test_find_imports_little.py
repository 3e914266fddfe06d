import subprocess
import sys

import pytest

LOADED = "import sys; import bot.cli; from bot.terminal import find; print(*sys.modules)"


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    """Give the top-level packages that `runsitter find` has loaded by the time it begins."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True, text=True)
    return frozenset(name.partition(".")[0] for name in done.stdout.split())


@pytest.mark.parametrize("package", ["slack_sdk", "slack_bolt", "aiohttp", "sqlalchemy", "psycopg", "handlers"])
def test_find_starts_without_what_only_the_bot_needs(loaded: frozenset[str], package: str) -> None:
    """`runsitter find` is a cold process each time, so it loads nothing of Slack, the server or the database."""
    assert package not in loaded


def test_find_has_loaded_what_it_works_with(loaded: frozenset[str]) -> None:
    """The list is a real one: the HTTP client and the readers of JSON are in it."""
    assert {"bot", "httpx", "msgspec", "pydantic"} <= loaded
