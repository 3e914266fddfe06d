"""What Vast.ai would pay back of the money that an instance was prepaid with."""

from decimal import Decimal

import msgspec

from bot.domain.outside import Known, Why
from bot.markets import values
from bot.markets.line import Line
from bot.markets.pacing import Pacer
from bot.markets.provider import MarketError
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.refusals import VAST
from bot.markets.vast.rented import NO_SUCH, require_id

_BETWEEN = 3.0
"""Seconds: the least interval, by the API's reference."""


class _Deposit(Envelope, kw_only=True):
    refundable_deposit: Decimal


_deposit = msgspec.json.Decoder(_Deposit, strict=False)


class VastDeposit:
    """Reads an instance's deposit, with a key."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._pacer = Pacer(VAST, line.clock, window=_BETWEEN)

    async def deposit(self, instance_id: str) -> Known[Decimal]:
        """Ask what would be paid back if the instance were destroyed now, by the API's reference; US dollars."""
        self._line.require_key()
        require_id(instance_id)
        try:
            answer = await self._line.get(f"/api/v0/instances/balance/{instance_id}/", None, self._pacer)
            told = read_vast(answer, _deposit, has_key=True).refundable_deposit
        except MarketError as error:
            raise _nothing_told() if error.code == NO_SUCH else error from None
        return Known(_usd(told), answer.at, VAST.source)


def _usd(told: Decimal) -> Decimal:
    try:
        usd = values.money("refundable_deposit", told)
    except values.OddValueError as odd:
        raise VAST.unreadable(str(odd)) from None
    if usd < 0:
        raise VAST.unreadable("impossible `refundable_deposit`")
    return usd


def _nothing_told() -> MarketError:
    return MarketError(Why.REFUSED, "Vast.ai tells of no deposit for this instance: its console shows what is held.")
