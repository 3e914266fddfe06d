"""Kinds of value without a secret in them. Each reads one string, or raises ValueError.

The error's text follows the setting's name in one line: the value, and what it must be.
"""

import re
from datetime import time, timedelta
from pathlib import Path
from typing import Never
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.redact import redact

_LONGEST_SHOWN = 20
_PLAIN = re.compile(
    r"[-+]?[0-9]{1,6}(?:[.:,][0-9]{1,5}){0,4}(?:[a-z]{1,3}| [A-Za-z]{1,7})?"  # a number, a time, an address of numbers
    r"|[#@]?[A-Za-z]{1,14}(?:[ /_-][A-Za-z]{1,14}){0,2}"  # a word or three, as a channel, a zone or a person has
)
_LONGEST_SPAN = timedelta(days=3650)
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "min": "minutes", "s": "seconds"}
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def refuse(value: str, right: str) -> Never:
    """Raise ValueError that repeats the value, if it can be no secret, and says what it must be."""
    raise ValueError(f"is {shown(value)} but must be {right}")


def shown(value: str) -> str:
    """Quote a value only if it is short and plain: a key or a password may stand in the wrong setting.

    Keys are long, or mix letters with digits; addresses may hold a password.
    """
    if len(value) <= _LONGEST_SHOWN and _PLAIN.fullmatch(value) and redact(value) == value:
        return repr(value)
    return f"a value of {len(value)} characters (not shown)"


def zone(value: str) -> ZoneInfo:
    """Read an IANA zone; where there is none of this name the nearest is told."""
    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name of a folder of zones, or too long
        refuse(value, f"an IANA zone such as {_nearest_zone(value)}")


def clock_time(value: str) -> time:
    """Read a time of day on a 24-hour clock, without a zone."""
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", value)
    if not found:
        refuse(value, "a time of day such as 09:00")
    return time(int(found[1]), int(found[2]))


def duration(value: str) -> timedelta:
    """Read a time span with its units, such as `6h` or `1h30m`; more than nothing and at most ten years."""
    one = r"([0-9]{1,6})\s*(d|h|min|m|s)"
    right = "a time span with its unit, such as 6h, 90m or 1h30m"
    if not re.fullmatch(rf"(?:{one}\s*)+", value):
        refuse(value, right)
    try:
        span = sum((timedelta(**{_UNITS[unit]: int(n)}) for n, unit in re.findall(one, value)), timedelta())
    except OverflowError:
        span = timedelta.max
    if span > _LONGEST_SPAN:
        refuse(value, f"{right}, and at most {_LONGEST_SPAN.days}d")
    return span or refuse(value, f"{right}, and more than nothing")


def whole_seconds(value: str) -> int:
    """Read whole seconds, at least one."""
    if not re.fullmatch(r"[0-9]{1,9}", value) or int(value) < 1:
        refuse(value, "whole seconds from 1 up, such as 60")
    return int(value)


def truth(value: str) -> bool:
    """Read yes or no."""
    if value.lower() not in _TRUTHS:
        refuse(value, "true or false")
    return _TRUTHS[value.lower()]


def path(value: str) -> Path:
    """Read a path; `~` is the home folder."""
    if not value.isprintable() or "PRIVATE KEY" in value:
        refuse(value, "the path of a file or folder, not what stands in it")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        refuse(value, "a path; there is no home folder for its ~")


def word(value: str) -> str:
    """Read one word: printable, without a space."""
    if not re.fullmatch(r"[!-~]+", value):
        refuse(value, "one word")
    return value


def _nearest_zone(value: str) -> str:
    from zoneinfo import available_timezones  # noqa: PLC0415 - walks the whole zone data, only worth it here

    from rapidfuzz import process, utils  # noqa: PLC0415 - only a start that fails needs it

    found = process.extractOne(value, sorted(available_timezones()), processor=utils.default_process, score_cutoff=60)
    return found[0] if found else "Europe/Berlin"
