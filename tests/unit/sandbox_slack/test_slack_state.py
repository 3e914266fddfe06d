"""The workspace's own rules: timestamps, pings, values, waiting, replies, mounting."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.slack import NotSeenError, SlackStandIn
from bot.sandbox.slack.happenings import Happenings
from bot.sandbox.slack.ids import Ids
from bot.sandbox.slack.payloads import escaped
from bot.sandbox.slack.pings import pings_of
from bot.sandbox.slack.values import encoded
from bot.sandbox.slack.workspace import Workspace

Json = dict[str, Any]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BUTTON = {"type": "button", "text": {"type": "plain_text", "text": "Track"}, "action_id": "track"}
MENU = {
    "type": "static_select",
    "action_id": "menu",
    "options": [{"text": {"type": "plain_text", "text": "Eight"}, "value": "8"}],
}


@pytest.fixture
async def slack() -> AsyncIterator[SlackStandIn]:
    """Run a workspace at noon, with a bot that never answers."""
    async with SlackStandIn(now=lambda: NOON, patience=0.01) as standin:
        yield standin


def test_timestamps_rise_even_while_the_clock_stands() -> None:
    """Each message has its own ts, in order."""
    ids = Ids(lambda: NOON)
    stamps = [ids.ts() for _ in range(3)]
    assert stamps == ["1796040000.000000", "1796040000.000001", "1796040000.000002"]


@given(st.text())
def test_escaped_text_pings_nobody(text: str) -> None:
    """Whatever a person types without names, no mention comes of it."""
    workspace = Workspace(lambda: NOON)
    assert pings_of({"text": escaped(workspace, text, names=False)}) == ()


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"text": "<!here|here> <@U0ADA00001|ada> <!subteam^S0OPS00001>"}, ("here", "U0ADA00001", "S0OPS00001")),
        ({"text": "@channel"}, ()),
        ({"text": "@channel", "link_names": True}, ("channel",)),
        ({"blocks": [{"type": "header", "text": {"type": "plain_text", "text": "<!channel>"}}]}, ()),
        ({"blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "<!everyone>"}}]}, ("everyone",)),
        ({"blocks": [{"type": "rich_text", "elements": [{"type": "broadcast", "range": "here"}]}]}, ("here",)),
    ],
)
def test_a_ping_is_found_where_slack_would_notify(payload: Json, expected: tuple[str, ...]) -> None:
    """Mrkdwn, rich text and link_names notify; plain text does not."""
    assert pings_of(payload) == expected


@pytest.mark.parametrize(
    ("element", "value", "expected"),
    [
        ({"type": "plain_text_input"}, None, {"value": None}),
        ({"type": "checkboxes", "options": MENU["options"]}, ["8"], {"selected_options": MENU["options"]}),
        ({"type": "radio_buttons", "options": MENU["options"]}, "Eight", {"selected_option": MENU["options"][0]}),
        ({"type": "datetimepicker"}, 1_796_040_000, {"selected_date_time": 1_796_040_000}),
        ({"type": "multi_channels_select"}, "C0ADMIN001", {"selected_channels": ["C0ADMIN001"]}),
    ],
)
def test_a_value_is_said_as_slack_says_it(element: Json, value: object, expected: Json) -> None:
    """One field per kind of element."""
    assert encoded(element, value) == {"type": element["type"], **expected}


def test_an_option_that_is_not_on_offer_can_not_be_picked() -> None:
    """A test that picks what is not there is told what is."""
    with pytest.raises(ValueError, match="Eight"):
        encoded(MENU, "Nine")


async def test_waiting_ends_with_the_change_and_not_before() -> None:
    """A change wakes all who wait; in vain ends with the reason."""
    happenings, found = Happenings(), list[int]()
    waiting = asyncio.create_task(happenings.until(lambda: found or None, 5.0, lambda: "nothing"))
    await asyncio.sleep(0)
    found.append(happenings.tell())
    assert await waiting == [1]
    with pytest.raises(NotSeenError, match="nothing"):
        await happenings.until(lambda: None, 0.0, lambda: "nothing")


async def post(url: str, **payload: object) -> str:
    """Post to a response_url and return what it said."""
    async with aiohttp.ClientSession() as session, session.post(url, json=payload) as response:
        return await response.text()


async def test_a_commands_reply_replaces_the_one_before_or_creates_it(slack: SlackStandIn) -> None:
    """Replacing where nothing was posted posts; the next one replaces; text alone takes the blocks away."""
    ada, ben = slack.person("ada"), slack.person("ben")
    url = slack.response_url(ada.id, slack.channel_id)
    actions = {"type": "actions", "elements": [BUTTON]}
    await post(url, text="looking", replace_original=True, blocks=[actions])
    (first,) = ada.reads()
    assert first.labels == ["Track"]
    await post(url, text="found", replace_original=True)
    assert [(one.text, one.labels) for one in ada.reads()] == [("found", [])]
    assert ben.reads() == []
    await post(url, delete_original=True)
    assert ada.reads() == []


async def test_a_menu_on_a_message_tells_its_choice(slack: SlackStandIn) -> None:
    """The action carries the option, and the message's state does too."""
    ada = slack.person("ada")
    url = slack.response_url(ada.id, slack.channel_id)
    await post(url, text="how many", blocks=[{"type": "actions", "block_id": "row", "elements": [MENU]}])
    delivery = await ada.picks("menu", "Eight")
    assert delivery is not None
    assert delivery.payload["actions"][0]["selected_option"]["value"] == "8"
    assert delivery.payload["state"]["values"]["row"]["menu"]["selected_option"]["value"] == "8"
    assert delivery.outcome == "dispatch_failed"


async def test_a_closed_modal_is_told_where_the_bot_asked_for_it(slack: SlackStandIn) -> None:
    """view_closed comes with notify_on_close only."""
    ada = slack.person("ada")
    words = {"type": "plain_text", "text": "Form"}
    view = {"type": "modal", "title": words, "blocks": [{"type": "divider"}]}
    slack.views.open(slack.workspace.trigger(ada.id), view)
    assert await ada.closes() is None
    slack.views.open(slack.workspace.trigger(ada.id), view | {"notify_on_close": True})
    delivery = await ada.closes()
    assert delivery is not None
    assert (delivery.payload["type"], delivery.payload["is_cleared"]) == ("view_closed", False)
    assert ada.modal is None


async def test_a_shortcut_on_a_message_brings_the_message(slack: SlackStandIn) -> None:
    """The payload is a message_action."""
    ben = slack.person("ben")
    said = await ben.says("my run is stuck")
    delivery = await slack.person("ada").uses_shortcut("look_at_it", on=said)
    assert (delivery.payload["type"], delivery.payload["message"]["text"]) == ("message_action", "my run is stuck")


async def test_a_command_that_the_app_does_not_have_is_a_mistake_of_the_test(slack: SlackStandIn) -> None:
    """Slack itself would refuse it."""
    with pytest.raises(ValueError, match="/gpu"):
        await slack.person("ada").types("/dance")


async def test_a_stand_in_can_live_in_another_application() -> None:
    """Its routes are mounted at the root of a page's own server."""
    slack = SlackStandIn()
    application = web.Application()
    application.add_routes(slack.routes())
    runner = web.AppRunner(application, shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    slack.base_url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    headers = {"Authorization": f"Bearer {slack.bot_token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{slack.api_url}auth.test", headers=headers) as response,
    ):
        told = await response.json()
    await slack.close()
    await runner.cleanup()
    assert told["ok"] is True
