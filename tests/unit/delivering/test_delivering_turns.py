"""Only the one whose turn it is sends: what a former one has not noticed yet makes no second message. Promise 5."""

from datetime import timedelta

import pytest
from databases import BACKENDS

from bot.domain.watching.seen_to import SNOOZE_FOR
from bot.errors import LostTicker
from bot.services.delivering import Delivery
from bot.services.watching.righting import TOLERANCE
from bot.store import righting
from bot.store.letters import State
from bot.store.ticker import guard, next_term

TRAINING, ADMIN = "C0TRAINING", "C0ADMIN001"
POST, SEARCH = "chat.postMessage", "conversations.history"
BOTH = pytest.mark.parametrize("backend", BACKENDS, indirect=True)


@pytest.fixture
def takes_over(office):
    """Have a process take its turn: gives its delivery, fenced by its term."""

    async def takes_over():
        term = await office.store.transact(next_term)
        fenced = {"admin": ADMIN, "shared": True, "guard": lambda c: guard(c, term)}
        return Delivery(office.store, office.messenger, office.clock, **fenced)

    return takes_over


async def passes(office, *deliveries, seconds=1):
    """Let time pass, with a pass of each of these at the start of each second; one that has lost its turn learns so."""
    for _ in range(seconds):
        for delivery in deliveries:
            try:
                await delivery.pass_once(office.clock.now())
            except LostTicker:
                continue
        office.clock.advance(1)


def at(office, method, do, monkeypatch):
    """Have something happen within the first call of a method of the messenger, before its answer is known."""
    real, waiting = getattr(office.messenger, method), [True]

    async def meanwhile(*arguments):
        answer = await real(*arguments)
        if waiting:
            waiting.clear()
            await do()
        return answer

    monkeypatch.setattr(office.messenger, method, meanwhile)


@BOTH
async def test_one_that_lost_its_turn_sends_nothing_more(office, a_letter, takes_over):
    """Case g167. It has not noticed, and looks for what is due as ever: the newcomer alone tells."""
    former = await takes_over()
    await passes(office, former)
    newcomer = await takes_over()
    await office.put(a_letter(), a_letter("two", to="C0SHARED01"))
    await passes(office, former)
    assert office.slack.api.calls == []
    await passes(office, former, newcomer, seconds=3)
    assert sorted(key for _, key in office.stands()) == ["one", "two"]
    assert office.calls(POST) == 2


@BOTH
async def test_a_turn_that_ends_during_the_search_ends_the_repeat(office, a_letter, takes_over, monkeypatch):
    """Case f158. Both look up what was in doubt and find nothing: only the newcomer may post it again."""
    former = await takes_over()
    await passes(office, former)
    await office.put(a_letter())
    await office.begin()
    newcomers = []

    async def lose():
        newcomers.append(await takes_over())

    at(office, "find", lose, monkeypatch)
    await passes(office, former)
    assert (office.calls(SEARCH), office.calls(POST)) == (1, 0)
    await passes(office, former, *newcomers, seconds=8)
    assert (office.stands(), office.calls(POST)) == ([(TRAINING, "one")], 1)
    assert (await office.row()).state is State.DONE


@BOTH
async def test_a_turn_that_ends_before_a_look_is_acted_on_ends_that_too(office, a_letter, takes_over, monkeypatch):
    """Between what a look found due and taking it in hand another took over."""
    former = await takes_over()
    await office.put(a_letter())
    begun = type(former)._called

    async def late(self, job):
        if self is former:
            await takes_over()
        return await begun(self, job)

    monkeypatch.setattr(type(former), "_called", late)
    await passes(office, former)
    assert ((await office.row()).state, office.slack.api.calls) == (State.WAITING, [])


@BOTH
async def test_what_a_former_one_posted_without_noting_it_is_found_before_a_repeat(
    office, a_letter, takes_over, monkeypatch
):
    """It was paused after its last look whether it has its turn; its post arrived, its note of it is refused."""
    former = await takes_over()
    newcomers = []

    async def lose():
        newcomers.append(await takes_over())

    await office.put(a_letter())
    at(office, "post", lose, monkeypatch)
    await passes(office, former)
    assert (await office.row()).state is State.SENDING
    await passes(office, former, *newcomers, seconds=8)
    assert (office.stands(), office.calls(POST)) == ([(TRAINING, "one")], 1)
    assert (await office.row()).state is State.DONE


async def test_losing_a_turn_is_no_fault_and_ends_no_loop(office, a_letter, takes_over, caplog):
    """It waits until whoever started it has noticed; nothing of it is an error in the log."""
    former = await takes_over()
    await takes_over()
    await office.put(a_letter())
    assert await former._look_and_start() > 0
    assert await former._look_and_start() > 0
    assert [one.levelname for one in caplog.records] == ["WARNING"]
    assert "another process" in caplog.text


async def test_a_delivery_that_begins_anew_gives_others_their_moment_again(office, a_letter, takes_over):
    """It had its turn, lost it to another that took a letter in hand, and has it again."""
    delivery = await takes_over()
    await passes(office, delivery)
    await office.put(a_letter())
    await office.begin()
    delivery.begins_anew()
    await passes(office, delivery, seconds=5)
    assert office.slack.api.calls == []
    await passes(office, delivery, seconds=2)
    assert office.stands() == [(TRAINING, "one")]


@BOTH
@pytest.mark.parametrize("restart", [True, False])
@pytest.mark.parametrize("ahead", [timedelta(minutes=20), timedelta(days=3)])
async def test_what_was_queued_by_a_clock_ahead_goes_when_the_clock_is_right(office, a_letter, ahead, restart):
    """Promises 3 and 11: it failed at nothing, it only waits for a time that was wrong; also over a restart."""
    await office.passes(1)
    right = office.clock.now()
    office.clock.set(right + ahead)
    await office.put(a_letter())
    office.clock.set(right)
    if restart:
        office.started()
    await office.passes(2)
    assert office.stands() == [(TRAINING, "one")]


@pytest.mark.parametrize("restart", [True, False])
async def test_an_edit_that_was_queued_by_a_clock_ahead_goes_too(office, a_letter, says, restart):
    """The card of a run would stand still for so long."""
    await office.put(a_letter())
    await office.passes(2)
    right = office.clock.now()
    office.clock.set(right + timedelta(minutes=20))
    await office.revise("one", says("newest"))
    await office.delivery.health()
    if restart:
        office.started()
    else:
        office.delivery._clocks = (office.clock.now(), office.clock.monotonic())
    office.clock.set(right)
    await office.passes(2)
    assert "newest" in office.message().says


async def test_what_a_clock_days_ahead_posted_unheard_is_found_by_slacks_time(office, a_letter):
    """Case f158. Its own time of the post is of no use for the search."""
    await office.put(a_letter("before"))
    await office.passes(2)
    right = office.clock.now()
    office.slack.workspace.ids._now = lambda: right
    office.clock.set(right + timedelta(days=5))
    office.slack.faults.drop(POST, accepted=True)
    await office.put(a_letter())
    await office.passes(5)
    assert (office.stands(TRAINING), office.calls(POST)) == (["before", "one"], 2)


async def test_nothing_waits_for_longer_than_the_longest_pause(office, a_letter):
    """A Retry-After of days, or a time of no known maker: an hour is all that a letter is ever put off."""
    office.slack.faults.rate_limit(POST, retry_after=90_000)
    await office.put(a_letter())
    await office.passes(1)
    office.started()
    office.clock.advance(timedelta(hours=1))
    await office.passes(2)
    assert office.stands() == [(TRAINING, "one")]


@BOTH
@pytest.mark.parametrize("lag", [0, 10])
async def test_what_is_in_hand_has_its_moment_also_by_a_clock_that_lags_a_little(office, a_letter, takes_over, lag):
    """Promise 5. Two machines' clocks are ten seconds apart; the former's post is still on its way for three."""
    await office.put(a_letter())
    await office.begin()
    office.clock.set(office.clock.now() - timedelta(seconds=lag))
    newcomer = await takes_over()
    await passes(office, newcomer, seconds=3)
    await office.messenger.post((await office.row()).letter, TRAINING, None)
    await passes(office, newcomer, seconds=10)
    assert (office.stands(), office.calls(POST)) == ([(TRAINING, "one")], 1)


@pytest.mark.parametrize("back", [0, 4])
async def test_pauses_between_tries_grow_also_after_a_small_step_back(office, a_letter, back):
    """NTP sets the clock back by four minutes while Slack is down: 1, 2, 4 … s, so some seven tries in a minute."""
    await office.passes(1)
    office.slack.faults.status(POST, 503, times=1000)
    await office.put(a_letter())
    office.clock.set(office.clock.now() - timedelta(minutes=back))
    await office.passes(60)
    assert office.calls(POST) <= 8


@BOTH
@pytest.mark.parametrize("anew", [True, False])
async def test_what_a_clock_ahead_queued_goes_also_where_a_wake_set_the_rest_right_first(office, a_letter, anew):
    """Promise 11: killed between a wake and the delivery; the first wake under the right clock comes before a look."""
    await office.passes(1)
    right = office.clock.now()
    office.clock.set(right + timedelta(minutes=20))
    await office.put(a_letter())
    office.clock.set(right)
    if anew:
        office.started()
    await office.store.transact(righting.set_right, office.clock.now(), TOLERANCE, SNOOZE_FOR)
    await office.passes(5)
    assert office.stands() == [(TRAINING, "one")]


async def test_the_very_first_message_of_a_clock_ahead_is_found_before_a_repeat(office, a_letter):
    """Case f158: its answer was lost, the clock was set right, and nothing of ours in Slack tells the time yet."""
    right = office.clock.now()
    office.slack.workspace.ids._now = lambda: right
    office.clock.set(right + timedelta(days=5))
    office.slack.faults.drop(POST, accepted=True)
    await office.put(a_letter())
    await office.passes(1)
    office.clock.set(right + timedelta(seconds=5))
    await office.passes(5)
    assert office.calls(POST) == 1
