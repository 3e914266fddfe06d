"""How every command, click and form is answered: the ack is out, the work goes on by itself, errors are told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from secrets import token_hex

from bot.slack.answer import answer
from bot.slack.message import Message
from bot.slack.people import is_ours, person_of
from bot.slack.reach import Reached
from bot.slack.responder import Outcome, Responder
from bot.slack.views.notices import looking, not_allowed, stopping, went_wrong
from bot.timing import cancelled, within
from handlers.desk import Desk
from handlers.way import Body, Way

log = logging.getLogger(__name__)

_LAST_WORD = 2.0
"""Seconds to tell somebody that the bot stops before their answer is there."""

Work = Callable[[], Awaitable[Message]]


def answer_later(desk: Desk, way: Way, name: str, work: Work) -> None:
    """Do the work in the background and answer with what it gives. `name` is what the log calls it."""
    desk.tasks.spawn(_answer(desk, way, name, work), name=name)


def say_now(desk: Desk, way: Way, name: str, message: Message) -> None:
    """Answer with a message that is already there."""

    async def work() -> Message:
        return message

    answer_later(desk, way, name, work)


async def guarded(desk: Desk, way: Way, name: str, deed: Awaitable[None]) -> None:
    """Do what was asked; where that breaks before any answer is in the making, say so."""
    try:
        await deed
    except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and the person is told
        say_now(desk, way, name, mishap(name, error))


def admitted(desk: Desk, body: Body, way: Way, name: str) -> bool:
    """Tell whether the asker is of the house; others are told that they are not (case f146)."""
    if is_ours(person_of(body), desk.home.team_id, desk.home.enterprise_id):
        return True
    log.warning("%s from another workspace was refused", name)
    say_now(desk, way, name, not_allowed())
    return False


async def _answer(desk: Desk, way: Way, name: str, work: Work) -> None:
    made: list[Message] = []

    async def safely() -> Message:
        made.append(await _safely(name, work))
        return made[0]

    responder = desk.respond(way.response_url)
    try:
        outcome = await answer(responder, safely(), looking(), desk.clock, replaces=way.typed)
        if outcome is Outcome.UNCLEAR and way.typed:
            outcome = await responder.post(made[0])  # in place of the one that may be there
    except asyncio.CancelledError:
        await _last_word(desk, responder, name, replaces=way.typed)
        raise
    if not outcome.arrived:
        log.warning("the answer to %s did not arrive by its response_url: %s", name, outcome)
        await _tell_otherwise(desk, way, name, made[0])


async def _last_word(desk: Desk, responder: Responder, name: str, *, replaces: bool) -> None:
    """Say that the bot stops; where that takes too long the log has it."""
    word = asyncio.ensure_future(responder.post(stopping(), replace=None if replaces else False, patience=_LAST_WORD))
    try:
        if not await within(desk.clock, _LAST_WORD, word):
            log.warning("the bot stops before %s was answered, and could not say so in time", name)
    finally:
        await cancelled(word)


async def _tell_otherwise(desk: Desk, way: Way, name: str, message: Message) -> None:
    """Tell the person where the response_url did not serve: in the channel, else in their direct messages.

    A word that may have come through ends it, for nobody is to be told twice.
    """
    told = await desk.whisper(way.channel_id, way.user_id, message) if way.channel_id else Reached.NO
    if told is Reached.NO and way.user_id:
        told = await desk.write_to(way.user_id, message)
    if told is not Reached.YES:
        log.warning("the answer to %s did not arrive in the channel or as a direct message either", name)


async def _safely(name: str, work: Work) -> Message:
    """Give the work's message; an error becomes a sentence with a reference that the log has too."""
    try:
        return await work()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and the person is told
        return mishap(name, error)


def mishap(name: str, error: Exception) -> Message:
    """Own up to an error; the log has it by the same reference."""
    reference = token_hex(4)
    log.error("%s went wrong, reference %s", name, reference, exc_info=error)
    return went_wrong(reference)
