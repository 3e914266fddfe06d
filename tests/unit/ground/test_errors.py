"""An error speaks to its user: what went wrong, and what to do."""

import inspect

import pytest

from bot import errors
from bot.errors import BadSetting, RunsitterError

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, RunsitterError)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_reads_as_one_line_with_its_particular(kind: type[RunsitterError]) -> None:
    """The sentence is the docstring's first paragraph; the particular follows it."""
    error = kind("the roof is on fire")

    assert str(error).endswith(": the roof is on fire")
    assert str(error).isprintable()
    assert str(error)[0].isupper()


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_without_a_particular_is_its_sentence(kind: type[RunsitterError]) -> None:
    """Nothing is left hanging after a colon."""
    assert str(kind()).endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_no_error_ends_the_process_as_if_all_were_well(kind: type[RunsitterError]) -> None:
    """0 is for success, and what is above 125 a shell means otherwise."""
    assert 1 <= kind.exit_code <= 125


@pytest.mark.parametrize(("kind", "words"), [(BadSetting, "Bad setting"), (RunsitterError, "Runsitter error")])
def test_an_error_whose_docstring_was_stripped_says_its_name(monkeypatch, kind, words):
    """`python -OO` takes the docstrings away; Exception's own must not stand in for them."""
    monkeypatch.setattr(kind, "__doc__", None)

    assert f"{words}: the roof" == str(kind("the roof"))
    assert f"{words}." == str(kind())
