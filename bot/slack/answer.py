"""Answering at once: the answer itself if it is there within a second, else "looking…", which it then replaces."""

import asyncio
from collections.abc import Awaitable

from bot.ports import Clock
from bot.slack.message import Message
from bot.slack.responder import Outcome, Responder
from bot.timing import cancelled, within

PATIENCE = 1.0
"""Seconds a person waits without a sign (design: "looking…" where it takes longer than a second)."""

_LOOKING_WITHIN = 5.0
"""Seconds for which "looking…" is tried: the answer waits behind it."""


async def answer(
    responder: Responder,
    work: Awaitable[Message],
    looking: Message,
    clock: Clock,
    *,
    patience: float = PATIENCE,
    replaces: bool = True,
) -> Outcome:
    """Answer with what `work` gives. Its errors are the caller's; a later post replaces the "looking…".

    Not so where it `replaces` nothing: in answer to a click that would take the place of the message clicked on.
    """
    doing = asyncio.ensure_future(work)
    try:
        if not await within(clock, patience, doing):
            await responder.post(looking, patience=_LOOKING_WITHIN)
        return await responder.post(await doing, replace=None if replaces else False)
    finally:
        await cancelled(doing)
