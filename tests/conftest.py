"""What every test stands on: a bare environment, an odd time zone, and honest skips."""

import os
import shutil
import time
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

DEBIAN_PACKAGES = {"chromium": "chromium", "rsync": "rsync", "ssh": "openssh-client", "sshd": "openssh-server"}
"""The package that brings each system program that a test may need."""

_OURS = ("SLACK_", "VAST_", "CLOUDJ_", "RUNSITTER_", "AWS_", "XDG_", "DATABASE_URL")
_NEEDS = "needs"

# Two cores are shared, so time says nothing. In CI the same examples each time: what goes red is the change's doing.
_quiet = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("here", max_examples=60, **_quiet)
settings.register_profile("ci", max_examples=200, derandomize=True, print_blob=True, **_quiet)
# Under a mutant the same few examples each time, and none made smaller: that it fails is all there is to know.
_once = (Phase.explicit, Phase.generate)
settings.register_profile("mutants", max_examples=30, derandomize=True, phases=_once, **_quiet)
settings.load_profile("ci" if IN_CI else "here")

# A zone with a quarter of an hour and its summer in January: nothing passes that leans on UTC or on the machine's zone.
os.environ["TZ"] = "Pacific/Chatham"
time.tzset()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give one new home folder after another."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, _homes: Iterator[Path]) -> None:
    """Take away the settings and the home folder of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith(_OURS):
            monkeypatch.delenv(name)
    home = next(_homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, by its name, a test of a system program that is missing."""
    for marker in item.iter_markers(_NEEDS):
        (program,) = marker.args
        package = DEBIAN_PACKAGES[program]
        if shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is None:
            item.user_properties.append((_NEEDS, package))
            pytest.skip(f"{program} is missing")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make of a skipped test a failed one in CI; an expected failure stays what it is."""
    report = yield
    if not hasattr(report, "wasxfail"):
        _fail_a_skip(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Do the same for a whole module that asks to be skipped."""
    report = yield
    _fail_a_skip(report)
    return report


def pytest_unconfigure(config: pytest.Config) -> None:
    """End with the one line that installs every missing program; a worker has no terminal to say it on."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or hasattr(config, "workerinput"):
        return
    reports = [*terminal.getreports("skipped"), *terminal.getreports("failed")]
    packages = {value for report in reports for name, value in getattr(report, "user_properties", ()) if name == _NEEDS}
    if packages:
        terminal.write_line(f"For the skipped tests: apt-get install {' '.join(sorted(packages))}")


def _fail_a_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if IN_CI and report.outcome == "skipped":
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"skipped, and where CI=true a skip is a failure: {why}"


@pytest.fixture(scope="session")
def project() -> Path:
    """Give the folder that holds pyproject.toml."""
    return Path(__file__).parents[1]
