"""Promise 10: nothing secret, and nothing unescaped from outside, reaches Slack or a log."""

from dataclasses import replace
from datetime import timedelta
from itertools import islice

import pytest

from bot.sandbox.market import Fault

PING = "<!channel> <@U0ADA00001> <https://x.test|verified> `*_~"
HOSTILE_WORDS = [
    f"/gpu find {PING} for 72h disk 500GB",
    f"/gpu {PING}",
    f"/gpu check vast:{PING} for 72h disk 500GB",
    f"/gpu estimate 300 steps in {PING} of 50000",
    "/gpu find h100 x8 for 72h disk 500GB country <!here>",
    "/gpu find \u202e\x00\x07 h100 for 72h disk 500GB",
    "/gpu find " + "<!everyone>" * 90,
]
FIND = "/gpu find h100-sxm x8 for 72h disk 500GB anywhere unverified reliability 0"


@pytest.fixture
def said(slack, caplog, environ):
    """Give all that went out: every message, everything refused, and the log. Checks it when the test is over."""
    secrets = [value for name, value in environ.items() if name.endswith(("TOKEN", "KEY"))]

    def everything():
        return [message.says for message in slack.messages if message.by_bot] + [caplog.text]

    yield everything
    assert [] == slack.refused
    assert [] == [message.pings for message in slack.messages if message.by_bot and message.pings]
    assert [] == [secret for secret in secrets for text in everything() if secret in text]


def spoil(market):
    """Let every machine speak in pings: names of cards, places and hosts are whatever a host typed."""
    for listing in list(market.world.listings.values()):
        card = listing.machine.card._replace(name=f"{listing.machine.card.name} {PING}")
        machine = replace(listing.machine, geolocation=f"Texas {PING}, US", card=card)
        market.world.put(replace(listing, machine=machine))


@pytest.mark.parametrize("words", HOSTILE_WORDS)
async def test_hostile_words_are_quoted_and_ping_nobody(ada, said, words):
    """Case f161: what somebody types comes back literally or not at all."""
    await ada.types(words)
    answer = await ada.sees("")
    assert answer.by_bot
    assert "Traceback" not in answer.says
    said()


async def test_hostile_listings_are_shown_literally(ada, market, said):
    """Case f161: a place name full of markup neither pings, nor links, nor formats."""
    spoil(market)
    await ada.types(FIND)
    answer = await ada.sees("Nothing fits", within=10)
    assert "H100 SXM &lt;!channel&gt;" in answer.says
    assert "<!channel>" not in "".join(said())
    assert "<https://x.test" not in answer.says


@pytest.mark.parametrize("fault", [Fault.BAD_KEY, Fault.FORBIDDEN, Fault.ERROR_502, Fault.HTML, Fault.RATE_JSON])
async def test_failures_tell_neither_keys_nor_pages(ada, market, said, fault):
    """A marketplace that refuses is named in a sentence of ours, without its page and without our key."""
    market.market.faults.vast.on(fault)
    market.market.faults.cloudj.on(Fault.ERROR_502)
    await ada.types(FIND)
    answer = await ada.sees("ould not", within=20)
    assert "<html" not in answer.says.casefold()
    assert "sandbox-vast-key" not in "".join(said())


async def test_a_fault_of_ours_is_logged_without_secrets(ada, slack, said, monkeypatch):
    """An error that carries a token in its words is told by a reference, and the token stays out of the log."""

    async def broken(*_args):
        raise RuntimeError(f"Bearer {slack.bot_token}")

    monkeypatch.setattr("handlers.find.find_listings", broken)
    await ada.types(FIND)
    await ada.sees("Something went wrong")
    assert list(islice((text for text in said() if "went wrong, reference" in text), 1))


LABEL = PING.replace("ADA", "BEN")
NAMES = ["<!channel>", "<@U0BEN00001>", "*bold*_x_~y~", "a&b<i>", "<https://x.test|ok>"]
TOKENS = [
    *("xoxb-1234567890-abcdefghij", "Bearer sk-proj-abc123def456", "api_key=0123456789abcdef"),
    *("hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567", "train.py --token madeup-by-hand-7"),
]
LOG_URL = "https://s3.amazonaws.com/vast-logs/0123456789abcdef.log"


@pytest.fixture
def checked(sitter, caplog):
    """Give a bot; at the end nothing that it said pings or links but what it means to, and no secret is anywhere."""
    yield sitter
    every = [one for one in sitter.slack.messages if one.by_bot]
    assert [] == [one.pings for one in every if set(one.pings) - {sitter.ada.id}]  # who owns every run here
    texts = [one.says for one in every] + [caplog.text]
    assert [] == [
        mark for mark in ("<!channel>", "<!here>", "<https://x.test", LOG_URL) for text in texts if mark in text
    ]
    ours = [value for name, value in sitter.environ.items() if name.endswith(("TOKEN", "KEY", "SECRET"))]
    secrets = [*ours, *(token.rpartition(" ")[2].rpartition("=")[2] for token in TOKENS)]
    assert [] == [secret for secret in secrets for text in texts if secret in text]


async def a_whole_life(sitter, instance):
    """Have everything said of a run that there is to say: card, alerts, deadline, summary, answers."""
    sitter.world.move_end(instance.id, sitter.clock.now() + timedelta(hours=22))
    sitter.world.set_disk_used(instance.id, 97)
    sitter.world.ask_increase(instance.id, ends_at=sitter.clock.now() + timedelta(hours=900), gpu_hour=9.0)
    sitter.world.go_offline(instance.id)
    await sitter.polls(3)
    sitter.world.come_back(instance.id)
    await sitter.polls(3)
    await sitter.sleeps(hours=21)
    await sitter.polls(3)
    sitter.world.vanish(instance.id)
    await sitter.polls(3)
    said = {one.metadata["event_payload"]["kind"] for one in sitter.letters()}
    assert {"card", "offline", "back", "deadline", "price_increase", "summary", "gone"} <= said


@pytest.mark.parametrize("name", NAMES)
async def test_a_runs_name_is_shown_literally_in_all_that_is_said_of_it(checked, name):
    """Case f161: letters, cards, summaries and answers, from its tracking to its end."""
    await checked.starts()
    instance = checked.rents(label=LABEL)
    await checked.ada.types(f"/gpu track vast:{instance.id} as {name} for 72h out 10GB")
    await checked.passes(seconds=10)
    assert [name] == [one.metadata["event_payload"]["run"] for one in checked.letters("card")]
    for words in ("runs", f"run {name}", f"cost {name}", f"logs {name}", f"progress {name} 10/100"):
        await checked.hears(f"/gpu {words}")
    await a_whole_life(checked, instance)


async def test_what_a_marketplace_says_of_a_machine_is_shown_literally(checked):
    """Case f161: labels, places, cards' names and statuses are whatever somebody typed."""
    await checked.starts()
    instance, _ = checked.rents(label=LABEL), checked.rents(label=LABEL)
    card = instance.listing.machine.card._replace(name=f"H100 SXM {LABEL}")
    instance.listing = replace(instance.listing, machine=replace(instance.listing.machine, card=card))
    instance.status_msg = f"{LABEL} {TOKENS[0]} {LOG_URL}"
    instance.onstart = f"export {TOKENS[2]}"
    instance.extra_env = [["HF_TOKEN", TOKENS[0]]]
    await checked.tracks(instance)
    checked.world.change_hardware(instance.id, gpus=1, geolocation=f"{LABEL}, DE", country="DE")
    await a_whole_life(checked, instance)
    assert {"hardware", "unclaimed"} <= {one.metadata["event_payload"]["kind"] for one in checked.letters()}
    await checked.hears("/gpu runs")
    await checked.hears("/gpu status")


async def test_a_log_is_shown_without_secrets_addresses_and_pings(checked):
    """Case f161: what a container writes is nobody's to trust, and where its log lies is public to whoever knows it."""
    await checked.starts()
    instance = await checked.tracks(checked.rents())
    ours = [f"it is {checked.environ[name]} here" for name in ("VAST_API_KEY", "SLACK_SIGNING_SECRET")]
    checked.world.say(instance.id, f"loss 0.71 {LABEL}", *TOKENS, *ours, f"see {LOG_URL}", "step 41000/50000")
    answer = await checked.hears("/gpu logs llama-ft", seconds=60)
    assert "step 41000/50000" in answer.says
    assert "loss 0.71" in answer.says
    assert len(TOKENS) + len(ours) == answer.says.count("[redacted]")
    assert "s3" not in answer.says


@pytest.mark.parametrize("fault", [Fault.BAD_KEY, Fault.ERROR_502, Fault.HTML, Fault.RATE_JSON, Fault.CUT])
async def test_a_watch_that_fails_tells_neither_keys_nor_pages(checked, fault):
    """Nor does the log."""
    await checked.starts()
    await checked.tracks(checked.rents())
    checked.market.faults.vast.on(fault)
    await checked.polls(4)
    (lost,) = checked.letters("not_visible")
    assert "<html" not in lost.says.casefold()
    await checked.hears("/gpu logs llama-ft", seconds=60)
    await checked.hears("/gpu settings")
    await checked.hears("/gpu status")
