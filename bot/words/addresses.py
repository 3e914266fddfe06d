"""How a machine is reached: `root@host:port`, `host`, `root@[2001:db8::1]:22`; never what ssh takes for an option."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from bot.words.reading import Bad, Got
from bot.words.typed import read_typed

USER = r"[A-Za-z0-9_][\w.-]{0,63}"
"""A login name, which never begins with the hyphen of an option."""
_EXAMPLE = "ssh root@host:22"
_HOST = r"[A-Za-z0-9][\w.-]{0,252}"
_ADDRESS = re.compile(rf"(?:({USER})@)?({_HOST}|\[[\w:.]{{2,45}}\])(?::(\d{{1,5}}))?", re.ASCII)
_BARE_V6 = re.compile(rf"(?:{USER}@)?([\da-f]*:[\da-f]*:[\da-f:.]*)", re.ASCII | re.IGNORECASE)
_PASTED = re.compile(r"(?:ssh )?(?:-p ?(\d{1,5}) )?(?:ssh://)?([^\s/-][^\s/]*)/?(?: -p ?(\d{1,5}))?(?=\s|$)")
_LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Address:
    """Where SSH answers. `host` is without brackets; without a user or port the settings' and SSH's own are meant."""

    host: str
    user: str | None = None
    port: int | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{f'{self.user}@' if self.user else ''}{host}{f':{self.port}' if self.port else ''}"


def address_of(text: str) -> Address | None:
    """Give the address that a text is, whole; None where it is none."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    host, port = _host(found[2]), int(found[3]) if found[3] else None
    return None if host is None or port == 0 or (port or 0) > _LAST_PORT else Address(host, found[1], port)


def read_address(text: str, start: int) -> Got[str] | Bad:
    """Read an address. The command that a console shows for copying is asked back as the address that it holds."""
    pasted = _PASTED.match(text, start)
    asked = _pasted(pasted) if pasted else None
    if pasted and asked:
        return Bad(pasted.end(), "is a command; the address in it is enough.", (asked,))
    word = read_typed(text, start, "which address?", _EXAMPLE)
    if isinstance(word, Bad):
        return word
    address = address_of(word.text)
    return Got(str(address), word.end) if address else _no_address(word.text, word.end)


def _no_address(word: str, end: int) -> Bad:
    if word.startswith("-") or "@-" in word:
        return Bad(end, "has a hyphen where ssh would take it for an option.", example=_EXAMPLE)
    if ":***@" in word:
        return Bad(end, "has a password; machines are reached by key alone.", example=_EXAMPLE)
    if (bare := _BARE_V6.fullmatch(word)) and _host(f"[{bare[1]}]"):
        return Bad(end, "needs brackets.", (word.replace(bare[1], f"[{bare[1]}]"),))
    return Bad(end, "is no address.", example=_EXAMPLE)


def _pasted(found: re.Match[str]) -> str | None:
    """Give the address in a pasted command, None where it is a plain address or no command that is sure."""
    port, word, after = found.groups()
    address = address_of(word)
    if address is None or (port and after) or ((port or after) and address.port) or found[0] == word:
        return None
    said = port or after
    whole = address_of(f"{word}:{int(said)}") if said else address
    return str(whole) if whole else None


def _host(text: str) -> str | None:
    try:
        if text.startswith("["):
            return str(IPv6Address(text[1:-1]))
        return str(IPv4Address(text)) if text.replace(".", "").isdecimal() else text
    except AddressValueError:
        return None
