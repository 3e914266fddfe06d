"""What the image would do: build the wheel, install it with the lock into a bare environment, start it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot import __version__

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a program at a home of its own, in an environment that holds nothing else of ours."""
    home = tmp_path_factory.mktemp("home")
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PIP_CONFIG_FILE": os.devnull}

    def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
        words = [str(part) for part in command]
        return subprocess.run(words, env=env, cwd=home, capture_output=True, text=True, timeout=300, check=False)

    return run


@pytest.fixture(scope="module")
def wheel(project: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with the locked backend, as the image does."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, project)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(project: Path, run: Run, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it with the lock into a new environment, from files alone; gives the `runsitter` in it."""
    folder = tmp_path_factory.mktemp("bare")
    uv = (Path(sys.executable).with_name("uv"), "--offline", "--cache-dir", project / ".cache/uv", "pip", "install")
    done = run(sys.executable, "-m", "venv", folder)
    assert done.returncode == 0, done.stderr
    done = run(*uv, "--python", folder / "bin/python", "--require-hashes", "-r", project / "requirements.lock")
    if "network was disabled" in done.stderr:
        pytest.skip("what the lock holds is not at hand: make test lays it in, where uv reaches an index")
    assert done.returncode == 0, done.stderr
    done = run(*uv, "--python", folder / "bin/python", "--no-deps", wheel)
    assert done.returncode == 0, done.stderr
    return folder / "bin/runsitter"


def test_the_wheel_holds_the_bot_and_no_tests(wheel: Path, project: Path) -> None:
    """Every file of bot/ and handlers/ is in it, data too; of the rest only its own metadata and the licence."""
    sources = {
        str(path.relative_to(project))
        for folder in ("bot", "handlers")
        for path in (project / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())

    assert sources - held == set()
    assert {name for name in held - sources if ".dist-info/" not in name} == set()
    assert [name for name in held if name.endswith(".dist-info/licenses/LICENSE")]


def test_it_needs_nothing_but_what_the_lock_holds(installed: Path, run: Run) -> None:
    """What the wheel asks for is there, in versions that it takes."""
    done = run(installed.with_name("python"), "-m", "pip", "check")

    assert done.returncode == 0, done.stdout


def test_it_starts_and_says_its_version(installed: Path, run: Run) -> None:
    """The command is on the path of the environment and runs."""
    done = run(installed, "--version")

    assert (done.returncode, done.stdout.strip()) == (0, f"runsitter {__version__}"), done.stderr


def test_its_doctor_runs_there(installed: Path, run: Run) -> None:
    """Without tokens it is not content, and says so line by line, not in a traceback."""
    done = run(installed, "check")

    assert done.returncode != 0
    assert "SLACK_BOT_TOKEN" in done.stdout
    assert "sqlite" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_bot_does_not_start_without_tokens(installed: Path, run: Run) -> None:
    """It ends with 2 and a line for each thing that is missing."""
    done = run(installed, "run")

    assert done.returncode == 2
    *missing, where_to_look = done.stderr.strip().splitlines()
    names = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "RUNSITTER_CHANNEL", "RUNSITTER_TIMEZONE")
    assert [f"runsitter: {name} is missing" for name in names] == [line.partition(" but ")[0] for line in missing]
    assert "runsitter sandbox" in where_to_look
