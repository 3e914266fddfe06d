"""Rows whose key decides: put where nobody has put one, or over the one that is there. Never looked for first."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

Row = Mapping[str, Any]


def put_new(c: Connection, table: Table, row: Row) -> bool:
    """Put a row unless a unique constraint stands against it; tell whether it was put."""
    return c.execute(_put_new(c.dialect.name, table), row).first() is not None


def put_over(c: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Put rows, each over the one with the same primary key where there is one. All have the same columns."""
    if not rows:
        return
    c.execute(_put_over(c.dialect.name, table, tuple(rows[0])), rows)


@cache
def _put_new(dialect: str, table: Table) -> ReturningInsert[Any]:
    return _insert(dialect, table).on_conflict_do_nothing().returning(*table.primary_key)


@cache
def _put_over(dialect: str, table: Table, names: tuple[str, ...]) -> postgresql.Insert | sqlite.Insert:
    keys = table.primary_key.columns
    statement = _insert(dialect, table)
    others = {name: statement.excluded[name] for name in names if name not in keys}
    return statement.on_conflict_do_update(index_elements=list(keys), set_=others)


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
