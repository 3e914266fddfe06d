"""Price increases that hosts ask for, and what a renter answered."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Increase:
    """A host's wish for new prices from the contract's end to `ends_at` (seconds since the epoch).

    `gpu_hour` is US dollars a GPU and hour, `disk_month` a GB and month, `in_gb` and `out_gb` a GB; None stays as it
    is. `answer` is "accepted" or "rejected" once a renter answered.
    """

    id: int
    instance_id: int
    asked_at: float
    ends_at: float
    gpu_hour: float | None = None
    disk_month: float | None = None
    in_gb: float | None = None
    out_gb: float | None = None
    answer: str | None = None
