"""Kinds of value that name people, places to talk and logins, by ids that a rename can't break."""

import re

from bot.settings.plain import refuse


def channel(value: str) -> str:
    """Read a Slack channel's id."""
    if not re.fullmatch(r"[CG][A-Z0-9]+", value):
        refuse(value, "a channel's id such as C0123456789, found at the foot of the channel's details")
    return value


def users(value: str) -> frozenset[str]:
    """Read Slack user ids, apart by commas or spaces."""
    ids = frozenset(re.split(r"[,\s]+", value)) - {""}
    for one in sorted(ids):
        if not re.fullmatch(r"[UW][A-Z0-9]+", one):
            refuse(one, "user ids such as U0123456789 with commas between, found in a profile's menu")
    return ids


def login(value: str) -> str:
    """Read a login name; nothing that ssh could take for an option."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}", value):
        refuse(value, "a login name such as root")
    return value
