import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.market.vast_query import BadQueryError, condition, parse

numbers = st.one_of(st.integers(-(10**6), 10**6), st.floats(-1e6, 1e6, allow_nan=False))
spelled: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "neq": operator.ne,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}


@given(st.sampled_from(sorted(spelled)), numbers, numbers)
def test_a_number_and_its_spelling_filter_alike(op: str, value: float, operand: float) -> None:
    """The real CLI sends most numbers as strings."""
    expected = spelled[op](value, operand)
    assert expected == condition(op, operand)(value)
    assert expected == condition(op, repr(operand))(value)


@given(numbers | st.text(max_size=5), st.lists(numbers | st.text(max_size=5), max_size=5))
def test_in_is_any_equal_and_notin_is_the_rest(value: object, operands: list[object]) -> None:
    """Of any value that is not null, one of the two holds."""
    among = any(condition("eq", each)(value) for each in operands)
    assert among == condition("in", operands)(value)
    assert (not among) == condition("notin", operands)(value)


@given(st.text(max_size=8), st.text(max_size=8))
def test_texts_are_compared_whole_and_by_case(value: str, operand: str) -> None:
    """A part of a name finds nothing."""
    assert (value == operand) == condition("eq", operand)(value)
    assert (value != operand) == condition("neq", operand)(value)


@given(
    st.sampled_from(sorted(spelled)),
    numbers | st.text(max_size=5).filter(lambda each: each.lower() not in {"true", "false"}),
)
def test_null_passes_no_comparison(op: str, operand: object) -> None:
    """A missing figure is neither above nor below, nor different."""
    assert not condition(op, operand)(None)


def test_null_counts_as_false_where_a_truth_value_is_asked_for() -> None:
    """`external` is null in real rows, and the CLI asks for false by default."""
    assert condition("eq", False)(None)  # noqa: FBT003 -- the operand itself
    assert condition("eq", "false")(None)
    assert not condition("eq", True)(None)  # noqa: FBT003 -- the operand itself
    assert condition("eq", None)(None)
    assert not condition("neq", None)(None)
    assert condition("in", [None, "a"])(None)


def test_truth_values_come_as_words_and_numbers_too() -> None:
    """true, "True" and 1 are the same."""
    assert all(condition("eq", each)(True) for each in (True, "true", "True", 1))  # noqa: FBT003 -- the value itself
    assert not any(condition("eq", each)(False) for each in (True, "true", 1))  # noqa: FBT003 -- the value itself


def test_a_bare_value_is_refused_with_every_field_named() -> None:
    """Older years accepted it; now each filter must be an object."""
    with pytest.raises(BadQueryError) as refused:
        parse({"gpu_name": "H100 SXM", "num_gpus": 8, "rentable": {"eq": True}})
    assert str(refused.value) == (
        "q.gpu_name: Input should be a valid dictionary; q.num_gpus: Input should be a valid dictionary"
    )


@pytest.mark.parametrize(
    "body",
    [
        [],
        None,
        {"gpu_name": {"like": "H100"}},
        {"gpu_name": {"in": "H100 SXM"}},
        {"type": "spot"},
        {"limit": "many"},
        {"allocated_storage": "nan"},
        {"order": "dph_total"},
        {"order": [["dph_total"]]},
    ],
)
def test_what_is_no_query_is_refused(body: object) -> None:
    """Nothing is guessed."""
    with pytest.raises(BadQueryError):
        parse(body)


def test_what_the_real_cli_sends_is_understood() -> None:
    """A body that vastai 1.9.1 was recorded to send (`search offers` with several filters, --storage, -o, --limit)."""
    query = parse(
        {
            "verified": {"eq": True},
            "external": {"eq": False},
            "rentable": {"eq": True},
            "num_gpus": {"eq": "8"},
            "gpu_name": {"eq": "H100 SXM"},
            "geolocation": {"eq": "US"},
            "duration": {"gte": 432000.0},
            "reliability": {"gt": "0.98"},
            "disk_space": {"gte": "500"},
            "gpu_ram": {"gte": 79000.0},
            "inet_down_cost": {"lte": "0.005"},
            "order": [["dph_total", "asc"]],
            "type": "on-demand",
            "limit": 50,
            "allocated_storage": 500.0,
        }
    )
    assert len(query.tests) == 11
    assert query.order == (("dph_total", False),)
    assert (query.limit, query.storage_gb, query.bid) == (50, 500.0, False)
