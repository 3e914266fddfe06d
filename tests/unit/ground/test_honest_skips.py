"""A test that did not run is never mistaken for one that held, with two workers as here."""

from collections.abc import Callable
from subprocess import CompletedProcess

RunPytest = Callable[..., CompletedProcess[str]]

FILES = {
    "program": "import pytest\n\n@pytest.mark.needs('chromium')\ndef test_a_page():\n    pass\n",
    "itself": "import pytest\n\ndef test_it():\n    pytest.skip('not today')\n",
    "module": "import pytest\n\npytest.skip('not here', allow_module_level=True)\n",
    "expected": "import pytest\n\n@pytest.mark.xfail(strict=True)\ndef test_it():\n    raise AssertionError\n",
    "bare": """
import os
from pathlib import Path
import time

def test_nothing_of_the_caller_is_here():
    assert not [name for name in os.environ if name.startswith(("SLACK_", "RUNSITTER_", "DATABASE_URL"))]
    assert not list(Path.home().iterdir())
    assert time.localtime(0).tm_gmtoff == 45900
""",
}
CALLERS = {"SLACK_BOT_TOKEN": "xoxb-test", "RUNSITTER_HTTP": "off", "DATABASE_URL": "sqlite:///x", "TZ": "UTC"}


def test_what_is_missing_is_skipped_and_the_last_line_installs_it(run_pytest: RunPytest) -> None:
    """A missing program is told as the line that mends it; the caller's settings, home and zone reach no test."""
    done = run_pytest(FILES, PATH="/nowhere", **CALLERS)

    assert done.returncode == 0, done.stdout
    assert "1 passed, 3 skipped, 1 xfailed" in done.stdout
    assert done.stdout.splitlines()[-1] == "For the skipped tests: apt-get install chromium"


def test_every_skip_is_a_failure_in_ci(run_pytest: RunPytest) -> None:
    """Whether a program is missing, a test skips itself or a module does, CI goes red; an expected failure is none."""
    done = run_pytest(FILES, PATH="/nowhere", CI="true")

    assert done.returncode != 0, done.stdout
    for why in ("chromium is missing", "not today", "not here"):
        assert f"where CI=true a skip is a failure: Skipped: {why}" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1], done.stdout
