"""Payloads with a hole in them: whatever Slack or somebody else sends is acknowledged, and nothing breaks."""

import copy
import json
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.sandbox.clock import SandboxClock
from bot.slack.client import open_client
from bot.slack.dispatch import bolt_dispatch, build_bolt
from bot.slack.responder import Outcome
from bot.slack.seen import Seen
from bot.slack.startup import Identity
from bot.slack.tasks import TaskSet
from handlers.register import register

HOME = Identity("T0", "Team", None, "U0BOT", "B0", frozenset())
TEAM, USER = {"id": "T0", "domain": "team"}, {"id": "U0", "team_id": "T0", "name": "ada"}
COMMAND = {
    "command": "/gpu",
    "text": "find",
    "team_id": "T0",
    "user_id": "U0",
    "channel_id": "C0",
    "response_url": "https://hooks.slack.com/1",
    "trigger_id": "1.2",
}
CLICK = {
    "type": "block_actions",
    "team": TEAM,
    "user": USER,
    "channel": {"id": "C0"},
    "container": {"type": "message", "channel_id": "C0"},
    "actions": [{"type": "button", "action_id": "runsitter.form.open", "block_id": "b", "value": "find"}],
    "response_url": "https://hooks.slack.com/1",
    "trigger_id": "1.2",
}
FORM = {
    "type": "view_submission",
    "team": TEAM,
    "user": USER,
    "view": {
        "type": "modal",
        "callback_id": "runsitter.find.submit",
        "private_metadata": json.dumps(["https://hooks.slack.com/1", "C0"]),
        "state": {
            "values": {"runsitter.find.gpu": {"runsitter.find.gpu": {"type": "plain_text_input", "value": "h100"}}}
        },
    },
}
CLOSED = FORM | {"type": "view_closed"}
SHORTCUT = {"type": "shortcut", "team": TEAM, "user": USER, "callback_id": "gpu", "trigger_id": "1.2"}
OPTIONS = {"type": "block_suggestion", "team": TEAM, "user": USER, "action_id": "gpu", "value": "h"}
EVENT = {
    "type": "event_callback",
    "team_id": "T0",
    "event_id": "Ev1",
    "authorizations": [{"team_id": "T0", "user_id": "U0BOT", "is_bot": True}],
    "event": {"type": "app_home_opened", "user": "U0", "channel": "D0"},
}
WHOLE = {
    "command": COMMAND,
    "click": CLICK,
    "form": FORM,
    "closed": CLOSED,
    "shortcut": SHORTCUT,
    "options": OPTIONS,
    "event": EVENT,
}


def holes(payload, path=()):
    """Give the payload with each of its values in turn taken away or made something else."""
    here = payload
    for key in path:
        here = here[key]
    for key in list(here) if isinstance(here, dict) else range(len(here)):
        for instead in (None, [], {}, "", "x", 5, [None], "gone"):
            spoilt = copy.deepcopy(payload)
            inner = spoilt
            for step in path:
                inner = inner[step]
            if instead == "gone":
                del inner[key]
            else:
                inner[key] = instead
            yield spoilt
        if isinstance(here[key], dict | list):
            yield from holes(payload, (*path, key))


@pytest.fixture
async def deliver():
    """Hand payloads to the bot's own handlers, as envelopes; give their acks once all the work is over."""
    clock = SandboxClock(rate=0)
    tasks = TaskSet()

    async def taken(*_, **__):
        return Outcome.SENT

    async def opened(*_):
        return True

    desk = SimpleNamespace(
        home=HOME,
        clock=clock,
        zone=ZoneInfo("UTC"),
        tasks=tasks,
        respond=lambda _: SimpleNamespace(post=taken),
        whisper=taken,
        write_to=taken,
        open_view=opened,
    )
    desk.before = lambda _: desk
    async with open_client("xoxb-test", clock) as client:
        app = build_bolt(client, HOME, seen := Seen(clock))
        register(app, desk)
        dispatch = bolt_dispatch(app, seen)

        async def delivering(payloads):
            acks = [
                await dispatch(SocketModeRequest(type="odd", envelope_id=str(number), payload=payload))
                for number, payload in enumerate(payloads)
            ]
            await tasks.drain(clock, limit=0)
            return acks

        yield delivering


@pytest.mark.parametrize("kind", WHOLE)
async def test_a_payload_with_a_hole_is_acknowledged_and_breaks_nothing(deliver, kind, caplog):
    """Whichever value is missing or of another kind; each is answered or dropped."""
    spoilt = list(holes(WHOLE[kind]))
    acks = await deliver(spoilt)
    assert [] == [payload for payload, ack in zip(spoilt, acks, strict=True) if ack is None]
    assert [] == [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    "payload",
    [
        "text",
        {},
        {"type": "of tomorrow"},
        *({"command": "/gpu", "type": kind} for kind in ("view_submission", "block_actions", "event_callback", None)),
    ],
)
async def test_a_payload_of_no_known_type_is_acknowledged(deliver, payload, caplog):
    """Unacknowledged, Slack would send it again and tell the person of a failure."""
    assert [{"envelope_id": "0"}] == await deliver([payload])
    assert "lacks what it needs was dropped" in caplog.text
