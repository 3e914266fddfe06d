"""From a short test to a long run: how long it trains, and what disk it needs, since the disk can't be resized."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_CEILING, Decimal

from bot.domain.fit import scale

_MICROSECOND = timedelta(microseconds=1)
_MINUTE = timedelta(minutes=1)
_BEYOND = timedelta(days=3660)
_MB = Decimal("0.001")
_SPARE_CHECKPOINTS = 2
"""One that is being written and one that is not yet deleted, on top of those that are kept (case a34)."""


class ImpossibleTestError(ValueError):
    """A short test from which nothing follows; the message is one sentence for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTest:
    """So many timed steps, `warmup` of them left out, of a run of `total_steps`.

    Without `warmup_took` the whole time is taken for the steps that count, which errs on the long side.
    Raises ImpossibleTestError for no steps, no time, a warm-up as long as the test, and runs beyond ten years.
    """

    steps: int
    took: timedelta
    total_steps: int
    warmup: int = 0
    warmup_took: timedelta = timedelta(0)

    def __post_init__(self) -> None:
        if self.steps < 1 or self.total_steps < 1:
            raise ImpossibleTestError("A test and a run have at least one step each.")
        if not 0 <= self.warmup < self.steps:
            raise ImpossibleTestError(f"The warm-up must be shorter than the {self.steps} steps of the test.")
        if not timedelta(0) <= self.warmup_took < self.took:
            raise ImpossibleTestError("The steps that count must have taken some time.")
        if self._minutes > _BEYOND // _MINUTE:
            raise ImpossibleTestError("At this pace the run would train for more than ten years.")

    @property
    def seconds_per_step(self) -> Decimal:
        """The pace after the warm-up."""
        return Decimal(self._micros) / (self.steps - self.warmup) / 1_000_000

    @property
    def training(self) -> timedelta:
        """The whole run at this pace, rounded up to a minute, as machines are billed."""
        return self._minutes * _MINUTE

    def with_margin(self, margin: Decimal) -> timedelta:
        """Give the training time and such a fraction more: what the fit allows for the same need."""
        return scale(self.training, 1 + margin)

    @property
    def _micros(self) -> int:
        return (self.took - self.warmup_took) // _MICROSECOND

    @property
    def _minutes(self) -> int:
        """In whole numbers, so that nothing is rounded before the end."""
        return -(-self._micros * self.total_steps // ((self.steps - self.warmup) * (_MINUTE // _MICROSECOND)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskParts:
    """What lies on the disk of a run, in GB; `headroom` is a fraction of all that, or GB where `headroom_gb` is set."""

    weights_gb: Decimal = Decimal(0)
    dataset_gb: Decimal = Decimal(0)
    image_gb: Decimal = Decimal(0)
    checkpoint_gb: Decimal
    kept: int
    headroom: Decimal = Decimal("0.10")
    headroom_gb: Decimal | None = None

    @property
    def files_gb(self) -> Decimal:
        """Weights + dataset + image + (kept + 2) x checkpoint."""
        checkpoints = (self.kept + _SPARE_CHECKPOINTS) * self.checkpoint_gb
        return self.weights_gb + self.dataset_gb + self.image_gb + checkpoints

    @property
    def kept_gb(self) -> Decimal:
        """What there is to copy out in the end: the kept checkpoints, one at least."""
        return max(self.kept, 1) * self.checkpoint_gb

    @property
    def need_gb(self) -> Decimal:
        """The disk to ask for: the files and the headroom, in whole MB."""
        extra = self.files_gb * self.headroom if self.headroom_gb is None else self.headroom_gb
        return (self.files_gb + extra).quantize(_MB, rounding=ROUND_CEILING)
