"""Commands, answers, buttons and modals between a real Bolt app and the stand-in."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp

from bot.sandbox.slack import NotSeenError, Person, SlackStandIn

Json = dict[str, Any]
pytestmark = pytest.mark.usefixtures("bot")


def _section(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def _button(label: str, action_id: str, value: str = "7") -> Json:
    button = {"type": "button", "text": {"type": "plain_text", "text": label}, "action_id": action_id, "value": value}
    return {"type": "actions", "block_id": "row", "elements": [button]}


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def _ask(block_id: str, label: str, **element: object) -> Json:
    typed = {"type": "plain_text_input", "action_id": "typed", **element}
    return {"type": "input", "block_id": block_id, "label": _plain(label), "element": typed}


def _modal(title: str, *blocks: Json, **more: object) -> Json:
    return {
        "type": "modal",
        "callback_id": "form",
        "title": _plain(title),
        "submit": _plain("Go"),
        "blocks": list(blocks),
        **more,
    }


async def test_a_command_is_acked_and_answered_through_its_response_url(app: AsyncApp, ada: Person) -> None:
    """The receipt comes at once and is replaced by the answer; only the person who typed reads it."""

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="Looking…")
        await respond(text="Nothing fits.", replace_original=True)

    delivery = await ada.types("/gpu find h100")
    answer = await ada.sees("Nothing fits.")
    assert delivery.acked
    assert answer.is_ephemeral
    assert answer.edited_ts is not None
    assert ada.reads("Looking") == []


async def test_a_command_arrives_with_names_as_ids_and_markup_escaped(app: AsyncApp, slack: SlackStandIn) -> None:
    """should_escape is on: @ben and #admin come as ids, and what looks like markup is harmless."""
    heard: list[Json] = []

    @app.command("/gpu")
    async def gpu(ack: Any, command: Json) -> None:
        heard.append(command)
        await ack()

    await slack.person("fay").types("/gpu track a&b <!channel> owner @ben in #admin @nobody", channel="shared")
    (command,) = heard
    assert command["text"] == ("track a&amp;b &lt;!channel&gt; owner <@U0BEN00001|ben> in <#C0ADMIN001|admin> @nobody")
    assert (command["team_id"], command["user_name"], command["channel_name"]) == ("T0OTHER001", "fay", "shared")


async def test_an_ack_that_carries_text_is_shown_to_the_one_who_typed(
    app: AsyncApp, ada: Person, slack: SlackStandIn
) -> None:
    """The ack of a command may answer; nobody else reads it."""

    @app.command("/gpu")
    async def gpu(ack: Any) -> None:
        await ack("Here you are.")

    await ada.types("/gpu help")
    await ada.sees("Here you are.")
    assert slack.person("ben").reads("Here you are.") == []


async def test_a_handler_that_does_not_ack_leaves_the_person_with_a_time_out(
    app: AsyncApp, ada: Person, slack: SlackStandIn
) -> None:
    """Case f152: no ack in time is shown as operation_timeout, and the command is not sent again."""
    released = asyncio.Event()

    @app.command("/gpu")
    async def gpu(ack: Any) -> None:
        await released.wait()
        await ack()

    slack.patience = 0.05
    delivery = await ada.types("/gpu find")
    released.set()
    trouble = await ada.sees_trouble()
    assert (delivery.outcome, trouble.error, trouble.doing) == ("operation_timeout", "operation_timeout", "/gpu find")
    assert len(slack.courier.log) == 1


async def test_a_button_opens_a_modal_within_its_trigger(app: AsyncApp, ada: Person) -> None:
    """A click carries a trigger_id that opens one modal."""
    seen: list[Json] = []

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="Offers", blocks=[_section("Offers"), _button("Track", "runsitter.track")])

    @app.action("runsitter.track")
    async def track(ack: Any, body: Json, client: Any) -> None:
        await ack()
        seen.append(body)
        await client.views_open(trigger_id=body["trigger_id"], view=_modal("Track", _ask("name", "Name")))

    await ada.types("/gpu find")
    await ada.clicks("Track")
    view = await ada.sees_modal("Track")
    (body,) = seen
    assert view.root_id == view.id
    assert body["actions"][0]["value"] == "7"
    assert body["actions"][0]["block_id"] == "row"
    assert body["container"]["is_ephemeral"] is True
    assert "message" not in body


async def test_a_trigger_is_good_once_and_for_three_seconds(app: AsyncApp, ada: Person, clock: Any) -> None:
    """Case f153: a late look-up loses the trigger."""
    triggers: asyncio.Queue[str] = asyncio.Queue()

    @app.command("/gpu")
    async def gpu(ack: Any, command: Json) -> None:
        await ack()
        triggers.put_nowait(command["trigger_id"])

    await ada.types("/gpu one")
    first = await triggers.get()
    view = _modal("Form", _section("a"))
    await app.client.views_open(trigger_id=first, view=view)
    with pytest.raises(Exception, match="exchanged_trigger_id"):
        await app.client.views_open(trigger_id=first, view=view)
    await ada.types("/gpu two")
    clock.advance(seconds=4)
    with pytest.raises(Exception, match="expired_trigger_id"):
        await app.client.views_open(trigger_id=await triggers.get(), view=view)


async def test_a_submission_is_corrected_by_its_errors_and_then_accepted(app: AsyncApp, ada: Person) -> None:
    """The errors stand under their input, what was typed stays, and a right value closes the modal."""
    states: list[Json] = []

    @app.shortcut("open_form")
    async def open_form(ack: Any, body: Json, client: Any) -> None:
        await ack()
        blocks = [_ask("name", "Name"), _ask("note", "Note") | {"optional": True}]
        await client.views_open(trigger_id=body["trigger_id"], view=_modal("Form", *blocks))

    @app.view("form")
    async def form(ack: Any, view: Json) -> None:
        states.append(view["state"]["values"])
        if view["state"]["values"]["name"]["typed"]["value"] == "llama-ft":
            await ack()
        else:
            await ack(response_action="errors", errors={"name": "That is not the run's name."})

    await ada.uses_shortcut("open_form")
    assert await ada.submits() is None
    assert ada.errors == {"name": "Please complete this required field."}
    await ada.submits({"Name": "llama"})
    assert await ada.sees_error("name") == "That is not the run's name."
    await ada.submits({"Name": "llama-ft"})
    await ada.sees_no_modal()
    assert states[0]["name"]["typed"] == {"type": "plain_text_input", "value": "llama"}
    assert states[0]["note"]["typed"] == {"type": "plain_text_input", "value": None}


async def test_a_submission_may_push_update_and_clear(app: AsyncApp, ada: Person, slack: SlackStandIn) -> None:
    """The ack's response_action changes the stack, three views deep at most."""
    answers = iter(
        [
            {"response_action": "update", "view": _modal("One, again", _section("a"))},
            {"response_action": "push", "view": _modal("Two", _section("a"))},
            {"response_action": "push", "view": _modal("Three", _section("a"))},
            {"response_action": "push", "view": _modal("Four", _section("a"))},
            {"response_action": "errors", "errors": {"nowhere": "what?"}},
            {"response_action": "clear"},
        ]
    )

    @app.shortcut("open_form")
    async def open_form(ack: Any, body: Json, client: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=_modal("One", _section("a")))

    @app.view("form")
    async def form(ack: Any) -> None:
        await ack(**next(answers))

    await ada.uses_shortcut("open_form")
    titles = []
    for _ in range(5):
        await ada.submits()
        titles.append(ada.modal.title if ada.modal else None)
    await ada.submits()
    assert titles == ["One, again", "Two", "Three", "Three", "Three"]
    assert ada.modal is None
    assert [one.error for one in slack.refused] == ["push_limit_reached", "invalid_response"]


async def test_a_double_click_is_two_payloads_and_a_repeated_envelope_is_one(
    app: AsyncApp, ada: Person, slack: SlackStandIn
) -> None:
    """Case f138: two clicks 80 ms apart, and one envelope twice; both reach the bot."""
    clicks: list[Json] = []

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="Sure?", blocks=[_button("Destroy…", "runsitter.destroy")], response_type="in_channel")

    @app.action("runsitter.destroy")
    async def destroy(ack: Any, body: Json) -> None:
        await ack()
        clicks.append(body["actions"][0])

    await ada.types("/gpu destroy llama-ft")
    deliveries = await ada.double_clicks("Destroy…")
    assert [one.acked for one in deliveries] == [True, True]
    stamps = sorted(float(one["action_ts"]) for one in clicks)
    assert stamps[1] - stamps[0] == pytest.approx(0.08)
    slack.faults.deliver_twice()
    delivery = await ada.clicks("Destroy…", aged=timedelta(minutes=2), as_if={"value": "another run"})
    again = await slack.courier.redeliver(delivery)
    assert again.envelope_id == delivery.envelope_id
    assert [one["value"] for one in clicks[2:]] == ["another run"] * 3


async def test_a_click_that_nobody_handles_is_told_to_the_person(
    ada: Person, slack: SlackStandIn, app: AsyncApp
) -> None:
    """Bolt answers an unhandled action with 404, which is no ack."""
    await app.client.chat_postMessage(channel=slack.channel_id, text="old", blocks=[_button("Old", "runsitter.gone")])
    slack.patience = 0.05
    delivery = await ada.clicks("Old")
    assert delivery.outcome == "operation_timeout"
    assert [one.error for one in ada.troubles] == ["operation_timeout"]


async def test_menus_in_a_modal_say_their_state_as_slack_does(app: AsyncApp, ada: Person) -> None:
    """Each kind of element has its own shape of value."""
    states: asyncio.Queue[Json] = asyncio.Queue()
    option = {"text": _plain("H100 SXM"), "value": "h100-sxm"}

    @app.shortcut("open_form")
    async def open_form(ack: Any, body: Json, client: Any) -> None:
        await ack()
        card = {"type": "static_select", "action_id": "typed", "options": [option]}
        count = {"type": "number_input", "action_id": "typed", "is_decimal_allowed": False, "min_value": "1"}
        due = {"type": "datepicker", "action_id": "typed", "initial_date": "2026-12-05"}
        owners = {"type": "multi_users_select", "action_id": "typed"}
        kinds = {"card": card, "count": count, "due": due, "owners": owners}
        blocks = [_ask(name, name.title()) | {"element": element} for name, element in kinds.items()]
        await client.views_open(trigger_id=body["trigger_id"], view=_modal("Form", *blocks))

    @app.view("form")
    async def form(ack: Any, view: Json) -> None:
        await ack()
        states.put_nowait(view["state"]["values"])

    await ada.uses_shortcut("open_form")
    assert await ada.submits({"Card": "H100 SXM", "Count": "0", "Owners": ["U0BEN00001"]}) is None
    assert ada.errors == {"count": "Please enter at least 1."}
    await ada.submits({"Count": 8})
    values = await states.get()
    assert values["card"]["typed"] == {"type": "static_select", "selected_option": option}
    assert values["count"]["typed"] == {"type": "number_input", "value": "8"}
    assert values["due"]["typed"] == {"type": "datepicker", "selected_date": "2026-12-05"}
    assert values["owners"]["typed"] == {"type": "multi_users_select", "selected_users": ["U0BEN00001"]}


async def test_a_mention_and_the_home_tab_make_events(app: AsyncApp, ada: Person) -> None:
    """A mention is an app_mention; an opened home tab can be published to."""

    @app.event("app_mention")
    async def mention(event: Json, say: Any) -> None:
        await say(text="Yes?", thread_ts=event["ts"])

    @app.event("app_home_opened")
    async def home(event: Json, client: Any) -> None:
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [_section("Your runs")]})

    question = await ada.says("@runsitter are you there?")
    answer = await ada.sees("Yes?")
    assert answer.thread_ts == question.ts
    await ada.opens_home()
    await ada.sees_home("Your runs")


async def test_what_a_person_waits_for_in_vain_is_told_with_what_is_there(
    ada: Person, app: AsyncApp, slack: SlackStandIn
) -> None:
    """The failure names the messages that were there instead."""
    await app.client.chat_postMessage(channel=slack.channel_id, text="Something else")
    with pytest.raises(NotSeenError, match="Something else"):
        await ada.sees("The answer", within=0.05)


async def test_a_bot_that_is_gone_is_a_failed_dispatch(
    bot: AsyncSocketModeHandler, ada: Person, slack: SlackStandIn
) -> None:
    """Without any connection a command fails at once."""
    await bot.close_async()
    await slack.workspace.happenings.until(
        lambda: None if slack.socket.connections else True, 5.0, lambda: "still open"
    )
    assert (await ada.types("/gpu help")).outcome == "dispatch_failed"
