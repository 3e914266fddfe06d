"""How long money lasts at the present burn, and when it ends."""

from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.fit import scale
from bot.domain.money import MachineRate

_HOUR = timedelta(hours=1)
_NEVER_HOURS = 24 * 3652
"""Ten years: money that lasts longer than that does not end."""


def lasts(usd: Decimal, burn: MachineRate) -> timedelta | None:
    """Give how long so much money lasts at a burn (of all machines that it pays for); None when it does not end.

    Below zero it tells how long ago the money was spent: ten years at most, and just now where nothing burns it any
    more. What is spent never counts as money that does not end.
    """
    if burn.usd_per_hour <= 0:
        return timedelta(0) if usd < 0 else None
    hours = max(usd / burn.usd_per_hour, Decimal(-_NEVER_HOURS))
    return None if hours > _NEVER_HOURS else scale(_HOUR, hours)


def money_end(usd: Decimal, burn: MachineRate, now: datetime) -> datetime | None:
    """Give when so much money (a balance, or what is left of a budget) is spent; None when it does not end."""
    left = lasts(usd, burn)
    return None if left is None else now + left
