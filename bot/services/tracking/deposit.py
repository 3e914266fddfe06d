"""The deposit of an instance, asked for once and not waited for long: a run is sat with whatever is told of it."""

from decimal import Decimal

from bot.domain.outside import Fact, Unknown, Why
from bot.ports import Clock, Marketplace
from bot.timing import in_time

PATIENCE = 5.0
"""Seconds. Whoever tracks waits for the answer, and the deposit is the least of it."""


async def deposit_of(instance_id: str, market: Marketplace, clock: Clock) -> Fact[Decimal]:
    """Ask what is held for an instance, in US dollars; Unknown(SLOW) where that takes longer than `PATIENCE`."""
    told = await in_time(clock, PATIENCE, market.deposit(instance_id))
    return told or Unknown(Why.SLOW, f"No answer came within {PATIENCE:g} s.", clock.now(), market.name)
