"""Whatever comes from outside: no limit is broken, nothing is live (cases f154, f156, f161)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk, Unrecognised
from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.outside import Known, Unknown, Why
from bot.domain.purse import Purse
from bot.domain.search import judge
from bot.slack.message import Message
from bot.slack.views.check import check_answer, could_not_check, no_such_listing
from bot.slack.views.find import find_answer
from bot.slack.views.find_form import find_errors, find_modal, find_words
from bot.slack.views.help import unknown_verb
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import went_wrong
from bot.words import Misread, read_find

Judge = Callable[[Message], str]
Make = Callable[..., Any]

NASTY = "<!channel> <@U0123456789> <https://x.test|verified \u2705> `*_~ :tada: \u202e\n```" + "x" * 3001
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
anything = st.text(max_size=300) | st.just(NASTY)
money = st.decimals(min_value=0, max_value=10**15, places=6) | st.just(Decimal(0))


@st.composite
def listings(draw: st.DrawFn) -> Listing:
    """Draw a listing that says hostile things in every field where a marketplace writes text."""
    said = draw(anything)
    gpu = draw(
        st.sampled_from(
            [Gpu("H100", 80, Form.SXM), Gpu("H100", 94, Form.NVL), Conflict(said, 40960, said), Unrecognised(said)]
        )
    )
    return Listing(
        ref=ListingRef("vast", draw(anything)),
        machine_id=draw(anything),
        gpu=gpu,
        gpu_name="H100" + said,
        gpus=draw(st.sampled_from([1, 8])),
        country=draw(st.sampled_from(["US", "CA", None, said])),
        compute=draw(st.none() | money.map(MachineRate)),
        disk_usd_per_gb_month=draw(st.none() | money),
        in_usd_per_gb=draw(st.none() | money),
        out_usd_per_gb=draw(st.none() | money),
        disk_gb=draw(st.none() | money),
        uplink_mbps=draw(st.sampled_from([None, Decimal(0), Decimal(900)])),
        reliability=draw(st.none() | st.decimals(0, 1, places=5)),
        ends_at=datetime.fromisoformat("2026-11-30T12:00Z") + draw(st.timedeltas(timedelta(0), timedelta(days=300))),
        url=draw(st.none() | anything.map("https://".__add__)),
        account_level=draw(st.none() | anything),
    )


@quick
@given(st.lists(listings(), max_size=12), anything, st.integers(1, 400))
def test_any_market_gives_an_answer_that_slack_takes(
    found: Make, need: Make, zone: ZoneInfo, now: datetime, shown: Judge, rows: list[Listing], said: str, top: int
):
    """Fitting, nearly fitting or nothing at all, with marketplaces failing in any words."""
    asked = need(gpu=GpuAsk("H100"), unverified=True, duration=timedelta(hours=1), disk_gb=Decimal(1))
    failing = {said: Unknown(Why.UNREADABLE, said, now, said)}
    shown(find_answer(found(rows, asked, failures=failing, truncated=True, skew_seconds=-1e6), zone, top))


@quick
@given(listings())
def test_any_listing_gives_a_verdict_that_slack_takes(
    need: Make, zone: ZoneInfo, now: datetime, shown: Judge, row: Listing
):
    """All its reasons together too."""
    judged = judge(need(), row, now)
    account = Known(Account(balance=Decimal(-3)), now, "vast")
    shown(check_answer(need(), judged, Purse(account), zone, read_at=now, now=now))
    shown(no_such_listing(row.ref))
    shown(could_not_check(row.ref, Unknown(Why.SLOW, row.machine_id, now, row.ref.market)))


def test_three_hundred_listings_with_the_longest_names_are_shown_within_the_limits(
    found: Make, listing: Make, zone: ZoneInfo, shown: Judge
):
    """Cases f154, f156: every field overfull, every listing asked for."""
    rows = [
        listing(str(n), machine_id=f"{n}{'&' * 3001}", gpu_name=NASTY, account_level=NASTY, uplink_mbps=None)
        for n in range(300)
    ]
    message = find_answer(found(rows, balances={}), zone, top=300)
    text = shown(message)
    assert len(message.blocks) <= 45
    assert " more" in text
    assert "defaults" in text


@quick
@given(anything)
@example(NASTY)
def test_any_words_are_answered(zone: ZoneInfo, now: datetime, shown: Judge, said: str):
    """300-character nonsense, mentions, controls: an answer, short, and never a ping."""
    read = read_find(said, zone, now)
    if isinstance(read, Misread):
        assert len(shown(misread_answer("find", read))) < 4000
    shown(unknown_verb(said, None))
    shown(went_wrong(said))


@quick
@given(st.dictionaries(st.sampled_from(["gpu", "for", "disk", "country", "unit", "every"]), anything))
def test_any_submission_gives_words_or_errors(
    formed: Callable[[dict[str, Any]], str], zone: ZoneInfo, now: datetime, typed: dict[str, str]
):
    """A submission can hold anything; the form it came from is still filled from a need alone."""
    values = {f"runsitter.find.{name}": {f"runsitter.find.{name}": {"value": text}} for name, text in typed.items()}
    read = read_find(find_words(values), zone, now)
    if isinstance(read, Need):
        formed(find_modal(read, "x" * 4000))
    else:
        errors = find_errors(values, read)
        assert errors
        assert all(name.startswith("runsitter.find.") and 0 < len(why) <= 150 for name, why in errors.items())
        assert not any(set("<>") & set(why) for why in errors.values())


def test_an_absurd_price_still_fits_a_message(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """A marketplace that says 10^300 dollars."""
    row = replace(listing(), compute=MachineRate(Decimal("1e300")))
    shown(find_answer(found([row]), zone))
