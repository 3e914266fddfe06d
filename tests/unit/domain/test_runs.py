"""The names of runs."""

import pytest

from bot.domain.runs import BadName, run_name
from bot.domain.runs.names import same_name


@pytest.mark.parametrize("typed", ["llama-ft", "  llama-ft ", "größe_2", "実験", "a" * 40, "<!channel>", "*b*", "a&b"])
def test_any_visible_word_is_a_name(typed):
    """What would mean something to Slack is shown literally, so it may be in one."""
    assert typed.strip() == run_name(typed)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "needs a name"),
        (" \t", "needs a name"),
        ("a" * 41, "at most 40 characters; this one has 41"),
        *((f"a{letter}b", "one word") for letter in " \u00a0\u2003\t\n\x00\u200b\u202e\"'`"),
    ],
)
def test_what_would_break_a_command_or_hide_is_no_name(typed, why):
    """Spaces of any kind, quote marks, and letters that nobody sees."""
    with pytest.raises(BadName, match=why):
        run_name(typed)


def test_a_name_is_the_same_however_its_letters_are_put_together_or_written():
    """An ö is one letter or two; names that differ only in case are one."""
    assert run_name("gro\u0308ße") == run_name("gr\u00f6ße")
    assert same_name("LLAMA-ft") == same_name("llama-FT")
    assert same_name("GRÖSSE") == same_name("größe")
    assert same_name("llama-ft") != same_name("llama-ft2")
