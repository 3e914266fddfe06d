from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from watched import a_machine, an_instance

from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.ledger import Amount, Charged, Comparison, Costs, DayCosts, Meter, Outage, whole_day
from bot.domain.letters import Outlook
from bot.domain.letters.card import Card
from bot.domain.letters.summary import Plight, Summary
from bot.domain.listing import ListingRef
from bot.domain.runs import Keeping, Progress
from bot.domain.watching import Incident
from bot.slack.views.cost import cost_answer, costs_answer
from bot.slack.views.figures import date
from bot.slack.views.progress import no_such_run, progress_answer
from bot.slack.views.pulling import Reach, loop
from bot.slack.views.run import History, run_answer
from bot.slack.views.runs import runs_answer

Told = Callable[..., str]
Make = Callable[..., Any]

HOUR = timedelta(hours=1)
REACH = Reach("root", "ssh5.vast.ai", 40022)
ROWS = (
    Comparison(Meter.COMPUTE, Decimal(500), Amount.sure(Decimal(502)), Decimal("501.10")),
    Comparison(Meter.DISK, Decimal(10), Amount.sure(Decimal(10)), Decimal(10)),
    Comparison(Meter.TRAFFIC_IN, Decimal(0), Amount.sure(Decimal(0)), None),
    Comparison(Meter.TRAFFIC_OUT, Decimal(6), Amount.sure(Decimal("24.60")), None),
    Comparison(None, Decimal(516), Amount.sure(Decimal("536.60")), Decimal("511.10")),
)


def test_all_runs_are_listed_those_that_need_somebody_first(sample: Make, told: Told):
    """Then the well ones, then the ended; what burns now in one figure."""
    card = sample(Card)
    well = replace(card, open=(), title=replace(card.title, name="well"))
    done = replace(card, ended_at=card.as_of, title=replace(card.title, name="done"))
    text = told(runs_answer([done, well, card], sample(Summary).unclaimed))
    assert text.startswith("2 runs live, 1 ended; $36.28/h together; 1 thing open; 1 instance without a run.")
    assert text.index("*llama-ft*") < text.index("*well*") < text.index("*done*")
    assert "Vast.ai `vast:7001`: no run sits with it \u00b7 stopped \u00b7 $0.02/h" in text


def test_no_run_says_how_to_begin(told: Told):
    """An example that can be typed."""
    text = told(runs_answer([]))
    assert text.startswith("No run is tracked.")
    assert "`/gpu track vast:4411 as llama-ft for 72h`" in text


def test_two_hundred_runs_are_cut_with_their_count(sample: Make, told: Told):
    """Case f156."""
    card = sample(Card)
    text = told(runs_answer([replace(card, title=replace(card.title, name=f"r{n}")) for n in range(200)]))
    assert " more" in text
    assert "200 runs live" in text


def test_one_run_in_full_tells_its_outages_days_and_incidents(sample: Make, told: Told, now: Any, zone: Any):
    """And the loop that pulls its files."""
    card = sample(Card)
    history = History(
        incidents=(
            Incident(
                id="I1",
                subject="R1",
                kind=IncidentKind.OFFLINE,
                since=now,
                not_before=None,
                opened_at=now,
                closed_at=now + HOUR,
                acknowledged_by="U0BOB",
            ),
        ),
        outages=(Outage(now, now + 2 * HOUR, now, now, InstanceState.RUNNING),),
        days=(DayCosts(whole_day(now.date(), zone), Costs(Amount.sure(Decimal("435.36")), None)),),
        keeping=Keeping(paths=("/workspace/checkpoints",), every=HOUR),
        reach=REACH,
        begun_at=now - HOUR,
    )
    text = told(run_answer(card, history, now + 3 * HOUR), "U0ADA", "U0BOB")
    for line in (
        "*llama-ft*",
        f"*Training reckoned from:* {date(now - HOUR)}",
        "*Keep:* /workspace/checkpoints, every 1 h",
        "rsync -a --partial -s -e 'ssh -p 40022' root@ssh5.vast.ai:/workspace/checkpoints/ llama-ft/checkpoints/",
        "\u2022 Mon 2026-11-30: $435 (disk not known)",
        f"*Outage* from {date(now)} to {date(now + 2 * HOUR)}: 2 h away, running before",
        f"*host offline* since {date(now)}, over {date(now + HOUR)}, acknowledged by @U0BOB",
    ):
        assert line in text


def test_one_run_tells_what_it_was_locked_at_and_what_is_held(sample: Make, told: Told, now: Any):
    """A machine that was typed in has no deposit that anybody could tell of."""
    card = sample(Card)
    machine = replace(a_machine(an_instance(ends_at=now + HOUR)), deposit=Decimal("12.40"))

    def says(card: Any, machine: Any) -> str:
        return told(run_answer(card, History(machine=machine), now), "U0ADA")

    rate = "*Locked when tracked:* $16.10/h machine, $2.01/h per GPU, disk in it; "
    assert f"{rate}deposit $12.40, refundable; to end {date(now + HOUR)}" in says(card, machine)
    assert f"{rate}deposit unknown; " in says(card, replace(machine, deposit=None))
    endless = replace(machine, locked=replace(machine.locked, ends_at=None))
    assert f"{rate}its end is not known" in says(replace(card, by_hand=True), endless)


def test_a_run_that_keeps_nothing_is_told_so(sample: Make, told: Told, now: Any):
    """And one whose address nobody knows gets no loop."""
    card = sample(Card)
    assert "nothing is known to leave the machine" in told(run_answer(card, History(), now), "U0ADA")
    unreached = History(keeping=Keeping(paths=("/a",)))
    text = told(run_answer(card, unreached, now), "U0ADA")
    assert "how the machine is reached by SSH is not known" in text
    assert "Say it: `/gpu track vast:4411 as llama-ft ssh root@host:22`" in text


def test_a_loop_is_safe_to_paste():
    """Whatever a path holds is one word of the shell, and an address that is none makes no loop."""
    keeping = Keeping(paths=("/data/my runs/$(id)",))
    script = loop("a b;c", keeping, REACH)
    assert script is not None
    assert "'root@ssh5.vast.ai:/data/my runs/$(id)/' 'a-b-c/$(id)/'" in script
    assert "sleep 3600" in script
    for host in ("h; rm -rf /", "-oProxyCommand=x", "", "h`id`"):
        assert loop("x", keeping, Reach("root", host, 22)) is None
    assert loop("x", keeping, Reach("root", "host", 70_000)) is None
    assert loop("x", Keeping(paths=("relative",)), REACH) is None


def test_what_a_run_cost_is_told_by_meter(sample: Make, told: Told):
    """Case d93: estimate, accrual and charges side by side, and which meter made the difference."""
    card, account = sample(Card), sample(Summary).accounts[0]
    message = cost_answer(
        card.title, ROWS, estimate=Decimal(1313), completion=Costs(Amount.sure(Decimal(1390))), account=account
    )
    text = told(message)
    assert message.text == ("llama-ft: $537 so far, $516 estimated to date. traffic out +310 % ($18.60).")
    for line in (
        "*compute:* estimated $500 | accrued $502 | charged $501",
        "*traffic out:* estimated $6.00 | accrued $24.60 | charged not known",
        "*all meters:* estimated $516 | accrued $537 | charged $511",
        "*At completion:* $1,390 \u00b7 whole estimate $1,313 (+5.9 %)",
        "balance $412 lasts 22 h",
    ):
        assert line in text


CHARGED = Charged(
    {Meter.COMPUTE: Decimal(501), Meter.DISK: Decimal(10), None: Decimal("28.50")},
    datetime(2026, 11, 28, tzinfo=UTC),
    datetime(2026, 11, 30, 3, tzinfo=UTC),
    Costs(Amount.sure(Decimal(500)), Amount.sure(Decimal(10))),
)


def test_charges_say_of_which_time_they_are_and_what_they_have_beside_our_meters(sample: Make, told: Told):
    """The lines add up to the marketplace's own sum, and what nobody can explain is told."""
    rows = (*ROWS[:-1], replace(ROWS[-1], charged=CHARGED.total))
    text = told(cost_answer(sample(Card).title, rows, estimate=None, completion=None, charged=CHARGED))
    for line in (
        "*other charges:* charged $28.50, under names of no meter of ours\n*all meters:* estimated $516",
        f"*Charged* from {date(CHARGED.since)} to {date(CHARGED.until)}: $540; in that time $510 accrued by our meters",
        ": *$29.50 more is charged than our meters explain* (mostly other charges).",
    ):
        assert line in text
    less = replace(CHARGED, by_meter={Meter.COMPUTE: Decimal(490)})
    text = told(cost_answer(sample(Card).title, rows, estimate=None, completion=None, charged=less))
    assert ": *$20.00 less is charged, as far as it is yet*" in text
    assert "other charges:*" not in text
    same = replace(CHARGED, by_meter={Meter.COMPUTE: Decimal(510)})
    assert ", which is the same." in told(
        cost_answer(sample(Card).title, rows, estimate=None, completion=None, charged=same)
    )


def test_charges_are_the_same_within_a_cent_or_a_percent(sample: Make, told: Told):
    """Figures that read differently are never just "the same"; a window of minutes says how long it is."""

    def answer(usd: str, **changes: Any) -> str:
        charged = replace(CHARGED, by_meter={Meter.COMPUTE: Decimal(usd)}, **changes)
        return told(cost_answer(sample(Card).title, (), estimate=None, completion=None, charged=charged))

    assert "$510; in that time $510 accrued by our meters, which is the same." in answer("510.01")
    assert "$515; in that time $510 accrued by our meters, which is the same within 1 %." in answer("515.10")
    assert ": *$5.11 more is charged than our meters explain*" in answer("515.11")
    cents = {"accrued": Costs(Amount.sure(Decimal("0.05"))), "since": CHARGED.until - timedelta(seconds=40)}
    text = answer("0.06", **cents)
    assert "(under a minute): $0.06; in that time $0.05 accrued by our meters, which is the same within a cent" in text
    assert ": *$0.02 more is charged" in answer("0.07", **cents)


def test_what_a_machine_cost_before_its_run_is_named_as_a_difference(sample: Make, told: Told):
    """Never as estimated: the estimate leaves it out, and the forecast at completion has it."""
    row = Comparison(Meter.COMPUTE, Decimal(10), Amount.sure(Decimal(32)), None, Decimal(22))
    rows = (row, Comparison(None, Decimal(10), Amount.sure(Decimal(32)), None, Decimal(22)))
    text = told(cost_answer(sample(Card).title, rows, estimate=None, completion=None))
    assert "Since the run began as estimated; $22.00 before the run began, not estimated." in text
    told_whole = told(
        cost_answer(
            sample(Card).title, rows, estimate=Decimal(100), completion=Costs(compute=Amount.sure(Decimal("122.10")))
        )
    )
    assert "$122 ($22.00 of it before the run began) \u00b7 whole estimate $100 (as estimated)" in told_whole
    dearer = (replace(row, accrued=Amount.sure(Decimal(35))), rows[1])
    text = told(cost_answer(sample(Card).title, dearer, estimate=None, completion=None))
    assert "compute +30 % ($3.00), $22.00 before the run began, not estimated." in text


def test_charges_are_told_without_an_estimate_too(sample: Make, told: Told):
    """By meter, beside what accrued; nothing is said of a difference while a meter is not known."""
    blind = replace(CHARGED, accrued=Costs(disk=None))
    text = told(
        cost_answer(sample(Card).title, (), estimate=None, completion=None, costs=Costs(disk=None), charged=blind)
    )
    assert "*compute:* accrued $0.00 | charged $501\n*disk:* accrued not known | charged $10.00" in text
    assert "*all meters:* accrued not known | charged $540" in text
    assert "accrued by our meters." in text


def test_a_meter_that_is_not_known_is_left_out_of_the_sum_and_named(sample: Make, told: Told):
    """And what was never estimated has no percentage."""
    unsure = Amount(Decimal(502), Decimal(490), Decimal(510), Decimal(12))
    rows = (
        Comparison(Meter.COMPUTE, Decimal(0), unsure, None),
        Comparison(Meter.DISK, Decimal(10), None, None),
        Comparison(None, Decimal(10), None, None),
    )
    text = told(cost_answer(sample(Card).title, rows, estimate=None, completion=None))
    assert "llama-ft: $502 \u00b1 (disk not known) so far, $10.00 estimated to date." in text
    assert "compute $502 where nothing was estimated." in text
    assert "accrued $502 \u00b1 ($490 to $510)" in text
    assert "*At completion:* not known \u00b7 whole estimate not known" in text


def test_what_all_runs_cost_is_one_sum_and_every_balance(sample: Make, told: Told):
    """The text alone tells both."""
    text = told(costs_answer([sample(Card)] * 2, sample(Summary).accounts))
    assert text.startswith(
        "at least $1,225 \u00b1 (traffic out not known) so far over 2 runs. *Vast.ai*: balance $412 lasts 22 h"
    )


def test_progress_is_written_down_with_what_follows_from_it(told: Told, now: Any):
    """And its end asks for the copy first."""
    outlook = Outlook(now, now + HOUR, HOUR)
    half = Progress(done=1, total=2, at=now, running=HOUR)
    assert "llama-ft: step 1 of 2 (50 %)" in told(progress_answer("llama-ft", half, outlook))
    done = Progress(done=2, total=2, at=now, running=HOUR)
    text = told(progress_answer("x", done, outlook))
    assert "x: written down as done with all 2 steps, told" in text
    assert "see that the copy is whole before the rental is ended" in text


def test_a_run_that_is_done_says_that_its_machine_still_costs_and_when_it_ends(sample: Make, told: Told, now: Any):
    """Done is no end of the bill, nor of the warnings: what is not copied off yet is still on that machine."""
    done, title = Progress(done=2, total=2, at=now, running=HOUR), sample(Card).title
    text = told(progress_answer("x", done, Outlook(now, now + HOUR, HOUR), title))
    assert "The machine still counts as there: $18.14/h machine, $2.27/h per GPU." in text
    assert "the run ends by itself once the machine is gone at Vast.ai." in text
    typed = replace(title, hourly=None, ref=ListingRef("by-hand", "mine"))
    text = told(progress_answer("x", done, Outlook(now, now + HOUR, HOUR), typed))
    assert "what it costs is not known" in text
    assert "once the machine is gone by the end that was typed in." in text


def test_an_unknown_run_is_answered_with_the_nearest(told: Told):
    """Its name is literal."""
    assert "There is no run `&lt;!here&gt;`. Did you mean `llama-ft`?" in told(no_such_run("<!here>", "llama-ft"))


def test_what_accrued_is_told_without_an_estimate(sample: Make, told: Told):
    """By meter, and never called as estimated."""
    costs = Costs(Amount(Decimal("0.94"), Decimal("0.94"), Decimal("0.94"), Decimal("0.10")), Amount.sure(Decimal(2)))
    message = cost_answer(sample(Card).title, (), estimate=None, completion=None, costs=costs)
    text = told(message)
    assert message.text == (
        "llama-ft: $2.94 \u00b1 so far, no estimate. There is nothing to compare: no estimate is known."
    )
    assert "*compute:* accrued $0.94 \u00b1\n*disk:* accrued $2.00\n*traffic in:* accrued $0.00" in text
    assert "*all meters:* accrued $2.94 \u00b1" in text
    unknown = told(cost_answer(sample(Card).title, (), estimate=None, completion=None, costs=Costs(disk=None)))
    assert "*disk:* accrued not known" in unknown
    assert told(cost_answer(sample(Card).title, (), estimate=None, completion=None)).startswith("llama-ft: $0.00 so")


def test_meters_of_which_nothing_is_known_are_not_called_as_estimated(sample: Make, told: Told):
    """And those that are, within half a percent, are."""
    blind = (Comparison(Meter.DISK, Decimal(10), None, None), Comparison(None, Decimal(10), None, None))
    assert "No meter is known." in told(cost_answer(sample(Card).title, blind, estimate=None, completion=None))
    text = told(cost_answer(sample(Card).title, ROWS[:3], estimate=None, completion=None))
    assert "As estimated on every meter that is known." in text


def test_a_run_whose_money_or_time_ran_out_counts_as_one_that_needs_somebody(sample: Make, told: Told):
    """First in the list, and never "nothing open"."""
    card = sample(Card, open=())
    spent = replace(card, title=replace(card.title, name="spent"), plights=(Plight.COPY_START, Plight.SPENT))
    text = told(runs_answer([card, spent]))
    assert "together; 2 things open." in text
    assert text.index("*spent*") < text.index("*llama-ft*")
    assert "*spent* \u00b7 Vast.ai says running \u00b7 *copy start passed, budget spent*" in text
    assert "nothing open." in told(runs_answer([card]))
    assert "machine ends" not in text


def test_a_day_with_assumed_cost_is_marked(sample: Make, told: Told, now: Any, zone: Any):
    """Also where least and most are the same."""
    assumed = Amount(Decimal(5), Decimal(5), Decimal(5), Decimal(5))
    history = History(days=(DayCosts(whole_day(now.date(), zone), Costs(assumed)),), keeping=Keeping(paths=("/a",)))
    text = told(run_answer(sample(Card), history, now), "U0ADA")
    assert "\u2022 Mon 2026-11-30: $5.00 \u00b1" in text
    assert "Runsitter copies nothing yet: until its next version you pull the files yourself." in text


@pytest.mark.parametrize(
    ("usd", "said"),
    [("0", "at least $0.00"), ("0.009", "under 1 ct"), ("0.01", "at least $0.01"), ("3", "at least $3.00")],
)
def test_a_part_of_a_cent_is_not_the_least_of_anything(sample: Make, told: Told, usd: str, said: str):
    """A machine that was typed in a moment ago: "at least under 1 ct" says nothing."""
    card = sample(Card)
    costs = replace(card.money, so_far=Decimal(usd), missing=("disk",), unsure=False)
    assert f"{said} (disk not known) so far over 1 run." in told(
        costs_answer([replace(card, money=costs)], ()), "U0ADA"
    )
