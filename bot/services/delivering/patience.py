"""How long to wait before something is tried again."""

from datetime import timedelta

from bot.store.letters import FARTHEST

LONGEST = timedelta(seconds=60)
"""Between two tries of a letter that nobody took. It never ends: a late alert is still one."""

LONGEST_LAST = FARTHEST
"""Between two tries where the last route itself is broken; once it takes something, the rest goes at once."""

_DOUBLINGS = 12


def backoff(attempts: int) -> timedelta:
    """Give the wait after so many failures in a row before this one: 1, 2, 4 … 60 s."""
    return min(timedelta(seconds=2 ** min(attempts, _DOUBLINGS)), LONGEST)


def last_route(attempts: int) -> timedelta:
    """Give the wait where there is no other way: 1, 2, 4 … 60 min."""
    return min(timedelta(minutes=2 ** min(attempts, _DOUBLINGS)), LONGEST_LAST)
