"""How Slack reaches the bot: one connection that calls in, or HTTP requests. Both say how well they hear."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class InboundHealth:
    """How well Slack is heard, at one moment.

    `heard_age` is seconds since Slack last gave a sign (None: never, or HTTP mode without a request yet),
    `connections` what Slack counted at the last hello, `expected` how many there should be.
    """

    mode: str
    fresh: bool
    connected_since: datetime | None = None
    heard_age: float | None = None
    reconnects: int = 0
    connections: int | None = None
    expected: int = 1
    last_error: str | None = None

    @property
    def crowded(self) -> bool:
        """Whether more connections share the bot's traffic than there should be; each payload goes to one of them."""
        return self.connections is not None and self.connections > self.expected


class Inbound(Protocol):
    """Something that hears Slack until it is cancelled."""

    async def run(self) -> None:
        """Hear Slack. Ends by being cancelled, cleanly, or by an error that should end the process."""
        ...

    def health(self) -> InboundHealth:
        """Say how well Slack is heard right now."""
        ...
