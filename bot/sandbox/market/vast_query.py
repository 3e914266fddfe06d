"""Vast.ai's search language, as its own clients send it: `{field: {op: value}}`, order, limit, type, storage."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Test = Callable[[object], bool]
Comparison = Callable[[Any, Any], bool]

DEFAULT_STORAGE_GB = 8.0
"""What prices are quoted for when the query names no `allocated_storage`."""

_OPERATORS: Mapping[str, Comparison] = {
    "eq": operator.eq,
    "neq": operator.ne,
    "gt": operator.gt,
    "lt": operator.lt,
    "gte": operator.ge,
    "lte": operator.le,
}
_WORDS = {"true": True, "false": False}
_BID = {"on-demand": False, "ondemand": False, "reserved": False, "bid": True, "interruptible": True}
_NOT_FILTERS = frozenset({"order", "type", "limit", "allocated_storage", "disable_bundling", "select_cols"})
_IGNORED = frozenset({"id"})
"""Accepted and without effect: an offer is selected by `ask_contract_id`."""


class BadQueryError(ValueError):
    """The marketplace would answer 400 `bad_request` with this text."""


@dataclass(frozen=True, slots=True)
class Query:
    """A search that was understood: tests by field, sort keys (field, descending), and what to price for."""

    tests: tuple[tuple[str, Test], ...]
    order: tuple[tuple[str, bool], ...]
    limit: int | None
    storage_gb: float
    bid: bool

    def fields(self) -> set[str]:
        """Return every field that the query names."""
        return {field for field, _ in (*self.tests, *self.order)}


def parse(body: object) -> Query:
    """Understand a search body. Raises BadQueryError."""
    if not isinstance(body, dict):
        raise BadQueryError("q: Input should be a valid dictionary")
    filters = {key: value for key, value in body.items() if key not in _NOT_FILTERS}
    bare = [field for field, value in filters.items() if not isinstance(value, dict)]
    if bare:
        raise BadQueryError("; ".join(f"q.{field}: Input should be a valid dictionary" for field in bare))
    kind = body.get("type", "on-demand")
    if kind not in _BID:
        raise BadQueryError(f"q.type: unknown type {kind!r}")
    return Query(
        tests=tuple(
            (field, condition(op, operand))
            for field, ops in filters.items()
            for op, operand in ops.items()
            if field not in _IGNORED
        ),
        order=_order(body.get("order", [["score", "desc"]])),
        limit=None if body.get("limit") is None else int(_number("limit", body["limit"])),
        storage_gb=_number("allocated_storage", body.get("allocated_storage", DEFAULT_STORAGE_GB)),
        bid=_BID[kind],
    )


def condition(op: str, operand: object) -> Test:
    """Return the test that one `{op: operand}` means. Raises BadQueryError for an operator it does not know.

    Numbers may come as strings. A null field counts as false where the operand is a truth value (`external`
    is null in real rows and passes `{"eq": false}`), and else passes only `{"eq": null}`.
    """
    if op in {"in", "notin"}:
        if not isinstance(operand, list):
            raise BadQueryError(f"{op}: Input should be a valid list")
        return _membership([condition("eq", each) for each in operand], wanted=op == "in")
    if op not in _OPERATORS:
        raise BadQueryError(f"unknown operator {op!r}")
    return _comparison(_OPERATORS[op], operand)


def _membership(tests: list[Test], *, wanted: bool) -> Test:
    def is_among(value: object) -> bool:
        return any(each(value) for each in tests) is wanted and (wanted or value is not None)

    return is_among


def _comparison(compare: Comparison, operand: object) -> Test:
    if operand is None:
        return (lambda value: compare(value, None)) if compare in {operator.eq, operator.ne} else _never
    truth = operand if isinstance(operand, bool) else _WORDS.get(str(operand).lower())
    number = _as_number(operand)
    text = operand if isinstance(operand, str) else None

    def passes(value: object) -> bool:
        if value is None:
            return truth is not None and compare(False, truth)  # noqa: FBT003 -- null stands for false
        if isinstance(value, bool) and truth is not None:
            return compare(value, truth)
        if isinstance(value, (int, float)):
            return number is not None and compare(value, number)
        return text is not None and compare(value, text)

    return passes


def _never(_value: object) -> bool:
    return False


def _as_number(operand: object) -> float | None:
    try:
        return float(operand) if isinstance(operand, (int, float, str)) else None
    except ValueError:
        return None


def _number(name: str, value: object) -> float:
    number = _as_number(value)
    if number is None or number != number or number in {float("inf"), float("-inf")}:  # noqa: PLR0124 -- nan
        raise BadQueryError(f"q.{name}: Input should be a valid number")
    return number


def _order(order: object) -> tuple[tuple[str, bool], ...]:
    match order:
        case list() if all(isinstance(key, list) and len(key) == 2 for key in order):  # noqa: PLR2004 -- a pair
            return tuple((str(field), direction == "desc") for field, direction in order)
    raise BadQueryError("q.order: Input should be a valid list of [field, direction]")
