"""`progress`: how far a run is, told in steps or percent, never guessed."""

import unicodedata
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.words import Misread, ProgressAsk, ProgressDone, read_progress


@pytest.mark.parametrize(
    ("typed", "done", "total"),
    [
        ("41000/50000", 41000, 50000),
        ("41000 / 50000", 41000, 50000),
        ("41,000 of 50,000", 41000, 50000),
        ("41,000/50,000", 41000, 50000),
        ("41k out of 50k steps", 41000, 50000),
        ("step 41000 of 50000", 41000, 50000),
        ("is at 41000/50000 steps done", 41000, 50000),
        ("0/50000", 0, 50000),
        ("50000/50000", 50000, 50000),
        ("82%", 82, 100),
        ("82 percent", 82, 100),
        ("82.5%", 825, 1000),
        ("0%", 0, 100),
        ("100%", 100, 100),
        ("82% done", 82, 100),
    ],
)
def test_progress_is_told_in_steps_or_percent(typed, done, total):
    """A percentage is kept exactly as it was said."""
    assert ProgressAsk("llama-ft", done, total) == read_progress(f"llama-ft {typed}")


@pytest.mark.parametrize("typed", ["done", "Done", "finished", "is done", "completed", "complete"])
def test_a_run_is_told_to_be_finished(typed):
    """Without figures."""
    assert ProgressDone("llama-ft") == read_progress(f"llama-ft {typed}")


@pytest.mark.parametrize(("typed", "name"), [("done", "done"), ('"82%"', "82%"), ("a,b", "a,b"), ("llama_", "llama_")])
def test_the_name_comes_first_whatever_it_is(typed, name):
    """A run may be called anything."""
    assert ProgressAsk(name, 1, 2) == read_progress(f"{typed} 1/2")


@pytest.mark.parametrize(
    ("typed", "sentence", "instead"),
    [
        ("", "Which run, and how far is it? For example `llama-ft 41000/50000`.", None),
        ("41000/50000", "Which run, and how far is it? For example `llama-ft 41000/50000`.", None),
        (
            "llama",
            "How far is it? For example `llama-ft 41000/50000`, `llama-ft 82%` or `llama-ft done`.",
            None,
        ),
        ("llama 41000", "`41000`: of how many? For example `llama-ft 41000/50000`.", None),
        ("llama 50", "`50`: of how many? Type `50%`.", None),
        ("llama 0.82", "`0.82`: percent? Type `82%`.", None),
        (
            "llama 5/4",
            "`5 / 4` is beyond the total; say its step, and how many there are. For example `llama-ft 41000/50000`.",
            None,
        ),
        ("llama 101%", "`101%` is more than all. For example `llama-ft 41000/50000`.", None),
        ("llama -5%", "`-5%` is below nothing. For example `llama-ft 41000/50000`.", None),
        ("llama 0/0", "`0 / 0`: how many steps has the whole run? For example `llama-ft 41000/50000`.", None),
        ("llama 1.5/3", "`1.5 / 3` is not so many whole steps of so many. For example `llama-ft 41000/50000`.", None),
        (
            "llama 1.000/3.000",
            "`1.000 / 3.000` is not so many whole steps of so many. For example `llama-ft 41000/50000`.",
            None,
        ),
        ("llama 1/2/3", "`1 / 2 / 3` is not understood. For example `llama-ft 41000/50000`.", None),
        ("llama 1.23456789%", "`1.23456789%` is finer than anybody knows. For example `llama-ft 41000/50000`.", None),
        ("llama doen", "`doen` is not understood. Type `done`.", "llama done"),
        ("llama ft done", "`ft` is not understood. For example `llama-ft 41000/50000`.", None),
        ("llama nan%", "`nan%` is not understood. For example `llama-ft 41000/50000`.", None),
    ],
)
def test_what_is_no_progress_is_asked_back(typed, sentence, instead):
    """In one sentence; a whole command is offered where only one can be meant."""
    found = read_progress(typed)
    assert isinstance(found, Misread)
    assert ([sentence], instead) == ([problem.sentence for problem in found.problems], found.instead)


@given(st.integers(1, 10**12).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_steps_are_what_was_said(steps):
    """With and without commas."""
    done, total = steps
    expected = ProgressAsk("x", done, total)
    assert [expected, expected] == [read_progress(f"x {done}/{total}"), read_progress(f"x {done:,} of {total:,}")]


@given(st.decimals(0, 100, places=4))
def test_a_percentage_is_exact(percent):
    """The fraction that it means, for every number of decimals."""
    found = read_progress(f"x {percent}%")
    assert isinstance(found, ProgressAsk)
    assert Fraction(percent) / 100 == Fraction(found.done, found.total)


WORDS = st.sampled_from(
    ["x", "done", "of", "/", "%", "82%", "41,000", "-1", "nan", '"', "`", "\u202e", "steps", "9" * 50]
)


@given(st.text(max_size=200) | st.lists(WORDS, max_size=12).map(" ".join) | st.lists(WORDS, max_size=12).map("".join))
@example("x" * 5000)
def test_any_text_is_understood_or_gets_a_short_answer(text):
    """And what is understood can be."""
    found = read_progress(text)
    if isinstance(found, ProgressAsk):
        assert 0 <= found.done <= found.total <= 10**12
    elif isinstance(found, Misread):
        (problem,) = found.problems
        assert 10 < len(problem.sentence) <= 320
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in problem.sentence)
        assert found.instead is None or not isinstance(read_progress(found.instead), Misread)
