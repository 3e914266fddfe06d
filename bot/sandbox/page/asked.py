"""Reading what is asked of the page's API, and saying what is wrong with it."""

import json
from typing import TYPE_CHECKING

from aiohttp import web

from bot.sandbox.slack import Channel, Message, Person, View
from bot.sandbox.slack.model import Json

if TYPE_CHECKING:
    from .page import Page

_BAD, _NOT_ALLOWED, _NOT_THERE, _TOO_LATE = 400, 403, 404, 409


class AskedWronglyError(Exception):
    """The API can't do this: an HTTP status and a sentence for whoever asked."""

    def __init__(self, sentence: str, status: int = _BAD) -> None:
        super().__init__(sentence)
        self.status = status


async def body_of(request: web.Request) -> Json:
    """Read a JSON object; only as application/json, which no other site can send without asking first."""
    if request.content_type != "application/json":
        raise AskedWronglyError("send application/json")
    try:
        body = json.loads(await request.text())
    except ValueError:
        raise AskedWronglyError("that is no JSON") from None
    if not isinstance(body, dict):
        raise AskedWronglyError("send a JSON object")
    return body


def word(body: Json, key: str) -> str:
    """Take a string that must be there."""
    value = body.get(key)
    if not isinstance(value, str) or not value:
        raise AskedWronglyError(f"{key} is missing or no string")
    return value


def person_of(page: "Page", who: str) -> Person:
    """Find whom to be, by name or user id."""
    try:
        return page.slack.person(who)
    except KeyError:
        raise AskedWronglyError(f"there is nobody called {who!r}", _NOT_THERE) from None


def room_of(page: "Page", person: Person, which: str) -> Channel:
    """Find a channel, by name or id, in which this person can write."""
    try:
        channel = page.slack.workspace.channel(which)
    except KeyError:
        raise AskedWronglyError(f"there is no channel {which!r}", _NOT_THERE) from None
    if person.id not in channel.members:
        raise AskedWronglyError(f"{person.user.real_name} is not in #{channel.name}", _NOT_ALLOWED)
    if channel.is_archived:
        raise AskedWronglyError(f"#{channel.name} is archived", _TOO_LATE)
    return channel


def message_of(person: Person, channel: str, ts: str) -> Message:
    """Find a message that this person can read."""
    for message in person.reads(channel=channel):
        if message.ts == ts:
            return message
    raise AskedWronglyError("that message is not there", _NOT_THERE)


def modal_of(person: Person, view_id: str) -> View:
    """Find the modal on top, if it is the one that is meant."""
    if person.modal is None or person.modal.id != view_id:
        raise AskedWronglyError("that modal is not open any more", _TOO_LATE)
    return person.modal
