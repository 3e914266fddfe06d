"""What an instance cost between two instants: GPU while running, disk while it exists and is not offline, traffic."""

from itertools import pairwise
from typing import NamedTuple

from bot.sandbox.market.instances import OFFLINE, RUNNING, Instance

_HOUR = 3600.0
_HOURS_A_MONTH = 720.0


class Cost(NamedTuple):
    """US dollars by part, and the hours and GB behind them."""

    gpu_hours: float
    gpu: float
    disk: float
    in_gb: float
    traffic_in: float
    out_gb: float
    traffic_out: float

    @property
    def total(self) -> float:
        """All parts together."""
        return self.gpu + self.disk + self.traffic_in + self.traffic_out


def traffic_prices(instance: Instance) -> tuple[float, float]:
    """Return dollars a GB in and out; Cloudj has one price for both, the dearer."""
    machine = instance.listing.machine
    if instance.market == "cloudj":
        return (max(machine.inet_down_price, machine.inet_up_price),) * 2
    return machine.inet_down_price, machine.inet_up_price


def cost(instance: Instance, since: float, until: float) -> Cost:
    """Integrate the instance's statuses over `since` to `until`, both seconds since the epoch."""
    running = existing = 0.0
    end = until if instance.gone_at is None else min(until, instance.gone_at)
    starts = [*instance.history, (end, None)]
    for (begin, status), (finish, _) in pairwise(starts):
        spell = max(0.0, min(finish, end) - max(begin, since))
        running += spell if status == RUNNING else 0.0
        existing += spell if status != OFFLINE else 0.0
    hours = running / _HOUR
    listing = instance.listing
    disk_hour = listing.machine.storage_price * instance.disk_gb / _HOURS_A_MONTH
    in_gb, out_gb = _traffic(instance, since, until)
    in_price, out_price = traffic_prices(instance)
    return Cost(
        gpu_hours=hours,
        gpu=hours * listing.price,
        disk=existing / _HOUR * disk_hour,
        in_gb=in_gb,
        traffic_in=in_gb * in_price,
        out_gb=out_gb,
        traffic_out=out_gb * out_price,
    )


def _traffic(instance: Instance, since: float, until: float) -> tuple[float, float]:
    """Return the GB in and out from `since` up to before `until`; what happens now belongs to now."""
    counted = [(in_gb, out_gb) for at, in_gb, out_gb in instance.traffic if since <= at < until]
    return sum(each for each, _ in counted), sum(each for _, each in counted)
