"""What the services need from outside, as Protocols. Adapters implement them; only `app.py` knows which."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from bot.domain.account import Charge, PriceIncrease
from bot.domain.gpu import GpuAsk
from bot.domain.instance import Account, Instance
from bot.domain.listing import Listing, Listings, Pricing
from bot.domain.outside import Fact

if TYPE_CHECKING:
    from bot.domain.letters import Letter  # a tenth of a second that `runsitter find` need not wait for


class Clock(Protocol):
    """Time, so that tests never wait."""

    def now(self) -> datetime:
        """Give the present instant, aware UTC."""
        ...

    def monotonic(self) -> float:
        """Give seconds that never run backwards, from an arbitrary start."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of this clock."""
        ...


class Marketplace(Protocol):
    """A marketplace that can be asked. No method raises for what the marketplace does; it answers Unknown."""

    @property
    def name(self) -> str:
        """The short name used in ids: `vast`, `cloudj`."""
        ...

    async def listings(self, gpu: GpuAsk | None, pricing: Pricing) -> Fact[Listings]:
        """List what is on offer for a card family (None: every card). Filters nothing that we can filter here."""
        ...

    async def listing(self, listing_id: str) -> Fact[Listing | None]:
        """Look one listing up by id. Known(None): the marketplace answered well and has no such listing."""
        ...

    async def instances(self, heard: Callable[[], None]) -> Fact[Sequence[Instance]]:
        """List every rented machine of the account, all pages; `heard` is called for each page that came."""
        ...

    async def instance(self, instance_id: str) -> Fact[Instance | None]:
        """Look one rented machine up by id. Known(None): it is gone."""
        ...

    async def deposit(self, instance_id: str) -> Fact[Decimal]:
        """Ask what the marketplace holds for a rented machine and would give back, in US dollars; 0: nothing."""
        ...

    async def account(self) -> Fact[Account]:
        """Ask what the account can spend."""
        ...

    async def charges(self, start: date, end: date) -> Fact[Sequence[Charge]]:
        """Ask what every instance, gone ones too, was charged on the billing days from `start` up to before `end`."""
        ...

    async def price_increases(self) -> Fact[Sequence[PriceIncrease]]:
        """List the price increases that hosts ask for and that nobody has answered."""
        ...

    async def logs(self, instance_id: str, lines: int) -> Fact[tuple[str, ...]]:
        """Read the last lines of an instance's log, oldest first; none when it said nothing yet. Text from outside."""
        ...

    def list_seconds(self, rows: int) -> float:
        """Give how long listing so many instances takes at least, at the marketplace's own pace: poll no oftener."""
        ...


@dataclass(frozen=True, slots=True)
class Sent:
    """A message stands in a channel, under Slack's timestamp `ts`."""

    channel: str
    ts: str


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing was done. It may be tried again after `seconds`; 0: nobody said when."""

    seconds: float
    reason: str

    def __str__(self) -> str:
        return f"{self.reason}, to be tried again after {self.seconds:g} s" if self.seconds else self.reason


class Fault(StrEnum):
    """What a refusal is about."""

    ROUTE = "route"
    """The channel: it is archived, not there, or nothing of ours may be said in it."""
    MESSAGE = "message"
    """The message that was to be edited: it is gone, or may not be edited any more."""
    WORDS = "words"
    """What was said, or something that we don't know of."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was done, and a repeat would be refused as well; Slack's error code, and what it is about."""

    code: str
    fault: Fault = Fault.WORDS


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nobody knows what was done: it must be looked up, and not before `seconds` have passed (0: nobody said when)."""

    reason: str
    seconds: float = 0.0


Outcome = Sent | Later | Refused | Unclear


class Messenger(Protocol):
    """The way out to Slack. No method raises for what Slack or the network does, and none repeats a post by itself.

    `to` and `channel` are a channel's id, or a person's for direct messages. `thread` is where the message answers:
    the channel and the timestamp of its opener.
    """

    async def post(self, letter: "Letter", to: str, thread: tuple[str, str] | None) -> Outcome:
        """Post a letter, with its key in the metadata."""
        ...

    async def edit(self, letter: "Letter", channel: str, ts: str) -> Outcome:
        """Make a message that stands say what the letter says now. A repeat changes nothing more."""
        ...

    async def find(self, key: str, channel: str, since: datetime, thread: str | None) -> Sent | Unclear | None:
        """Look for the message with this key, not older than `since`. None: it is not there, or nobody may look."""
        ...

    async def reachable(self, channel: str) -> Refused | Unclear | None:
        """Ask whether a channel would take a message; None: it would."""
        ...
