"""Kinds of value that hold a secret: read into a type that never shows it, and never repeated in an error."""

import re
from collections.abc import Callable

from pydantic import SecretStr

from bot.settings.addresses import is_web

_SLACK_TOKENS = ("xoxb-", "xoxp-", "xapp-")
_NOT_A_FILE = {"", "/", "/:memory:"}
_LOGIN = r"(?:[^@/?#\[\]:]*(?::[^@/?#\[\]]*)?@)?"
_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^@/?#\[\]:]*)(?::[0-9]+)?"
_LOGIN_AND_HOST = re.compile(rf"{_LOGIN}{_HOST}(?:[/?][^@#]*)?")
"""Where a part of a password stood in the host's place, every error that names the host would tell it."""


def secret(value: str) -> SecretStr:
    """Read a key: printable and in one piece."""
    if not re.fullmatch(r"[!-~]+", value):
        raise ValueError("has a space or an unprintable character in it but must be one unbroken word")
    return SecretStr(value)


def token(prefix: str) -> Callable[[str], SecretStr]:
    """Read a Slack token that begins with the prefix; each kind of token has its own."""

    def read(value: str) -> SecretStr:
        if not value.startswith(prefix):
            found = next((f" (this one begins with {one})" for one in _SLACK_TOKENS if value.startswith(one)), "")
            raise ValueError(f"is another kind of token but must begin with {prefix}{found}")
        return secret(value)

    return read


def secret_url(value: str) -> SecretStr | None:
    """Read an http(s) URL whose path is often the key to it; None for `off`."""
    if value.lower() == "off":
        return None
    if not is_web(value):
        raise ValueError("is not a URL but must begin with http:// or https:// and name a host, or be off")
    return SecretStr(value)


def database_url(value: str) -> SecretStr:
    """Read an SQLAlchemy URL of SQLite in a file or of PostgreSQL; it may hold a password."""
    scheme, _, rest = value.partition("://")
    if scheme == "sqlite":
        if rest.partition("?")[0] in _NOT_A_FILE:
            raise ValueError("keeps nothing but must name a file, such as sqlite:////var/lib/runsitter/runsitter.db")
    elif scheme not in {"postgresql", "postgresql+psycopg"} or not rest:
        raise ValueError("is of no known kind but must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
    elif not _LOGIN_AND_HOST.fullmatch(rest):
        raise ValueError(
            "can't be told apart into user, password, host and name, but must have each such sign in the user and the"
            " password percent-encoded: @ as %40, / as %2F, ? as %3F, # as %23, [ as %5B, ] as %5D, % as %25"
        )
    return SecretStr(value)
