"""The page's API, JSON over HTTP: what a person sees and does. `user` is a name (`ada`) or a user id everywhere."""

from typing import TYPE_CHECKING

from aiohttp import web

from . import asked, deeds
from .state import state as state_of
from .state import workspace as workspace_of

if TYPE_CHECKING:
    from bot.sandbox.slack import Delivery, Message, Person, View
    from bot.sandbox.slack.model import Json

    from .page import Page


async def workspace(page: "Page", _: web.Request) -> web.Response:
    """GET: people, names and commands."""
    return web.json_response(workspace_of(page))


async def state(page: "Page", request: web.Request) -> web.Response:
    """GET `?user=`, and `&since=` a change: see `state.state`."""
    since = request.query.get("since", "0")
    if not since.isdecimal():
        raise asked.AskedWronglyError("since is a number, the `change` of an earlier state")
    return web.json_response(state_of(page, asked.person_of(page, request.query.get("user", "")), int(since)))


async def types(page: "Page", request: web.Request) -> web.Response:
    """POST `{user, channel, text}`: a slash command, or a message. Answers once the bot has acknowledged or not."""
    body = await asked.body_of(request)
    person = asked.person_of(page, asked.word(body, "user"))
    channel = asked.room_of(page, person, asked.word(body, "channel"))
    text = asked.word(body, "text").strip()
    if not text.startswith("/"):
        message = await person.says(text, channel=channel.id)
        return web.json_response({"ts": message.ts})
    command = text.split(maxsplit=1)[0]
    if command not in page.slack.commands:
        raise asked.AskedWronglyError(f"{command} is not a valid command; there is {' '.join(page.slack.commands)}")
    typed = page.typed.add(person.id, channel.id, text)
    delivery = await person.types(text, channel=channel.id)
    page.typed.settle(typed, delivery.outcome)
    return _outcome(delivery)


async def uses(page: "Page", request: web.Request) -> web.Response:
    """POST `{user, channel, ts | view_id, action_id, block_id?, value?, picked?}`: click a button, pick in a menu."""
    body = await asked.body_of(request)
    person = asked.person_of(page, asked.word(body, "user"))
    control = deeds.control_at(
        _place(person, body),
        asked.word(body, "action_id"),
        block_id=body.get("block_id"),
        value=body.get("value"),
    )
    return _outcome(await deeds.use(page.slack, person, control, body.get("picked")))


async def submits(page: "Page", request: web.Request) -> web.Response:
    """POST `{user, view_id, values: {block_id: {action_id: picked}}}`: submit the modal on top.

    Answers `{outcome, errors}`; no outcome where Slack itself objected, and `errors` by block_id either way.
    """
    body = await asked.body_of(request)
    person = asked.person_of(page, asked.word(body, "user"))
    view = asked.modal_of(person, asked.word(body, "view_id"))
    if view.body.get("submit") is None:
        raise asked.AskedWronglyError("this modal has nothing to submit")
    deeds.fill_in(view, body.get("values") or {})
    delivery = await person.submits()
    return web.json_response({"outcome": delivery.outcome if delivery else "", "errors": view.errors})


async def closes(page: "Page", request: web.Request) -> web.Response:
    """POST `{user, view_id}`: close the modal on top."""
    body = await asked.body_of(request)
    person = asked.person_of(page, asked.word(body, "user"))
    asked.modal_of(person, asked.word(body, "view_id"))
    return _outcome(await person.closes())


def _place(person: "Person", body: "Json") -> "Message | View":
    if body.get("view_id"):
        return asked.modal_of(person, asked.word(body, "view_id"))
    return asked.message_of(person, asked.word(body, "channel"), asked.word(body, "ts"))


def _outcome(delivery: "Delivery | None") -> web.Response:
    """Tell `acked`, `operation_timeout` or `dispatch_failed`; empty where nothing was to be brought to the bot."""
    return web.json_response({"outcome": delivery.outcome if delivery else ""})
