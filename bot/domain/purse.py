"""What an account has for one more machine."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from bot.domain.instance import Account
from bot.domain.money import MachineRate
from bot.domain.outside import Fact


@dataclass(frozen=True, slots=True)
class Purse:
    """An account's money: its balance (None: nobody asked), and what already runs on it, in US dollars per hour."""

    account: Fact[Account] | None
    burn: Decimal = Decimal(0)

    def spoken_for(self, time: timedelta) -> Decimal:
        """Give what the machines that are there take in so much time, in US dollars, if all of them stay so long."""
        return MachineRate(self.burn).over(time)
