"""The log: one line a happening, to stderr, without secrets."""

import logging

from pydantic import SecretStr

from bot.config import Settings
from bot.redact import Redactor, install


def log_safely(settings: Settings) -> None:
    """Log to stderr from INFO on, with every secret of the settings hidden by its value and others by their shape."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it writes each URL, query and all
    secrets = [value.get_secret_value() for _, value in settings if isinstance(value, SecretStr)]
    install(Redactor(secrets))
