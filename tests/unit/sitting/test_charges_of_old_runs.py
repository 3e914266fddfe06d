"""What an ended run was charged stands beside its own time, whatever is read of the marketplace's charges later."""

from datetime import timedelta
from decimal import Decimal

from watched import NOW, REF, an_instance

from bot.domain.account import Charge
from bot.domain.ledger import Meter
from bot.domain.listing import ListingRef

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NO_TRAFFIC = {"traffic_in_gb": Decimal(0), "traffic_out_gb": Decimal(0)}


async def test_an_old_runs_charges_are_not_set_beside_a_later_time(team):
    """It ran for two days and is gone; two months later another is tracked, and charges are known of that time only."""
    team.shelf.put(an_instance(started_at=NOW - HOUR, **NO_TRAFFIC))
    await team.track()
    await team.wakes(2, DAY)
    days = [NOW.date() + n * DAY for n in range(2)]
    team.shelf.charged = tuple(Charge(ref=REF, day=day, meter=Meter.COMPUTE, usd=Decimal(384)) for day in days)
    await team.wakes(1, HOUR)
    del team.shelf.rows[REF]
    await team.wakes(3)
    assert (await team.runs.cost("llama-ft")).charged.total == Decimal(768)
    team.clock.advance(60 * 86400)
    other, now = ListingRef("vast", "5000"), team.clock.now()
    team.shelf.charged = ()
    team.shelf.put(an_instance(ref=other, started_at=now - HOUR, ends_at=now + 8 * DAY, **NO_TRAFFIC))
    await team.track(name="later", ref="5000")
    await team.wakes(2, HOUR)
    cost = await team.runs.cost("llama-ft")
    assert cost.charged is None
    assert all(row.unexplained is None for row in cost.rows)
