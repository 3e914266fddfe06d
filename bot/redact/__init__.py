"""Keeps secrets out of logs and messages: by their shape, and by value where the value is known."""

from bot.redact.gone import GONE
from bot.redact.records import RedactingFilter, install
from bot.redact.redactor import Redactor, redact

__all__ = ["GONE", "RedactingFilter", "Redactor", "install", "redact"]
