"""Programs in processes of their own: served for a while, or run to their end and measured."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
PYTHON = sys.executable
RUNSITTER = str(Path(sys.executable).with_name("runsitter"))
VASTAI = str(PROJECT / ".venv-vastai" / "bin" / "vastai")


class Cost(NamedTuple):
    """What a program took: seconds on the wall, seconds of processor, MiB at its peak."""

    wall: float
    cpu: float
    peak: float


@contextmanager
def started(
    args: Sequence[str], env: Mapping[str, str], *, errors: IO[str] | int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run a program as long as the context lasts."""
    process = subprocess.Popen(
        args, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=HERE
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def market(listings: int) -> Iterator[str]:
    """Serve a marketplace with so many listings of every card, and give its address."""
    with started([PYTHON, "market.py", str(listings)], os.environ) as process:
        yield line_of(process)


def line_of(process: subprocess.Popen[str]) -> str:
    """Read the next line of what a program says. Raises RuntimeError when it has nothing more to say."""
    line = process.stdout.readline().strip() if process.stdout else ""
    if not line:
        raise RuntimeError(f"{process.args!r} ended without a word")
    return line


def measured(args: Sequence[str], env: Mapping[str, str], out: Path) -> Cost:
    """Run a program to its end. Its peak is never below this process's own, which therefore stays small."""
    with out.open("wb") as sink:
        start = time.perf_counter()
        process = subprocess.Popen(args, env=env, stdin=subprocess.DEVNULL, stdout=sink, cwd=out.parent)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{args!r} ended with {process.returncode}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def bare_environment(home: Path) -> dict[str, str]:
    """Give an environment with nothing of the user's in it."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONUTF8": "1"}
