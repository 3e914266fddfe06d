"""Where Vast.ai puts logs: a public address that answers 403 until the host has uploaded."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from bot.sandbox.market.instances import LOADING, OFFLINE, Instance


@dataclass(slots=True)
class _Upload:
    text: str
    refusals_left: float


class LogShelf:
    """Uploaded logs by name; `refusals` is how often an address answers 403 before its text is there."""

    def __init__(self) -> None:
        self.refusals = 1
        self._uploads: dict[str, _Upload] = {}

    def request(self, instance: Instance, options: Mapping[str, str]) -> str:
        """Ask the host for its log (options `tail` and `filter`, strings); return the name it will have.

        A host that is offline never uploads.
        """
        name = hashlib.sha256(f"{instance.id} {len(self._uploads)}".encode()).hexdigest()
        waits = float("inf") if instance.actual_status == OFFLINE else float(self.refusals)
        self._uploads[name] = _Upload(_text(instance, options), waits)
        return name

    def read(self, name: str) -> str | None:
        """Return the text, or None while it is not there (or never was asked for)."""
        upload = self._uploads.get(name)
        if upload is None:
            return None
        if upload.refusals_left > 0:
            upload.refusals_left -= 1
            return None
        return upload.text


def _text(instance: Instance, options: Mapping[str, str]) -> str:
    if instance.actual_status in {None, LOADING}:
        return "No such container\n"
    lines = [line for line in instance.log if options.get("filter", "") in line]
    tail = int(options.get("tail", "1000"))
    return "".join(f"{line}\n" for line in lines[-tail:])
