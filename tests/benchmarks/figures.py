"""Figures of many measurements, and the Markdown table they go into."""

import os
import platform
from collections.abc import Sequence
from statistics import quantiles
from typing import NamedTuple

Row = tuple[str, ...]


class Spread(NamedTuple):
    """The middle, the tail and the worst of many figures."""

    p50: float
    p95: float
    p99: float
    worst: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Spread":
        """Sum figures up."""
        cuts = quantiles(figures, n=100, method="inclusive")
        return cls(cuts[49], cuts[94], cuts[98], max(figures))


def markdown(head: Row, rows: Sequence[Row]) -> str:
    """Give a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ("---",) * len(head), *rows))


def machine() -> str:
    """Say on what this was measured."""
    cores, python = os.cpu_count(), platform.python_version()
    load = os.getloadavg()[0]
    return f"{cores} cores ({platform.machine()}), Python {python}, {platform.system()}; load before: {load:.1f}"
