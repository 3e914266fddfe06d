"""A zero character or half a pair in what somebody sends: PostgreSQL takes no zero, UTF-8 no half, so none comes in."""

import copy
import json
from datetime import timedelta
from itertools import count
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from databases import BACKENDS
from slack_sdk.socket_mode.request import SocketModeRequest
from watched import CHANNEL, OWNER

from bot.slack.client import open_client
from bot.slack.dispatch import bolt_dispatch, build_bolt
from bot.slack.responder import Outcome
from bot.slack.seen import Seen
from bot.slack.startup import Identity
from bot.slack.tasks import TaskSet
from handlers.register import register

HOME = Identity("T0", "Team", None, "U0BOT", "B0", frozenset())
TEAM, USER = {"id": "T0", "domain": "team"}, {"id": OWNER, "team_id": "T0", "name": "ada"}
BAD = ["\x00", "\ud800", "\udfff", "a\x00\ud83d"]


def typed(text):
    """Give a command."""
    return {
        "command": "/gpu",
        "text": text,
        "team_id": "T0",
        "user_id": OWNER,
        "channel_id": CHANNEL,
        "response_url": "https://hooks.slack.com/1",
        "trigger_id": "1.2",
    }


def clicked(action_id, value, user=USER):
    """Give a click on a button that carries a value."""
    return {
        "type": "block_actions",
        "team": TEAM,
        "user": user,
        "channel": {"id": CHANNEL},
        "container": {"type": "message", "channel_id": CHANNEL},
        "actions": [{"type": "button", "action_id": action_id, "block_id": "b", "value": value}],
        "response_url": "https://hooks.slack.com/1",
        "trigger_id": "1.2",
    }


def filled(way, **values):
    """Give a track form that was sent off."""
    state = {
        f"runsitter.track.{name}": {f"runsitter.track.{name}": {"type": "plain_text_input", "value": value}}
        for name, value in values.items()
    }
    view = {"type": "modal", "callback_id": "runsitter.track.submit", "private_metadata": way}
    return {"type": "view_submission", "team": TEAM, "user": USER, "view": view | {"state": {"values": state}}}


@pytest.fixture
async def hear(team):
    """Hand payloads to the handlers over a real store; give the answers, each of which can be written in UTF-8."""
    said = []

    class Line:
        def __init__(self, url):
            url.encode()

        async def post(self, message, **_):
            said.append(json.dumps([message.text, message.blocks], ensure_ascii=False))
            said[-1].encode()
            return Outcome.SENT

    async def opened(trigger, view):
        json.dumps([trigger, view], ensure_ascii=False).encode()
        return True

    tasks = TaskSet()
    desk = SimpleNamespace(home=HOME, clock=team.clock, zone=ZoneInfo("UTC"), tasks=tasks, respond=Line, runs=team.runs)
    desk.open_view, desk.offers = opened, None
    desk.before = lambda user: SimpleNamespace(**(vars(desk) | {"asker": user}))
    async with open_client("xoxb-test", team.clock) as client:
        register(app := build_bolt(client, HOME, seen := Seen(team.clock)), desk)
        dispatch, numbers = bolt_dispatch(app, seen), count()

        async def hearing(payloads):
            for payload in payloads:
                envelope = SocketModeRequest(type="odd", envelope_id=str(next(numbers)), payload=payload)
                ack = await dispatch(envelope)
                assert ack is not None
                while len(tasks):
                    await tasks.settle(team.clock, limit=60)
            return said

        yield hearing


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
async def test_no_button_word_or_form_brings_in_what_no_database_takes(team, hear, caplog):
    """Each is answered, nothing breaks, and what was kept before is as it was."""
    await team.track()
    way = json.dumps(["https://hooks.slack.com/1", CHANNEL])
    for bad in BAD:
        words = [f"{verb} llama{bad}ft" for verb in ("run", "cost", "logs", "progress", "track vast:4411 as")]
        words += [
            f"progress llama-ft {bad}",
            f"track vast:44{bad}11 as x for 72h",
            f"track vast:4412 as x{bad} for 72h",
        ]
        words += [f"track vast:4411 as b for 72h keep /a{bad} to /b{bad} ssh root@h{bad}:22 owner <@U{bad}>", bad]
        buttons = [
            clicked(f"runsitter.{action}", f"{subject}{bad}")
            for action in ("acknowledge", "snooze", "track", "track.instance", "find.again", "form.open", bad)
            for subject in (
                "incident:",
                "deadline:",
                "deadline",
                "account:",
                "",
                f"incident:{bad}",
                "deadline:r1:contract_end:1",
            )
        ]
        forged = [clicked("runsitter.acknowledge", "incident:x", user=USER | {"id": f"U{bad}"})]
        forms = [filled(way, **{"id": f"vast:4411{bad}", "as": f"n{bad}", "for": "72h", "keep": f"/a{bad}"})]
        forms += [filled(json.dumps([f"https://hooks.slack.com/{bad}", f"C{bad}"]), id="vast:4411", **{"as": "n"})]
        payloads = [*map(typed, words), *buttons, *forged, *forms]
        caplog.clear()
        await hear(copy.deepcopy(payloads))
        assert [] == [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    (run,) = (await team.runs.all()).cards
    assert run.title.name == "llama-ft"


async def test_an_incident_can_be_acknowledged_by_its_own_button_still(team, hear):
    """The gate changes nothing in what is whole."""
    await team.track()
    await hear([typed("progress llama-ft 1/1000")])
    team.clock.advance(timedelta(hours=60))
    said = await hear([typed("runs")])
    assert "llama-ft" in said[-1]
