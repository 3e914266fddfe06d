import pytest

from bot.domain.letters import Kind, Priority
from bot.store import incidents
from bot.store.letters import State

TRAINING, ADMIN, RANDOM = "C0TRAINING", "C0ADMIN001", "C0RANDOM01"
ADA, BEN = "U0ADA00001", "U0BEN00001"
POST = "chat.postMessage"


def health(office, suffix):
    """Give the health letters of an end, in the admin channel."""
    return [key for key in office.stands(ADMIN) if key.endswith(suffix)]


@pytest.mark.parametrize(("lever", "code"), [("archive", "is_archived"), ("kick", "not_in_channel")])
async def test_an_alert_for_a_dead_channel_reaches_its_second_way_within_a_minute(office, a_letter, lever, code):
    """Case f159: the owner's direct messages, and the admin channel hears of the broken route, once."""
    getattr(office.slack.rooms, lever)("training")
    await office.put(a_letter(run="llama-ft"), a_letter("two"))
    await office.passes(10)
    assert office.stands(office.dm(BEN)) == ["one/2", "two/2"]
    assert len(health(office, ":opened")) == 1
    row = await office.row()
    assert (row.state, row.error) == (State.DEAD, code)
    metadata = office.message("one/2").metadata["event_payload"]
    assert (metadata["kind"], metadata["run"]) == ("deadline", "llama-ft")


async def test_an_unknown_channel_is_a_broken_route_as_well(office, a_letter):
    """channel_not_found: a wrong id, or a private channel that the bot was thrown out of."""
    await office.put(a_letter(to="C0SECRET01"))
    await office.passes(3)
    assert office.stands(office.dm(BEN)) == ["one/2"]
    assert len(health(office, ":opened")) == 1


async def test_a_renamed_channel_is_no_matter(office, a_letter):
    """Case f159: ids are kept, never names."""
    office.slack.rooms.rename("training", "trainings")
    await office.put(a_letter())
    await office.passes(2)
    assert office.stands() == [(TRAINING, "one")]


async def test_the_next_message_that_gets_through_ends_the_broken_route(office, a_letter):
    """Its end stands in the thread of its beginning; the next break is a new one."""
    office.slack.rooms.archive("training")
    await office.put(a_letter())
    await office.passes(3)
    office.slack.rooms.unarchive("training")
    await office.put(a_letter("two"))
    await office.passes(4)
    (opened,), (closed,) = health(office, ":opened"), health(office, ":closed")
    assert office.message(closed).thread_ts == office.message(opened).ts
    assert office.stands(TRAINING) == ["two"]
    office.slack.rooms.archive("training")
    await office.put(a_letter("three"))
    await office.passes(3)
    assert len(health(office, ":opened")) == 2


async def test_without_an_admin_channel_the_second_way_hears_of_it(office, a_letter):
    """The owner's direct messages are both."""
    office.started(admin=None)
    office.slack.rooms.archive("training")
    await office.put(a_letter())
    await office.passes(5)
    told = office.stands(office.dm(BEN))
    assert told[0] == "one/2"
    assert told[1].endswith(":opened")


async def test_a_broken_admin_channel_is_told_to_the_second_way(office, a_letter):
    """Nobody is told of it in the channel itself."""
    office.slack.rooms.kick("admin")
    await office.put(a_letter(to=ADMIN))
    await office.passes(5)
    told = office.stands(office.dm(BEN))
    assert (told[0], len(told)) == ("one/2", 2)


async def test_a_letter_without_another_way_waits_until_its_channel_takes_it(office, a_letter):
    """It is never lost; once something gets through, all that waited goes at once."""
    office.slack.rooms.archive("training")
    await office.put(a_letter(second=None))
    await office.passes(3)
    assert (await office.row()).state is State.WAITING
    office.slack.rooms.unarchive("training")
    await office.put(a_letter("two", priority=Priority.DEADLINE))
    await office.passes(3)
    assert office.stands(TRAINING) == ["two", "one"]


async def test_the_end_of_an_alert_follows_it_to_its_second_way(office, a_letter):
    """Promise 3: in the same thread, also when the channel is well again by then."""
    office.slack.rooms.archive("training")
    await office.put(a_letter())
    await office.passes(3)
    office.slack.rooms.unarchive("training")
    await office.put(a_letter("two", thread="one"))
    await office.passes(3)
    assert office.stands(office.dm(BEN)) == ["one/2", "two"]
    assert office.message("two").thread_ts == office.message("one/2").ts


async def test_a_card_moves_on_when_its_channel_dies(office, a_letter, says):
    """And is edited where it is now."""
    await office.put(a_letter("card:run", kind=Kind.CARD, priority=Priority.CARD))
    await office.passes(1)
    office.slack.rooms.archive("training")
    await office.revise("card:run", says("newer"))
    await office.passes(4)
    await office.revise("card:run", says("newest"))
    await office.passes(4)
    assert office.stands(office.dm(BEN)) == ["card:run/2"]
    assert "newest" in office.message("card:run/2").says


async def test_what_nobody_takes_for_its_words_goes_the_second_way_and_then_is_given_up(office, a_letter, caplog):
    """That is no broken route: nobody hears of one."""
    office.slack.faults.error(POST, "msg_too_long", times=2)
    await office.put(a_letter())
    await office.passes(6)
    assert office.stands() == []
    assert (await office.row("one/2")).state is State.DEAD
    assert "one/2 is given up" in caplog.text


async def test_the_daily_look_finds_a_channel_that_threw_the_bot_out(office):
    """Case f160: Slack sends no event; the look tells it once, and its end."""
    office.started(channels=[TRAINING])
    await office.delivery.probe_routes()
    office.slack.rooms.kick("training")
    await office.delivery.probe_routes()
    await office.delivery.probe_routes()
    await office.passes(3)
    assert (len(health(office, ":opened")), len(health(office, ":closed"))) == (1, 0)
    office.slack.rooms.invite("training")
    await office.delivery.probe_routes()
    await office.passes(3)
    assert (len(health(office, ":opened")), len(health(office, ":closed"))) == (1, 1)


async def test_the_daily_look_asks_again_about_a_route_that_was_broken(office, a_letter):
    """Also one that no run uses any more."""
    office.slack.rooms.archive("training")
    await office.put(a_letter())
    await office.passes(3)
    office.slack.rooms.unarchive("training")
    await office.delivery.probe_routes()
    await office.passes(3)
    assert len(health(office, ":closed")) == 1


async def test_a_look_that_is_not_answered_says_nothing(office):
    """Unknown is a value: neither broken nor mended."""
    office.started(channels=[TRAINING])
    office.slack.faults.status("conversations.info", 500, times=2)
    await office.delivery.probe_routes()
    assert await office.store.read(incidents.of_subject, f"route:{TRAINING}") == ()


async def test_direct_messages_are_a_route_too(office, a_letter):
    """A person who left is told of in the admin channel, and the letter goes its second way."""
    office.slack.faults.error("conversations.open", "user_disabled")
    await office.put(a_letter(to=ADA))
    await office.passes(3)
    assert office.stands(office.dm(BEN)) == ["one/2"]
    assert len(health(office, ":opened")) == 1
