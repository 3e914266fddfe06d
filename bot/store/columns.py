"""Kinds of column that hold the same in SQLite and in PostgreSQL, and refuse what they can't hold."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import BigInteger, DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator, TypeEngine


class Instant(TypeDecorator[datetime]):
    """An aware instant, kept in UTC to the microsecond. A naive one raises TypeError (case a27).

    In SQLite it is text of one width, so that it sorts as the instants do, and with its zone, so that it is read fast.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Give the column's type."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        """Give what the driver stores."""
        if value is None:
            return None
        if value.utcoffset() is None:
            raise TypeError(f"a naive datetime can't be kept: {value}")
        inside = value.astimezone(UTC)
        return inside.isoformat(" ", "microseconds") if dialect.name == "sqlite" else inside

    def process_result_value(self, value: datetime | str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Give the instant back, in UTC."""
        if value is None:
            return None
        return datetime.fromisoformat(value) if isinstance(value, str) else value.astimezone(UTC)


class Span(TypeDecorator[timedelta]):
    """A span of time, exactly, as whole microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Give its microseconds."""
        return None if value is None else value // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Give the span back."""
        return None if value is None else timedelta(microseconds=value)


class Exact(TypeDecorator[Decimal]):
    """A Decimal, digit for digit; SQLite's own numbers are floats. One that is no number raises ValueError."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Give its digits."""
        if value is None:
            return None
        if not value.is_finite():
            raise ValueError(f"{value} is no amount that can be kept")
        return str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Read its digits."""
        return None if value is None else Decimal(value)


class Packed(TypeDecorator[Any]):
    """A value of one of the domain's types, kept as JSON."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Write the JSON."""
        return None if value is None else pack(self.kind, value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002 - SQLAlchemy's signature
        """Read the JSON."""
        return None if value is None else unpack(self.kind, value)


def pack(kind: Any, value: Any) -> str:
    """Write a value of a type as JSON."""
    return _adapter(kind).dump_json(value).decode()


def unpack(kind: Any, text: str) -> Any:
    """Read a value of a type from JSON. Raises pydantic's ValidationError for what is none."""
    return _adapter(kind).validate_json(text)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
