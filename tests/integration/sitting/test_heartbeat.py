"""The outside heartbeat over the whole bot: it beats after each good wake, and who counts them notices an end."""

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

SECRET = "/ping/not-a-secret-4f1c"


class Beats:
    """What keeps watch over the heartbeat: how often it was called, and how it answers."""

    def __init__(self):
        self.heard, self.elsewhere, self.status = 0, 0, 200

    async def hear(self, _):
        """Count a beat."""
        self.heard += 1
        headers = {"Location": "/elsewhere"} if self.status in range(300, 400) else {}
        return web.Response(status=self.status, headers=headers)

    async def go_elsewhere(self, _):
        """Count who followed a redirect."""
        self.elsewhere += 1
        return web.Response()


@pytest.fixture
async def beats(sitter):
    """Give what listens, and have the bot call it."""
    beats = Beats()
    app = web.Application()
    app.router.add_get(SECRET, beats.hear)
    app.router.add_get("/elsewhere", beats.go_elsewhere)
    async with TestServer(app) as server:
        sitter.environ["RUNSITTER_HEARTBEAT_URL"] = str(server.make_url(SECRET))
        yield beats
        await sitter.stops()


async def test_each_good_wake_is_one_beat(sitter, beats):
    """Case c80: what stops is noticed by somebody else, so the first is there at the start."""
    await sitter.starts()
    assert 1 == beats.heard
    await sitter.polls(10)
    assert 11 == beats.heard


async def test_a_wake_that_goes_wrong_is_no_beat(sitter, beats, monkeypatch):
    """The bot lives on and does nothing of what it is there for: that must not look well from outside."""

    async def fails(*_):
        raise OSError("the disk is full")

    await sitter.starts()
    monkeypatch.setattr("bot.services.watching.wake.Watch.wake", fails)
    sitter.mishaps_expected = True
    await sitter.polls(5)
    assert 1 == beats.heard
    monkeypatch.undo()
    await sitter.polls(2)
    assert 3 == beats.heard


@pytest.mark.parametrize("status", [302, 404, 503])
async def test_a_beat_that_does_not_arrive_is_told_in_the_status_without_its_address(sitter, beats, caplog, status):
    """The address is the key to it; where another one is named instead, nobody goes."""
    await sitter.starts()
    assert "Heartbeat: fine" in (await sitter.hears("/gpu status")).says
    beats.status = status
    await sitter.polls(3)
    says = (await sitter.hears("/gpu status")).says
    assert f"Heartbeat: does not arrive ({status})" in says
    assert SECRET not in says + caplog.text
    assert 1 == caplog.text.count("the heartbeat does not arrive")
    beats.status = 200
    await sitter.polls(1)
    assert "Heartbeat: fine" in (await sitter.hears("/gpu status")).says
    assert 0 == beats.elsewhere
