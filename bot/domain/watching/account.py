"""How an account at a marketplace stands: whether it can be seen, what it can spend, what sits there unclaimed."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.deadlines import EndWatch, Told
from bot.domain.incidents import ALL_WELL, Watch
from bot.domain.instance import Instance
from bot.domain.listing import ListingRef
from bot.domain.watching.incident import Incident


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """An instance that sits with no run, as it was last read, first seen `since`."""

    seen: Instance
    since: datetime
    watch: Watch[bool] = ALL_WELL

    @property
    def unclaimed(self) -> bool:
        """Whether that is settled: one that was rented a moment ago may be tracked the next."""
        return self.watch.settled.level


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountStanding:
    """One marketplace's account. `refusal` is the last failed poll's sentence, "" after a good one.

    `last_good` is the last poll of which all could be read; `tried_at` the last of all. `balance` is US dollars that
    can be spent, `burn` US dollars per hour of all that is rented there but the `missing`, whose cost is unknown.
    `ending` is how the balance's end moved, None before it was ever known. `open` are the open incidents of the account
    and of its strays.
    """

    market: str
    sight: Watch[bool] = ALL_WELL
    tried_at: datetime | None = None
    last_good: datetime | None = None
    refusal: str = ""
    balance: Decimal | None = None
    balance_at: datetime | None = None
    burn: Decimal | None = None
    missing: tuple[ListingRef, ...] = ()
    ending: EndWatch | None = None
    told: Told = frozenset()
    strays: tuple[Stray, ...] = ()
    open: tuple[Incident, ...] = ()
