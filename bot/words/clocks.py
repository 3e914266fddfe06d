"""Times of day: `18:00`, `6pm`, `6:30 pm`, with or without `Z` or an offset."""

import re
from datetime import UTC, time, timedelta, timezone, tzinfo

from bot.words.reading import END

CLOCK = (
    r"(?P<hour>\d{1,2})(?=:\d|\s?[ap]\.?m)(?P<rest>:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?(?:\s?(?P<half>[ap])\.?m\.?)?"
    rf"(?:\s?(?P<zone>z|utc|[-+]\d{{2}}:?\d{{2}}))?{END}"
)
_NOON = 12
_LAST_HOUR = 23


def clock_of(found: re.Match[str]) -> time | None:
    """Give the time that a match of `CLOCK` means, None where it matched nothing; ValueError if it does not exist."""
    if found["hour"] is None:
        return None
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= _NOON:
            raise ValueError(hour)
        hour = hour % _NOON + _NOON * (found["half"].lower() == "p")
    if hour > _LAST_HOUR:
        raise ValueError(hour)
    return time.fromisoformat(f"{hour:02}{found['rest'] or ':00'}")


def is_twelve(found: re.Match[str]) -> bool:
    """Whether a match of `CLOCK` is `12am` or `12pm`, which people take for noon and for either midnight."""
    return found["half"] is not None and found["hour"] == str(_NOON) and not (found["rest"] or "").strip(":0")


def offset_of(found: re.Match[str]) -> tzinfo | None:
    """Give the offset that was said; ValueError if there is none such."""
    said = found["zone"]
    if not said or said[0] not in "+-":
        return UTC if said else None
    sign = -1 if said[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(said[1:3]), minutes=int(said[-2:])))
