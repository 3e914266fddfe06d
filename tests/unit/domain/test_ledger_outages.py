"""The outage ledger."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.instance import InstanceState
from bot.domain.ledger import (
    CAUTIOUS,
    VAST,
    Amount,
    Ledger,
    Level,
    Meter,
    Outage,
    RateFact,
    effect,
    outages,
    restate,
    timeline,
    unbilled,
)

RUNNING, OFFLINE, STOPPED = InstanceState.RUNNING, InstanceState.OFFLINE, InstanceState.STOPPED
START = datetime(2026, 12, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def hour(number):
    """Give an instant by hours after the start."""
    return START + number * HOUR


def levels(*seen):
    """Make levels from (state, hours from, hours to)."""
    return [Level(state, hour(a), hour(b)) for state, a, b in seen]


def a_ledger(*seen, policy=VAST, rates=("2", "0.5")):
    """Make a ledger at $2 and $0.50 per hour."""
    facts = [RateFact(m, START, Decimal(x)) for m, x in zip((Meter.COMPUTE, Meter.DISK), rates, strict=False)]
    return Ledger(policy=policy, spans=timeline(levels(*seen)), rates=facts)


def test_an_outage_is_from_when_to_when_a_host_was_away():
    """Between its last sighting up and the first away it went, between the last away and the first up it came back."""
    ledger = a_ledger((RUNNING, 0, 4), (OFFLINE, 5, 8), (RUNNING, 9, 20))
    assert [Outage(hour(5), hour(9), hour(4), hour(8), RUNNING)] == list(outages(ledger))


def test_a_host_that_is_still_away_has_no_end():
    """However long nobody looked in between."""
    ledger = a_ledger((STOPPED, 0, 4), (OFFLINE, 5, 6), (OFFLINE, 8, 9))
    assert [Outage(hour(5), None, hour(4), hour(9), STOPPED)] == list(outages(ledger))


def test_each_outage_is_one_row():
    """A machine that goes twice is away twice; one that is first seen away was so since then."""
    ledger = a_ledger((OFFLINE, 0, 1), (RUNNING, 2, 3), (OFFLINE, 4, 5), (RUNNING, 6, 7))
    assert [(hour(0), hour(2)), (hour(4), hour(6))] == [(o.start, o.end) for o in outages(ledger)]
    assert [] == list(outages(a_ledger((RUNNING, 0, 9))))


def test_what_was_not_billed_is_what_would_have_been():
    """Four hours away, surely three, at most five, at $2 and $0.50."""
    ledger = a_ledger((RUNNING, 0, 4), (OFFLINE, 5, 8), (RUNNING, 9, 20))
    (outage,) = outages(ledger)
    spared = unbilled(ledger, outage, hour(20))
    assert Amount(Decimal(8), Decimal(6), Decimal(10), Decimal(0)) == spared.compute
    assert Amount(Decimal(2), Decimal("1.5"), Decimal("2.5"), Decimal(0)) == spared.disk
    assert 0 == spared.traffic_out.usd


def test_the_marketplaces_word_leaves_nothing_open():
    """Case a31: 210 minutes unbilled, 02:10 to 05:40, to the cent."""
    seen = levels((RUNNING, 0, 2), (OFFLINE, 3, 5), (RUNNING, 6, 9))
    said = restate(seen, hour(2) + timedelta(minutes=10), hour(5) + timedelta(minutes=40))
    rates = [RateFact(Meter.COMPUTE, START, Decimal(2))]
    ledger = Ledger(policy=VAST, spans=timeline(said), rates=rates)
    (outage,) = outages(ledger)
    assert timedelta(minutes=210) == outage.away(hour(9))
    assert Amount.sure(Decimal(7)) == unbilled(ledger, outage, hour(9)).compute
    assert unbilled(ledger, outage, hour(9)).disk is None


def test_what_would_not_have_been_billed_anyway_was_not_spared():
    """A stopped machine spares its disk alone; where the disk bills on, that is not spared."""
    stopped = a_ledger((STOPPED, 0, 4), (OFFLINE, 4, 8), (STOPPED, 8, 9))
    (outage,) = outages(stopped)
    spared = unbilled(stopped, outage, hour(9))
    assert (0, 2) == (spared.compute.usd, spared.disk.usd)
    billed = a_ledger((RUNNING, 0, 4), (OFFLINE, 4, 8), (RUNNING, 8, 9), policy=CAUTIOUS)
    (outage,) = outages(billed)
    spared = unbilled(billed, outage, hour(9))
    assert (8, 0) == (spared.compute.usd, spared.disk.usd)


def test_until_it_is_back_the_outage_grows():
    """Reckoned up to now."""
    ledger = a_ledger((RUNNING, 0, 4), (OFFLINE, 4, 6))
    (outage,) = outages(ledger)
    assert [(2 * HOUR, 4), (5 * HOUR, 10)] == [
        (outage.away(hour(now)), unbilled(ledger, outage, hour(now)).compute.usd) for now in (6, 9)
    ]
    assert timedelta(0) == outage.away(hour(1))


@pytest.mark.parametrize(("ends", "spare", "fits"), [(60, 3, True), (57, 0, False), (50, -7, False), (None,) * 3])
def test_the_finish_moves_by_the_outage_and_what_is_done_again(ends, spare, fits):
    """Four hours away and three hours of training lost; the very instant of the end is too late."""
    (outage,) = outages(a_ledger((RUNNING, 0, 4), (OFFLINE, 5, 8), (RUNNING, 9, 20)))
    told = effect(outage, hour(20), hour(50), None if ends is None else hour(ends), lost=3 * HOUR)
    assert (7 * HOUR, hour(57)) == (told.delay, told.finish_at)
    assert (None if spare is None else spare * HOUR, fits) == (told.spare, told.fits)
