import asyncio
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.clock import SandboxClock
from bot.slack.dispatch import bolt_dispatch, build_bolt
from bot.slack.seen import Seen
from bot.slack.startup import Identity

WHO = Identity("T0", "Team", None, "U0BOT", "B0", frozenset())


def _event(event_id: str) -> dict[str, Any]:
    return {
        "type": "event_callback",
        "event_id": event_id,
        "team_id": "T0",
        "event": {"type": "app_home_opened", "user": "U0", "channel": "D0", "tab": "home"},
    }


def _click() -> dict[str, Any]:
    return {
        "type": "block_actions",
        "team": {"id": "T0"},
        "user": {"id": "U0", "team_id": "T0"},
        "actions": [{"type": "button", "action_id": "runsitter.track", "block_id": "b", "action_ts": "1.2"}],
    }


async def _listeners_ran() -> None:
    """Bolt acknowledges an event before it starts the listener."""
    for _ in range(20):
        await asyncio.sleep(0)


class _Counted:
    """A Bolt app that counts what reaches its handlers."""

    def __init__(self, client: AsyncWebClient, seen: Seen) -> None:
        self.events, self.clicks = 0, 0
        self.app = build_bolt(client, WHO, seen)
        self.app.event("app_home_opened")(self._event)
        self.app.action("runsitter.track")(self._click)

    async def _event(self) -> None:
        self.events += 1

    async def _click(self, ack: Any) -> None:
        await ack()
        self.clicks += 1


async def test_one_envelope_delivered_twice_is_handled_once(client: AsyncWebClient, clock: Any) -> None:
    """Case f138: the same `envelope_id` again is acknowledged again and reaches no handler."""
    seen = Seen(clock)
    counted = _Counted(client, seen)
    dispatch = bolt_dispatch(counted.app, seen)
    request = SocketModeRequest(type="interactive", envelope_id="e-1", payload=_click())
    acks = [await dispatch(request), await dispatch(request)]
    assert acks == [{"envelope_id": "e-1"}] * 2
    assert counted.clicks == 1


async def test_a_retried_event_in_a_new_envelope_is_handled_once(client: AsyncWebClient, clock: Any) -> None:
    """Case f138: `retry_attempt: 1` comes in another envelope with the same event_id."""
    seen = Seen(clock)
    counted = _Counted(client, seen)
    dispatch = bolt_dispatch(counted.app, seen)
    first = SocketModeRequest(type="events_api", envelope_id="e-1", payload=_event("Ev1"))
    again = SocketModeRequest(
        type="events_api", envelope_id="e-2", payload=_event("Ev1"), retry_attempt=1, retry_reason="timeout"
    )
    other = SocketModeRequest(type="events_api", envelope_id="e-3", payload=_event("Ev2"))
    acks = [await dispatch(request) for request in (first, again, other)]
    assert acks == [{"envelope_id": "e-1"}, {"envelope_id": "e-2"}, {"envelope_id": "e-3"}]
    await _listeners_ran()
    assert counted.events == 2


async def test_what_no_handler_took_is_not_acknowledged_and_may_come_again(client: AsyncWebClient, clock: Any) -> None:
    """An envelope that came to nothing is forgotten, so that its redelivery gets its chance."""
    seen = Seen(clock)
    app = build_bolt(client, WHO, seen)
    request = SocketModeRequest(type="interactive", envelope_id="e-1", payload=_click())
    assert await bolt_dispatch(app, seen)(request) is None
    _seen_again = _Counted(client, seen)
    assert await bolt_dispatch(_seen_again.app, seen)(request) == {"envelope_id": "e-1"}


async def test_no_call_to_slack_stands_between_an_envelope_and_its_ack(
    client: AsyncWebClient, clock: Any, script: Any
) -> None:
    """Bolt's own auth.test would delay the first ack; who we are is known already."""
    seen = Seen(clock)
    dispatch = bolt_dispatch(_Counted(client, seen).app, seen)
    await dispatch(SocketModeRequest(type="interactive", envelope_id="e-1", payload=_click()))
    assert script.calls == []


async def test_an_acks_payload_is_handed_on(client: AsyncWebClient, clock: Any) -> None:
    """A view's field errors travel in the ack; plain text becomes text."""
    seen = Seen(clock)
    app = build_bolt(client, WHO, seen)

    @app.view("form")
    async def _wrong(ack: Any) -> None:
        await ack(response_action="errors", errors={"hours": "a number"})

    @app.command("/gpu")
    async def _plain(ack: Any) -> None:
        await ack("hello")

    dispatch = bolt_dispatch(app, seen)
    view = {"type": "view_submission", "user": {"id": "U0"}, "view": {"type": "modal", "callback_id": "form"}}
    told = await dispatch(SocketModeRequest(type="interactive", envelope_id="e-1", payload=view))
    assert told == {
        "envelope_id": "e-1",
        "payload": {"response_action": "errors", "errors": {"hours": "a number"}},
    }
    slash = {"command": "/gpu", "text": "", "user_id": "U0", "team_id": "T0"}
    told = await dispatch(SocketModeRequest(type="slash_commands", envelope_id="e-2", payload=slash))
    assert told == {"envelope_id": "e-2", "payload": {"text": "hello"}}


async def test_the_number_of_the_retry_reaches_the_handler(client: AsyncWebClient, clock: Any) -> None:
    """As HTTP mode has it in its headers."""
    seen = Seen(clock)
    app, heard = build_bolt(client, WHO, seen), []

    @app.event("app_home_opened")
    async def _home(req: AsyncBoltRequest) -> None:
        heard.append((req.headers["x-slack-retry-num"], req.headers["x-slack-retry-reason"]))

    request = SocketModeRequest(
        type="events_api", envelope_id="e", payload=_event("Ev1"), retry_attempt=1, retry_reason="timeout"
    )
    await bolt_dispatch(app, seen)(request)
    await _listeners_ran()
    assert heard == [(["1"], ["timeout"])]


def test_an_id_is_forgotten_after_its_time(clock: Any) -> None:
    """Memory does not grow with the days."""
    seen = Seen(clock, keep=60)
    assert seen.first("a")
    clock.advance(59)
    assert not seen.first("a")
    clock.advance(1)
    assert seen.first("a")
    assert len(seen) == 1


@given(st.lists(st.text(max_size=3), max_size=60), st.integers(1, 8))
def test_an_id_is_new_exactly_once_while_there_is_room(keys: list[str], most: int) -> None:
    """Against a plain list of the latest ids, the oldest leaving first."""
    seen, latest = Seen(SandboxClock(rate=0), most=most), list[str]()
    for key in keys:
        expected = key not in latest
        if expected:
            latest = [*latest, key][-most:]
        assert expected == seen.first(key)
        assert len(latest) == len(seen)
