"""Machines whose card's name changes between looks: two kinds of card in one host, or an unstable one (case b56)."""

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.listing import Listing


class NamesSeen:
    """Remembers which card names each machine went by; not for ever, the oldest machines are forgotten first."""

    def __init__(self, most_machines: int = 200_000) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._mixed: dict[tuple[str, str], None] = {}
        self._most = most_machines

    def mark(self, listings: Iterable[Listing]) -> tuple[Listing, ...]:
        """Note the names, and give the listings back with those of mixed machines marked."""
        rows = tuple(listings)
        for row in rows:
            self._note(row)
        self._forget()
        if not self._mixed:
            return rows
        return tuple(replace(row, mixed=True) if _machine(row) in self._mixed else row for row in rows)

    def _note(self, row: Listing) -> None:
        machine = _machine(row)
        if self._names.setdefault(machine, row.gpu_name) != row.gpu_name:
            self._mixed[machine] = None

    def _forget(self) -> None:
        while len(self._names) > self._most:
            oldest = next(iter(self._names))
            del self._names[oldest]
            self._mixed.pop(oldest, None)


def _machine(row: Listing) -> tuple[str, str]:
    return row.ref.market, row.machine_id
