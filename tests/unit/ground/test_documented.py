import re

import pytest

from bot.config import Settings, setting_name
from bot.words import VERBS
from handlers.table import COMMANDS

SETTINGS = sorted(map(setting_name, Settings.model_fields))
NAME = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")


@pytest.fixture(scope="module")
def readme(project):
    """Give the README."""
    return (project / "README.md").read_text()


def first_cells(markdown, heading):
    """Give the first cell of each row of the first table under a heading."""
    table = markdown.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0].split("|---", 1)[1].split("\n\n", 1)[0]
    return [row.split("|")[1] for row in table.splitlines()[1:]]


def test_the_readme_names_exactly_the_settings_that_there_are(readme):
    """Each once, none that is not there."""
    named = [name for cell in first_cells(readme, "Settings") for name in NAME.findall(cell)]
    assert SETTINGS == sorted(named)


def test_the_example_names_exactly_the_settings_that_there_are(project):
    """Set or commented out, each once; what is a comment's word is no setting."""
    lines = (project / ".env.example").read_text().splitlines()
    named = [found[1] for line in lines if (found := re.match(r"#?([A-Z][A-Z0-9_]+)=", line))]
    assert SETTINGS == sorted(named)


def test_the_readme_names_exactly_the_commands_that_there_are(readme):
    """What can be typed, and what is not there yet is not promised."""
    named = re.findall(r"`/gpu (\w+)", " ".join(first_cells(readme, "What you can type")))
    assert sorted(verb.name for verb in VERBS) == sorted(named)


def test_every_verb_that_help_shows_is_answered_and_the_other_way_round():
    """The words' table and the handlers' are one."""
    assert sorted(verb.name for verb in VERBS) == sorted(COMMANDS)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_a_verbs_examples_begin_with_it(verb):
    """They can be typed as they are."""
    assert verb.examples
    assert {verb.name} == {example.split()[0] for example in (verb.usage, *verb.examples)}
