import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.clock import SandboxClock
from bot.slack.backoff import OpenBudget, Patience
from bot.slack.errors import LinkDisabled, NoHello, SlackIsDeaf
from bot.slack.link import Goodbye
from bot.slack.watchdog import SocketSupervisor


class FakeLink:
    """A link that hears Slack as long as it is told to."""

    def __init__(self, clock: SandboxClock, connections: int = 1) -> None:
        self.ended: asyncio.Future[Goodbye] = asyncio.get_running_loop().create_future()
        self.connections: int | None = connections
        self.is_connected = True
        self.closed = False
        self._clock = clock
        self._deaf_since: float | None = None

    def fall_silent(self) -> None:
        """Give no sign from now on."""
        self._deaf_since = self._clock.monotonic()

    def silent_for(self) -> float:
        """Give the seconds since then."""
        return 0.0 if self._deaf_since is None else self._clock.monotonic() - self._deaf_since

    async def close(self) -> None:
        """Take a moment, then remember it."""
        await asyncio.sleep(0)
        self.closed = True


class Dialer:
    """Opens links in turn: each entry is what to do at that opening; the last goes on for ever."""

    def __init__(self, clock: SandboxClock, *turns: Callable[[FakeLink], None]) -> None:
        self.links: list[FakeLink] = []
        self.at: list[float] = []
        self.connections = 1
        self._clock = clock
        self._turns = deque(turns)

    async def __call__(self) -> FakeLink:
        """Open the next link."""
        self.at.append(self._clock.monotonic())
        turn = self._turns.popleft() if len(self._turns) > 1 else self._turns[0]
        link = FakeLink(self._clock, self.connections)
        turn(link)
        self.links.append(link)
        return link

    @property
    def most_in_a_minute(self) -> int:
        """The most openings within any 60 s."""
        return max(sum(1 for other in self.at if 0 <= other - start < 60) for start in self.at)


def well(_: FakeLink) -> None:
    """Open and stay."""


def refuse(_: FakeLink) -> None:
    """Take the call and say nothing."""
    raise NoHello("within 10 s")


def leave(why: Goodbye) -> Callable[[FakeLink], None]:
    """Open and say goodbye at once."""
    return lambda link: link.ended.set_result(why)


def _no_jitter() -> float:
    return 1.0


@asynccontextmanager
async def _running(supervisor: SocketSupervisor) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.ensure_future(supervisor.run())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, SlackIsDeaf):
            await task


async def test_a_deaf_connection_that_calls_itself_connected_is_rebuilt(clock: Any, pass_time: Any) -> None:
    """Case f149: `is_connected` is true and no ping came back for 30 s: a new link, well before 300 s."""
    dial = Dialer(clock, well)
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor):
        await pass_time(100)
        dial.links[0].fall_silent()
        await pass_time(30)
        assert len(dial.links) == 1
        await pass_time(6)
        assert len(dial.links) == 2
        assert dial.links[0].is_connected
        assert dial.links[0].closed
        health = supervisor.health()
        assert (health.fresh, health.reconnects, health.last_error) == (True, 1, Goodbye.SILENT)


async def test_a_line_that_is_down_for_a_minute_works_two_minutes_later(clock: Any, pass_time: Any) -> None:
    """Case f148: every opening fails for 60 s; afterwards the bot hears again, with a new link."""
    dial = Dialer(clock, well)
    down_until = 160.0

    async def dial_when_up() -> FakeLink:
        if 100 <= clock.monotonic() < down_until:
            dial.at.append(clock.monotonic())
            raise OSError("unreachable")
        return await dial()

    supervisor = SocketSupervisor(dial_when_up, clock, jitter=_no_jitter)
    async with _running(supervisor):
        await pass_time(100)
        dial.links[0].ended.set_result(Goodbye.CLOSED)
        await pass_time(60)
        assert supervisor.health().connected_since is None
        await pass_time(120)
        assert len(dial.links) == 2
        assert supervisor.health().fresh
        assert dial.most_in_a_minute <= Patience().opens_per_minute


async def test_a_refresh_opens_the_new_link_before_it_closes_the_old(clock: Any, pass_time: Any) -> None:
    """Slack warns before it closes; in between no command is lost, and nothing counts as a failure."""
    dial = Dialer(clock, well)
    old_open_at_dial: list[bool] = []

    async def watched() -> FakeLink:
        old_open_at_dial.extend(not link.closed for link in dial.links)
        return await dial()

    supervisor = SocketSupervisor(watched, clock, jitter=_no_jitter)
    async with _running(supervisor):
        await pass_time(100)
        dial.links[0].ended.set_result(Goodbye.REFRESH)
        await pass_time(1)
        assert old_open_at_dial == [True]
        assert [link.closed for link in dial.links] == [True, False]
        assert supervisor.health().last_error is None


@pytest.mark.parametrize("why", list(Goodbye))
async def test_no_goodbye_of_slack_can_start_a_storm(clock: Any, pass_time: Any, why: Goodbye) -> None:
    """Every new link is told to go at once: back-off, never more than five openings a minute, then an exit."""
    dial = Dialer(clock, leave(why))
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor) as task:
        await pass_time(20 * 60)
        assert dial.most_in_a_minute <= 5
        assert len(dial.at) == Patience().tries
        with pytest.raises(SlackIsDeaf, match=str(why)) as told:
            await task
    assert told.value.exit_code == 75
    assert all(link.closed for link in dial.links)


async def test_socket_mode_switched_off_is_told_and_tried_rarely(clock: Any, pass_time: Any) -> None:
    """On `link_disabled` the next opening waits a minute, and the end names the switch."""
    dial = Dialer(clock, leave(Goodbye.DISABLED))
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor) as task:
        await pass_time(59)
        assert len(dial.at) == 1
        await pass_time(2)
        assert len(dial.at) == 2
        assert supervisor.health().last_error == Goodbye.DISABLED
        await pass_time(600)
        with pytest.raises(LinkDisabled, match="switch it on"):
            await task


async def test_socket_mode_switched_on_again_is_noticed(clock: Any, pass_time: Any) -> None:
    """Whoever switches it back on within minutes need not start the bot again."""
    dial = Dialer(clock, leave(Goodbye.DISABLED), well)
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor):
        await pass_time(65)
        assert supervisor.health().fresh
        assert not dial.links[1].closed


async def test_rebuilding_that_keeps_failing_ends_the_process(clock: Any, pass_time: Any) -> None:
    """The supervisor of the process starts it afresh; the error says what the last try met."""
    dial = Dialer(clock, well, refuse)
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor) as task:
        await pass_time(100)
        dial.links[0].ended.set_result(Goodbye.CLOSED)
        await pass_time(600)
        with pytest.raises(SlackIsDeaf, match="hello"):
            await task
        assert not supervisor.health().fresh


async def test_failures_are_forgiven_after_a_good_while(clock: Any, pass_time: Any) -> None:
    """Ten bad openings in a month are no reason to leave; ten in a row are."""
    turns = [turn for _ in range(15) for turn in (refuse, well)]
    dial = Dialer(clock, *turns)
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    async with _running(supervisor) as task:
        for _ in range(14):
            await pass_time(80)
            dial.links[-1].ended.set_result(Goodbye.CLOSED)
        await pass_time(30)
        assert not task.done()
        assert supervisor.health().fresh


async def test_more_connections_than_replicas_are_noticed(
    clock: Any, pass_time: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A second bot on the same token takes every other click; hello's count shows it."""
    dial = Dialer(clock, well)
    dial.connections = 2
    supervisor = SocketSupervisor(dial, clock)
    async with _running(supervisor):
        await pass_time(1)
        assert supervisor.health().crowded
        assert "2 connections" in caplog.text


async def test_stopping_closes_the_link(clock: Any, pass_time: Any) -> None:
    """On SIGTERM Slack is told, so that no ghost connection takes clicks."""
    dial = Dialer(clock, well)
    supervisor = SocketSupervisor(dial, clock)
    async with _running(supervisor):
        await pass_time(1)
    assert dial.links[0].closed
    assert supervisor.health().connected_since is None


async def test_health_ages_while_nothing_is_heard(clock: Any, pass_time: Any) -> None:
    """Never heard is not fresh; a gap of seconds still is; a minute without a sign is not."""
    dial = Dialer(clock, well, refuse)
    supervisor = SocketSupervisor(dial, clock, jitter=_no_jitter)
    assert not supervisor.health().fresh
    async with _running(supervisor):
        await pass_time(100)
        dial.links[0].ended.set_result(Goodbye.CLOSED)
        await pass_time(10)
        assert supervisor.health().fresh
        assert supervisor.health().heard_age == pytest.approx(10, abs=1)
        await pass_time(55)
        assert not supervisor.health().fresh


async def test_the_same_trouble_is_logged_once(clock: Any, pass_time: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A night without network is one line, without the ticket in the URL."""

    def ticketed(_: FakeLink) -> None:
        raise OSError("wss://wss.test/link?ticket=madeup refused")

    supervisor = SocketSupervisor(Dialer(clock, ticketed), clock)
    async with _running(supervisor):
        await pass_time(60)
        assert len([record for record in caplog.records if "connection to Slack" in record.getMessage()]) == 1
        assert "madeup" not in caplog.text
        assert "madeup" not in (supervisor.health().last_error or "")


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("link_disabled", Goodbye.DISABLED),
        ("too_many_websockets", Goodbye.CROWDED),
        ("warning", Goodbye.REFRESH),
        ("refresh_requested", Goodbye.REFRESH),
        ("a reason of next year", Goodbye.REFRESH),
        (None, Goodbye.REFRESH),
    ],
)
def test_slacks_reasons_are_understood(reason: object, why: Goodbye) -> None:
    """Unknown ones are followed calmly."""
    assert Goodbye.of(reason) is why


@given(st.integers(-1, 40), st.floats(0, 1))
def test_the_wait_grows_and_has_an_end(failures: int, jitter: float) -> None:
    """No failure, no wait; each wait is at least half the doubled one before, at most the longest."""
    patience = Patience()
    wait = patience.delay(failures, lambda: jitter)
    whole = 0.0 if failures <= 0 else min(2.0 ** (failures - 1), patience.longest_delay)
    assert whole / 2 <= wait <= whole


async def test_the_budget_lets_no_minute_hold_more(clock: Any, pass_time: Any) -> None:
    """However eager the caller, five a minute it is."""
    budget, at = OpenBudget(clock, 5), []

    async def eager() -> None:
        while True:
            await budget.spend()
            at.append(clock.monotonic())

    task = asyncio.ensure_future(eager())
    await pass_time(130)
    task.cancel()
    assert at == [0.0] * 5 + [60.0] * 5 + [120.0] * 5


@pytest.mark.parametrize("why", [Goodbye.REFRESH, Goodbye.CLOSED])
async def test_stopping_works_at_any_moment(clock: Any, why: Goodbye) -> None:
    """However far the replacing of a link has come, a cancel ends it and no link stays open."""
    for steps in range(60):
        dial = Dialer(clock, leave(why), leave(why), well)
        task = asyncio.ensure_future(SocketSupervisor(dial, clock, jitter=_no_jitter).run())
        for _ in range(steps):
            clock.advance(0.5)
            await asyncio.sleep(0)
        task.cancel()
        async with asyncio.timeout(5):
            with pytest.raises(asyncio.CancelledError):
                await task
        assert all(link.closed for link in dial.links)
