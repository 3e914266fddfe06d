"""What bills in which state, for each marketplace, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import StrEnum

from bot.domain.instance import InstanceState


class Meter(StrEnum):
    """What money accrues on. Compute and disk run by the hour, traffic by the GB."""

    COMPUTE = "compute"
    DISK = "disk"
    TRAFFIC_IN = "traffic in"
    TRAFFIC_OUT = "traffic out"


HOUR_METERS = (Meter.COMPUTE, Meter.DISK)
TRAFFIC_METERS = (Meter.TRAFFIC_IN, Meter.TRAFFIC_OUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The states in which each hour meter runs, and the zone of the marketplace's billing day (case d89).

    Traffic bills in any state, so no state is named for it. `said_by` is where the policy is stated.
    """

    compute: frozenset[InstanceState]
    disk: frozenset[InstanceState]
    billing_zone: tzinfo = UTC
    said_by: str

    def bills(self, meter: Meter, state: InstanceState | None) -> bool:
        """Say whether an hour meter runs in a state; None is a machine that is gone, on which nothing does."""
        return state in (self.compute if meter is Meter.COMPUTE else self.disk)


_ONLINE = frozenset({InstanceState.PENDING, InstanceState.RUNNING, InstanceState.STOPPED})

VAST = Policy(
    compute=frozenset({InstanceState.RUNNING}),
    disk=_ONLINE,
    said_by="Vast.ai's billing guide: GPU while running, storage while the instance exists and is online",
)
"""Another page of Vast.ai's says that storage bills while offline too; the billing guide is taken at its word."""

CLOUDJ = Policy(
    compute=frozenset({InstanceState.RUNNING}),
    disk=_ONLINE,
    said_by="Cloudj's checklist: billing pauses while the host is offline, stopping still charges storage",
)
"""What bills while an instance starts is not stated; taken as on Vast.ai, as is the billing day."""

CAUTIOUS = Policy(
    compute=frozenset({InstanceState.PENDING, InstanceState.RUNNING}),
    disk=_ONLINE | {InstanceState.OFFLINE},
    said_by="nobody: where no policy is known, everything that could bill does",
)

POLICIES: Mapping[str, Policy] = {"vast": VAST, "cloudj": CLOUDJ}


def policy_of(market: str) -> Policy:
    """Give a marketplace's policy by its short name; of one that we do not know, the dearest reading."""
    return POLICIES.get(market, CAUTIOUS)
