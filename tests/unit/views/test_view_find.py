from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.filters import Filter
from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk
from bot.domain.instance import Account
from bot.domain.listing import Listings, Pricing
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.outside import Known, Unknown
from bot.domain.price import deposit
from bot.services.offers import Answer
from bot.slack.message import Message
from bot.slack.views.defaults import defaults
from bot.slack.views.figures import usd
from bot.slack.views.find import find_answer
from bot.words import read_find, say_need

Judge = Callable[[Message], str]
Make = Callable[..., Any]


def sections(message: Message) -> list[dict[str, Any]]:
    """Give the sections that have a button beside them."""
    return [block for block in message.blocks if "accessory" in block]


def test_the_point_stands_first_and_alone(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """At three in the morning the notification alone must do."""
    message = find_answer(found([listing(), listing("2", machine_id="2"), listing("3", machine_id="3")]), zone)
    shown(message)
    assert message.text.startswith("3 machines can finish your 72 h run; cheapest $1,")
    assert message.blocks[0]["text"]["text"] == f"*{message.text}*"


def test_a_machine_that_is_listed_twice_is_one_machine(found: Make, listing: Make, zone: ZoneInfo):
    """Listings and machines are told apart."""
    assert find_answer(found([listing(), listing("2")]), zone).text.startswith("2 listings on 1 machine can finish")


def test_a_listing_tells_all_that_a_decision_needs(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Price first, then what it is, when it ends, what it is made of and where it is rented."""
    message = find_answer(found([listing()]), zone)
    text = shown(message)
    for told in (
        "$1,313 to $1,527",
        "$18.14/h machine, $2.27/h per GPU",
        "x8 H100 SXM 80 GB \u00b7 US",
        "spare",
        "<!date^",
        "Reliability 0.993",
        "disk 2.1 TB free",
        "traffic in $3.91/TB, out $20.00/TB",
        "compute $1,296 to $1,508",
        "traffic in $0.78",
        "traffic out $6.00",
        "held at deploy",
        "Vast.ai `vast:4411` \u00b7 machine 68475",
    ):
        assert told in text
    assert sections(message)[0]["accessory"]["url"] == "https://cloud.vast.ai/?offer=4411"
    assert sections(message)[0]["accessory"]["action_id"].startswith("runsitter.")


def test_the_marketplaces_own_name_stands_beside_ours(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Case b41; the memory is always there, case b35."""
    assert 'H100 SXM 80 GB \u00b7 "H100_SXM5"' in shown(find_answer(found([listing(gpu_name="H100_SXM5")]), zone))
    assert '"H100 SXM"' not in shown(find_answer(found([listing()]), zone))


def test_forms_of_a_card_are_never_blended(found: Make, listing: Make, need: Make, zone: ZoneInfo, shown: Judge):
    """Case b41: an H100 without a form groups SXM, PCIe and NVL, the cheapest group first, each with its own price."""
    rows = [
        listing(),
        listing("2", machine_id="2", gpu=Gpu("H100", 80, Form.PCIE), compute=MachineRate(Decimal(12))),
        listing("3", machine_id="3", gpu=Gpu("H100", 94, Form.NVL), compute=MachineRate(Decimal(15))),
    ]
    text = shown(find_answer(found(rows, need(gpu=GpuAsk("H100"))), zone))
    titles = [text.index(f"*{label}*: 1 machine") for label in ("H100 PCIe 80 GB", "H100 NVL 94 GB", "H100 SXM 80 GB")]
    assert sorted(titles) == titles


def test_the_top_five_are_shown_and_the_rest_counted(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """What is left out is counted."""
    message = find_answer(found([listing(str(n), machine_id=str(n)) for n in range(17)]), zone)
    assert "and 12 more" in shown(message)
    assert len(sections(message)) == 5


def test_the_balance_stands_beside_price_and_deposit(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """Enough, too little and unknown are three things."""

    def told(balance: str) -> str:
        account = Known(Account(balance=Decimal(balance)), now, "vast")
        return shown(find_answer(found([listing()], balances={"vast": account}), zone))

    assert "balance $5,000 covers price + deposit" in told("5000")
    assert "*balance $61.20 is too low by $1," in told("61.2")
    assert "balance not known, $1," in shown(find_answer(found([listing()]), zone))


def test_a_balance_is_weighed_with_what_already_runs(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """Boot, 82.8 hours and half an hour of copying at $10 an hour: another machine's money is none of this one's."""
    account = Known(Account(balance=Decimal(2_000)), now, "vast")
    answer = found([listing()], balances={"vast": account})
    assert "balance $2,000 covers price + deposit" in shown(find_answer(answer, zone))
    (fit,) = answer.outcome.fits
    taken = Decimal(10) * Decimal(fit.fit.schedule.until_finished / timedelta(hours=1))
    gap = fit.price.high.total + deposit(answer.need, fit.listing) + taken - 2_000

    text = shown(find_answer(replace(answer, burning={"vast": Decimal(10), "cloudj": Decimal(99)}), zone))
    told = f"*balance $2,000 is too low by {usd(gap)}*, with the {usd(taken)} that what already runs takes until then"
    assert told in text
    few = shown(find_answer(replace(answer, burning={"vast": Decimal("0.1")}), zone))
    assert "covers price + deposit, with the $8." in few


def test_an_assumed_uplink_is_said(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """The spare leans on it."""
    text = shown(find_answer(found([listing(uplink_mbps=None)]), zone))
    assert "uplink not told, 100 Mbit/s assumed: copy-out 10 h" in text


def test_every_default_is_told_in_words_that_can_be_typed(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """Case b53."""
    need = Need(gpu=GpuAsk("H100"), duration=timedelta(hours=72), disk_gb=Decimal(500))
    words = "x1 in 0GB out 500GB country US reliability 0.95 verified on-demand margin 15% boot 30m slack 2h"
    assert words == defaults(need)
    assert words in shown(find_answer(found([listing(gpus=1)], need), zone))
    read = read_find(f"{say_need(need, zone)} {words}", zone, now)
    assert read == replace(need, out_gb=Decimal(500))


def test_what_was_typed_is_no_default(need: Make):
    """A default that was overridden is not shown as applied."""
    assert "country" not in defaults(need(countries=None))
    assert "on-demand" in defaults(need())


def test_the_age_of_the_data_is_told(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Case b49."""
    assert "1 H100 listing examined (Vast.ai: 1, 25 min ago)" in shown(
        find_answer(found([listing()], age=timedelta(minutes=25)), zone)
    )


def test_an_answer_that_may_be_cut_short_is_said(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Case b45: a cap that was hit is named with its number."""
    text = shown(find_answer(found([listing()] * 3, truncated=True, unreadable=2, skew_seconds=-241.0), zone))
    assert "Vast.ai: first 5 only, there may be more." in text
    assert "Vast.ai: 2 rows could not be read." in text
    assert "Vast.ai's clock is 4 min behind ours" in text


def test_a_small_skew_is_not_worth_a_word(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Two minutes change no decision."""
    assert "clock" not in shown(find_answer(found([listing()], skew_seconds=119.0), zone))


def test_how_listings_are_sorted_and_what_a_deposit_is_stands_below_once(
    found: Make, listing: Make, zone: ZoneInfo, shown: Judge
):
    """Both can be checked by hand; where nothing fits, nothing is sorted."""
    text = shown(find_answer(found([listing(), listing("2")]), zone))
    assert text.count("Sorted by the upper end of the price to finish.") == 1
    assert text.count("Deposit: about an hour of GPU, a day of disk and 50 GB of traffic.") == 1
    assert "Sorted by" not in shown(find_answer(found([listing(country="CA")]), zone))


def test_what_each_filter_removed_is_told(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Promise 8: nothing is hidden without saying which filter did."""
    rows = [listing(), listing("2", country="CA"), listing("3", country="CA"), listing("4", gpus=4)]
    assert "Removed: another country (2), another GPU count (1)" in shown(find_answer(found(rows), zone))


def test_a_marketplace_that_failed_is_named_with_what_still_holds(
    found: Make, listing: Make, zone: ZoneInfo, failed: Unknown, shown: Judge
):
    """One that is down takes no other with it."""
    text = shown(find_answer(found([listing()], failures={"cloudj": replace(failed, source="cloudj")}), zone))
    assert "*Cloudj* could not be read (server error): Vast.ai answered 502." in text
    assert "What is shown here is from Vast.ai alone." in text


def test_listings_that_the_name_filter_hid_are_pointed_out(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Cases b42, b43."""
    text = shown(find_answer(found([listing()], hidden_by_name=1), zone))
    assert "1 listing here came up only when every card was asked for" in text
    assert "1 listing examined" in text


def test_nothing_fits_tells_what_is_nearest_and_what_would_help(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """The checklist's remedies, one at a time, with count, price and the command to type."""
    rows = [
        listing("1", ends_at=now + timedelta(hours=66)),
        listing("2", disk_gb=Decimal(300)),
        listing("3", reliability=Decimal("0.91")),
        listing("4", gpus=4, compute=MachineRate(Decimal(9))),
        listing("5", country="CA"),
    ]
    message = find_answer(found(rows), zone)
    text = shown(message)
    assert message.text.startswith("Nothing fits: none of 5 listings can finish your 72 h run on H100 SXM x8 in US; ")
    assert "the longest that would fit is 54." in message.text
    for told in (
        "disk too small or unknown (1)",
        "300 GB disk too small, 500 GB needed",
        "reliability 0.91, 0.95 asked",
        "*4 GPUs instead*: if it still takes 72 h, 1 fits, cheapest $",
        "*Canada too*: 1 fits, cheapest $",
        "*Any country*: 1 fits",
        "*Reliability down to 0.91*: 1 fits",
        "*In 2 segments of 36 h*",
        "`/gpu find h100-sxm x4 for 72h disk 500GB in 200GB out 300GB`",
        "H100 SXM is a datacenter card",
    ):
        assert told in text


def test_a_near_miss_in_time_tells_how_much_is_missing(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """0.5 + 82.8 + 0.5 + 2 hours do not go into 66."""
    text = shown(find_answer(found([listing(ends_at=now + timedelta(hours=66))]), zone))
    assert "*short by 0.9 d*: Vast.ai `vast:4411` \u00b7 machine 68475 \u00b7 x8 H100 SXM 80 GB \u00b7 US" in text
    assert "*Margin of only" not in text


def test_a_relaxed_command_reads_back_to_what_it_promises(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, now: datetime
):
    """The button's words go through the same grammar as anything typed."""
    message = find_answer(found([listing(country="CA")]), zone)
    buttons = [block["accessory"] for block in sections(message)]
    assert {"runsitter.find.again"} == {button["action_id"] for button in buttons}
    assert need(countries=("US", "CA")) in [read_find(button["value"], zone, now) for button in buttons]


def test_a_later_finish_is_offered_in_the_readers_own_time(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """Where the latest finish alone is in the way, the earliest possible one is a press away."""
    message = find_answer(found([listing()], need(by=now + timedelta(hours=70))), zone)
    assert "*Finish by <!date^" in shown(message)
    (button,) = (b["accessory"] for b in sections(message) if "Finish by" in b["text"]["text"])
    read = read_find(button["value"], zone, now)
    assert isinstance(read, Need)
    assert read.by is not None
    assert find_answer(found([listing()], read), zone).text.startswith("1 machine can finish")


def test_the_longest_run_is_told_where_another_count_fits_nothing(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """Other counts keep the typed hours."""
    text = shown(find_answer(found([listing(gpus=4, ends_at=now + timedelta(hours=40))]), zone))
    assert "*4 GPUs instead*: if it still takes 72 h, none; the longest run that would fit is 3" in text


def test_a_consumer_card_gets_no_hint_on_account_levels(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, shown: Judge
):
    """Only datacenter cards need a level; where one is shown that can be rented, the hint is there too, once."""
    answer = found([], need(gpu=GpuAsk("RTX 4090")), unreadable=1)
    assert "datacenter" not in shown(find_answer(answer, zone))
    hint = "H100 SXM is a datacenter card: new accounts may not be allowed to rent it"
    assert shown(find_answer(found([listing(), listing("2")]), zone)).count(hint) == 1


def test_a_silent_market_is_not_called_unfitting(found: Make, zone: ZoneInfo, shown: Judge):
    """Case b58."""
    message = find_answer(found([]), zone)
    assert message.text == "Vast.ai returned no listing at all, not even for every card"
    assert "Nothing fits" not in shown(message)


def test_a_silence_that_was_not_looked_behind_is_not_called_total(
    found: Make, zone: ZoneInfo, failed: Unknown, shown: Judge
):
    """Case b58: without the look at every card nobody knows whether the market is empty."""
    message = find_answer(found([], wider=(Answer("vast", failed),)), zone)
    assert message.text == "Vast.ai returned no listing at all, and the look at every card failed"
    assert "Vast.ai answered 502" in shown(message)


def test_a_command_with_many_countries_is_shown_whole(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, shown: Judge
):
    """What can be copied must be complete."""
    codes = tuple(f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJKLMNOPQRST")
    text = shown(find_answer(found([listing(country="ZZ")], need(countries=codes)), zone))
    assert f"country {','.join(codes)},CA`" in text or f"country {','.join(codes)}`" in text


def test_no_marketplace_that_answers_is_a_third_answer(found: Make, zone: ZoneInfo, failed: Unknown, shown: Judge):
    """Not asked is neither silent nor unfitting."""
    message = find_answer(found([], failures={"vast": failed, "cloudj": replace(failed, source="cloudj")}), zone)
    text = shown(message)
    assert message.text == "Could not ask any marketplace: Vast.ai (server error), Cloudj (server error)"
    assert "Try again in a minute" in text
    assert "says nothing about what is on offer" in text


def test_no_marketplace_set_up_names_the_setting(found: Make, zone: ZoneInfo, shown: Judge):
    """The remedy is a key."""
    assert "VAST_API_KEY" in shown(find_answer(replace(found([]), answers=()), zone))


def test_a_sweep_that_failed_is_said(found: Make, listing: Make, zone: ZoneInfo, failed: Unknown, shown: Judge):
    """Advice without the wider look knows less."""
    text = shown(find_answer(found([listing(country="CA")], wider=(Answer("vast", failed),)), zone))
    assert "The look at every card failed at Vast.ai." in text


def test_a_conflicting_name_is_a_near_miss_with_its_memory(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Cases b35, b38, b42: told, not silently hidden."""
    odd = Conflict("H100 HGX", 40960, "an H100 has 80 or 94 GB")
    text = shown(find_answer(found([listing(gpu=odd, gpu_name="H100 HGX")]), zone))
    assert '"H100 HGX" (contradicts itself, 40,960 MiB): an H100 has 80 or 94 GB' in text


def test_every_filter_can_be_told(found: Make, zone: ZoneInfo, shown: Judge):
    """No filter without a word of its own."""
    answer = found([], unreadable=1)
    everything = replace(answer, outcome=replace(answer.outcome, removed=dict.fromkeys(Filter, 3)))
    text = shown(find_answer(everything, zone))
    assert all(f"{one.value} (3)" in text for one in Filter)


def test_a_card_that_nobody_offers_is_said_so(found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge):
    """Not one listing of the family, though the market has others."""
    other = listing(gpu=Gpu("RTX 4090", 24), gpu_name="RTX 4090")
    wider = Answer("vast", Known(Listings(rows=(other,)), now, "vast"))
    message = find_answer(found([], wider=(wider,)), zone)
    shown(message)
    assert message.text == "Nothing fits: no H100 is on offer at all now"


def test_an_account_level_that_a_listing_needs_is_shown(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Better here than in the console's refusal."""
    assert "needs account level 2" in shown(find_answer(found([listing(account_level="2")]), zone))


def test_bids_are_told_as_what_they_are(found: Make, listing: Make, need: Make, zone: ZoneInfo, shown: Judge):
    """In the headline and under the listings: neither the price nor the finish is certain."""
    bid = need(pricing=Pricing.BID, checkpoint_every=timedelta(hours=1))
    message = find_answer(found([listing(pricing=Pricing.BID)], bid), zone)
    assert message.text.startswith("1 machine can finish your 72 h run, unless somebody bids more")
    assert "These prices are bids" in shown(message)
    assert "bids" not in shown(find_answer(found([listing()]), zone))
