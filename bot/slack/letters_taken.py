"""The gate for what people and forged payloads send: letters that no database or encoding takes come in as one mark.

PostgreSQL takes no zero character, UTF-8 no half of a surrogate pair, which JSON may well write. The mark is the one by
which the grammar knows what can't be seen, so a name or a path with it is asked back.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.request.async_request import AsyncBoltRequest

_NOT_TAKEN = re.compile("[\x00\ud800-\udfff]")
_MARK = "\ufffd"


def taken(text: str) -> str:
    """Give a text in which each letter that can't be kept is marked."""
    return _NOT_TAKEN.sub(_MARK, text)


def take(payload: Any) -> None:
    """Mark such letters in every text of a payload, where it stands. However deep it is nested, nothing overflows."""
    todo = [payload] if isinstance(payload, dict | list) else []
    while todo:
        within = todo.pop()
        places = within.items() if isinstance(within, dict) else enumerate(within)
        for place, value in list(places):
            if isinstance(value, str):
                within[place] = taken(value)
            elif isinstance(value, dict | list):
                todo.append(value)


async def only_taken(request: AsyncBoltRequest, next_: Callable[[], Awaitable[None]]) -> None:
    """Have Bolt hand on a payload without such letters, by whichever way it came."""
    take(request.body)
    await next_()
