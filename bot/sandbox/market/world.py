"""The one world behind the stand-in marketplaces: what is on offer, what is rented, what is owed."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import generate
from bot.sandbox.market.instances import LOADING, RUNNING, STOPPED, Instance
from bot.sandbox.market.ledger import cost
from bot.sandbox.market.levers import Levers
from bot.sandbox.market.machines import Listing

MOST_LISTINGS = 100_000

_FIRST_INSTANCE = 4411
_DEPOSIT_HOURS = {"cloudj": 1.0}
"""Cloudj holds about an hour of GPU for each machine, Vast.ai nothing until somebody prepays."""
_MOMENT = timedelta(microseconds=1)
"""Traffic of this very instant is paid for."""


@dataclass(slots=True)
class Account:
    """The renter's account: `deposited` is US dollars ever paid in; `level` 2 opens datacentre cards."""

    id: int = 90210
    email: str = "renter@example.com"
    deposited: float = 500.0
    level: int = 2


class NotForRentError(Exception):
    """The listing is not there, has ended, or its GPUs are rented."""


class World(Levers):
    """Listings by id, instances by id and an account, at the time of a clock.

    Knobs: `boot` is how long a new instance loads, `destroy_takes` how long a destroyed one is still seen. Levers on
    rented machines are in `Levers`; `increases` are all price increases that were ever asked for.
    """

    def __init__(self, clock: SandboxClock, listings: list[Listing]) -> None:
        self.clock = clock
        self.listings = {listing.id: listing for listing in listings}
        self.account = Account()
        self.boot = timedelta(0)
        self.destroy_takes = timedelta(0)
        self.increases = []
        self._instances: dict[int, Instance] = {}
        self._next_id = _FIRST_INSTANCE
        self._others: dict[int, int] = defaultdict(int)
        self._ours: dict[int, int] = defaultdict(int)
        self._used: set[int] = set()
        for listing in listings:
            if listing.taken:
                self._others[listing.machine.id] += listing.gpus

    @classmethod
    def generate(cls, clock: SandboxClock, *, listings: int = 3_000, seed: int = 1) -> "World":
        """Make a world of so many listings (1 to 100,000), the same for the same seed and start."""
        if not 1 <= listings <= MOST_LISTINGS:
            raise ValueError(f"a world has 1 to {MOST_LISTINGS} listings, not {listings}")
        return cls(clock, generate.listings(listings, seed=seed, now=clock.timestamp()))

    @property
    def now(self) -> float:
        """The clock's time, seconds since the epoch."""
        return self.clock.timestamp()

    # What is on offer

    def listed(self) -> Iterator[Listing]:
        """Yield what has not ended, free or not."""
        now = self.now
        return (listing for listing in self.listings.values() if listing.ends_at > now)

    def is_free(self, listing: Listing) -> bool:
        """Whether it can be rented: a listing serves once at a time, and a machine's slices share its GPUs."""
        if listing.taken or listing.id in self._used:
            return False
        machine = listing.machine
        return listing.gpus <= machine.gpus - self._others[machine.id] - self._ours[machine.id]

    def put(self, listing: Listing) -> None:
        """Add a listing, or replace the one with its id."""
        self.withdraw(listing.id)
        self.listings[listing.id] = listing
        if listing.taken:
            self._others[listing.machine.id] += listing.gpus

    def withdraw(self, listing_id: int) -> None:
        """Take a listing off the market; without effect if it is not there."""
        old = self.listings.pop(listing_id, None)
        if old is not None and old.taken:
            self._others[old.machine.id] -= old.gpus

    def extend(self, listing_id: int, ends_at: datetime) -> None:
        """Let the host move a listing's end."""
        self.put(replace(self.listings[listing_id], ends_at=ends_at.timestamp()))

    # What is rented

    def instances(self, market: str = "vast") -> list[Instance]:
        """Return what is rented through this marketplace and not gone, oldest first."""
        now = self.now
        for instance in self._instances.values():
            instance.settle(now)
        return [each for each in self._instances.values() if each.market == market and not each.gone(now)]

    def instance(self, instance_id: int) -> Instance | None:
        """Return the instance, or None where there is none or no more."""
        instance = self._instances.get(instance_id)
        if instance is None or instance.gone(self.now):
            return None
        instance.settle(self.now)
        return instance

    def rent(
        self,
        listing_id: int,
        *,
        disk_gb: float = 10.0,
        label: str | None = None,
        image: str = "pytorch/pytorch:latest",
        market: str = "vast",
        started_at: datetime | None = None,
        price: float | None = None,
        bid: bool = False,
    ) -> Instance:
        """Rent a listing; it loads for `boot` and then runs. Raises NotForRentError.

        `started_at` in the past makes an instance that has been running since then. `price` is locked in place of the
        listing's, dollars an hour; a `bid` without one is the listing's floor.
        """
        listing = self._for_rent(listing_id)
        locked = price if price is not None else listing.min_bid if bid else listing.price
        start = self.now if started_at is None else started_at.timestamp()
        instance = Instance(
            id=self._next_id,
            market=market,
            listing=replace(listing, price=locked),
            bid=bid,
            deposit=_DEPOSIT_HOURS.get(market, 0.0) * locked,
            disk_gb=disk_gb,
            label=label,
            image=image,
            started_at=start,
            ends_at=listing.ends_at,
            ready_at=start + self.boot.total_seconds(),
        )
        instance.report(LOADING, start)
        instance.settle(self.now)
        self._take(instance)
        return instance

    def _for_rent(self, listing_id: int) -> Listing:
        listing = self.listings.get(listing_id)
        if listing is None or listing.ends_at <= self.now or not self.is_free(listing):
            raise NotForRentError(listing_id)
        return listing

    def _take(self, instance: Instance) -> None:
        self._next_id += 1
        self._instances[instance.id] = instance
        self._ours[instance.listing.machine.id] += instance.listing.gpus
        self._used.add(instance.listing.id)

    def destroy(self, instance_id: int) -> bool:
        """Destroy an instance; it is gone after `destroy_takes`. False where there is none."""
        instance = self.instance(instance_id)
        if instance is None:
            return False
        if instance.gone_at is None:
            instance.gone_at = self.now + self.destroy_takes.total_seconds()
            instance.intended_status = instance.next_state = STOPPED
            self._ours[instance.listing.machine.id] -= instance.listing.gpus
            self._used.discard(instance.listing.id)
        return True

    def vanish(self, instance_id: int) -> None:
        """Let an instance be gone at once, though nobody destroyed it."""
        takes, self.destroy_takes = self.destroy_takes, timedelta(0)
        self.destroy(instance_id)
        self.destroy_takes = takes

    def set_status(self, instance_id: int, status: str | None) -> None:
        """Let the marketplace report this status; the contract's states stay (an offline host's do)."""
        instance = self._known(instance_id)
        instance.ready_at = None
        instance.report(status, self.now)

    def stop(self, instance_id: int) -> None:
        """Stop an instance; its disk goes on costing."""
        instance = self._known(instance_id)
        instance.cur_state = instance.intended_status = instance.next_state = STOPPED
        self.set_status(instance_id, STOPPED)

    def start(self, instance_id: int) -> None:
        """Start a stopped instance at once."""
        instance = self._known(instance_id)
        instance.cur_state = instance.intended_status = instance.next_state = RUNNING
        self.set_status(instance_id, RUNNING)

    # What is owed

    def cost(self, since: datetime, until: datetime) -> float:
        """Return US dollars for every instance, gone ones too, from `since` up to before `until`."""
        start, end = since.timestamp(), until.timestamp()
        return sum(cost(instance, start, end).total for instance in self.ever_rented())

    @property
    def credit(self) -> float:
        """What is left to spend, US dollars."""
        return self.account.deposited - self.cost(datetime.fromtimestamp(0, UTC), self.clock.now() + _MOMENT)

    def held(self, market: str) -> float:
        """Return the deposits that a marketplace holds for what is rented there, US dollars."""
        return sum(each.deposit for each in self.instances(market))

    def ever_rented(self) -> list[Instance]:
        """Return every instance that ever was, oldest first."""
        for instance in self._instances.values():
            instance.settle(self.now)
        return list(self._instances.values())

    def _swapped(self, old: Listing, new: Listing) -> None:
        self._ours[old.machine.id] -= old.gpus
        self._ours[new.machine.id] += new.gpus

    def _known(self, instance_id: int) -> Instance:
        instance = self.instance(instance_id)
        if instance is None:
            raise KeyError(instance_id)
        return instance
