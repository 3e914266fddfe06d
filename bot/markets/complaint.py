"""What a refusal says of itself, whichever of its many forms it takes."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from bot.markets.line import Answer

_LONGEST_WAIT = 60.0
"""Vast.ai's own client (1.9.1) ignores a longer Retry-After."""

_CODE = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_THRESHOLD = re.compile(r"threshold=(\d{1,4}(?:\.\d{1,6})?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Complaint:
    """`code` is one safe word or "". `text` is for looking words up in, never for showing. `again_in` is seconds."""

    code: str
    text: str
    again_in: float | None


def read_complaint(answer: Answer) -> Complaint:
    """Read an error answer: JSON in the shapes that are known, or plain text."""
    try:
        said = msgspec.json.decode(answer.body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        said = None
    fields = said if isinstance(said, dict) else {}
    error = fields.get("error")
    inner = error if isinstance(error, dict) else {"code": error}
    text = _text(fields, inner) or bytes(answer.body[:400]).decode(errors="replace")
    code = inner.get("code")
    return Complaint(
        code=code if isinstance(code, str) and _CODE.fullmatch(code) else "",
        text=text.lower(),
        again_in=_again_in(fields, answer.headers, text),
    )


def _text(fields: Mapping[str, object], inner: Mapping[str, object]) -> str:
    said = (fields.get("msg"), fields.get("message"), fields.get("detail"), inner.get("message"))
    return " ".join(part for part in said if isinstance(part, str))


def _again_in(fields: Mapping[str, object], headers: Mapping[str, str], text: str) -> float | None:
    """Seconds to wait: in the body, in the header, or the endpoint's least interval in the text."""
    threshold = _THRESHOLD.search(text)
    told = (fields.get("retry_after"), headers.get("retry-after"), threshold and threshold[1])
    return next((wait for wait in map(_wait, told) if wait is not None), None)


def _wait(value: object) -> float | None:
    try:
        seconds = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        return None
    return seconds if 0 <= seconds <= _LONGEST_WAIT else None
