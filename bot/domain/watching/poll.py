"""What one poll of one account gathered."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.account import PriceIncrease
from bot.domain.instance import Instance
from bot.domain.listing import ListingRef
from bot.domain.watching.look import Look, look_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """One account's answers, asked `at`. `listed` is None where its list could not be read whole; `refusal` says why.

    `absent` are instances of which the list said nothing and, by id, there surely is none. `balance` and `asked` are
    None where they could not be read.
    """

    market: str
    at: datetime
    listed: Mapping[ListingRef, Instance] | None = None
    refusal: str = ""
    absent: frozenset[ListingRef] = frozenset()
    asked: tuple[PriceIncrease, ...] | None = None
    balance: Decimal | None = None

    @property
    def good(self) -> bool:
        """Whether the account's machines could be seen."""
        return self.listed is not None

    def look(self, ref: ListingRef) -> Look:
        """Read one machine out of it."""
        return look_at(ref, self.at, listed=self.listed, absent=self.absent, asked=self.asked)
