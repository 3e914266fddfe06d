"""A log of any length is read in a time that grows with its length: what a shape reads at one place is bounded."""

from re import _constants as ops
from re import _parser as parser

import pytest

from bot.redact import redact
from bot.redact.shapes import SHAPES

_MOST_AT_ONE_PLACE = 25_000
"""Characters that a shape may look at from one place, before it has matched or not."""

_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_BACKSLASHES = [(ops.LITERAL, ord("\\"))]
"""Of a run of backslashes at the end of a text the last is given back, and no more is tried."""


def endless(pattern, *, last=True):
    """Give what a pattern repeats without end although something after it may fail."""
    items = list(pattern)
    for at, (op, of) in enumerate(items):
        ends = last and at == len(items) - 1
        if op in _REPEATS and of[1] is ops.MAXREPEAT and not ends and list(of[2]) != _BACKSLASHES:
            yield of[2]
        for inner in inner_of(op, of):
            yield from endless(inner, last=ends and op not in (ops.ASSERT, ops.ASSERT_NOT))


def inner_of(op, of):
    """Give the patterns inside an item of a pattern."""
    if op in _REPEATS:
        return [of[2]]
    if op is ops.BRANCH:
        return of[1]
    if op is ops.SUBPATTERN:
        return [of[-1]]
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [of[1]]
    return [of] if op is ops.ATOMIC_GROUP else []


def width_before_the_end(pattern):
    """Give the most characters of what must match before the last item of a pattern, which may be endless."""
    whole = parser.SubPattern(pattern.state, list(pattern)[:-1])
    return whole.getwidth()[1]


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES], ids=lambda shape: shape.pattern[:30])
def test_nothing_endless_stands_before_something_that_may_fail(shape):
    """Else a text that begins the shape at every place would be read as often as it has places."""
    tree = parser.parse(shape.pattern, shape.flags)
    assert list(endless(tree)) == []
    assert width_before_the_end(tree) <= _MOST_AT_ONE_PLACE


@pytest.mark.parametrize("slow", [r"a\w+b", r"(?:a\w+)b", r"(?=\w*b)a", r"a(?:b|\w+c)", r"(?:\w{2,}x)+"])
def test_the_rule_sees_a_slow_shape(slow):
    """It would be no rule otherwise."""
    assert list(endless(parser.parse(slow)))


@pytest.mark.parametrize("count", [1, 2, 50])
def test_many_blocks_are_each_replaced(count):
    """Also where no beginning is seen, each end is looked back from once."""
    block = "\n".join([*("Ab9+" * 12 for _ in range(5)), "-----END PRIVATE KEY-----", "step 1"])
    assert redact("\n".join([block] * count)).split("\n") == ["[redacted]", "step 1"] * count


def test_a_block_that_never_ends_hides_only_what_may_be_a_key():
    """Somebody printed the first line alone."""
    lines = ["-----BEGIN PRIVATE KEY-----", *(f"step {n} loss 2.1" for n in range(900))]
    assert redact("\n".join(lines)).split("\n") == ["[redacted]", *lines[1:]]
