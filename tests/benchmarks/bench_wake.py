"""How long a wake takes that judges and stores every run, beside sqlite3 writing the same rows, and how that grows."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from figures import Row, markdown
from processes import HERE, PYTHON, bare_environment

SIZES = {100: 3, 1_000: 3, 10_000: 1}
"""Rounds by number of runs."""

SHOWN = 1_000
SORTS = {"quiet": "nothing to tell", "cards": "every card drawn anew", "away": "every host went away"}

Told = Mapping[str, Sequence[float]]


def measure() -> dict[int, Told]:
    """Wake with each number of runs, each in processes and a folder of its own."""
    return {size: _measured(size, rounds) for size, rounds in SIZES.items()}


def _measured(size: int, rounds: int) -> Told:
    program = str(HERE / "own_wake.py")
    with tempfile.TemporaryDirectory() as home:
        run = partial(subprocess.check_output, env=bare_environment(Path(home)), cwd=home)
        run([PYTHON, program, "make", str(size)])
        told: Told = json.loads(run([PYTHON, program, "wake", str(size), str(rounds)]))
    return told


def rows(told: Told) -> list[Row]:
    """Put each sort of wake beside its peer."""
    return [
        (name, f"{wall:.2f}", f"{own:.2f}", f"{rows:,.0f}", f"{peer:.2f}", f"{wall / peer:.0f}")
        for name, (wall, own, peer, rows) in ((name, told[sort]) for sort, name in SORTS.items())
    ]


def growth(told: Mapping[int, Told]) -> list[Row]:
    """Give the milliseconds of processor for each run, and the memory, by number of runs."""
    return [
        (
            f"{size:,}",
            *(f"{1000 * one[sort][1] / size:.2f}" for sort in SORTS),
            f"{one['grew']:.0f}",
            f"{one['peak']:.0f}",
        )
        for size, one in told.items()
    ]


def main() -> str:
    """Measure, and give the tables; the JSON line goes to standard output."""
    told = measure()
    sys.stdout.write(json.dumps({"bench": "wake", **told}) + "\n")
    head = (f"wake of {SHOWN:,} runs", "wall, s", "processor, s", "rows written", "sqlite3 alone, s", "ratio")
    by_size = ("runs", *(f"{name}, ms a run" for name in SORTS.values()), "growth, MiB", "peak, MiB")
    return (
        f"{markdown(head, rows(told[SHOWN]))}\n"
        "Runs two days old, judged by the real watch and kept in SQLite; the marketplace is one that answers at once. "
        "Beside it, sqlite3 alone writes the same rows in the same transactions, and judges nothing.\n\n"
        f"{markdown(by_size, growth(told))}"
    )


if __name__ == "__main__":
    sys.stdout.write(main())
