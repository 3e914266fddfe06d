"""A row read field by field: where a whole list hangs on every row, one odd field is unknown and sinks nothing else."""

from datetime import datetime
from decimal import Decimal
from typing import TypeVar

import msgspec

from bot.markets import values

T = TypeVar("T")

_decode = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Fields:
    """The fields of one JSON object. Raises ValueError where it is no object.

    Every getter but `must` and `word` gives None for a field that is missing, null, of an odd type or impossible.
    """

    def __init__(self, raw: msgspec.Raw) -> None:
        self._raws = _decode(raw)

    def must(self, name: str, kind: type[T]) -> T:
        """Read a field without which the row means nothing, or raise OddValueError."""
        value = self.get(name, kind)
        if value is None:
            raise values.OddValueError(f"impossible `{name}`")
        return value

    def get(self, name: str, kind: type[T]) -> T | None:
        """Read a field; numbers may come as texts."""
        raw = self._raws.get(name)
        if raw is None:
            return None
        try:
            return msgspec.json.decode(raw, type=kind, strict=False)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def word(self, name: str) -> str:
        """Read an id, a text or a whole number, or raise OddValueError."""
        text, number = self.text(name), self.get(name, int)
        if text is None and number is None:
            raise values.OddValueError(f"impossible `{name}`")
        return text or str(number)

    def text(self, name: str) -> str | None:
        """Read a text without the blanks around it; None when nothing is left (addresses come with newlines).

        PostgreSQL takes no zero character, also in an id that a marketplace made up; it comes in as a visible mark.
        """
        return (self.get(name, str) or "").strip().replace("\0", "\ufffd") or None

    def amount(self, name: str, most: Decimal = values.MOST) -> Decimal | None:
        """Read a finite amount from 0 to `most`."""
        try:
            return values.amount(name, self.get(name, Decimal), most)
        except values.OddValueError:
            return None

    def price(self, name: str) -> Decimal | None:
        """Read a price of a machine, above 0."""
        try:
            return values.price(name, self.get(name, Decimal))
        except values.OddValueError:
            return None

    def instant(self, name: str) -> datetime | None:
        """Read seconds or milliseconds since the epoch."""
        try:
            return values.instant(name, self.get(name, float))
        except values.OddValueError:
            return None

    def moment(self, name: str) -> datetime | None:
        """Read an RFC 3339 time that says its zone."""
        try:
            return values.utc(name, self.get(name, datetime))
        except values.OddValueError:
            return None

    def after(self, name: str, start: datetime) -> datetime | None:
        """Read a number of seconds and give the instant so long after `start`."""
        try:
            return values.after(name, start, self.get(name, float))
        except values.OddValueError:
            return None
