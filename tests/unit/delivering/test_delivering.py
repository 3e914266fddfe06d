import asyncio
from datetime import timedelta

import pytest
from databases import BACKENDS

from bot.domain.letters import Kind, Priority
from bot.store import letters
from bot.store.letters import State

TRAINING, SHARED = "C0TRAINING", "C0SHARED01"
POST, UPDATE = "chat.postMessage", "chat.update"


async def test_a_letter_goes_out_and_is_done_with_slacks_timestamp(office, a_letter):
    """Not before: the row carries the channel and the timestamp."""
    await office.put(a_letter(run="llama-ft", incident="i"))
    await office.passes(1)
    (message,) = office.slack.messages
    found = await office.row()
    assert (found.state, found.channel, found.ts, found.shown) == (State.DONE, TRAINING, message.ts, 1)
    payload = {"key": "one", "kind": "deadline", "run": "llama-ft", "incident": "i"}
    assert message.metadata == {"event_type": "runsitter", "event_payload": payload}
    assert not message.unfurls


async def test_the_most_pressing_goes_first_a_second_apart(office, a_letter):
    """Case f157: deadlines ahead of summaries, at the pace that Slack allows in a channel, others side by side."""
    office.slack.api.limits.on = True
    order = [Priority.SUMMARY, Priority.DEADLINE, Priority.ALERT, Priority.DETAIL, Priority.DEADLINE]
    await office.put(*(a_letter(f"{n}", priority=one) for n, one in enumerate(order)), a_letter("else", to=SHARED))
    assert await office.delivery.pass_once(office.clock.now()) == 2
    assert await office.delivery.pass_once(office.clock.now()) == 0
    await office.passes(6)
    assert [key for channel, key in office.stands() if channel == TRAINING] == ["1", "4", "2", "3", "0"]
    assert [call.outcome for call in office.slack.api.calls] == ["ok"] * 6


async def test_a_wait_of_years_is_not_believed_and_what_is_waited_for_is_told(office, a_letter):
    """A 429 that asks for 31 years holds an alert back for a quarter of an hour, and status says so."""
    office.slack.faults.rate_limit(POST, retry_after=10**9)
    await office.put(a_letter())
    await office.passes(1)
    assert (await office.delivery.health()).last_error == "ratelimited, to be tried again after 900 s"
    office.clock.advance(timedelta(seconds=890))
    await office.passes(5)
    assert office.stands() == []
    office.clock.advance(timedelta(seconds=10))
    await office.passes(2)
    assert office.stands() == [(TRAINING, "one")]
    assert (await office.delivery.health()).last_error is None


async def test_a_rate_limit_is_waited_out_and_something_more_pressing_then_goes_first(office, a_letter):
    """Case f157: 429 with Retry-After 30 → sent at +30 s; another channel is not held up meanwhile."""
    office.slack.faults.rate_limit(POST, retry_after=30)
    await office.put(a_letter(priority=Priority.SUMMARY))
    await office.passes(1)
    await office.put(a_letter("pressing", priority=Priority.DEADLINE), a_letter("else", to=SHARED))
    await office.passes(29)
    assert office.stands() == [(SHARED, "else")]
    await office.passes(3)
    assert office.stands()[1:] == [(TRAINING, "pressing"), (TRAINING, "one")]
    assert office.calls(POST) == 4


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("fault", ["status", "drop", "error"])
async def test_after_an_unclear_answer_there_is_one_message(office, a_letter, fault, accepted):
    """Case f158: a 5xx, a cut line or an inner error, with the message there or not: it is looked up first."""
    particulars = {"status": (POST, 503), "drop": (POST,), "error": (POST, "fatal_error")}[fault]
    getattr(office.slack.faults, fault)(*particulars, accepted=accepted)
    await office.put(a_letter())
    await office.passes(5)
    assert office.stands() == [(TRAINING, "one")]
    assert (await office.row()).state is State.DONE
    assert office.calls(POST) == (1 if accepted else 2)


async def test_what_can_not_be_looked_up_is_looked_up_later_and_never_repeated(office, a_letter):
    """Case f158: while the search fails too nothing is posted."""
    office.slack.faults.drop(POST, accepted=True)
    office.slack.faults.status("conversations.history", 500, times=3)
    await office.put(a_letter())
    await office.passes(4)
    assert (await office.row()).state is State.SENDING
    await office.passes(20)
    assert ((await office.row()).state, office.stands(), office.calls(POST)) == (State.DONE, [(TRAINING, "one")], 1)


@pytest.mark.parametrize("arrived", [True, False])
async def test_what_was_in_hand_when_the_process_was_killed_is_looked_up_at_the_next_start(office, a_letter, arrived):
    """Cases f158, g174: killed after the row was taken in hand, before or after Slack had the message."""
    letter = a_letter()
    await office.put(letter)
    await office.begin()
    if arrived:
        await office.messenger.post(letter, TRAINING, None)
    office.clock.advance(timedelta(hours=2))
    office.started()
    await office.passes(1)
    assert (office.stands(), (await office.row()).state) == ([(TRAINING, "one")], State.DONE)
    assert office.calls(POST) == 1


async def test_another_process_in_hand_gets_a_moment_before_its_post_is_looked_up(office, a_letter):
    """On PostgreSQL the one that lost the ticker may still be on the line."""
    await office.put(a_letter())
    await office.begin()
    office.started(shared=True)
    await office.passes(5)
    assert office.slack.api.calls == []
    await office.passes(1)
    assert (await office.row()).state is State.DONE


async def test_a_message_that_was_found_is_edited_if_it_was_revised_meanwhile(office, a_letter, says):
    """Nobody knows which revision went out, so the newest is shown."""
    letter = a_letter()
    await office.put(letter)
    await office.begin()
    await office.messenger.post(letter, TRAINING, None)
    await office.revise("one", says("newest"))
    office.started()
    await office.passes(3)
    (message,) = office.slack.messages
    assert "newest" in message.says
    assert (await office.row()).shown == 2


async def test_a_letter_that_nobody_took_is_tried_for_ever_with_growing_waits(office, a_letter):
    """1, 2, 4 … 60 s; it never dies of being late. What came after it waits behind it, for six failures."""
    office.slack.faults.error(POST, "team_added_to_org", times=9)
    await office.put(a_letter(), a_letter("two"))
    await office.passes(30)
    assert office.calls(POST) == 5
    assert office.stands() == []
    await office.passes(300)
    assert office.stands() == [(TRAINING, "two"), (TRAINING, "one")]


async def test_a_revoked_token_kills_no_letter(office, a_letter):
    """Its health says so; once the token is good again all of it goes."""
    office.slack.revoked.add(office.slack.bot_token)
    await office.put(a_letter())
    await office.passes(90)
    health = await office.delivery.health()
    assert ((await office.row()).state, health.backlog.posts) == (State.WAITING, 1)
    assert health.oldest == timedelta(seconds=90)
    assert "token_revoked" in health.last_error
    office.slack.revoked.clear()
    await office.passes(60)
    assert office.stands() == [(TRAINING, "one")]
    assert (await office.delivery.health()).last_error is None


async def test_a_clock_that_is_set_back_keeps_no_letter_waiting(office, a_letter):
    """What was put off for seconds does not wait for the hour to come round again."""
    office.slack.faults.error(POST, "team_added_to_org")
    await office.put(a_letter())
    await office.passes(1)
    office.clock.set(office.clock.now() - timedelta(hours=1))
    await office.passes(2)
    assert office.stands() == [(TRAINING, "one")]


async def test_an_answer_stands_in_the_thread_and_in_the_channel_where_it_should(office, a_letter):
    """Promise 3: an end follows its alert in the same thread."""
    await office.put(a_letter(), a_letter("two", thread="one", broadcast=True), a_letter("three", thread="one"))
    await office.passes(4)
    one, two, three = office.slack.messages
    assert (two.thread_ts, three.thread_ts) == (one.ts, one.ts)
    assert (two.broadcast, three.broadcast) == (True, False)


async def test_an_answer_to_a_deleted_message_goes_into_the_channel(office, a_letter):
    """Somebody deleted the opener; the end is told all the same."""
    await office.put(a_letter())
    await office.passes(1)
    office.slack.messages[0].deleted = True
    await office.put(a_letter("two", thread="one"))
    await office.passes(2)
    assert office.stands() == [(TRAINING, "two")]
    assert office.slack.messages[0].thread_ts is None


async def test_a_revised_letter_is_edited_in_place(office, a_letter, says):
    """The same message, other words, blocks replaced."""
    await office.put(a_letter())
    await office.passes(1)
    await office.revise("one", says("acknowledged"))
    await office.passes(1)
    (message,) = office.slack.messages
    assert "acknowledged" in message.says
    assert ((await office.row()).state, office.calls(UPDATE)) == (State.DONE, 1)


async def test_edits_are_paced_over_the_whole_workspace(office, a_letter, says):
    """45 a minute, the pressing ones first; Slack takes 50, whatever the channel."""
    office.slack.api.limits.on = True
    several = [a_letter(f"{n}", to=(TRAINING, SHARED)[n % 2], priority=Priority.CARD) for n in range(6)]
    await office.put(*several, a_letter("alert"))
    await office.passes(5)
    for letter in (*several, a_letter("alert")):
        await office.revise(letter.key, says("new"))
    await office.passes(6)
    edited = [call["metadata"]["event_payload"]["key"] for call in office.slack.calls(UPDATE)]
    assert edited == ["alert", "0", "1"]


async def test_an_edit_of_which_nobody_heard_is_made_again(office, a_letter, says):
    """A repeat changes nothing more, so it is not looked up."""
    await office.put(a_letter())
    await office.passes(1)
    await office.revise("one", says("new"))
    office.slack.faults.drop(UPDATE, accepted=True)
    office.slack.faults.rate_limit(UPDATE, retry_after=3)
    await office.passes(9)
    assert ((await office.row()).shown, office.calls(UPDATE), office.slack.calls("conversations.history")) == (2, 3, [])


async def test_a_card_that_somebody_deleted_is_posted_anew(office, a_letter, says):
    """An alert that somebody deleted is not: it was read."""
    await office.put(a_letter("card:run", kind=Kind.CARD, priority=Priority.CARD), a_letter())
    await office.passes(2)
    for message in office.slack.messages:
        message.deleted = True
    await office.revise("card:run", says("new"))
    await office.revise("one", says("new"))
    await office.passes(6)
    assert office.stands() == [(TRAINING, "card:run")]


async def test_a_row_of_another_version_is_given_up_and_blocks_nobody(office, a_letter, caplog):
    """It is dead with the reason, and the log tells."""
    await office.put(a_letter(), a_letter("two"))
    await office.spoil("one")
    await office.passes(2)
    assert office.stands() == [(TRAINING, "two")]
    assert "letter one is given up: no facts of this version" in caplog.text
    assert (await office.delivery.health()).backlog.dead == 1


async def test_what_breaks_on_our_side_is_put_off_and_the_others_go_on(office, a_letter, monkeypatch):
    """Whether it arrived is looked up, as after any unclear end."""
    post, broken = office.messenger.post, ["one"]

    async def breaking(letter, to, thread):
        if letter.key in broken:
            broken.remove(letter.key)
            await post(letter, to, thread)
            raise RuntimeError("a mistake of ours")
        return await post(letter, to, thread)

    monkeypatch.setattr(office.messenger, "post", breaking)
    await office.put(a_letter(), a_letter("two", to=SHARED))
    await office.passes(8)
    assert sorted(office.stands()) == [(SHARED, "two"), (TRAINING, "one")]
    assert (await office.row()).state is State.DONE


async def test_no_transaction_is_open_while_slack_is_called(office, a_letter, monkeypatch):
    """Another write gets through while a post hangs (rule 13)."""
    post = office.messenger.post

    async def writing(letter, to, thread):
        assert await office.store.transact(letters.put, a_letter("meanwhile"), office.clock.now())
        return await post(letter, to, thread)

    monkeypatch.setattr(office.messenger, "post", writing)
    await office.put(a_letter())
    assert await asyncio.wait_for(office.delivery.pass_once(office.clock.now()), 5) == 1


async def test_a_process_that_was_paused_on_the_way_is_no_wrong_clock(office, a_letter, monkeypatch):
    """It noted Slack's answer seven minutes late. The next message tells how the clocks stand to each other."""
    post = office.messenger.post

    async def paused(*letter):
        outcome = await post(*letter)
        office.clock.advance(timedelta(minutes=7))
        return outcome

    monkeypatch.setattr(office.messenger, "post", paused)
    await office.put(a_letter())
    await office.passes(1)
    assert (office.stands(TRAINING), (await office.delivery.health()).ahead) == (["one"], None)
    monkeypatch.undo()
    await office.put(a_letter("two"))
    await office.passes(3)
    assert (await office.delivery.health()).ahead == timedelta(0)
