"""What an instance cost between two instants: GPU while running, disk while it exists and is not offline."""

from itertools import pairwise
from typing import NamedTuple

from bot.sandbox.market.instances import OFFLINE, RUNNING, Instance

_HOUR = 3600.0
_HOURS_A_MONTH = 720.0


class Cost(NamedTuple):
    """US dollars by part, and the hours behind the GPU's."""

    gpu_hours: float
    gpu: float
    disk: float

    @property
    def total(self) -> float:
        """GPU and disk together."""
        return self.gpu + self.disk


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
    return Cost(hours, hours * listing.price, existing / _HOUR * disk_hour)
