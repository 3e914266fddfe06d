from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.summary import Chart, OpenFact, Plight, Series, Summary, parted
from bot.domain.listing import ListingRef
from bot.slack.message import Message
from bot.slack.views.figures import date as shown_at
from bot.slack.views.letters import render
from bot.slack.views.letters.plights import PLIGHTS
from bot.slack.views.letters.summary import OF_ACCOUNT

Said = Callable[..., str]
Told = Callable[..., str]
Make = Callable[..., Any]

TOTALS = "4 runs: $2,450 so far, $2,316 estimated to date, $5,562 at completion."


def _messages(parts: Sequence[Summary]) -> list[Message]:
    return [
        render(Letter(key="k", kind=Kind.SUMMARY, to="C0TRAIN", facts=part, priority=Priority.SUMMARY))
        for part in parts
    ]


def test_the_text_of_a_summary_is_the_whole_of_it(sample: Make, said: Said):
    """What is open, the sums, and how long each balance lasts."""
    assert said(sample(Summary)).splitlines()[0] == (
        "Summary of Mon 2026-11-30: 4 things open: vit-sweep host offline, does not fit in time;"
        f" eval-7b stopped, still costs; vast:7001 instance without a run. {TOTALS}"
        " Vast.ai: balance $412 lasts 22 h at $18.16/h."
    )


def test_a_day_on_which_all_is_well_says_so(sample: Make, said: Said):
    """Silence would be no good news."""
    summary = sample(Summary)
    text = said(replace(summary, rows=summary.rows[:1], open=(), open_count=0))
    assert text.startswith("Summary of Mon 2026-11-30: all well. ")


def test_each_run_tells_cost_estimate_difference_meter_and_spare(sample: Make, said: Said):
    """Case d93: which meter made the difference."""
    text = said(sample(Summary))
    for line in (
        "*llama-ft* \u00b7 Vast.ai says running",
        "$612, $579 estimated to date (+$33.30, +5.8 %, mostly traffic out)",
        "At completion $1,390, $1,313 estimated \u00b7 spare 1 d 22 h \u00b7 charged $601",
        "*vit-sweep* \u00b7 Vast.ai says offline \u00b7 *host offline*",
        "*short by 4 h*",
        "final figures",
    ):
        assert line in text


def test_what_a_runs_line_marks_is_what_its_card_does(sample: Make, said: Said):
    """And what is done tells no spare time, but what it still costs."""
    summary = sample(Summary)
    row = replace(summary.rows[1], plights=(Plight.SPENT,))
    assert "*vit-sweep* \u00b7 Vast.ai says offline \u00b7 *host offline, budget spent*" in said(
        replace(summary, rows=(row,))
    )
    done = replace(row, open=(), plights=(Plight.DONE,), outlook=replace(row.outlook, done=True))
    text = said(replace(summary, rows=(done,), open=(), open_count=0))
    assert "*done, its machine still costs $18.14/h*" in text
    assert "short by" not in text
    assert "spare" not in text


def test_a_charge_says_up_to_when_it_is_known(sample: Make, said: Said):
    """It comes hours after what accrued."""
    summary = sample(Summary)
    at = summary.as_of - timedelta(hours=9)
    text = said(replace(summary, rows=(replace(summary.rows[0], charged_until=at),)))
    assert f"charged $601 up to {shown_at(at)}" in text


def test_the_totals_keep_the_marks_of_their_parts(sample: Make, said: Said):
    """A sum of which a part is assumed or not known is no surer than that part."""
    totals = replace(sample(Summary).totals, unsure=True, missing=("disk",))
    assert "4 runs: at least $2,450 \u00b1 (disk not known) so far" in said(sample(Summary, totals=totals))


def test_a_stopped_machine_is_never_shown_as_free(sample: Make, said: Said):
    """Case a8: what its disk costs stands beside the word."""
    summary = sample(Summary)
    assert "stopped for 2 d 1 h, still $0.14/h machine, $0.018/h per GPU" in said(summary)
    title = replace(summary.rows[2].title, hourly=None)
    assert "its disk is charged while it exists" in said(
        replace(summary, rows=(replace(summary.rows[2], title=title),))
    )


def test_a_machine_typed_in_by_hand_says_so(sample: Make, said: Said):
    """Nobody says anything of its state."""
    summary = sample(Summary)
    title = replace(summary.rows[0].title, ref=ListingRef("by-hand", "mine"))
    text = said(replace(summary, rows=(replace(summary.rows[0], title=title, state=None),)))
    assert "*llama-ft* \u00b7 typed in by hand, so nobody can be asked whether it lives" in text


def test_accounts_and_strays_are_told_with_their_age_and_cost(sample: Make, said: Said):
    """Balance, runway, last good poll and its pace; each instance without a run."""
    summary = sample(Summary)
    text = said(summary)
    assert f"last read {shown_at(summary.accounts[0].last_good)}, every 1 min" in text
    assert "Vast.ai `vast:7001` \u00b7 *no run sits with it*" in text
    assert 'stopped, $0.02/h, about $0.98 so far \u00b7 "old-sweep"' in text


def test_a_balance_is_told_as_far_as_it_is_known(sample: Make, said: Said):
    """Four ways in which it may not be."""
    summary = sample(Summary)

    def account(**changes: Any) -> str:
        return said(replace(summary, accounts=(replace(summary.accounts[0], **changes),)))

    assert "balance not known" in account(balance=None)
    assert "balance $412, how long it lasts is not known" in account(burn=None)
    assert "balance $412, nothing burns it" in account(lasts=None)
    assert "lasts at most 22 h at $18.16/h, 2 instances of unknown cost not counted" in account(missing=2)
    assert "never read well, every 30 s" in account(last_good=None, every=timedelta(seconds=30))


def test_missed_days_are_named(sample: Make, said: Said):
    """Case g166: one message for all of them."""
    days = (date(2026, 11, 28), date(2026, 11, 29), date(2026, 11, 30))
    assert "This one stands for Sat 2026-11-28, Sun 2026-11-29, Mon 2026-11-30" in said(sample(Summary, days=days))


def test_seventy_instances_go_out_in_two_messages_with_the_same_totals(sample: Make, told: Told):
    """Case f156: none is lost, each part is one that Slack takes."""
    summary = sample(Summary)
    rows = tuple(replace(summary.rows[0], title=replace(summary.rows[0].title, name=f"run-{n}")) for n in range(70))
    parts = list(parted(replace(summary, rows=rows, unclaimed=())))
    messages = _messages(parts)
    texts = [told(one) for one in messages]
    assert len(texts) == 2
    assert all(TOTALS in text for text in texts)
    assert [f"part {n} of 2" in text for n, text in enumerate(texts, 1)] == [True, True]
    assert all(any(f"*run-{n}* " in text for text in texts) for n in range(70))
    assert not any(" more" in text for text in texts)


def test_two_hundred_runs_and_strays_are_all_there(sample: Make, told: Told):
    """Case f156: runs first, then what sits there unclaimed."""
    summary = sample(Summary)
    rows = tuple(replace(summary.rows[0], title=replace(summary.rows[0].title, name=f"run-{n}")) for n in range(200))
    strays = tuple(replace(summary.unclaimed[0], ref=ListingRef("vast", f"s{n}")) for n in range(70))
    texts = [told(one) for one in _messages(list(parted(replace(summary, rows=rows, unclaimed=strays))))]
    whole = "\n".join(texts)
    assert all(f"*run-{n}* " in whole for n in range(200))
    assert all(f"`vast:s{n}`" in whole for n in range(70))


def test_a_summary_of_nothing_is_one_part(sample: Make, said: Said):
    """It is sent all the same."""
    summary = sample(Summary)
    empty = replace(summary, rows=(), unclaimed=(), totals=replace(summary.totals, runs=0), open=(), open_count=0)
    (part,) = parted(empty)
    assert "all well. No run is tracked." in said(part)


def test_a_label_in_a_summary_is_literal(sample: Make, said: Said):
    """Case f161."""
    stray = replace(sample(Summary).unclaimed[0], label="<!channel> <https://x.test|verified>")
    assert "&lt;!channel&gt; &lt;https://x.test|verified&gt;" in said(sample(Summary, unclaimed=(stray,)))


def test_a_chart_tells_its_last_figures_in_words(sample: Make, said: Said):
    """For whoever can't see it, and where the workspace does not take it."""
    assert (
        said(sample(Chart)).splitlines()[0]
        == "Cost against estimate by day, up to Mon 2026-11-30: llama-ft $615, $579 estimated (+6.2 %)."
    )


def test_a_chart_of_many_long_runs_keeps_to_slacks_limits(told: Told):
    """Six series, twenty points, labels of twenty characters, each name once; what is left out is counted."""
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    points = tuple((day, Decimal(n)) for n, day in enumerate(days))
    series = tuple(Series("the-same-very-long-name-" + "x" * 40, points, points[30:]) for _ in range(9))
    message = render(
        Letter(key="k", kind=Kind.SUMMARY, to="C0", facts=Chart(days[-1], series), priority=Priority.DETAIL)
    )
    assert "6 cheaper not drawn" in told(message)
    drawn = message.blocks[-1]["chart"]
    assert len({one["name"] for one in drawn["series"]}) == 6
    assert len(drawn["axis_config"]["categories"]) == 20


def test_a_chart_of_one_day_has_something_to_see(sample: Make):
    """A line through a single point shows nothing."""
    (series,) = sample(Chart).series
    one = replace(series, cost=series.cost[:1], estimate=series.estimate[:1])

    def drawn(chart: Chart) -> Any:
        letter = Letter(key="k", kind=Kind.SUMMARY, to="C0", facts=chart, priority=Priority.DETAIL)
        return render(letter).blocks[-1]["chart"]["type"]

    assert ["bar", "line"] == [drawn(sample(Chart, series=(one,))), drawn(sample(Chart))]


def test_a_run_without_an_estimate_is_in_the_chart_too(sample: Make, said: Said):
    """Its cost is known; only of an estimate there is no line."""
    (series,) = sample(Chart).series
    bare = sample(Chart, series=(replace(series, name="bare", estimate=()),))
    assert said(bare).splitlines()[0].endswith(": bare $615, no estimate.")
    letter = Letter(key="k", kind=Kind.SUMMARY, to="C0", facts=bare, priority=Priority.DETAIL)
    drawn = render(letter).blocks[-1]["chart"]["series"]
    assert ["bare cost"] == [one["name"] for one in drawn]


def test_a_chart_names_the_runs_whose_price_is_not_known(sample: Make, said: Said):
    """Whoever sees three lines is to know of the fourth run."""
    named = "Not drawn, since no price of theirs is known: one, two, three, four, five and 1 more."
    names = ("one", "two", "three", "four", "five", "six")
    assert named in said(sample(Chart, unpriced=names)).splitlines()[0]
    assert named in said(Chart(date(2026, 11, 30), (), names))


def test_a_chart_names_what_it_leaves_out(sample: Make, said: Said):
    """Else its figure would not be the summary's."""
    (series,) = sample(Chart).series
    text = said(sample(Chart, series=(replace(series, before=Decimal(22)),)))
    assert "llama-ft $615, $579 estimated (+6.2 %, without $22.00 from before the run began)." in text


def test_a_chart_without_figures_is_a_sentence(said: Said):
    """Nothing is drawn of nothing."""
    assert "no figures yet" in said(Chart(date(2026, 11, 30), ()))


def test_what_needs_a_person_is_named_with_whom_it_is_about(sample: Make, said: Said):
    """In each part the same, whatever lines are in it; what is not named is counted."""
    facts = tuple(OpenFact("vast", what) for what in OF_ACCOUNT if isinstance(what, Plight))
    text = said(sample(Summary, open=facts[:1], open_count=1, parts=2, rows=()))
    assert ": 1 thing open: Vast.ai " in text
    many = tuple(OpenFact(f"run-{number}", what) for number, what in enumerate(PLIGHTS))
    text = said(sample(Summary, open=many, open_count=30))
    assert f": 30 things open: run-0 {PLIGHTS[Plight.OVERSPENT]}; " in text
    assert "; 26 more. " in text


def test_every_plight_has_words():
    """None is a KeyError at nine o'clock."""
    assert set(Plight) == set(PLIGHTS)


def test_a_difference_of_a_few_cents_has_no_percentage(sample: Make, said: Said):
    """Nor one of nothing a sign; cost from before the run began is told apart."""
    summary = sample(Summary)

    def row(**changes: Any) -> str:
        return said(replace(summary, rows=(replace(summary.rows[0], **changes),)))

    small = {"so_far": Decimal("0.94"), "to_date": Decimal("0.90")}
    assert "$0.94, $0.90 estimated to date (+$0.04, mostly disk)" in row(
        **small, difference=Decimal("0.04"), made_by="disk"
    )
    assert "$579, $579 estimated to date (as estimated)" in row(so_far=Decimal("579.10"), difference=Decimal(0))
    assert "$612 ($33.30 of it before the run began), $579 estimated to date (as estimated since then)" in row(
        before=Decimal("33.30"), difference=Decimal(0)
    )
