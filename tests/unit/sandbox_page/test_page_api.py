"""The page's API: what a person types, uses and submits reaches the bot, and the answer reaches the page at once."""

import json
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from slack_bolt.app.async_app import AsyncApp

from bot.sandbox.page import Page

Json = dict[str, Any]
Browser = TestClient[web.Request, web.Application]


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def _button(label: str, value: str) -> Json:
    return {"type": "button", "text": _plain(label), "action_id": "again", "value": value}


def _modal(**more: object) -> Json:
    gpu = {"type": "plain_text_input", "action_id": "typed"}
    unit = {"text": _plain("hours"), "value": "h"}, {"text": _plain("days"), "value": "d"}
    menu = {"type": "static_select", "action_id": "picked", "options": list(unit)}
    end = {"type": "datetimepicker", "action_id": "moment"}
    return {
        "type": "modal",
        "callback_id": "form",
        "title": _plain("Find"),
        "submit": _plain("Go"),
        "blocks": [
            {"type": "input", "block_id": "gpu", "label": _plain("GPU"), "element": gpu},
            {"type": "input", "block_id": "unit", "label": _plain("Unit"), "element": menu},
            {"type": "input", "block_id": "end", "label": _plain("By"), "element": end, "optional": True},
        ],
        **more,
    }


async def _post(browser: Browser, what: str, **body: object) -> tuple[int, Json]:
    response = await browser.post(f"/sandbox/api/{what}", json=body)
    return response.status, await response.json()


async def _state(browser: Browser, user: str = "ada", **query: str) -> Json:
    response = await browser.get("/sandbox/api/state", params={"user": user, **query})
    assert response.status == 200
    return await response.json()


async def _next(stream: Any) -> Json:
    """Read one event of a stream."""
    async for line in stream.content:
        if line.startswith(b"data: "):
            return json.loads(line.removeprefix(b"data: "))
    raise AssertionError("the stream ended")


async def _until(stream: Any, what: str) -> Json:
    """Read events until a message says this."""
    while True:
        told = await _next(stream)
        for message in told["messages"]:
            if what in message.get("text", ""):
                return message


async def test_a_command_is_answered_on_the_stream_without_asking_again(app: AsyncApp, browser: Browser) -> None:
    """The stream tells all there is, then each change as it happens: the command, its ack, the answer."""

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any, command: Json) -> None:
        await ack()
        await respond(text=f"You asked: {command['text']}")

    async with browser.get("/sandbox/api/events", params={"user": "ada"}) as stream:
        first = await _next(stream)
        status, told = await _post(browser, "type", user="ada", channel="training", text="/gpu find h100")
        answer = await _until(stream, "You asked: find h100")
    assert first["whole"]
    assert (status, told) == (200, {"outcome": "acked"})
    assert answer["ephemeral"]
    assert (await _state(browser))["typed"][0] | {"ts": ""} == {
        "channel": "C0TRAINING",
        "ts": "",
        "text": "/gpu find h100",
        "outcome": "acked",
    }


async def test_an_answer_for_one_person_is_not_in_anothers_state(app: AsyncApp, browser: Browser) -> None:
    """An ephemeral answer and the typed command are the asker's alone."""

    @app.command("/gpu")
    async def gpu(ack: Any) -> None:
        await ack("Only for you")

    await _post(browser, "type", user="ada", channel="training", text="/gpu help")
    mine, theirs = await _state(browser), await _state(browser, "ben")
    assert [message["text"] for message in mine["messages"]] == ["Only for you"]
    assert (theirs["messages"], theirs["typed"]) == ([], [])


async def test_a_stream_that_reconnects_is_told_what_it_missed(page: Page, browser: Browser) -> None:
    """Last-Event-ID of this sandbox brings the changes since; one of an earlier sandbox brings everything."""
    await _post(browser, "type", user="ada", channel="training", text="first")
    seen = await _state(browser)
    await _post(browser, "type", user="ada", channel="training", text="second")
    told = {}
    for run in (page.run, "an-earlier-one"):
        headers = {"Last-Event-ID": f"{run}.{seen['change']}"}
        async with browser.get("/sandbox/api/events", params={"user": "ada"}, headers=headers) as stream:
            told[run] = await _next(stream)
    assert [one["text"] for one in told[page.run]["messages"]] == ["second"]
    assert [one["text"] for one in told["an-earlier-one"]["messages"]] == ["first", "second"]
    assert [one["whole"] for one in told.values()] == [False, True]


async def test_of_two_buttons_with_one_action_id_the_one_meant_is_used(app: AsyncApp, browser: Browser) -> None:
    """block_id or the value tells them apart; the action id alone is refused as ambiguous."""
    heard: list[str] = []

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        rows = [{"type": "actions", "elements": [_button(f"Find {n}", f"h100 x{n}")]} for n in (1, 2, 4)]
        await respond(text="Pick", blocks=rows)

    @app.action("again")
    async def again(ack: Any, action: Json) -> None:
        await ack()
        heard.append(action["value"])

    await _post(browser, "type", user="ada", channel="training", text="/gpu find")
    (message,) = (await _state(browser))["messages"]
    at = {"user": "ada", "channel": "C0TRAINING", "ts": message["ts"], "action_id": "again"}
    by_value = await _post(browser, "use", **at, value="h100 x4")
    by_block = await _post(browser, "use", **at, block_id=message["blocks"][1]["block_id"])
    ambiguous, _ = await _post(browser, "use", **at)
    assert (by_value, by_block) == ((200, {"outcome": "acked"}), (200, {"outcome": "acked"}))
    assert heard == ["h100 x4", "h100 x2"]
    assert ambiguous == 400


async def test_a_pick_in_a_messages_menu_brings_its_option(app: AsyncApp, browser: Browser) -> None:
    """What was picked arrives whole, and in the state of the message's values."""
    heard: list[Json] = []
    options = [{"text": _plain(name), "value": name} for name in ("vast", "cloudj")]
    menu = {"type": "static_select", "action_id": "market", "options": options}

    @app.action("market")
    async def market(ack: Any, body: Json) -> None:
        await ack()
        heard.append(body)

    posted = await app.client.chat_postMessage(
        channel="C0TRAINING", text="Where?", blocks=[{"type": "actions", "block_id": "row", "elements": [menu]}]
    )
    at = {"user": "ben", "channel": "training", "ts": posted["ts"], "action_id": "market"}
    assert await _post(browser, "use", **at, picked="cloudj") == (200, {"outcome": "acked"})
    assert heard[0]["actions"][0]["selected_option"] == options[1]
    assert heard[0]["state"]["values"]["row"]["market"]["selected_option"] == options[1]
    assert (await _post(browser, "use", **at, picked="elsewhere"))[0] == 400


async def test_a_modal_opens_objects_and_is_submitted_with_what_was_filled_in(app: AsyncApp, browser: Browser) -> None:
    """Slack's own objection and the bot's come as errors by block; a good submission closes the modal."""
    heard: list[Json] = []

    @app.command("/gpu")
    async def gpu(ack: Any, client: Any, command: Json) -> None:
        await ack()
        await client.views_open(trigger_id=command["trigger_id"], view=_modal())

    @app.view("form")
    async def form(ack: Any, view: Json) -> None:
        values = view["state"]["values"]
        heard.append(values)
        known = values["gpu"]["typed"]["value"] == "h100"
        await (ack() if known else ack(response_action="errors", errors={"gpu": "Which GPU is that?"}))

    await _post(browser, "type", user="ada", channel="training", text="/gpu find")
    modal = (await _state(browser))["modal"]
    assert (modal["title"], modal["submit"], modal["depth"]) == ("Find", "Go", 1)

    async def submit(gpu: str | None) -> tuple[int, Json]:
        values = {"gpu": {"typed": gpu}, "unit": {"picked": "d"}, "end": {"moment": 1_796_040_000}}
        return await _post(browser, "submit", user="ada", view_id=modal["id"], values=values)

    empty, wrong, right = await submit(None), await submit("h1000"), await submit("h100")
    assert empty == (200, {"outcome": "", "errors": {"gpu": "Please complete this required field."}})
    assert wrong == (200, {"outcome": "acked", "errors": {"gpu": "Which GPU is that?"}})
    assert right == (200, {"outcome": "acked", "errors": {}})
    assert [values["gpu"]["typed"]["value"] for values in heard] == ["h1000", "h100"]
    assert heard[1]["unit"]["picked"]["selected_option"]["value"] == "d"
    assert heard[1]["end"]["moment"]["selected_date_time"] == 1_796_040_000
    assert (await _state(browser))["modal"] is None
    assert (await submit("h100"))[0] == 409


async def test_closing_a_modal_tells_a_bot_that_asked_to_be_told(app: AsyncApp, browser: Browser) -> None:
    """The modal goes at once, and view_closed is brought."""
    told: list[str] = []

    @app.command("/gpu")
    async def gpu(ack: Any, client: Any, command: Json) -> None:
        await ack()
        await client.views_open(trigger_id=command["trigger_id"], view=_modal(notify_on_close=True))

    @app.view_closed("form")
    async def closed(ack: Any, view: Json) -> None:
        await ack()
        told.append(view["id"])

    await _post(browser, "type", user="ada", channel="training", text="/gpu find")
    view_id = (await _state(browser))["modal"]["id"]
    assert await _post(browser, "close", user="ada", view_id=view_id) == (200, {"outcome": "acked"})
    assert told == [view_id]
    assert (await _state(browser))["modal"] is None


@pytest.mark.usefixtures("app")
async def test_silence_of_the_bot_is_shown_as_slack_shows_it(browser: Browser) -> None:
    """A bot that is there and does not acknowledge: the command and the person's troubles say operation_timeout."""
    told = await _post(browser, "type", user="ada", channel="training", text="/gpu help")
    state = await _state(browser)
    assert told == (200, {"outcome": "operation_timeout"})
    assert state["typed"][0]["outcome"] == "operation_timeout"
    assert state["troubles"] == [{"error": "operation_timeout", "doing": "/gpu help"}]


async def test_a_command_without_any_bot_says_that_it_could_not_be_brought(browser: Browser) -> None:
    """Nobody is connected: dispatch_failed, and only the one who typed is told."""
    told = await _post(browser, "type", user="ada", channel="training", text="/gpu help")
    assert told == (200, {"outcome": "dispatch_failed"})
    assert (await _state(browser, "ben"))["troubles"] == []


async def test_what_slack_refused_of_the_bots_is_told_to_the_page(app: AsyncApp, browser: Browser) -> None:
    """A payload over a limit never becomes a message, and does not vanish in silence either."""

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="x", blocks=[{"type": "header", "text": _plain("x" * 151)}])

    await _post(browser, "type", user="ada", channel="training", text="/gpu help")
    told = await _state(browser)
    assert told["messages"] == []
    assert told["refused"][0]["method"] == "response_url"


async def test_a_deleted_message_is_told_once_and_is_gone_from_the_whole(app: AsyncApp, browser: Browser) -> None:
    """A page that shows it learns to take it away; one that opens later never hears of it."""
    posted = await app.client.chat_postMessage(channel="C0TRAINING", text="Soon gone")
    seen = await _state(browser)
    await app.client.chat_delete(channel="C0TRAINING", ts=posted["ts"])
    gone = {"channel": "C0TRAINING", "ts": posted["ts"], "deleted": True}
    assert [one["text"] for one in seen["messages"]] == ["Soon gone"]
    assert (await _state(browser, since=str(seen["change"])))["messages"] == [gone]
    assert (await _state(browser))["messages"] == []


async def test_the_workspace_tells_whom_one_can_be(browser: Browser) -> None:
    """Members, a guest and a person of another workspace; the bot is nobody's to play."""
    told = await (await browser.get("/sandbox/api/workspace")).json()
    people = {one["name"]: one for one in told["people"]}
    assert set(people) == {"ada", "ben", "cat", "gil", "fay"}
    assert (people["gil"]["is_guest"], people["fay"]["elsewhere"], people["ada"]["elsewhere"]) == (True, True, False)
    assert told["commands"] == ["/gpu"]


@pytest.mark.parametrize(
    ("what", "body", "status", "why"),
    [
        ("type", {"user": "nobody", "channel": "training", "text": "/gpu"}, 404, "nobody"),
        ("type", {"user": "runsitter", "channel": "training", "text": "/gpu"}, 404, "runsitter"),
        ("type", {"user": "ada", "channel": "nowhere", "text": "/gpu"}, 404, "nowhere"),
        ("type", {"user": "gil", "channel": "admin", "text": "/gpu"}, 403, "#admin"),
        ("type", {"user": "ada", "channel": "old-runs", "text": "/gpu"}, 409, "archived"),
        ("type", {"user": "ada", "channel": "training", "text": "/cpu find"}, 400, "/cpu is not a valid command"),
        ("type", {"user": "ada", "channel": "training"}, 400, "text"),
        ("use", {"user": "ada", "channel": "training", "ts": "1.0", "action_id": "a"}, 404, "not there"),
        ("submit", {"user": "ada", "view_id": "V1", "values": {}}, 409, "not open"),
        ("close", {"user": "ada", "view_id": "V1"}, 409, "not open"),
    ],
)
async def test_what_cannot_be_done_is_said_in_a_sentence(
    browser: Browser, what: str, body: Json, status: int, why: str
) -> None:
    """An unknown person, channel, command, message or modal is the asker's mistake and never a traceback."""
    answered, told = await _post(browser, what, **body)
    assert answered == status
    assert why in told["error"]


@pytest.mark.parametrize("body", [b"", b"[1]", b"{", b'"text"'])
async def test_what_is_no_json_object_is_refused(browser: Browser, body: bytes) -> None:
    """So is a form, which another site could send without asking."""
    as_json = await browser.post("/sandbox/api/type", data=body, headers={"Content-Type": "application/json"})
    as_form = await browser.post("/sandbox/api/type", data={"user": "ada"})
    assert (as_json.status, as_form.status) == (400, 400)
