"""The station delivers in its turn, and begins anew in each."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.watch.station import Station


class Turn:
    """A turn that a test takes and gives."""

    def __init__(self):
        self.term, self.mine = 1, True

    def guard(self, _):
        """Let everything go on."""

    async def try_hold(self):
        """Have it or not."""
        return self.mine


class Deliveries:
    """Counts how often the delivery began, and tells whether one runs."""

    def __init__(self):
        self.began, self.running = 0, False

    async def run(self):
        """Run until cancelled."""
        self.began, self.running = self.began + 1, True
        try:
            await asyncio.Event().wait()
        finally:
            self.running = False

    async def probe_routes(self):
        """Find all routes well."""


async def nothing(*_):
    """Do nothing."""


@pytest.fixture
async def at(team):
    """Give a station, its turn and its deliveries."""
    turn, deliveries = Turn(), Deliveries()
    watch = SimpleNamespace(wake=nothing, rest=nothing)
    station = Station(team.store, turn, watch, deliveries, team.clock, team.duty, nothing)
    yield station, turn, deliveries
    await station._lay_down()


async def wakes(station):
    """Let it wake, and what that began get under way."""
    await station._wake()
    await asyncio.sleep(0)


async def test_a_turn_is_delivered_in_as_long_as_it_lasts(at):
    """Wake after wake it is the same delivery; another's turn ends it."""
    station, turn, deliveries = at
    await wakes(station)
    await wakes(station)
    assert (deliveries.began, deliveries.running) == (1, True)
    turn.mine = False
    await wakes(station)
    assert (deliveries.running, station.has_turn) == (False, False)


async def test_a_turn_that_was_lost_and_taken_again_between_two_wakes_is_begun_anew(at):
    """Another may have had one in between, with a letter of it still on its way."""
    station, turn, deliveries = at
    await wakes(station)
    turn.term = 3
    await wakes(station)
    assert (deliveries.began, deliveries.running) == (2, True)
