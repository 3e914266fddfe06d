"""Promise 10: nothing secret, and nothing unescaped from outside, reaches Slack or a log."""

from dataclasses import replace
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
