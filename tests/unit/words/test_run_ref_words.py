"""`run`, `cost` and `logs`: which run, and how many lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.runs import BadName, run_name
from bot.words import LogsAsk, Misread, literal, read_logs, read_run_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("llama-ft", "llama-ft"),
        ("  llama-ft \n", "llama-ft"),
        ("llama-ft,", "llama-ft"),
        ('"llama-ft"', "llama-ft"),
        ("“llama-ft”", "llama-ft"),
        ("\u200bllama-ft\u200b", "llama-ft"),
        ("llama_ft_", "llama_ft_"),
        ("*llama*", "*llama*"),
        ("&lt;!channel&gt;", "<!channel>"),
        ("<http://foo.ai|foo.ai>", "foo.ai"),
        ("u\u0308ber", "\u00fcber"),
    ],
)
def test_a_run_is_named_letter_by_letter(typed, name):
    """Case f161: whatever the name means elsewhere. What phones and Slack add around it is no part of it."""
    assert name == read_run_name(typed, optional=False)


def test_no_name_stands_for_all_runs_where_it_may():
    """`cost` tells of all, `run` of one."""
    assert None is read_run_name("  ", optional=True)
    found = read_run_name("  ", optional=False)
    assert isinstance(found, Misread)
    assert ["Which run? For example `llama-ft`."] == [problem.sentence for problem in found.problems]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("llama ft", "`ft` is not understood; a run's name is one word."),
        (
            '"llama ft"',
            '`"llama ft"` is no name. A run\'s name is one word without spaces and quote marks, such as llama-ft.',
        ),
        ("lla`ma", "`lla\ufffdma` has a character that can't be seen or is not taken here."),
        ("lla\u202ema", "`lla\ufffdma` has a character that can't be seen or is not taken here."),
        ("x" * 1001, "That is 1,001 characters; 1,000 is the most."),
    ],
)
@pytest.mark.parametrize("optional", [True, False])
def test_what_is_no_name_is_asked_back(typed, sentence, optional):
    """In one sentence."""
    found = read_run_name(typed, optional=optional)
    assert isinstance(found, Misread)
    assert [sentence] == [problem.sentence for problem in found.problems]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("", 20),
        ("lines 50", 50),
        ("50 lines", 50),
        ("lines=1", 1),
        ("last 200", 200),
        ("last 5 lines", 5),
        ("line 1", 1),
    ],
)
def test_logs_are_so_many_lines(typed, lines):
    """Twenty unless it is said."""
    assert LogsAsk("llama-ft", lines) == read_logs(f"llama-ft {typed}")


@pytest.mark.parametrize(
    ("typed", "sentence", "instead"),
    [
        ("", "Which run? For example `llama-ft`.", None),
        ("llama 50", "`50` is not understood. Type `lines 50`.", "llama lines 50"),
        ("llama 201", "`201` is not understood. For example `llama-ft lines 50`.", None),
        ("llama lines", "`lines`: how many? For example `llama-ft lines 50`.", None),
        ("llama lines 0", "`lines 0` must be 1 to 200. For example `llama-ft lines 50`.", None),
        ("llama lines 201", "`lines 201` must be 1 to 200. For example `llama-ft lines 50`.", None),
        ("llama lines -3", "`lines -3` can't be negative. For example `llama-ft lines 50`.", None),
        ("llama lines 1.5", "`lines 1.5` is not a whole number. For example `llama-ft lines 50`.", None),
        ("llama banana", "`banana` is not understood. For example `llama-ft lines 50`.", None),
    ],
)
def test_what_is_no_number_of_lines_is_asked_back(typed, sentence, instead):
    """With an example, or with what was surely meant."""
    found = read_logs(typed)
    assert isinstance(found, Misread)
    assert ([sentence], instead) == ([problem.sentence for problem in found.problems], found.instead)


def _is_name(text: str) -> bool:
    try:
        return run_name(text) == text and "\ufffd" not in text
    except BadName:
        return False


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(_is_name))
def test_every_name_that_a_run_can_have_can_be_typed(name):
    """As `literal` writes it."""
    assert [name, LogsAsk(name, 7)] == [
        read_run_name(literal(name), optional=False),
        read_logs(f"{literal(name)} lines 7"),
    ]


@given(st.text(max_size=200))
def test_any_text_is_a_run_or_gets_an_answer(text):
    """No text raises."""
    assert isinstance(read_run_name(text, optional=True), str | Misread | None)
    assert isinstance(read_logs(text), LogsAsk | Misread)
