"""The lasting parts of a Vast.ai offer row: what no query and no hour changes.

Field names, units and nulls follow rows recorded in 2026: `gpu_ram` and `cpu_ram` in MB, `storage_cost` in dollars
per GB and month, `inet_*_cost` per GB, `inet_*` in Mbps. A row is the parts' fields in this order.
"""

from typing import Self

import msgspec

from bot.sandbox.market.machines import Listing

_HOURS_A_MONTH = 720.0
_NAMES = {0: "unverified", 1: "verified"}
_PER_TB = 1024.0


def verification(vericode: int) -> str:
    """Return the word for a `vericode`: 2 and more are hosts that lost their verification."""
    return _NAMES.get(vericode, "deverified")


def driver_number(version: str) -> int:
    """Return "595.71.05" as 595071005, three digits a part."""
    return int("".join(part.zfill(3) for part in version.split(".")))


class Identity(msgspec.Struct, gc=False):
    """Whose machine, which slice."""

    id: int
    ask_contract_id: int
    bundle_id: int
    bundled_results: None
    machine_id: int
    host_id: int
    hostname: None
    cluster_id: None
    resource_type: str
    external: None
    hosting_type: int
    logo: str
    webpage: None
    rn: int

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        return cls(
            id=listing.id,
            ask_contract_id=listing.id,
            bundle_id=(listing.id * 2_654_435_761) % 2_000_000_000,
            bundled_results=None,
            machine_id=listing.machine.id,
            host_id=listing.machine.host_id,
            hostname=None,
            cluster_id=None,
            resource_type="gpu",
            external=None,
            hosting_type=listing.machine.hosting_type,
            logo="/static/logos/vastai_small2.png",
            webpage=None,
            rn=1,
        )


class Gpus(msgspec.Struct, gc=False):
    """The cards and their driver."""

    gpu_name: str
    num_gpus: int
    gpu_frac: float
    gpu_ram: int
    gpu_total_ram: int
    gpu_arch: str
    compute_cap: int
    gpu_ids: list[int]
    gpu_lanes: int
    gpu_max_power: float
    gpu_max_temp: float
    gpu_mem_bw: float
    bw_nvlink: float
    gpu_display_active: bool
    total_flops: float
    dlperf: float
    cuda_max_good: float
    driver_version: str
    driver_vers: int | None
    pci_gen: float
    pcie_bw: float

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        machine, card = listing.machine, listing.machine.card
        return cls(
            gpu_name=card.name,
            num_gpus=listing.gpus,
            gpu_frac=listing.share,
            gpu_ram=machine.gpu_memory_mb,
            gpu_total_ram=machine.gpu_memory_mb * listing.gpus,
            gpu_arch="nvidia",
            compute_cap=card.compute_cap,
            gpu_ids=[machine.id * 16 + slot for slot in range(listing.gpus)],
            gpu_lanes=16,
            gpu_max_power=float(card.watts),
            gpu_max_temp=87.0,
            gpu_mem_bw=card.memory_gb_s,
            bw_nvlink=card.nvlink_gb_s,
            gpu_display_active=False,
            total_flops=card.tflops * listing.gpus,
            dlperf=listing.dlperf,
            cuda_max_good=machine.cuda,
            driver_version=machine.driver,
            driver_vers=driver_number(machine.driver) if machine.driver_known else None,
            pci_gen=machine.pci_gen,
            pcie_bw=machine.pci_gen * 10.7,
        )


class Processor(msgspec.Struct, gc=False):
    """Processor, memory and board of the slice."""

    cpu_arch: str
    cpu_cores: int | None
    cpu_cores_effective: float
    cpu_ghz: float
    cpu_name: str | None
    cpu_ram: int
    has_avx: int
    mobo_name: str | None
    os_version: str

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        machine, share = listing.machine, listing.share
        return cls(
            cpu_arch=machine.cpu_arch,
            cpu_cores=machine.cpu_cores,
            cpu_cores_effective=(machine.cpu_cores or 0) * share,
            cpu_ghz=machine.cpu_ghz,
            cpu_name=machine.cpu_name,
            cpu_ram=int(machine.ram_mb * share),
            has_avx=1,
            mobo_name=machine.mobo_name,
            os_version=machine.os_version,
        )


class Disk(msgspec.Struct, gc=False):
    """Disk of the slice: GB, MB/s, dollars per GB and month."""

    disk_bw: float
    disk_name: str
    disk_space: float
    nw_disk_min_bw: None
    nw_disk_avg_bw: None
    nw_disk_max_bw: None
    avail_vol_ask_id: int
    avail_vol_dph: float
    avail_vol_size: float

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        machine = listing.machine
        return cls(
            disk_bw=machine.disk_mb_s,
            disk_name=machine.disk_name,
            disk_space=listing.disk_gb,
            nw_disk_min_bw=None,
            nw_disk_avg_bw=None,
            nw_disk_max_bw=None,
            avail_vol_ask_id=listing.id + 1,
            avail_vol_dph=machine.storage_price / _HOURS_A_MONTH,
            avail_vol_size=listing.disk_gb,
        )


class Line(msgspec.Struct, gc=False):
    """The line: Mbps, dollars per GB, where it is."""

    inet_down: float
    inet_up: float
    inet_down_billed: None
    inet_up_billed: None
    inet_down_cost: float
    inet_up_cost: float
    internet_down_cost_per_tb: float
    internet_up_cost_per_tb: float
    static_ip: bool
    direct_port_count: int
    public_ipaddr: str
    geolocation: str | None
    geolocode: int

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        machine = listing.machine
        return cls(
            inet_down=machine.inet_down,
            inet_up=machine.inet_up,
            inet_down_billed=None,
            inet_up_billed=None,
            inet_down_cost=machine.inet_down_price,
            inet_up_cost=machine.inet_up_price,
            internet_down_cost_per_tb=machine.inet_down_price * _PER_TB,
            internet_up_cost_per_tb=machine.inet_up_price * _PER_TB,
            static_ip=machine.static_ip,
            direct_port_count=machine.ports,
            public_ipaddr=machine.public_ip,
            geolocation=machine.geolocation,
            geolocode=sum(map(ord, machine.geolocation or "")) * 7_919,
        )


class Standing(msgspec.Struct, gc=False):
    """How far the host is to be trusted, and until when it is there."""

    reliability: float
    reliability2: float
    reliability_mult: float
    target_reliability: None
    sla_premium: float
    verification: str
    vericode: int
    is_vm_deverified: bool
    vms_enabled: bool
    credit_discount_max: float
    discount_rate: float | None
    storage_cost: float
    vram_costperhour: float
    end_date: float
    time_remaining: str
    time_remaining_isbid: str

    @classmethod
    def of(cls, listing: Listing) -> Self:
        """Take the figures from a listing."""
        machine = listing.machine
        return cls(
            reliability=machine.reliability,
            reliability2=machine.reliability,
            reliability_mult=machine.reliability**2,
            target_reliability=None,
            sla_premium=0.0,
            verification=verification(machine.vericode),
            vericode=machine.vericode,
            is_vm_deverified=False,
            vms_enabled=machine.vms,
            credit_discount_max=machine.discount_max,
            discount_rate=0.0 if machine.vericode == 1 else None,
            storage_cost=machine.storage_price,
            vram_costperhour=listing.price / (machine.gpu_memory_mb * listing.gpus),
            end_date=listing.ends_at,
            time_remaining="",
            time_remaining_isbid="",
        )


PARTS = (Identity, Gpus, Processor, Disk, Line, Standing)

Offer = tuple[Identity, Gpus, Processor, Disk, Line, Standing]


def offer(listing: Listing) -> Offer:
    """Return the lasting parts of a listing's row."""
    return (
        Identity.of(listing),
        Gpus.of(listing),
        Processor.of(listing),
        Disk.of(listing),
        Line.of(listing),
        Standing.of(listing),
    )
