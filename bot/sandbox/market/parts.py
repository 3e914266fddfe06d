"""What a made-up machine is made of: its host's standing, its line, its hardware."""

from random import Random
from typing import NamedTuple, TypedDict

from bot.sandbox.market.cards import SERVER, Card


class Standing(TypedDict):
    """How far the host is to be trusted, and what its disk costs."""

    reliability: float
    vericode: int
    hosting_type: int
    storage_price: float
    discount_max: float


class Network(TypedDict):
    """The line: speeds in Mbps, prices in dollars per GB."""

    inet_down: float
    inet_up: float
    inet_down_price: float
    inet_up_price: float
    static_ip: bool
    ports: int
    public_ip: str


class Hardware(TypedDict):
    """Disk, memory, processor, board and driver."""

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
    vms: bool


class _Processor(NamedTuple):
    name: str
    cores: int
    ghz: float
    board: str


_STORAGE_CENTS = (
    (15.0, 45),
    (10.0, 20),
    (12.0, 10),
    (7.5, 8),
    (36.0, 5),
    (40.0, 4),
    (43.0, 2),
    (0.5, 4),
    (70.0, 2),
)
"""What hosts ask for a GB and month, in cents, with weights; published over 0.75, up to $0.93."""

_TRAFFIC = (
    (0.0, 0.0, 16),
    (1.3020833333333333e-06, 1.3020833333333333e-06, 7),
    (6.510416666666667e-05, 6.510416666666667e-05, 7),
    (0.0013020833333333333, 0.0013020833333333333, 10),
    (0.0026041666666666665, 0.00390625, 42),
    (0.004, 0.005386666666666667, 8),
    (0.013020833333333334, 0.013020833333333334, 6),
    (0.037760416666666664, 0.020833333333333332, 3),
)
"""Dollars per GB in and out, with weights: from nothing to $38.67 a TB, as recorded."""

_SERVERS = (
    _Processor("Xeon® Platinum 8480+", 224, 3.8, "X13DEG-OAD"),
    _Processor("Xeon® Platinum 8462Y+", 128, 4.1, "X14DBG-LC"),
    _Processor("AMD EPYC 9554 64-Core Processor", 256, 3.7, "MZB3-G43-000"),
    _Processor("AMD EPYC 9654 96-Core Processor", 384, 3.7, "K15PG-D24 Series"),
    _Processor("AMD EPYC 7763 64-Core Processor", 256, 3.5, "H12DSG-O-CPU"),
)
_DESKTOPS = (
    _Processor("AMD Ryzen 9 7950X 16-Core Processor", 32, 5.9, "X670E Taichi"),
    _Processor("Core™ i9-14900K", 32, 6.0, "ROG MAXIMUS Z790 HERO"),
    _Processor("AMD EPYC 7402 24-Core Processor", 48, 3.35, "ROMED8-2T"),
    _Processor("Xeon® E5-2698 v4", 40, 3.6, "X99-WS/IPMI"),
    _Processor("AMD Ryzen Threadripper PRO 5975WX 32-Cores", 64, 4.5, "Pro WS WRX80E-SAGE SE"),
)
_DRIVERS = (
    ("595.71.05", 13.2, 30),
    ("580.126.20", 13.0, 35),
    ("575.57.08", 12.9, 15),
    ("550.163.01", 12.4, 20),
)
_DISKS = (
    "SAMSUNG MZQL27T6HBLA-00A07",
    "KIOXIA KCD81PUG7T68",
    "Samsung SSD 990 PRO 4TB",
    "WD_BLACK SN850X 4000GB",
    "nvme",
)


def chance(rng: Random, share: float) -> bool:
    """Say yes in this share of cases, 0 to 1."""
    return rng.random() < share


def standing(rng: Random, *, staple: bool) -> Standing:
    """Roll the host's standing; verified hosts are reliable, new ones begin at 0.60."""
    vericode = 1 if staple else rng.choices((1, 0, 2, 4, 8), (62, 33, 2, 2, 1))[0]
    good = max(0.9, 1.0 - rng.expovariate(1 / 0.008))
    shaky = 0.6 if chance(rng, 0.15) else rng.triangular(0.6, 0.999, 0.97)
    return Standing(
        reliability=round(max(good, 0.97) if staple else good if vericode == 1 else shaky, 7),
        vericode=vericode,
        hosting_type=1 if vericode == 1 and chance(rng, 0.12) else 0,
        storage_price=_pick(rng, _STORAGE_CENTS) / 100 / 0.75,
        discount_max=rng.choice((0.0, 0.1, 0.2, 0.3, 0.4)),
    )


def network(rng: Random, *, big: bool, staple: bool) -> Network:
    """Roll the line; servers sit on faster ones."""
    down = min(max(rng.lognormvariate(8.0 if big else 6.6, 0.9), 18.0), 34_500.0)
    up = min(max(down * rng.uniform(0.1, 1.1), 8.0), 13_200.0)
    down_price, up_price, _ = rng.choices(_TRAFFIC, [weight for *_, weight in _TRAFFIC])[0]
    return Network(
        inet_down=round(max(down, 2_000.0) if staple else down, 1),
        inet_up=round(max(up, 600.0) if staple else up, 1),
        inet_down_price=down_price,
        inet_up_price=up_price,
        static_ip=chance(rng, 0.55),
        ports=rng.choice((16, 63, 100, 199, 256, 998)),
        public_ip=f"{rng.choice(('192.0.2', '198.51.100', '203.0.113'))}.{rng.randrange(1, 255)}",
    )


def hardware(rng: Random, card: Card, gpus: int) -> Hardware:
    """Roll the box around the cards; some hosts report no processor, board or parsed driver."""
    big = card.seat == SERVER
    cpu = rng.choice(_SERVERS if big else _DESKTOPS)
    nameless = chance(rng, 0.03)
    driver, cuda, _ = rng.choices(_DRIVERS, [weight for *_, weight in _DRIVERS])[0]
    disk = rng.lognormvariate(6.9 if big else 6.0, 0.8) * gpus
    return Hardware(
        disk_gb=round(min(max(disk, 900.0 * gpus / 8 if big else 40.0), 60_000.0), 1),
        disk_mb_s=round(rng.uniform(450.0, 7_200.0), 1),
        disk_name=rng.choice(_DISKS),
        ram_mb=int(gpus * (258_000 if big else 48_000) * rng.uniform(0.6, 1.1)),
        cpu_name=None if nameless else cpu.name,
        cpu_cores=None if nameless else cpu.cores,
        cpu_ghz=cpu.ghz,
        cpu_arch="amd64",
        mobo_name=None if nameless or chance(rng, 0.25) else cpu.board,
        driver=driver,
        driver_known=not chance(rng, 0.05),
        cuda=cuda,
        os_version=rng.choice(("22.04", "24.04")),
        pci_gen=5.0 if big else 4.0,
        vms=big and chance(rng, 0.4),
    )


def _pick(rng: Random, weighted: tuple[tuple[float, float], ...]) -> float:
    return rng.choices([value for value, _ in weighted], [weight for _, weight in weighted])[0]
