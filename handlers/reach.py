"""How a run's machine is reached: as somebody said, else as the marketplace says."""

from bot.domain.instance import Instance
from bot.slack.views.pulling import Reach
from bot.words.addresses import address_of

_PORT = 22


def reach_of(said: str | None, seen: Instance, user: str) -> Reach | None:
    """Give the way in, with the bot's own `user` where none was said; None where nothing tells it."""
    address = address_of(said or "")
    if address is not None:
        return Reach(address.user or user, address.host, address.port or _PORT)
    if seen.ssh_host is None:
        return None
    return Reach(user, seen.ssh_host, seen.ssh_port or _PORT)
