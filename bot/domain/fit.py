"""Fit: whether boot + the run with its margin + copy-out + slack end before the listing does."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Context, Decimal

from bot.domain.listing import Listing
from bot.domain.need import ASSUMED_UPLINK_MBPS, Need

COPY_OUT_FACTOR = Decimal("1.5")
"""A copy takes longer than bytes over line speed; every deadline reckons with half again as long."""

_MEGABITS_PER_GB = 8000
_SECOND = timedelta(seconds=1)
_TEN_YEARS = timedelta(days=3652)
_TRAPLESS = Context(traps=[])
"""What is out of a Decimal's bounds comes out as an infinity or no number, and raises nothing."""


def scale(span: timedelta, factor: Decimal) -> timedelta:
    """Multiply a span by a Decimal, to the microsecond, rounding up."""
    micros = Decimal(span // timedelta(microseconds=1)) * factor
    return timedelta(microseconds=int(micros.to_integral_value(rounding="ROUND_CEILING")))


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a run's time on a machine divides. `run` is with margin, `training` without."""

    boot: timedelta
    training: timedelta
    run: timedelta
    copy_out: timedelta
    slack: timedelta

    @property
    def until_finished(self) -> timedelta:
        """From deploy until the results are off the machine, without slack."""
        return self.boot + self.run + self.copy_out

    @property
    def total(self) -> timedelta:
        """From deploy until the machine may go."""
        return self.until_finished + self.slack


@dataclass(frozen=True, slots=True)
class Fit:
    """One listing's verdict on time. `spare` is what is left before the end, negative when the run is too long.

    `copy_in` is the least that the data's way in takes: its size at line speed. The formula reckons with boot alone, so
    what goes beyond that is for the person to add; but where not even it fits, the run cannot finish.
    """

    schedule: Schedule
    finish_at: datetime
    ends_at: datetime
    spare: timedelta
    uplink_assumed: bool
    copy_in: timedelta | None = None

    @property
    def fits(self) -> bool:
        """Whether everything ends before the listing does; the very same instant is too late."""
        return self.short_by < timedelta(0)

    @property
    def short_by(self) -> timedelta:
        """What is missing for a fit; below zero where it fits."""
        return self._beyond_boot - self.spare

    @property
    def window(self) -> timedelta:
        """What the listing has for the run with its margin, all else taken off."""
        return self.schedule.run - self.short_by

    @property
    def surely_finished_at(self) -> datetime:
        """When the results are off the machine, the way in counted where it takes longer than boot."""
        return self.finish_at + self._beyond_boot

    @property
    def copy_in_uncounted(self) -> bool:
        """Whether the data takes longer to come in than the boot that is reckoned with."""
        return self._beyond_boot > timedelta(0)

    @property
    def _beyond_boot(self) -> timedelta:
        return max(timedelta(0), (self.copy_in or timedelta(0)) - self.schedule.boot)


def copy_out_time(gb: Decimal, uplink_mbps: Decimal) -> timedelta:
    """Give the time to take so many GB off a machine: 1.5 x the size over the uplink."""
    return line_time(_TRAPLESS.multiply(gb, COPY_OUT_FACTOR), uplink_mbps)


def line_time(gb: Decimal, mbps: Decimal) -> timedelta:
    """Give the time that so many GB take at line speed; ten years stand for all that is longer.

    Over a line without speed, or with one that is no speed, nothing but nothing ever gets through.
    """
    if gb == 0:
        return timedelta(0)
    seconds = _TRAPLESS.divide(_TRAPLESS.multiply(gb, _MEGABITS_PER_GB), mbps)
    passes = seconds.is_finite() and 0 <= seconds <= _TEN_YEARS // _SECOND
    return scale(_SECOND, seconds) if passes else _TEN_YEARS


def schedule(need: Need, uplink_mbps: Decimal) -> Schedule:
    """Divide a run's time on a machine with such an uplink."""
    return Schedule(
        boot=need.boot,
        training=need.duration,
        run=scale(need.duration, 1 + need.margin),
        copy_out=copy_out_time(need.copy_out_gb, uplink_mbps),
        slack=need.slack,
    )


def judge_fit(need: Need, listing: Listing, now: datetime) -> Fit | None:
    """Say whether the run can finish on this listing if it were deployed now. None when its end is unknown."""
    if listing.ends_at is None:
        return None
    plan = schedule(need, ASSUMED_UPLINK_MBPS if listing.uplink_mbps is None else listing.uplink_mbps)
    return Fit(
        schedule=plan,
        finish_at=now + plan.until_finished,
        ends_at=listing.ends_at,
        spare=listing.ends_at - now - plan.total,
        uplink_assumed=listing.uplink_mbps is None,
        copy_in=None if listing.downlink_mbps is None else line_time(need.in_gb, listing.downlink_mbps),
    )
