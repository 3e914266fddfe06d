"""A rented machine of the stand-in world."""

from dataclasses import dataclass, field

from bot.sandbox.market.machines import Listing

RUNNING = "running"
LOADING = "loading"
STOPPED = "stopped"
OFFLINE = "offline"


@dataclass(slots=True, kw_only=True)
class Instance:
    """What the world knows of a rented machine; times are seconds since the epoch.

    `actual_status` is what the marketplace reports (None: being provisioned, "unknown", "offline" …), while
    `cur_state`, `intended_status` and `next_state` are the contract's, which a dead host does not change.
    `gpu_util` is percent, None until the first report; disk and traffic are GB, a negative
    disk use is unknown. `bid` is a rental by bid; `traffic` holds when how many GB went in and out. `deposit` is US
    dollars that are held while it is there.
    """

    id: int
    market: str
    listing: Listing
    disk_gb: float
    label: str | None
    image: str
    started_at: float
    ends_at: float
    extra_env: list[list[str]] = field(default_factory=list)
    onstart: str | None = None
    actual_status: str | None = None
    intended_status: str = RUNNING
    cur_state: str = RUNNING
    next_state: str = RUNNING
    status_msg: str | None = None
    gpu_util: float | None = None
    gpu_temp: float | None = None
    disk_used_gb: float = -1.0
    traffic_in_gb: float = 0.0
    traffic_out_gb: float = 0.0
    traffic: list[tuple[float, float, float]] = field(default_factory=list)
    bid: bool = False
    deposit: float = 0.0
    ssh_host: str = "127.0.0.1"
    ssh_port: int = 22
    log: list[str] = field(default_factory=list)
    history: list[tuple[float, str | None]] = field(default_factory=list)
    ready_at: float | None = None
    gone_at: float | None = None

    def report(self, status: str | None, at: float) -> None:
        """Let the marketplace report this status from `at` on."""
        self.actual_status = status
        self.history.append((at, status))

    def settle(self, now: float) -> None:
        """Finish loading if its time has come."""
        if self.ready_at is not None and self.ready_at <= now:
            ready_at, self.ready_at = self.ready_at, None
            if self.actual_status == LOADING:
                self.report(RUNNING, ready_at)
                self.status_msg = f"success, running {self.image.replace(':', '_')}/ssh"
                self.gpu_util, self.gpu_temp, self.disk_used_gb = 0.0, 41.0, 0.4

    def gone(self, now: float) -> bool:
        """Whether the marketplace no longer knows it."""
        return self.gone_at is not None and self.gone_at <= now
