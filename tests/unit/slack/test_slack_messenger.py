from datetime import timedelta

import pytest

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.ports import Fault, Later, Refused, Sent, Unclear
from bot.sandbox.slack import SlackStandIn
from bot.slack.client import open_client
from bot.slack.message import Message
from bot.slack.messenger import SKEW, Messenger

TRAINING, ADMIN, BEN = "C0TRAINING", "C0ADMIN001", "U0BEN00001"
POST, UPDATE, HISTORY = "chat.postMessage", "chat.update", "conversations.history"


@pytest.fixture
async def slack(clock):
    """Run a workspace."""
    async with SlackStandIn(now=clock.now) as standin:
        yield standin


@pytest.fixture
async def web(slack, clock):
    """Give the bot's own client."""
    async with open_client(slack.bot_token, clock, api_url=slack.api_url, answer_within=5.0) as client:
        yield client


@pytest.fixture
def messenger(web, clock):
    """Speak by it, as the bot does."""
    return Messenger(web, clock)


@pytest.fixture
def drawing(web, clock):
    """Speak by it, with another way of drawing letters."""
    return lambda render: Messenger(web, clock, render=render)


@pytest.fixture
def letter(clock):
    """Give a letter."""
    note = HealthNote(HealthMatter.GAP, clock.now(), clock.now() + timedelta(minutes=7))
    return Letter(key="one", kind=Kind.HEALTH, to=TRAINING, facts=note, priority=Priority.ALERT, run="<!channel> ft")


def section(text, kind="mrkdwn"):
    """Make a paragraph."""
    return {"type": "section", "text": {"type": kind, "text": text}}


async def test_a_post_carries_its_key_and_unfurls_nothing(messenger, slack, letter):
    """The metadata is a stable interface; what a letter hasn't is empty."""
    sent = await messenger.post(letter, TRAINING, None)
    (message,) = slack.messages
    assert sent == Sent(TRAINING, message.ts)
    payload = {"key": "one", "kind": "health", "run": "<!channel> ft", "incident": ""}
    assert message.metadata == {"event_type": "runsitter", "event_payload": payload}
    assert (message.unfurls, message.text != "", slack.refused) == (False, True, [])


async def test_a_person_is_written_to_in_a_channel_that_can_be_edited(messenger, slack, letter):
    """An edit by a person's id would fail, so the direct messages' own id comes back."""
    sent = await messenger.post(letter, BEN, None)
    assert sent.channel == slack.workspace.dm(BEN).id
    assert await messenger.edit(letter, sent.channel, sent.ts) == sent


async def test_an_edit_takes_the_old_buttons_away(drawing, slack, letter):
    """Blocks are always given, also when there are none."""
    button = {"type": "button", "text": {"type": "plain_text", "text": "Snooze"}, "action_id": "runsitter.snooze"}
    old, new = Message("old", ({"type": "actions", "elements": [button]},)), Message("new")
    sent = await drawing(lambda _: old).post(letter, TRAINING, None)
    await drawing(lambda _: new).edit(letter, sent.channel, sent.ts)
    (message,) = slack.messages
    assert (message.text, message.labels) == ("new", [])


async def test_refused_blocks_go_as_plain_text_with_every_word(drawing, slack, letter):
    """Case f154: a section of 3,001 characters; nothing of it is lost, plain text in it stays literal."""
    blocks = (section("x" * 3001), section("a <b> & c", "plain_text"))
    sent = await drawing(lambda _: Message("the point", blocks)).post(letter, TRAINING, None)
    (message,) = slack.messages
    assert (sent.ts, message.blocks) == (message.ts, [])
    assert message.text == f"the point\n{'x' * 3001}\na &lt;b&gt; &amp; c"


async def test_a_letter_that_can_not_be_drawn_is_told_all_the_same(drawing, slack, letter, caplog):
    """A mistake in a view loses no alert; what comes from outside is escaped here too (case f161)."""

    def breaking(_):
        raise ZeroDivisionError

    await drawing(breaking).post(letter, TRAINING, None)
    (message,) = slack.messages
    assert message.text == "Health: &lt;!channel&gt; ft. The particulars could not be drawn."
    assert message.pings == ()
    assert "letter one could not be drawn" in caplog.text


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        ("is_archived", Refused("is_archived", Fault.ROUTE)),
        ("channel_not_found", Refused("channel_not_found", Fault.ROUTE)),
        ("not_in_channel", Refused("not_in_channel", Fault.ROUTE)),
        ("msg_too_long", Refused("msg_too_long", Fault.WORDS)),
        ("something_new", Refused("something_new", Fault.WORDS)),
        ("token_revoked", Later(0, "token_revoked")),
        ("missing_scope", Later(0, "missing_scope")),
        ("internal_error", Unclear("internal_error")),
        ("fatal_error", Unclear("fatal_error")),
    ],
)
async def test_each_error_says_what_is_to_be_done(messenger, slack, letter, error, outcome):
    """Another way, later, or a look whether it is there; never a repeat by the SDK."""
    slack.faults.error(POST, error)
    assert await messenger.post(letter, TRAINING, None) == outcome
    assert len(slack.calls(POST)) == 1


async def test_nothing_is_sent_again_before_the_queue_says_so(messenger, slack, letter):
    """A 429 and a 5xx come back at once: something more pressing may go first."""
    slack.faults.rate_limit(POST, retry_after=30)
    slack.faults.status(POST, 503)
    slack.faults.drop(POST, accepted=True)
    assert await messenger.post(letter, TRAINING, None) == Later(30, "ratelimited")
    assert await messenger.post(letter, TRAINING, None) == Unclear("HTTP 503")
    assert isinstance(await messenger.post(letter, TRAINING, None), Unclear)
    assert len(slack.calls(POST)) == 3


async def test_where_nobody_listens_nothing_was_done(clock, letter, free_port):
    """A refused connection is no unclear answer."""
    url = f"http://127.0.0.1:{free_port}/"
    async with open_client("xoxb-test", clock, api_url=url) as client:
        assert await Messenger(client, clock).post(letter, TRAINING, None) == Later(0, "ClientConnectorError")


async def test_an_unopened_conversation_is_no_unclear_post(messenger, slack, letter):
    """Nothing was posted, so nothing needs to be looked up."""
    slack.faults.status("conversations.open", 500)
    assert await messenger.post(letter, BEN, None) == Later(0, "HTTP 500")
    assert await messenger.post(letter, "U0NOBODY01", None) == Refused("user_not_found", Fault.ROUTE)


@pytest.mark.parametrize("error", ["message_not_found", "cant_update_message", "edit_window_closed"])
async def test_an_edit_of_what_is_gone_says_so(messenger, slack, letter, error):
    """The message is the matter, not the channel."""
    slack.faults.error(UPDATE, error)
    assert await messenger.edit(letter, TRAINING, "1.0") == Refused(error, Fault.MESSAGE)


async def test_an_edit_in_an_archived_channel_is_a_broken_route(messenger, slack, letter):
    """Slack calls it is_inactive."""
    sent = await messenger.post(letter, TRAINING, None)
    slack.rooms.archive("training")
    assert await messenger.edit(letter, TRAINING, sent.ts) == Refused("is_inactive", Fault.ROUTE)


async def test_a_message_is_found_on_a_later_page(messenger, slack, web, letter, clock):
    """Case f158: newest first, 200 a page, until it is there."""
    sent = await messenger.post(letter, TRAINING, None)
    for number in range(205):
        await web.chat_postMessage(channel=TRAINING, text=f"{number}")
    assert await messenger.find("one", TRAINING, clock.now(), None) == sent
    assert len(slack.calls(HISTORY)) == 2


async def test_a_message_is_found_in_direct_messages_and_in_threads(messenger, slack, letter, clock):
    """By a person's id, and in the thread or beside it, where it stands if Slack refused the thread."""
    direct = await messenger.post(letter, BEN, None)
    assert await messenger.find("one", BEN, clock.now(), None) == direct
    assert await messenger.find("one", TRAINING, clock.now(), None) is None
    opener = await messenger.post(letter, TRAINING, None)
    assert await messenger.find("one", TRAINING, clock.now(), "1.0") == opener
    slack.workspace.channel("training").messages[0].metadata = None
    answer = await messenger.post(letter, TRAINING, (TRAINING, opener.ts))
    assert await messenger.find("one", TRAINING, clock.now(), None) is None
    assert await messenger.find("one", TRAINING, clock.now(), opener.ts) == answer


async def test_only_our_own_metadata_of_that_time_counts(messenger, web, letter, clock):
    """Another app's key, an older message, or one without a key is not it; a minute of skew is allowed for."""
    other = {"event_type": "elsewhere", "event_payload": {"key": "one"}}
    await web.chat_postMessage(channel=TRAINING, text="x", metadata=other)
    await web.chat_postMessage(channel=TRAINING, text="x", metadata={"event_type": "runsitter", "event_payload": {}})
    assert await messenger.find("one", TRAINING, clock.now(), None) is None
    sent = await messenger.post(letter, TRAINING, None)
    clock.advance(SKEW - timedelta(seconds=1))
    assert await messenger.find("one", TRAINING, clock.now(), None) == sent
    clock.advance(2)
    assert await messenger.find("one", TRAINING, clock.now(), None) is None


async def test_a_search_that_fails_finds_nothing_out(messenger, slack, clock):
    """Later, unclear and a missing scope leave it open; where nobody may look any more it counts as not there."""
    slack.faults.rate_limit(HISTORY, retry_after=9)
    slack.faults.status(HISTORY, 500)
    slack.faults.error(HISTORY, "invalid_cursor")
    found = [await messenger.find("one", TRAINING, clock.now(), None) for _ in range(3)]
    assert found == [Unclear("ratelimited", 9), Unclear("HTTP 500"), Unclear("invalid_cursor")]
    slack.scopes.discard("channels:history")
    assert await messenger.find("one", TRAINING, clock.now(), None) == Unclear("missing_scope")
    slack.scopes.add("channels:history")
    slack.rooms.kick("training")
    assert await messenger.find("one", TRAINING, clock.now(), None) is None


@pytest.mark.parametrize(
    ("channel", "found"),
    [
        (TRAINING, None),
        (ADMIN, None),
        (BEN, None),
        ("C0OLDRUNS1", Refused("is_archived", Fault.ROUTE)),
        ("C0RANDOM01", Refused("not_in_channel", Fault.ROUTE)),
        ("C0SECRET01", Refused("channel_not_found", Fault.ROUTE)),
        ("U0NOBODY01", Refused("user_not_found", Fault.ROUTE)),
    ],
)
async def test_the_daily_look_tells_what_a_post_would_meet(messenger, slack, channel, found):
    """Cases f159 and f160, without posting anything."""
    assert await messenger.reachable(channel) == found
    assert slack.messages == []


async def test_a_look_without_an_answer_is_unclear(messenger, slack):
    """It says nothing of the channel."""
    slack.faults.status("conversations.info", 500)
    assert await messenger.reachable(TRAINING) == Unclear("HTTP 500")
    slack.revoked.add(slack.bot_token)
    assert await messenger.reachable(BEN) == Unclear("token_revoked")
