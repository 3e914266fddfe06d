"""How long before an end a run's copy must begin."""

from datetime import timedelta
from decimal import Decimal

from bot.domain.deadlines import copy_lead, copy_time
from bot.domain.deadlines.copying import COPY_SLACK
from bot.domain.letters.deadline import Copying
from bot.domain.need import ASSUMED_UPLINK_MBPS
from bot.domain.watching.standing import Standing


def lead_of(standing: Standing) -> timedelta | None:
    """Give how long before an end its copy must begin; None when nothing tells how much there is to copy.

    An uplink that the marketplace does not tell is reckoned with as slowly as where a listing is judged.
    """
    line = copy_time(
        manifest_bytes=None,
        out_gb=standing.run.plan.out_gb,
        disk_gb=standing.machine.seen.disk_gb,
        measured_mbps=None,
        listed_mbps=_uplink_of(standing),
    )
    return None if line is None else copy_lead(line)


def copying_of(standing: Standing) -> Copying | None:
    """Give what the copy out is reckoned with; None when nothing is to be copied or nothing tells how much."""
    lead, seen, out = lead_of(standing), standing.machine.seen, standing.run.plan.out_gb
    gb = seen.disk_gb if out is None else out
    if lead is None or not gb:
        return None
    takes, assumed = lead - COPY_SLACK, seen.uplink_mbps is None
    return Copying(gb, _uplink_of(standing), takes, whole_disk=out is None, assumed=assumed)


def uplink_assumed(standing: Standing) -> bool:
    """Tell whether there is something to copy and nobody told how fast that goes."""
    copying = copying_of(standing)
    return copying is not None and copying.assumed


def _uplink_of(standing: Standing) -> Decimal:
    told = standing.machine.seen.uplink_mbps
    return ASSUMED_UPLINK_MBPS if told is None else told
