"""Where settings come from, and which of them were meant but misspelt."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

OURS = "RUNSITTER_"


def environment(env_file: Path = Path(".env")) -> dict[str, str]:
    """Give what is set in the file, and over it what is set in the process's environment.

    A file that isn't there is no error. Values are taken as they stand: `$` stands for itself.
    """
    from dotenv import dotenv_values  # noqa: PLC0415 - a reader of its own settings has no need of it

    found = dotenv_values(env_file, interpolate=False) if env_file.is_file() else {}
    return {name: value for name, value in {**found, **os.environ}.items() if value is not None}


def filled(environ: Mapping[str, str]) -> dict[str, str]:
    """Leave out what is blank: an empty setting is one that is not set."""
    return {name: value.strip() for name, value in environ.items() if value.strip()}


def strays(environ: Iterable[str], known: Iterable[str]) -> list[str]:
    """Give one line for each name that looks like ours and is none of the known, with the nearest."""
    from rapidfuzz import process  # noqa: PLC0415 - not every command warns

    names = sorted(known)
    lost = sorted(name for name in environ if name.startswith(OURS) and name not in names)
    nearest = [process.extractOne(name, names, score_cutoff=75) for name in lost]
    return [
        f"{name} is no setting and has no effect" + (f"; did you mean {near[0]}?" if near else "")
        for name, near in zip(lost, nearest, strict=True)
    ]
