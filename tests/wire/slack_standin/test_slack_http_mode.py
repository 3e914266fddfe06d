"""HTTP mode: signed requests to a Bolt app behind aiohttp."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.app.async_app import AsyncApp

from bot.sandbox.slack import Person, SlackStandIn

Json = dict[str, Any]


@pytest.fixture(autouse=True)
async def _served(app: AsyncApp, slack: SlackStandIn) -> AsyncIterator[None]:
    """Serve the app where the workspace sends its requests."""
    runner = web.AppRunner(app.web_app(), shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    slack.http.request_url = f"http://{host}:{port}/slack/events"
    yield
    await runner.cleanup()


async def test_commands_and_actions_arrive_signed(app: AsyncApp, slack: SlackStandIn, ada: Person) -> None:
    """The signing secret lets a command and a click through, and the answers come back."""

    @app.command("/gpu")
    async def gpu(ack: Any, respond: Any) -> None:
        await ack()
        button = {"type": "button", "text": {"type": "plain_text", "text": "More"}, "action_id": "runsitter.more"}
        await respond(text="Some", blocks=[{"type": "actions", "elements": [button]}])

    @app.action("runsitter.more")
    async def more(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="All of it", replace_original=True)

    assert (await ada.types("/gpu find")).acked
    assert (await ada.clicks("More")).acked
    answer = await ada.sees("All of it")
    assert answer.labels == []
    assert len(slack.messages) == 1


async def test_a_stale_signature_is_refused(slack: SlackStandIn, ada: Person) -> None:
    """A request six minutes old is turned away with 401."""
    slack.faults.signature_age = 360
    delivery = await ada.types("/gpu find")
    assert (delivery.outcome, delivery.status) == ("dispatch_failed", 401)


async def test_a_wrong_secret_is_refused(slack: SlackStandIn, ada: Person) -> None:
    """A request signed with another secret is turned away with 401."""
    slack.signing_secret = "another"
    assert (await ada.types("/gpu find")).status == 401


async def test_an_event_is_retried_until_it_is_taken(app: AsyncApp, slack: SlackStandIn) -> None:
    """The retry tells its number and reason in headers; the event_id stays."""
    heard: list[Any] = []

    @app.middleware
    async def fail_once(req: Any, resp: Any, next_: Any) -> Any:
        heard.append((req.headers.get("x-slack-retry-num"), req.headers.get("x-slack-retry-reason")))
        if len(heard) == 1:
            resp.status = 500
            return resp
        return await next_()

    @app.event("app_mention")
    async def mention() -> None:
        pass

    attempts = await slack.event({"type": "app_mention", "user": "U0ADA00001", "text": "hi"})
    assert [one.outcome for one in attempts] == ["dispatch_failed", "acked"]
    assert heard == [(None, None), (["1"], ["http_error"])]
    assert attempts[0].payload["event_id"] == attempts[1].payload["event_id"]


async def test_a_submission_is_corrected_over_http(app: AsyncApp, slack: SlackStandIn, ada: Person) -> None:
    """The body of the answer carries the errors."""
    words = {"type": "plain_text", "text": "Form"}
    block = {"type": "input", "block_id": "name", "label": words, "element": {"type": "plain_text_input"}}
    view = {"type": "modal", "callback_id": "form", "title": words, "submit": words, "blocks": [block]}

    @app.view("form")
    async def form(ack: Any) -> None:
        await ack(response_action="errors", errors={"name": "No."})

    await app.client.views_open(trigger_id=slack.workspace.trigger(ada.id), view=view)
    await ada.submits({"name": "llama"})
    assert ada.errors == {"name": "No."}
