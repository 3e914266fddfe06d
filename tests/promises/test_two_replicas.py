"""Promises 5 and 11: of two real processes on one PostgreSQL one watches; whatever becomes of it, all is told once."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from mortal import PATIENCE, until
from sqlalchemy import make_url

from bot.sandbox.market import Fault

RUNSITTER = Path(sys.executable).with_name("runsitter")

SHARED = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

_HOLDS = """
FROM pg_stat_activity JOIN pg_locks USING (pid)
WHERE locktype = 'advisory' AND granted AND datname = current_database()
"""
HOLDER = f"SELECT application_name {_HOLDS}"
ITS_SESSION_ENDS = f"SELECT pg_terminate_backend(pid) {_HOLDS}"
SESSIONS = "SELECT sessions FROM pg_stat_database WHERE datname = current_database()"


class Pair:
    """Two processes on one database."""

    def __init__(self, lives, url):
        self._lives, self._url = lives, make_url(url)
        lives.environ["DATABASE_URL"] = url
        self._bots = {}

    async def begin(self):
        """Start one, which watches, and then the other."""
        for name in ("one", "other"):
            url = self._url.update_query_dict({"application_name": name}).render_as_string(hide_password=False)
            self._bots[name] = self._lives.begin(DATABASE_URL=url)
            await self._lives.connected()
            await until(self.watches, "one of them watches")

    def __getitem__(self, name):
        return self._bots[name]

    def watches(self):
        """Give the name of the one that watches, None while none does."""
        return next((name for (name,) in self._lives.rows(HOLDER)), None)

    async def tries(self, times):
        """Wait until whoever does not watch has tried to so many times: each opens a session."""
        before = self._sessions()
        await until(lambda: self._sessions() >= before + times, f"{times} tries")

    def _sessions(self):
        ((sessions,),) = self._lives.rows(SESSIONS)
        return sessions


@pytest.fixture
async def pair(lives, url):
    """Run both."""
    pair = Pair(lives, url)
    await pair.begin()
    return pair


@pytest.fixture
async def tracked(lives, pair, rent, tracks):  # noqa: ARG001 - they must run
    """Give a machine that they sit with."""
    instance = rent()
    await tracks(instance)
    await lives.told("card")
    return instance


def polls(market):
    """Count the lists of machines that were asked for."""
    return len(market.requests.of("GET", "/v1/instances"))


@SHARED
async def test_one_of_two_watches_and_both_answer(lives, pair, tracked, market, slack):
    """Slack gives its commands to one and the other in turn; what happens is told by one alone."""
    assert "one" == pair.watches()
    ada = slack.person("ada")
    for state in ("the runs are watched", "another process watches"):
        await ada.types("/gpu status")
        await ada.sees(state, within=PATIENCE)
    market.world.go_offline(tracked.id)
    await lives.told("offline")
    lives.all_is_told_once()


@SHARED
async def test_when_the_one_that_watches_is_killed_the_other_goes_on(lives, pair, tracked, market):
    """In the middle of an alert: no lock outlives a process, so nobody waits for anything."""
    market.world.go_offline(tracked.id)
    await until(lambda: lives.rows("SELECT 1 FROM letters WHERE kind = 'offline'"), "it is decided")
    await pair["one"].killed()
    await until(lambda: "other" == pair.watches(), "the other takes over")
    await lives.told("offline")
    market.world.come_back(tracked.id)
    await lives.told("back")
    lives.all_is_told_once()


@SHARED
async def test_one_that_sleeps_keeps_its_turn_and_goes_on_when_it_wakes(lives, pair, tracked, market):
    """Nobody can know that it will not wake in the middle of a call, so nobody takes over."""
    pair["one"].send(signal.SIGSTOP)
    market.world.go_offline(tracked.id)
    await pair.tries(3)
    assert ("one", []) == (pair.watches(), lives.of("offline"))
    pair["one"].send(signal.SIGCONT)
    await lives.told("offline")
    assert "one" == pair.watches()
    lives.all_is_told_once()


@SHARED
async def test_one_that_lost_its_session_changes_nothing_any_more(lives, pair, tracked, market):
    """Its line to the database died while it slept in the middle of a wake; another tells what it can't know of."""
    asked = polls(market)
    market.faults.cloudj.on(Fault.SLOW, path="/v1/instances", times=1, seconds=1)
    await until(lambda: polls(market) > asked, "it asks, and waits for the answer")
    pair["one"].send(signal.SIGSTOP)
    market.world.go_offline(tracked.id)
    lives.rows(ITS_SESSION_ENDS)
    await until(lambda: "other" == pair.watches(), "the other takes over")
    await lives.told("offline")
    pair["one"].send(signal.SIGCONT)
    await until(lambda: "another process has taken over the watch" in pair["one"].log, "it learns that it has lost")
    market.world.come_back(tracked.id)
    await lives.told("back")
    assert "other" == pair.watches()
    lives.all_is_told_once()


async def test_a_second_process_on_one_file_is_refused(lives, tmp_path):
    """SQLite is for one: exit code 2, and one line that says who has it."""
    first = lives.begin()
    await lives.connected()
    second = await asyncio.create_subprocess_exec(
        RUNSITTER,
        "run",
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]} | lives.environ,
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await second.communicate()
    (line,) = told.decode().splitlines()
    assert (2, True) == (second.returncode, f"process {first.pid} holds" in line)
