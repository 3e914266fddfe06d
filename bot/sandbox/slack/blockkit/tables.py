"""The table and data_table blocks.

A data_table's rows and letters are the docs' (101 and 10,000); slackblocks 1.4.0 allows twice that.
"""

from collections.abc import Iterator

from .problem import At, Check, Problem
from .rich_text import RICH_TEXT
from .rules import array, boolean, by_type, fields, integer, number, one_of, string, typed

MOST_COLUMNS = 20
MOST_LETTERS = 10_000

_FLAT: dict[str, Check] = {
    "raw_text": typed({"text": string(literal=True)}),
    "raw_number": typed({"value": number, "text": string(literal=True)}),
}
_CELL = by_type({**_FLAT, "rich_text": RICH_TEXT})
_ROW = array(_CELL, 1, MOST_COLUMNS)


_SETTING = fields({}, {"align": one_of("left", "center", "right"), "is_wrapped": boolean})


def _column(value: object, at: At) -> Iterator[Problem]:
    """Check one column's settings; null leaves a column as it is."""
    if value is not None:
        yield from _SETTING(value, at)


def letters(value: object) -> int:
    """Count the characters of every `text` below a value."""
    if isinstance(value, dict):
        own = value.get("text")
        return (len(own) if isinstance(own, str) else 0) + sum(map(letters, value.values()))
    if isinstance(value, list):
        return sum(map(letters, value))
    return 0


def _rectangular(value: object, at: At) -> Iterator[Problem]:
    rows = value.get("rows") if isinstance(value, dict) else None
    if isinstance(rows, list) and len({len(row) for row in rows if isinstance(row, list)}) > 1:
        yield (at / "rows").problem("all rows must have the same number of cells")


def _short_enough(value: object, at: At) -> Iterator[Problem]:
    if isinstance(value, dict) and letters(value.get("rows")) > MOST_LETTERS:
        yield (at / "rows").problem(f"no more than {MOST_LETTERS} characters allowed in all cells")


def _flat_header(value: object, at: At) -> Iterator[Problem]:
    rows = value.get("rows") if isinstance(value, dict) else None
    if isinstance(rows, list) and rows:
        yield from array(by_type(_FLAT))(rows[0], at / "rows" / 0)


TABLES: dict[str, Check] = {
    "table": typed(
        {"rows": array(_ROW, 1, 100)},
        {"block_id": string(255), "column_settings": array(_column, 1, MOST_COLUMNS)},
    ),
    "data_table": typed(
        {"caption": string(), "rows": array(_ROW, 2, 101)},
        {
            "block_id": string(255),
            "page_size": integer(1, 100),
            "row_header_column_index": integer(0, MOST_COLUMNS - 1),
        },
        _rectangular,
        _short_enough,
        _flat_header,
    ),
}
