import asyncio
import json
import re
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import pytest

from bot.app.markets import open_markets
from bot.app.run import run_bot
from bot.config import load_settings
from bot.markets.vast import Vast
from bot.redact import RedactingFilter, Redactor
from bot.sandbox.market import Fault, MarketStandIn

FIND = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"
NOTHING = "/gpu find h100-sxm x8 for 72h disk 500GB reliability 1"
FITS = "can finish your 72 h run"
NEVER_SHOWN = re.compile(
    "traceback|<html|<!doctype|</|exception|sandbox-vast-key|sandbox-cloudj-key|xoxb-|xapp-", re.IGNORECASE
)


@pytest.fixture
async def market(clock):
    """Run a small market, in both dialects."""
    async with MarketStandIn.make(listings=200, seed=7, clock=clock) as standin:
        yield standin


@pytest.fixture(autouse=True)
def nothing_ugly(slack):
    """Slack refuses nothing, nobody is pinged, and no message shows the works, a page or a key."""
    yield
    assert [] == slack.refused
    by_bot = [message for message in slack.messages if message.by_bot]
    assert [] == [message.says for message in by_bot if message.pings or NEVER_SHOWN.search(message.says)]


@pytest.fixture
def log(caplog, slack, market):
    """Give the log as the bot writes it: without secrets."""
    keep_out = RedactingFilter(Redactor([slack.bot_token, slack.app_token, market.vast_key, market.cloudj_key]))
    caplog.handler.addFilter(keep_out)
    yield caplog
    caplog.handler.removeFilter(keep_out)


@pytest.fixture
def a_bot(environ, slack, clock):
    """Run a bot for as long as a block lasts."""

    @asynccontextmanager
    async def run():
        running = asyncio.create_task(run_bot(load_settings(environ).for_run(), clock))
        await slack.connected()
        yield
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    return run


def searches(market):
    """Count the searches that reached Vast.ai."""
    return len(market.requests.of("POST", "bundles"))


async def until(slack, look):
    """Wait until something at Slack is so."""
    await slack.workspace.happenings.until(lambda: look() or None, 15, lambda: "it did not happen")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault.UNAUTHORIZED, "bad key"),
        (Fault.FORBIDDEN, "forbidden"),
        (Fault.BAD_KEY, "bad key"),
        (Fault.GONE, "endpoint is gone"),
        (Fault.RATE_PLAIN, "rate limited"),
        (Fault.RATE_DETAIL, "rate limited"),
        (Fault.RATE_JSON, "rate limited"),
        (Fault.RATE_BODY, "rate limited"),
        (Fault.RATE_HEADER, "rate limited"),
        (Fault.QUOTA, "daily quota used up"),
        (Fault.ERROR_500, "server error"),
        (Fault.ERROR_502, "server error"),
        (Fault.ERROR_503, "server error"),
        (Fault.HTML, "unreadable answer"),
        (Fault.SUCCESS_FALSE, "request refused"),
        (Fault.DROPPED, "unreachable"),
        (Fault.CUT, "half an answer"),
        (Fault.TRUNCATED, "half an answer"),
        (Fault.LIST, "unreadable answer"),
    ],
    ids=lambda value: value.name if isinstance(value, Fault) else "",
)
async def test_a_marketplace_that_fails_is_named_with_its_reason_and_the_other_answers(ada, market, fault, why):
    """Whatever Vast.ai answers in place of listings; Cloudj's stand."""
    market.faults.vast.on(fault)
    await ada.types(FIND)
    answer = await ada.sees(FITS, within=10)
    assert f"Vast.ai could not be read ({why})" in answer.says.replace("*", "")
    assert "What is shown here is from Cloudj alone" in answer.says
    assert "cloudj:" in answer.says
    assert "vast:" not in answer.says


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault.UNAUTHORIZED, "bad key"),
        (Fault.ACCOUNT_LEVEL, "account level"),
        (Fault.RATE_HEADER, "rate limited"),
        (Fault.ERROR_503, "server error"),
        (Fault.TRUNCATED, "half an answer"),
    ],
    ids=lambda value: value.name if isinstance(value, Fault) else "",
)
async def test_the_second_marketplace_fails_no_worse(ada, market, fault, why):
    """The same of Cloudj; Vast.ai's listings stand."""
    market.faults.cloudj.on(fault)
    await ada.types(FIND)
    answer = await ada.sees(FITS, within=10)
    assert f"Cloudj could not be read ({why})" in answer.says.replace("*", "")
    assert "vast:" in answer.says


async def test_a_marketplace_that_is_too_slow_is_named_and_the_other_answers(market, a_bot, slack, monkeypatch):
    """Its time is up: no answer is waited for for ever."""
    monkeypatch.setattr("bot.app.run.open_markets", partial(open_markets, patience=0.3))
    market.faults.vast.on(Fault.SLOW, seconds=0.6)
    async with a_bot():
        ada = slack.person("ada")
        await ada.types(FIND)
        answer = await ada.sees("no answer in time", within=10)
    assert "did not finish its answer within 0.3 s" in answer.says
    assert FITS in answer.says


async def test_both_marketplaces_fail_and_the_answer_says_so(ada, market):
    """Nothing is said of what is on offer."""
    market.faults.vast.on(Fault.ERROR_500)
    market.faults.cloudj.on(Fault.DROPPED)
    await ada.types(FIND)
    answer = await ada.sees("Could not ask any marketplace", within=10)
    assert "server error" in answer.says
    assert "unreachable" in answer.says


async def test_marketplaces_without_a_row_are_not_taken_for_nothing_fits(ada, market):
    """Case b58: empty for the card, empty for every card."""
    for dialect in (market.faults.vast, market.faults.cloudj):
        dialect.on(Fault.EMPTY)
    await ada.types(FIND)
    answer = await ada.sees("returned no listing at all")
    assert "Vast.ai" in answer.says
    assert "Nothing fits" not in answer.says


async def test_rows_that_can_not_be_read_are_counted_and_the_rest_shown(ada, market):
    """Missing fields, numbers as strings, nulls: what is whole is judged, the rest is named."""
    market.faults.vast.on(Fault.ODD)
    await ada.types(FIND)
    answer = await ada.sees(FITS)
    assert re.search(r"Vast\.ai: \d+ rows could not be read", answer.says)


async def test_a_row_that_the_filter_should_have_kept_out_is_not_shown(ada, market):
    """Case b48: every row is judged here again, and counted."""
    market.faults.vast.on(Fault.STRAY)
    await ada.types(FIND)
    assert "another card (" in (await ada.sees(FITS)).says


async def test_a_lookup_and_the_cards_name_a_failing_marketplace_too(ada, market):
    """Not `find` alone."""
    market.faults.vast.on(Fault.ERROR_500)
    await ada.types("/gpu check vast:1 for 72h disk 500GB")
    assert "could not be" in (await ada.sees("server error")).says
    await ada.types("/gpu cards")
    await ada.sees("server error")


async def test_the_same_typed_twice_asks_the_marketplace_once(ada, market, slack):
    """Case f140: enter was pressed again; both are answered, one search goes out."""
    market.faults.vast.on(Fault.SLOW, seconds=0.3)
    deliveries = await asyncio.gather(ada.types(FIND), ada.types(FIND))
    assert [True, True] == [delivery.acked for delivery in deliveries]
    await ada.types("/gpu status")
    await ada.sees("Slack is heard")
    await until(slack, lambda: len(ada.reads(FITS)) == 2)
    assert 1 == searches(market)


async def test_a_double_click_is_answered_politely_and_asks_nothing_more(ada, market, slack):
    """Case f138: two clicks 80 ms apart, each delivered twice in its envelope."""
    await ada.types(NOTHING)
    await ada.sees("Nothing fits")
    asked = searches(market)
    slack.faults.deliver_twice(2)
    deliveries = await ada.double_clicks("Find this")
    assert [True, True] == [delivery.acked for delivery in deliveries]
    await ada.sees(FITS)
    assert [] == ada.troubles
    assert asked == searches(market)


async def test_a_redelivered_envelope_is_answered_once(ada, slack):
    """Case f138: the same envelope again is acknowledged again and not handled again."""
    delivery = await ada.types(FIND)
    await ada.sees(FITS)
    assert (await slack.courier.redeliver(delivery)).acked
    await ada.types("/gpu status")
    await ada.sees("Slack is heard")
    assert 1 == len(ada.reads(FITS))


async def test_commands_work_again_after_the_line_was_cut(ada, slack):
    """Case f148: the TCP connection goes without a word; the next is there soon."""
    slack.socket.drop()
    await until(slack, lambda: slack.socket.hellos == 2)
    await ada.types(FIND)
    await ada.sees(FITS)
    await ada.types("/gpu status")
    await ada.sees("Slack is heard")


async def test_a_deaf_line_is_noticed_and_rebuilt(ada, slack, clock):
    """Case f149: still connected, nothing comes; by the age of its last frame it is given up."""
    slack.patience = 0.2
    slack.socket.go_deaf()
    assert not (await ada.types(FIND)).acked
    clock.advance(40)
    await until(slack, lambda: slack.socket.hellos == 2)
    slack.patience = 3.0
    await ada.types(FIND)
    await ada.sees(FITS)


async def test_what_was_posted_before_a_restart_still_works_after_it(a_bot, slack):
    """Case f142: while the bot is down Slack says so; afterwards commands and old buttons are answered."""
    ada = slack.person("ada")
    async with a_bot():
        await ada.types(NOTHING)
        old = await ada.sees("Nothing fits")
    assert "dispatch_failed" == (await ada.types(FIND)).outcome
    async with a_bot():
        await ada.clicks("Find this", on=old)
        await ada.sees(FITS)
        await ada.types("/gpu help")
        await ada.sees("/gpu estimate")


async def test_an_error_of_ours_is_owned_up_to_and_is_in_the_log(ada, market, monkeypatch, log):
    """The person gets a reference, the log has it with the error; neither has the key."""

    async def breaks(*_):
        raise KeyError(f"offers of {market.vast_key}")

    monkeypatch.setattr(Vast, "listings", breaks)
    await ada.types(FIND)
    answer = await ada.sees("Something went wrong")
    reference = re.search(r"\b[0-9a-f]{8}\b", answer.says)[0]
    assert f"/gpu find went wrong, reference {reference}" in log.text
    assert "KeyError: 'offers of [redacted]'" in log.text
    assert market.vast_key not in log.text


@pytest.mark.parametrize("broken", ["commands.split_command", "commands.way_of"])
async def test_an_error_before_any_work_began_is_answered_as_well(ada, monkeypatch, log, broken):
    """Nothing that is typed ends in silence."""

    def breaks(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(f"handlers.{broken}", breaks)
    assert (await ada.types(FIND)).acked
    reference = re.search(r"\b[0-9a-f]{8}\b", (await ada.sees("Something went wrong")).says)[0]
    assert reference in log.text
    assert "ZeroDivisionError" in log.text


async def test_an_error_in_a_form_is_answered_as_well(ada, monkeypatch, log):
    """The form closes, and the reference comes where the answer would."""

    def breaks(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("handlers.find.find_words", breaks)
    await ada.types("/gpu find")
    await ada.submits({"GPU": "h100-sxm", "The run trains for": "72", "Disk in GB": "500"})
    await ada.sees_no_modal()
    reference = re.search(r"\b[0-9a-f]{8}\b", (await ada.sees("Something went wrong")).says)[0]
    assert f"the form of find went wrong, reference {reference}" in log.text


@pytest.mark.parametrize("junk", ["", "junk", "7", "[1, 2]", '{"a": 1, "b": 2}', '["", ""]', "[" * 3000])
async def test_a_form_that_carries_no_way_back_says_that_it_is_out_of_date(ada, junk):
    """What another version put in is not guessed at; nothing is searched for nobody."""
    await ada.types("/gpu find")
    view = await ada.sees_modal("Find a machine")
    view.body["private_metadata"] = junk
    await ada.submits({"GPU": "h100-sxm", "The run trains for": "72", "Disk in GB": "500"})
    await ada.sees_modal("out of date")


async def test_a_form_that_names_a_foreign_address_is_answered_in_the_channel(ada, slack, market):
    """Nothing is posted to it, whoever wrote it in: it could lie inside the bot's own network."""
    await ada.types("/gpu find")
    view = await ada.sees_modal("Find a machine")
    view.body["private_metadata"] = json.dumps([f"{market.vast_url}/api/v0/bundles/", slack.channel_id])
    await ada.submits({"GPU": "h100-sxm", "The run trains for": "72", "Disk in GB": "500"})
    await ada.sees("72 h", within=10)
    assert 1 == len(slack.calls("chat.postEphemeral"))


async def test_a_form_of_another_version_says_that_it_is_out_of_date(ada):
    """A callback that nobody knows any more."""
    await ada.types("/gpu find")
    view = await ada.sees_modal("Find a machine")
    view.body["callback_id"] = "runsitter.gone.submit"
    delivery = await ada.submits({"GPU": "h100-sxm", "The run trains for": "72", "Disk in GB": "500"})
    assert delivery.acked
    await ada.sees_modal("out of date")


@pytest.mark.parametrize("action_id", ["runsitter.find.again", "runsitter.form.open", "runsitter.gone", "elsewhere"])
async def test_a_hostile_click_is_answered_and_pings_nobody(ada, action_id):
    """2,000 characters of mischief as a button's value."""
    await ada.types(NOTHING)
    card = await ada.sees("Nothing fits")
    value = ("<!channel> <@U0ADA> &amp; `*_~ <https://x.test|verified> h100 " * 40)[:2000]
    delivery = await ada.clicks("Find this", on=card, as_if={"action_id": action_id, "value": value})
    assert delivery.acked
    await ada.sees(re.compile("did not understand|out of date"))


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5000,
        "find " + "<!everyone> " * 400,
        "find h100 " + "x8 " * 1600,
        "\u202e\u0000\ud7ff find",
        "check vast:" + "9" * 4980,
    ],
    ids=["one word", "pings", "numbers", "odd letters", "a long id"],
)
async def test_five_thousand_characters_are_answered_shortly(ada, text):
    """Slack's own limit is higher than anybody's need."""
    assert (await ada.types(f"/gpu {text}")).acked
    assert len((await ada.sees()).says) < 4000


async def test_a_command_by_another_name_is_answered(ada, slack):
    """Somebody named it otherwise in the app's settings."""
    slack.commands["/gpus"] = True
    assert (await ada.types(FIND.replace("/gpu", "/gpus"))).acked
    await ada.sees(FITS)


async def test_an_answer_that_comes_too_late_for_its_response_url_is_whispered(ada, market, slack, clock):
    """31 minutes: the response_url has expired, so the answer comes as a private word in the channel."""
    market.faults.vast.on(Fault.SLOW, seconds=1.5)
    await ada.types(FIND)
    await ada.sees("Looking")
    clock.advance(31 * 60)
    answer = await ada.sees(FITS, within=10)
    assert answer.is_ephemeral
    assert 1 == len(slack.calls("chat.postEphemeral"))


async def test_a_command_where_the_bot_is_no_member_is_answered_in_spite_of_its_response_url(ada, slack):
    """Case f152's kind: broken once it is used again, and there is one answer."""
    slack.faults.status("response_url", 503)
    slack.workspace.channel(slack.channel_id).members.remove(slack.bot_user_id)
    await ada.types("/gpu help")
    assert (await ada.sees("/gpu find")).is_ephemeral
    assert 1 == len([message for message in slack.messages if message.by_bot])


async def test_a_form_that_was_open_for_an_hour_is_answered(ada, slack, clock):
    """Its response_url has expired and the bot is in no channel with the person."""
    slack.workspace.channel(slack.channel_id).members.remove(slack.bot_user_id)
    await ada.types("/gpu estimate")
    await ada.sees_modal()
    clock.set(clock.now() + timedelta(hours=1))  # the wall clock alone: the link was heard all that while
    await ada.submits({"Steps timed in the test": "300", "They took": "7", "Steps of the whole run": "50000"})
    assert not (await ada.sees("The run trains", within=10)).is_ephemeral
