"""What the services need from outside, as Protocols. Adapters implement them; only `app.py` knows which."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.domain.gpu import GpuAsk
from bot.domain.instance import Account, Instance
from bot.domain.listing import Listing, Listings, Pricing
from bot.domain.outside import Fact


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

    async def instances(self) -> Fact[Sequence[Instance]]:
        """List every rented machine of the account, all pages."""
        ...

    async def instance(self, instance_id: str) -> Fact[Instance | None]:
        """Look one rented machine up by id. Known(None): it is gone."""
        ...

    async def account(self) -> Fact[Account]:
        """Ask what the account can spend."""
        ...
