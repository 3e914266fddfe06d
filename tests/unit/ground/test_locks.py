"""The lock files: versions and hashes, and nothing that ties them to a place."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

OURS = ["requirements.lock", "requirements-build.lock", "requirements-install.lock"]
LOCKS = [*OURS, "requirements-dev.lock", "tests/wire/vastai.lock"]


def versions(project: Path, lock: str) -> dict[str, str]:
    """Read which version of which package a lock file holds."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (project / lock).read_text(), re.MULTILINE))


@pytest.fixture
def pyproject(project: Path) -> dict[str, Any]:
    """Read pyproject.toml."""
    return tomllib.loads((project / "pyproject.toml").read_text())


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_holds_versions_and_hashes_and_no_address(project: Path, lock: str) -> None:
    """Each line is a pinned package, perhaps with a marker, or a hash; each package has a hash."""
    pinned = r"[a-z0-9-]+==[0-9][0-9a-z.+]*(?: ; [A-Za-z0-9_.<>=!*' ()-]+)? \\"
    hashed = r"    --hash=sha256:[0-9a-f]{64}(?: \\)?"
    text = (project / lock).read_text()

    assert re.fullmatch(rf"(?:{pinned}\n(?:{hashed}\n)+)+", text)
    assert not re.search(r"://|file:|@", text)


@pytest.mark.parametrize("lock", OURS)
def test_the_tests_run_on_what_is_installed(project: Path, lock: str) -> None:
    """The developers' lock holds the same versions."""
    theirs = versions(project, "requirements-dev.lock")

    assert {name: theirs.get(name) for name in versions(project, lock)} == versions(project, lock)


def test_what_the_bot_imports_is_locked(project: Path, pyproject: dict[str, Any]) -> None:
    """Each dependency of pyproject.toml is in the lock."""
    asked = {re.split(r"[\[>=<]", line)[0] for line in pyproject["project"]["dependencies"]}

    assert asked - set(versions(project, "requirements.lock")) == set()
