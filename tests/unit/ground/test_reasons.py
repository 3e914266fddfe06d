"""Nothing is silenced without a word of why, and nothing is claimed that CI did not run."""

import re
from pathlib import Path

from bot import __version__


def test_each_ignored_rule_has_its_reason(project: Path) -> None:
    """An ignore without a comment beside it is one too many."""
    text = (project / "pyproject.toml").read_text().partition("[tool.ruff.lint]")[2].partition("[tool.importlinter]")[0]
    ignores = re.findall(r'^  "[A-Z]+[0-9]+",.*$', text, re.MULTILINE)

    assert ignores
    assert [line for line in ignores if not re.search(r", +# \S", line)] == []


def test_each_silenced_line_has_its_reason(project: Path) -> None:
    """A noqa names its rule and is followed by why."""
    bare = re.compile(r"# noqa(?!: [A-Z]+[0-9]+(?:, [A-Z]+[0-9]+)* +-* *\w)|# type: ignore(?!\[[a-z-]+\] +# \w)")
    files = [path for folder in ("bot", "handlers", "tests") for path in sorted((project / folder).rglob("*.py"))]

    found = [
        f"{path}:{number}"
        for path in files
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if bare.search(line)
    ]

    assert [line for line in found if "test_reasons" not in line] == []


def test_the_pythons_that_are_claimed_are_those_that_are_allowed(project: Path) -> None:
    """CI reads its versions from the same classifiers; the bounds of the package and of make agree with them."""
    pyproject = (project / "pyproject.toml").read_text()
    claimed = re.findall(r"Python :: (3\.[0-9]+)", pyproject)
    after = f"3.{int(claimed[-1].removeprefix('3.')) + 1}"

    assert f'requires-python = ">={claimed[0]},<{after}"' in pyproject
    assert f"{' | '.join(claimed)}) ;;" in (project / ".ci/make-venv").read_text()
    assert f'target-version = "py{claimed[0].replace(".", "")}"' in pyproject


def test_the_version_is_told_once(project: Path) -> None:
    """The package and its metadata are of one version, and the changelog knows it."""
    assert f'version = "{__version__}"' in (project / "pyproject.toml").read_text()
    assert f"## {__version__}" in (project / "CHANGELOG.md").read_text()
