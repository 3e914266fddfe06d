"""The log: one line a happening, to stderr, without secrets."""

import logging
from collections.abc import Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import SecretStr

from bot.config import Settings
from bot.redact import Redactor, install


def log_safely(settings: Settings, level: int = logging.INFO) -> None:
    """Log to stderr from a level on; secrets of the settings are hidden by their value, others by their shape."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.WARNING)  # it writes four lines a wake
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it writes each URL, query and all
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of its own workings at every start
    install(Redactor(secrets_of(settings)))


def secrets_of(settings: Settings) -> Iterator[str]:
    """Give every secret of the settings, and the secret parts of each URL: an error may quote a part alone."""
    for _, value in settings:
        if isinstance(value, SecretStr):
            secret = value.get_secret_value()
            yield secret
            if "://" in secret:
                yield from _parts(secret)


def _parts(url: str) -> Iterator[str]:
    """Give a URL's password, and of a heartbeat, whose address is the key to it, the path and the query too."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    query = dict(parse_qsl(parts.query))
    yield from (parts.password or "", unquote(parts.password or ""), query.get("password", ""))
    if parts.scheme in {"http", "https"}:
        yield from (parts.path.strip("/"), *parts.path.split("/"), *query.values())
