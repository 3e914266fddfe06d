"""Where settings come from, and which of them were meant but misspelt."""

import os
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path

from bot.errors import BadSetting

OURS = "RUNSITTER_"


def environment(env_file: Path = Path(".env")) -> dict[str, str]:
    """Give what is set in the file, and over it what is set in the process's environment.

    A file that isn't there is no error. Values are taken as they stand: `$` stands for itself. Raises BadSetting for a
    file that can't be read.
    """
    from dotenv import dotenv_values  # noqa: PLC0415 - a reader of its own settings has no need of it

    found = dotenv_values(stream=StringIO(_text_of(env_file)), interpolate=False) if env_file.is_file() else {}
    return {name: value for name, value in {**found, **os.environ}.items() if value is not None}


def _text_of(file: Path) -> str:
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise BadSetting(f"the file {file} can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # what PowerShell's `>` writes is UTF-16
        raise BadSetting(f"the file {file} is not in UTF-8; save it as UTF-8")
    return text


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
