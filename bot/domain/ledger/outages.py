"""The outage ledger: from when to when a host was away, what was not billed, what that does to the finish."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby

from bot.domain.instance import InstanceState
from bot.domain.ledger.amounts import Amount, Costs
from bot.domain.ledger.book import Ledger
from bot.domain.ledger.instants import utc
from bot.domain.ledger.policy import HOUR_METERS, Meter
from bot.domain.ledger.rates import money
from bot.domain.ledger.spans import StateSpan

_OFFLINE = InstanceState.OFFLINE


@dataclass(frozen=True, slots=True)
class Outage:
    """A host away in [start, end); `end` None is still away. `before` is what the instance did until then.

    It was last seen up at `last_up` and last seen away at `last_away`: in between, it went and came back.
    """

    start: datetime
    end: datetime | None
    last_up: datetime
    last_away: datetime
    before: InstanceState

    def away(self, now: datetime) -> timedelta:
        """Give how long it has been away, up to an instant."""
        return max(timedelta(0), (utc(now) if self.end is None else min(self.end, utc(now))) - self.start)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an outage does to the finish; of a host that is still away, if it came back this instant and work went on.

    `spare` is what is then left before the machine's end, None where that is unknown; without spare it does not fit.
    """

    delay: timedelta
    finish_at: datetime
    spare: timedelta | None

    @property
    def fits(self) -> bool | None:
        """Whether the run still finishes before the machine's end; the very same instant is too late."""
        return None if self.spare is None else self.spare > timedelta(0)


def outages(ledger: Ledger) -> Iterator[Outage]:
    """Give every outage of an instance, oldest first."""
    before: StateSpan | None = None
    for away, group in groupby(ledger.spans, key=lambda span: span.state is _OFFLINE):
        spans = list(group)
        if away:
            yield _outage(before, spans)
        before = spans[-1]


def _outage(before: StateSpan | None, spans: list[StateSpan]) -> Outage:
    first, last = spans[0], spans[-1]
    unseen_start = before is not None and _OFFLINE in before.perhaps
    return Outage(
        start=first.start,
        end=last.end,
        last_up=before.start if before is not None and unseen_start else first.start,
        last_away=last.start if last.perhaps or last.end is None else last.end,
        before=InstanceState.RUNNING if before is None or before.state is None else before.state,
    )


def unbilled(ledger: Ledger, outage: Outage, now: datetime) -> Costs:
    """Give what would have been billed had the host stayed, and was not; low to high by what nobody saw.

    A meter whose rate is unknown is None; traffic bills in any state, so of it nothing goes unbilled.
    """
    return Costs(*(_spared(ledger, meter, outage, utc(now)) for meter in HOUR_METERS))


def _spared(ledger: Ledger, meter: Meter, outage: Outage, now: datetime) -> Amount | None:
    rates = ledger.rates_of(meter)
    if not rates.steps:
        return None
    if ledger.policy.bills(meter, _OFFLINE) or not ledger.policy.bills(meter, outage.before):
        return Amount.sure(Decimal(0))
    end = now if outage.end is None else min(outage.end, now)
    usd = money(rates.over(outage.start, end))
    low = money(rates.over(outage.start, min(outage.last_away, end)))
    return Amount(usd, low, money(rates.over(outage.last_up, end)), Decimal(0))


def effect(
    outage: Outage, now: datetime, finish_at: datetime, ends_at: datetime | None, lost: timedelta = timedelta(0)
) -> Effect:
    """Say what an outage does to a finish that was forecast without it; `lost` is the training to be done again."""
    delay = outage.away(now) + lost
    finish = utc(finish_at) + delay
    return Effect(delay, finish, None if ends_at is None else utc(ends_at) - finish)
