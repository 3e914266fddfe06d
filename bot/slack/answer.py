"""Answering at once: the answer itself if it is there within a second, else "looking…", which it then replaces."""

import asyncio
from collections.abc import Awaitable

from bot.ports import Clock
from bot.slack.message import Message
from bot.slack.responder import Outcome, Responder
from bot.timing import cancelled, within

PATIENCE = 1.0
"""Seconds a person waits without a sign (design: "looking…" where it takes longer than a second)."""


async def answer(
    responder: Responder,
    work: Awaitable[Message],
    looking: Message,
    clock: Clock,
    *,
    patience: float = PATIENCE,
) -> Outcome:
    """Answer with what `work` gives. Its errors are the caller's; a later post replaces the "looking…"."""
    doing = asyncio.ensure_future(work)
    try:
        if not await within(clock, patience, doing):
            await responder.post(looking)
        return await responder.post(await doing)
    finally:
        await cancelled(doing)
