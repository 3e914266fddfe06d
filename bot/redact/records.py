"""The bot's own log: every record is redacted when it is made."""

import logging
import traceback
from typing import Any

from bot.redact.redactor import Redactor, redact

_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), 127, *range(128, 160)), "?")
"""Whoever reads a log on a terminal is to see what stands there; tabs and our own newlines stay."""


class RedactingFilter(logging.Filter):
    """Redacts a record's message, traceback and stack.

    What is not a record's first line is indented: text from outside that holds a newline can't be taken for a record
    of its own, nor hide one by control characters.
    """

    def __init__(self, redactor: Redactor = redact) -> None:
        super().__init__()
        self._redact = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record in place and let it through."""
        record.msg, record.args = _indented(self._redact(_message(record))), None
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
            record.exc_info = None
        if record.exc_text:
            record.exc_text = _indented(self._redact(record.exc_text))
        if record.stack_info:
            record.stack_info = self._redact(record.stack_info)
        return True


def _indented(text: str) -> str:
    return "\n    ".join(text.splitlines()).translate(_CONTROLS)


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
