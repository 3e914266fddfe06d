"""Hangs the handlers into Bolt. Everything that Slack can send is acknowledged first, also what we no longer know."""

import re
from collections.abc import Mapping
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.slack.views.notices import out_of_date_view
from handlers.clicks import take_click
from handlers.commands import take_command
from handlers.desk import Desk
from handlers.forms import form_of, judge_form, name_of_form, values_of
from handlers.front import admitted, answer_later, guarded
from handlers.table import Form
from handlers.way import Body, Way, way_of, way_of_form

_ANYTHING = re.compile(".*", re.DOTALL)


def register(app: AsyncApp, desk: Desk) -> None:
    """Take every command, click, form, shortcut and event; the last ones so that none goes unanswered."""

    @app.command(_ANYTHING)
    async def on_command(ack: AsyncAck, body: Body) -> None:
        await ack()
        way = way_of(body)
        if admitted(desk, body, way, "a command"):
            await guarded(desk, way, "a command", take_command(desk, body))

    @app.action(_ANYTHING)
    async def on_click(ack: AsyncAck, body: Body, action: Mapping[str, Any]) -> None:
        await ack()
        way = way_of(body)
        if admitted(desk, body, way, "a click"):
            await guarded(desk, way, "a click", take_click(desk, body, action))

    @app.view(_ANYTHING)
    async def on_form(ack: AsyncAck, body: Body) -> None:
        found, way, values = form_of(str(body["view"].get("callback_id") or "")), way_of_form(body), values_of(body)
        if found is None or way is None or values is None:
            await ack(response_action="update", view=out_of_date_view())
        elif not admitted(desk, body, way, "a form"):
            await ack()
        else:
            await _submit(ack, desk, found, way, values)

    _acknowledge_the_rest(app)


async def _submit(ack: AsyncAck, desk: Desk, found: tuple[str, Form], way: Way, values: Mapping[str, Any]) -> None:
    verb, form = found
    desk = desk.before(way.user_id)
    judged = judge_form(desk, verb, form, values)
    if isinstance(judged, dict):
        await ack(response_action="errors", errors=judged)
        return
    await ack()
    answer_later(desk, way, name_of_form(verb), judged)


def _acknowledge_the_rest(app: AsyncApp) -> None:
    @app.view_closed(_ANYTHING)
    async def on_closed(ack: AsyncAck) -> None:
        await ack()

    @app.shortcut(_ANYTHING)
    async def on_shortcut(ack: AsyncAck) -> None:
        await ack()

    @app.options(_ANYTHING)
    async def on_options(ack: AsyncAck) -> None:
        await ack(options=[])

    @app.event(_ANYTHING)
    async def on_event(ack: AsyncAck) -> None:
        await ack()
