"""The daily look whether every channel would still take a message: Slack sends no event (case f160)."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection

from bot.ports import Clock, Messenger, Refused
from bot.services.delivering.fence import FencedStore
from bot.services.delivering.routes import Break, broke, mended
from bot.store import routes


async def probe(
    store: FencedStore, messenger: Messenger, clock: Clock, *, channels: Collection[str], admin: str | None
) -> None:
    """Ask Slack about these channels, those of live runs, and those that are known to be broken."""
    owners = await store.read(_to_ask, channels)
    for channel, owner in owners.items():
        found = await messenger.reachable(channel)
        if isinstance(found, Refused):
            await store.transact(broke, Break(channel, found.code, (admin, owner)), clock.now())
        elif found is None:
            await store.transact(mended, channel, clock.now())


def _to_ask(c: Connection, channels: Collection[str]) -> Mapping[str, str | None]:
    """Give each channel with somebody who should know."""
    plain = dict.fromkeys((*channels, *sorted(routes.broken(c))))
    return {**plain, **routes.in_use(c)}
