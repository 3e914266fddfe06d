"""The words in which the bot speaks of GPUs: what a card is, what a person asks for, what could not be told."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import total_ordering
from typing import Literal


class Form(StrEnum):
    """How the card sits in its machine, where a family is sold in more than one way."""

    SXM = "SXM"
    PCIE = "PCIe"
    NVL = "NVL"


@total_ordering
@dataclass(frozen=True, slots=True)
class Gpu:
    """One card, exactly: the canonical triple behind every marketplace's spelling (case b39).

    `memory_gb` is the nominal size per card. `form` is None for a card that has but one form, and for a card of
    several forms whose listing does not say which; the latter matches no ask that names a form.
    """

    family: str
    memory_gb: int
    form: Form | None = None

    @property
    def label(self) -> str:
        """For people: `H100 SXM 80 GB`."""
        return _label(self.family, self.form, self.memory_gb)

    @property
    def slug(self) -> str:
        """For links and keys: `h100-sxm-80gb`."""
        return _slug(self.family, self.form, self.memory_gb)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Gpu):
            return NotImplemented
        return (self.family, self.memory_gb, self.form or "") < (
            other.family,
            other.memory_gb,
            other.form or "",
        )


@dataclass(frozen=True, slots=True)
class GpuAsk:
    """What a person asks for; None means any."""

    family: str
    memory_gb: int | None = None
    form: Form | None = None

    def matches(self, gpu: Gpu) -> bool:
        """Whether the card is of this family and has the memory and the form that were named."""
        return self.family == gpu.family and self.memory_gb in (None, gpu.memory_gb) and self.form in (None, gpu.form)

    @property
    def label(self) -> str:
        """For people, and `read_gpu` reads it back to the same ask: `A100 80 GB`."""
        return _label(self.family, self.form, self.memory_gb)

    @property
    def slug(self) -> str:
        """One word that `read_gpu` reads back to the same ask: `a100-80gb`."""
        return _slug(self.family, self.form, self.memory_gb)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A name that contradicts the memory or itself: shown as such, never matched (case b38)."""

    raw: str
    memory_mib: int | None
    why: str
    sort: Literal["conflict"] = field(default="conflict", repr=False)
    """Tells it from the next when it is read back from where it was kept."""


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A name outside the table, or one that leaves the memory open; it matches no ask."""

    raw: str
    memory_mib: int | None = None
    why: str = "not a GPU name that is known here"
    sort: Literal["unrecognised"] = field(default="unrecognised", repr=False)


@dataclass(frozen=True, slots=True)
class WhichOne:
    """The words fit several cards; the person chooses (case b44)."""

    asked: str
    candidates: tuple[GpuAsk, ...]


@dataclass(frozen=True, slots=True)
class NoSuchGpu:
    """The words are no GPU. `nearest` holds labels that would be understood, `unknown` the words that were not."""

    asked: str
    nearest: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def _label(family: str, form: Form | None, memory_gb: int | None) -> str:
    parts = [family, form, f"{memory_gb} GB" if memory_gb else None]
    return " ".join(part for part in parts if part)


def _slug(family: str, form: Form | None, memory_gb: int | None) -> str:
    parts = [family, form, f"{memory_gb}gb" if memory_gb else None]
    return "-".join(part for part in parts if part).lower().replace(" ", "-")
