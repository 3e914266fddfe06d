"""`estimate`: `300 steps in 7m of 50000 warmup 20 margin 15%`, with the parts of the disk if they are said."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from bot.domain.estimate import DiskParts, ImpossibleTestError, ShortTest
from bot.domain.need import Need
from bot.words.estimate_settings import ESTIMATE_SETTINGS
from bot.words.hear import Command, Gaps, Grammar
from bot.words.problem import Misread, Problem
from bot.words.said import Draft, Said, draft_of
from bot.words.settings import filters
from bot.words.sizes import MOST_GB
from bot.words.spans import YEAR

DEFAULT_MARGIN = Decimal("0.15")
DEFAULT_HEADROOM = Decimal("0.10")

_QUESTIONS = {
    "steps": ("steps", Problem("", "How many steps were timed? For example `300 steps in 7m`.")),
    "took": ("in", Problem("", "How long did the timed steps take? For example `300 steps in 7m`.")),
    "total_steps": ("of", Problem("", "`of`: how many steps has the whole run? For example `of 50000`.")),
}
_PACE_QUESTIONS = {key: _QUESTIONS[key] for key in ("total_steps",)}
_TWICE = Problem("", "A pace, or steps and the time they took: which of the two?")
_DISK_QUESTIONS = {
    "checkpoint_gb": ("checkpoint", Problem("", "`checkpoint`: how large is one? For example `checkpoint 42GB`.")),
    "kept": ("keep", Problem("", "`keep`: how many checkpoints stay on the disk? For example `keep 5`.")),
}
_DISK_PARTS = {"weights_gb", "dataset_gb", "image_gb", "headroom_share", "headroom_gb", *_DISK_QUESTIONS}
_BOTH = Problem("", "`disk` is what its parts add up to; say either `disk` or the parts.")


@dataclass(frozen=True, slots=True)
class EstimateAsk:
    """A short test, the disk as a whole in GB or in parts (None: not said), and what else was said of the need.

    `draft` has neither duration nor disk; it may lack the GPU.
    """

    test: ShortTest
    disk: Decimal | DiskParts | None
    draft: Draft

    @property
    def margin(self) -> Decimal:
        """The margin that was said, else the default."""
        return self.draft.get("margin", DEFAULT_MARGIN)

    @property
    def high(self) -> timedelta:
        """The training time with its margin; `test.training` is the low end."""
        return self.test.with_margin(self.margin)

    @property
    def disk_gb(self) -> Decimal | None:
        """The disk to ask for, in GB."""
        return self.disk.need_gb if isinstance(self.disk, DiskParts) else self.disk

    @property
    def out_gb(self) -> Decimal | None:
        """What to copy out, where it was not said and the disk's parts tell it: the kept checkpoints."""
        return self.disk.kept_gb if isinstance(self.disk, DiskParts) and "out_gb" not in self.draft else None

    def need(self) -> Need | None:
        """Give the need that finds with exactly these; None without a GPU or a disk."""
        if "gpu" not in self.draft or self.disk_gb is None:
            return None
        draft: Draft = {**self.draft, "duration": self.test.training, "disk_gb": self.disk_gb}
        if self.out_gb is not None:
            draft["out_gb"] = self.out_gb
        return Need(**draft)


def read_estimate(text: str, zone: ZoneInfo, now: datetime) -> EstimateAsk | Misread:
    """Read a short test, the disk and the filters of a need in any order."""
    settings = (*ESTIMATE_SETTINGS, *filters(zone, now))
    return Command(Grammar(settings), _gaps, _ask).read(text)


def _gaps(said: Said) -> Gaps:
    parts = _DISK_PARTS & said.keys()
    questions = {**(_PACE_QUESTIONS if "pace" in said else _QUESTIONS), **(_DISK_QUESTIONS if parts else {})}
    if "pace" in said and "steps" in said:
        questions.pop("total_steps")  # of a run whose pace is known the steps that are named are all
    gaps = [question for key, question in questions.items() if key not in said]
    if parts and "disk_gb" in said:
        gaps = [("parts", _BOTH)]
    if "pace" in said and {"took", "warmup"} & said.keys():
        gaps = [("pace", _TWICE)]
    return gaps or _impossible(said)


def _impossible(said: Said) -> Gaps:
    try:
        training = _test(said).training
    except ImpossibleTestError as impossible:
        return [("test", Problem("", str(impossible)))]
    if training > YEAR:
        return [
            ("test", Problem("", f"At this pace the run trains for {training.days} days; no listing lasts that long."))
        ]
    return _too_large(said)


def _too_large(said: Said) -> Gaps:
    """Refuse parts that add up to more than `disk` takes: the button that finds with them would be refused."""
    if not _DISK_QUESTIONS.keys() <= said.keys() or _parts(said).need_gb <= MOST_GB:
        return []
    return [("parts", Problem("", f"`checkpoint`: with {said['kept']:,} kept the disk needs more than 1000 TB."))]


def _test(said: Said) -> ShortTest:
    if "pace" in said:
        total = said["total_steps"] if "total_steps" in said else said["steps"]
        return ShortTest(steps=1, took=said["pace"], total_steps=total)
    return ShortTest(
        steps=said["steps"],
        took=said["took"],
        total_steps=said["total_steps"],
        warmup=said.get("warmup", 0),
        warmup_took=said.get("warmup_took", timedelta(0)),
    )


def _ask(said: Said) -> EstimateAsk:
    draft = draft_of(said)
    disk = draft.pop("disk_gb", None)
    return EstimateAsk(_test(said), _parts(said) if _DISK_PARTS & said.keys() else disk, draft)


def _parts(said: Said) -> DiskParts:
    return DiskParts(
        weights_gb=said.get("weights_gb", Decimal(0)),
        dataset_gb=said.get("dataset_gb", Decimal(0)),
        image_gb=said.get("image_gb", Decimal(0)),
        checkpoint_gb=said["checkpoint_gb"],
        kept=said["kept"],
        headroom=said.get("headroom_share", DEFAULT_HEADROOM),
        headroom_gb=said.get("headroom_gb"),
    )
