"""Kinds of value that are an address without a secret in it."""

import ipaddress
import re
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import urlsplit

from bot.settings.plain import refuse

_PORTS = 65536


class HostPort(NamedTuple):
    """Where a server listens; port 0 lets the system choose."""

    host: str
    port: int


_LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
_LONGEST_HOST = 253


def is_host(name: str) -> bool:
    """Tell whether this is an IP address or a name of labels that are neither empty nor too long."""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        labels = name.removesuffix(".").split(".")
        return len(name) <= _LONGEST_HOST and all(map(_LABEL.fullmatch, labels))


def is_address(value: str, schemes: Collection[str]) -> bool:
    """Tell whether this is a URL of one of these schemes with a real host and, if any, a real port."""
    if not re.fullmatch(r"[!-~]+", value):
        return False
    try:
        parts = urlsplit(value)
        return parts.scheme in schemes and is_host(parts.hostname or "") and parts.port != 0
    except ValueError:
        return False


def is_web(value: str) -> bool:
    """Tell whether this is such a URL of http or https."""
    return is_address(value, ("http", "https"))


def api_base(value: str) -> str:
    """Read the URL under which an API lives, http or https; gives it without trailing slash."""
    parts = urlsplit(value) if is_web(value) else None
    if parts is None or parts.query or parts.fragment or "@" in parts.netloc:
        refuse(value, "an http or https URL without user, query and fragment")
    return value.rstrip("/")


def slashed_api_base(value: str) -> str:
    """Read the same, and give it with the trailing slash that Slack's SDK needs."""
    return f"{api_base(value)}/"


def host_port(value: str) -> HostPort | None:
    """Read host:port, an IPv6 host in brackets; None for `off`."""
    if value.lower() == "off":
        return None
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})", value)
    if not found or int(found[3]) >= _PORTS or not is_host(found[1] or found[2]):
        refuse(value, "host:port such as 127.0.0.1:8080, or off")
    return HostPort(found[1] or found[2], int(found[3]))
