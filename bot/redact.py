"""Keeps secrets out of logs and messages: by their shape, and by value where the value is known."""

import logging
import re
import traceback
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

GONE = "[redacted]"
SHORTEST = 6
"""Known values shorter than this are left alone: replacing `root` everywhere would hide the log, not the secret."""

_KEYS = r"ticket|api[_-]?key|token|secret|signature|password"
"""How the names of secrets end, in queries and in JSON."""

_SHAPES = (
    (re.compile(r"\b(?:xox[a-z](?:[.-][a-z]+)?|xapp|xwfp)-[\w-]+", re.IGNORECASE | re.ASCII), GONE),
    (re.compile(r"\b((?:bearer|basic)\s+)[\w.~+/=-]{4,}", re.IGNORECASE), rf"\1{GONE}"),
    (re.compile(r"(https?://hooks\.slack\.com/)[^\s\"'<>]+", re.IGNORECASE), rf"\1{GONE}"),
    (
        re.compile(rf"((?:{_KEYS})=)[^\s&\"'<>]+", re.IGNORECASE),
        rf"\1{GONE}",
    ),
    (
        # JSON and Python's own writing of a dictionary, also quoted once more
        re.compile(rf"""((?:{_KEYS})\\?["']\s*:\s*b?(\\?["']))(?:(?!\2).)+""", re.IGNORECASE | re.DOTALL),
        rf"\1{GONE}",
    ),
    (re.compile(r"(\w+://[^\s/:@]*:)[^\s/@]+(?=@)"), rf"\1{GONE}"),
)


class Redactor:
    """Replaces secrets in a text. `secrets` are values to hide wherever they stand, plain or URL-encoded."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {form for secret in secrets if len(secret) >= SHORTEST for form in (secret, quote(secret, ""))}
        longest_first = sorted(known, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, longest_first))) if known else None

    def __call__(self, text: str) -> str:
        """Give the text without its secrets."""
        if self._known is not None:
            text = self._known.sub(GONE, text)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text


redact = Redactor()
"""Hides what has the shape of a secret: Slack tokens and hook URLs, auth headers, keys in queries, URL passwords."""


class RedactingFilter(logging.Filter):
    """Redacts a record's message, traceback and stack."""

    def __init__(self, redactor: Redactor = redact) -> None:
        super().__init__()
        self._redact = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record in place and let it through."""
        record.msg, record.args = self._redact(_message(record)), None
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
            record.exc_info = None
        if record.exc_text:
            record.exc_text = self._redact(record.exc_text)
        if record.stack_info:
            record.stack_info = self._redact(record.stack_info)
        return True


def install(redactor: Redactor = redact) -> None:
    """Redact every record when it is made, so that no handler of any logger, also of later ones, sees a secret."""
    safe = RedactingFilter(redactor)

    def make(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = logging.LogRecord(*args, **kwargs)
        safe.filter(record)
        return record

    logging.setLogRecordFactory(make)


def _message(record: logging.LogRecord) -> str:
    """Format the message; a record whose arguments don't fit must neither raise nor slip through unredacted."""
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return f"{record.msg} {record.args}"
