"""What the watchdog needs of one connection to Slack, and how such a connection can end."""

import asyncio
from enum import StrEnum
from typing import Protocol


class Goodbye(StrEnum):
    """Why a link ended."""

    REFRESH = "Slack asked for a new connection"
    DISABLED = "Slack switched Socket Mode off for this app"
    CROWDED = "Slack has too many connections of this app"
    CLOSED = "the connection broke"
    SILENT = "Slack fell silent"

    @classmethod
    def of(cls, reason: object) -> "Goodbye":
        """Read the reason of a `disconnect`; an unknown one is taken for a refresh, which back-off keeps calm."""
        known = {"link_disabled": cls.DISABLED, "too_many_websockets": cls.CROWDED}
        return known.get(str(reason), cls.REFRESH)


class Link(Protocol):
    """One open connection that has said hello. `connections` is how many Slack counted then."""

    @property
    def ended(self) -> asyncio.Future[Goodbye]:
        """Done when Slack says goodbye or the line breaks."""
        ...

    @property
    def connections(self) -> int | None:
        """How many connections of the app Slack counted at hello."""
        ...

    def silent_for(self) -> float:
        """Give the seconds since Slack's last sign of life."""
        ...

    async def close(self) -> None:
        """Close it and leave nothing behind."""
        ...
