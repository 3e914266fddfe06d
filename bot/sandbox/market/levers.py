"""What can be made to happen to a rented machine of the world."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import datetime, timedelta

from bot.sandbox.market.increases import Increase
from bot.sandbox.market.instances import LOADING, OFFLINE, Instance
from bot.sandbox.market.machines import Listing, Machine


class Levers(ABC):
    """Levers on one instance, by its id. Each raises KeyError where there is no such instance."""

    boot: timedelta
    increases: list[Increase]

    @property
    @abstractmethod
    def now(self) -> float:
        """The clock's time, seconds since the epoch."""

    @abstractmethod
    def set_status(self, instance_id: int, status: str | None) -> None:
        """Let the marketplace report this status."""

    @abstractmethod
    def _known(self, instance_id: int) -> Instance:
        """Return the instance, or raise KeyError."""

    @abstractmethod
    def _swapped(self, old: Listing, new: Listing) -> None:
        """Count the GPUs that are rented after an instance has other hardware."""

    def go_offline(self, instance_id: int) -> None:
        """Let its host lose the network: only what is reported changes, and nothing is billed."""
        self.set_status(instance_id, OFFLINE)

    def come_back(self, instance_id: int) -> None:
        """Let its host return, with the machine as it was before; what was loading begins anew."""
        instance = self._known(instance_id)
        if instance.actual_status != OFFLINE:
            return
        before = [status for _, status in instance.history if status != OFFLINE]
        status = before[-1] if before else None
        self.set_status(instance_id, status)
        if status == LOADING:
            instance.ready_at = self.now + self.boot.total_seconds()

    def set_gpu_use(self, instance_id: int, percent: float | None) -> None:
        """Let it report this GPU use while it runs; None is no report."""
        self._known(instance_id).gpu_util = percent

    def set_disk_used(self, instance_id: int, gb: float | None) -> None:
        """Let it report so many GB of disk in use; None is unknown."""
        self._known(instance_id).disk_used_gb = -1.0 if gb is None else gb

    def add_traffic(self, instance_id: int, *, in_gb: float = 0.0, out_gb: float = 0.0) -> None:
        """Let so many GB go in and out just now; they are billed at once."""
        instance = self._known(instance_id)
        instance.traffic_in_gb += in_gb
        instance.traffic_out_gb += out_gb
        instance.traffic.append((self.now, in_gb, out_gb))

    def prepay(self, instance_id: int, usd: float) -> None:
        """Let the renter pay so many US dollars for it ahead; they are held and can't be spent otherwise."""
        self._known(instance_id).deposit += usd

    def say(self, instance_id: int, *lines: str) -> None:
        """Let its container write these lines to its log."""
        self._known(instance_id).log.extend(lines)

    def move_end(self, instance_id: int, ends_at: datetime) -> None:
        """Move the end of the contract."""
        self._known(instance_id).ends_at = ends_at.timestamp()

    def move_host(self, instance_id: int, machine_id: int) -> None:
        """Let it turn up on another machine of the same kind, at the price of the contract."""
        machine = self._known(instance_id).listing.machine
        self._take_hardware(instance_id, replace(machine, id=machine_id), None)

    def change_hardware(
        self,
        instance_id: int,
        *,
        gpus: int | None = None,
        gpu_memory_mb: int | None = None,
        geolocation: str | None = None,
        country: str | None = None,
    ) -> None:
        """Let it report other hardware or another place than was rented, at the price of the contract."""
        old = self._known(instance_id).listing.machine
        machine = replace(
            old,
            gpu_memory_mb=gpu_memory_mb or old.gpu_memory_mb,
            geolocation=geolocation or old.geolocation,
            country=country or old.country,
        )
        self._take_hardware(instance_id, machine, gpus)

    def _take_hardware(self, instance_id: int, machine: Machine, gpus: int | None) -> None:
        instance = self._known(instance_id)
        old = instance.listing
        instance.listing = replace(old, machine=machine, gpus=gpus or old.gpus)
        self._swapped(old, instance.listing)

    def ask_increase(
        self,
        instance_id: int,
        *,
        ends_at: datetime,
        gpu_hour: float | None = None,
        disk_month: float | None = None,
        in_gb: float | None = None,
        out_gb: float | None = None,
    ) -> Increase:
        """Let its host ask for new prices: dollars a GPU and hour, a GB and month, a GB; None stays as it is."""
        increase = Increase(
            id=1 + len(self.increases),
            instance_id=self._known(instance_id).id,
            asked_at=self.now,
            ends_at=ends_at.timestamp(),
            gpu_hour=gpu_hour,
            disk_month=disk_month,
            in_gb=in_gb,
            out_gb=out_gb,
        )
        self.increases.append(increase)
        return increase
