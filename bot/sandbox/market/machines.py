"""What is on offer in the stand-in world: machines, and the slices of them that are listed."""

from dataclasses import dataclass

from bot.sandbox.market.cards import Card


@dataclass(frozen=True, slots=True)
class Machine:
    """A host's machine. Figures are the whole machine's; a slice has its share of cores, memory and disk.

    Prices are US dollars as published: `storage_price` per GB and month, `inet_*_price` per GB. Speeds are
    Mbps, `reliability` is 0 to 1, `vericode` 1 verified, 0 unverified, 2 and more deverified.
    """

    id: int
    host_id: int
    card: Card
    gpus: int
    gpu_memory_mb: int
    geolocation: str | None
    country: str
    reliability: float
    vericode: int
    hosting_type: int
    storage_price: float
    inet_down_price: float
    inet_up_price: float
    inet_down: float
    inet_up: float
    disk_gb: float
    disk_mb_s: float
    disk_name: str
    ram_mb: int
    cpu_name: str | None
    cpu_cores: int | None
    cpu_ghz: float
    cpu_arch: str
    mobo_name: str | None
    driver: str
    driver_known: bool
    cuda: float
    os_version: str
    pci_gen: float
    static_ip: bool
    ports: int
    public_ip: str
    vms: bool
    discount_max: float
    max_duration_days: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A slice of a machine on offer: `price` and `min_bid` are US dollars an hour for the slice's GPUs.

    `ends_at` and `since` are seconds since the epoch; `taken` means somebody else rents it.
    """

    id: int
    machine: Machine
    gpus: int
    price: float
    min_bid: float
    ends_at: float
    since: float
    dlperf: float
    taken: bool = False

    @property
    def share(self) -> float:
        """How much of the machine this slice is, 0 to 1."""
        return self.gpus / self.machine.gpus

    @property
    def disk_gb(self) -> float:
        """The disk that can be rented with the slice, GB."""
        return self.machine.disk_gb * self.share
