import re

import pytest

from bot.sandbox.market import Fault

FIND = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"


@pytest.fixture(autouse=True)
def nothing_is_refused(slack):
    """Whatever the bot sends, Slack takes, and nobody is pinged by it."""
    yield
    assert [] == slack.refused
    assert [] == [message.pings for message in slack.messages if message.by_bot and message.pings]


async def test_a_find_is_answered_with_the_machines_that_fit(ada):
    """The whole path: websocket in, two marketplaces asked over HTTP, answer through the response_url."""
    delivery = await ada.types(FIND)
    assert delivery.acked
    answer = await ada.sees(re.compile(r"machines? can finish your 72 h run; cheapest \$"))
    assert answer.is_ephemeral
    assert "H100 SXM 80 GB" in answer.says
    assert "Open on Vast.ai" in answer.labels
    assert "defaults" in answer.says


async def test_a_find_that_takes_longer_than_a_second_says_so_and_is_replaced(ada, market):
    """Case f152: the receipt comes at once, the answer takes its place."""
    market.market.faults.vast.on(Fault.SLOW, seconds=2.0)
    await ada.types(FIND)
    await ada.sees("Looking")
    await ada.sees("can finish your 72 h run", within=10)
    assert [] == ada.reads("Looking")


async def test_a_failing_marketplace_is_named_and_the_other_still_answers(ada, market):
    """One that answers HTML and 502 does not take the other down."""
    market.market.faults.vast.on(Fault.ERROR_502)
    await ada.types(FIND)
    answer = await ada.sees("could not be read", within=10)
    assert "Vast.ai" in answer.says
    assert "<html" not in answer.says.lower()


async def test_words_that_are_not_understood_are_asked_back(ada):
    """A bare number where a unit matters, a misspelt word and a ping in a name: short, literal, no search."""
    await ada.types("/gpu find h100 x8 for 72h disk 500GB max 2")
    await ada.sees("per hour or per minute")
    await ada.types("/gpu find h100 x8 for 72h diks 500GB")
    await ada.sees("disk")
    await ada.types("/gpu find <!channel> for 72h disk 500GB")
    await ada.sees("I did not understand this")
    await ada.types("/gpu find " + "x<y&z " * 50)
    await ada.sees("I did not understand this")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("/gpu", "/gpu find"),
        ("/gpu help", "/gpu estimate"),
        ("/gpu status", "Slack is heard"),
        ("/gpu fnd", "Did you mean `/gpu find`"),
        ("/gpu cards", "H100 SXM 80 GB"),
        ("/gpu estimate 300 steps in 7m of 50000 warmup 20 margin 15%", "20.8 h to 24 h"),
        ("/gpu estimate 300 steps in 7m of 50000 warmup 20 h100 disk 200GB", "Find with exactly these"),
        ("/gpu find h100 x8 for 72h disk 500GB bid", "outbid"),
        ("/gpu h100-sxm x8 for 72h disk 500GB", "can finish your 72 h run"),
        ("/gpu check vast:1 for 72h disk 500GB", "no listing"),
        ("/gpu find h100-sxm x8 for 8000h disk 500GB", "Nothing fits"),
    ],
)
async def test_every_command_is_answered(ada, typed, says):
    """Each verb with words, in one line each."""
    await ada.types(typed)
    answer = await ada.sees(says, within=10)
    assert answer.is_ephemeral


async def test_a_listing_that_was_found_can_be_checked_by_its_id(ada):
    """The id in an answer is the one that `check` takes."""
    await ada.types(FIND)
    answer = await ada.sees("can finish")
    ref = re.search(r"vast:\d+", answer.says)[0]
    await ada.types(f"/gpu check {ref} for 72h disk 500GB in 200GB out 300GB")
    await ada.sees(f"Fits: your 72 h run can finish on {ref}")


async def test_a_button_finds_with_what_was_relaxed(ada):
    """Nothing fits, one press relaxes one thing."""
    await ada.types("/gpu find h100-sxm x8 for 72h disk 500GB reliability 1")
    await ada.sees("Nothing fits", within=10)
    await ada.clicks("Find this")
    await ada.sees("can finish your 72 h run", within=10)


async def test_find_without_words_opens_a_form_whose_errors_stand_at_their_fields(ada):
    """The form opens at once, refuses nonsense at its field, and then finds."""
    await ada.types("/gpu find")
    await ada.sees_modal("Find a machine")
    await ada.fills({"GPU": "h10", "The run trains for": "72", "Disk in GB": "500"})
    await ada.submits()
    assert "h100" in (await ada.sees_error("runsitter.find.gpu")).lower()
    await ada.fills({"GPU": "h100-sxm", "How many in one machine": "8"})
    await ada.submits()
    await ada.sees_no_modal()
    await ada.sees("can finish your 72 h run", within=10)


async def test_a_listing_can_be_typed_in_by_hand(ada):
    """`/gpu check` without an id opens a form with what the console shows."""
    await ada.types("/gpu check for 72h disk 500GB")
    await ada.sees_modal("Check a listing")
    await ada.fills(
        {
            "runsitter.check.card": "H100 SXM",
            "runsitter.check.price": "0.0358",
            "runsitter.check.space": "2000",
            "runsitter.check.reliability": "0.99",
            "runsitter.check.days": "8",
            "runsitter.check.storage": "0.1",
            "runsitter.check.traffic": "0.005",
            "runsitter.check.for": "72",
            "runsitter.check.disk": "500",
        }
    )
    await ada.submits()
    await ada.sees("Fits: your 72 h run")


async def test_a_form_that_comes_too_late_is_offered_by_a_button(ada, slack):
    """Case f153: the trigger has expired, so a fresh button opens the form."""
    slack.faults.error("views.open", "expired_trigger_id")
    await ada.types("/gpu estimate")
    await ada.sees("did not take the form in time")
    await ada.clicks("Open the form")
    await ada.sees_modal("Estimate a run")


async def test_a_form_that_slack_holds_back_is_offered_by_a_button_at_once(ada, slack):
    """A trigger lives three seconds, so 30 s of Retry-After are not waited for."""
    slack.faults.rate_limit("views.open", retry_after=30)
    await ada.types("/gpu estimate")
    await ada.sees("did not take the form in time", within=5)
    assert 1 == len(slack.calls("views.open"))


async def test_an_old_button_is_answered(ada):
    """A click on what this version no longer knows is never an error of Slack's."""
    await ada.types("/gpu find h100-sxm x8 for 72h disk 500GB reliability 1")
    answer = await ada.sees("Nothing fits", within=10)
    delivery = await ada.clicks("Find this", on=answer, as_if={"action_id": "runsitter.gone"})
    assert delivery.acked
    await ada.sees("out of date")


@pytest.mark.usefixtures("bot")
async def test_people_of_other_workspaces_are_refused(slack):
    """Case f146: somebody from elsewhere in a shared channel learns nothing."""
    fay = slack.person("fay")
    delivery = await fay.types(FIND, channel="shared")
    assert delivery.acked
    await fay.sees("answers only members of the workspace", channel="shared")
    assert [] == [m for m in slack.messages if "can finish" in m.says]
