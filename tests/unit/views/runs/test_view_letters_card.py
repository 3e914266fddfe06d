from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.deadlines import DeadlineKind
from bot.domain.incidents import IncidentKind
from bot.domain.letters.card import Card, Check, CheckLine, Tick
from bot.domain.letters.summary import Plight
from bot.slack.views.figures import date

Said = Callable[..., str]
Make = Callable[..., Any]


def test_a_card_tells_a_run_at_one_glance(sample: Make, said: Said):
    """Name, what is open, machine, three truths, cost against estimate, ends, checklist, age."""
    card = sample(Card)
    text = said(card)
    for line in (
        "*llama-ft* \u00b7 *1 open: GPUs idle*",
        "x8 H100 SXM 80 GB \u00b7 Vast.ai `vast:4411` \u00b7 $18.14/h machine, $2.27/h per GPU",
        f"*Marketplace:* Vast.ai says running (seen {date(card.seen_at)})",
        "*SSH:* not known",
        "*Training:* not known",
        "*GPU use:* 97 %",
        f"*Progress:* step 21,000 of 50,000 (42 %), told {date(card.progress.at)} by @U0ADA",
        "*Cost:* $612 \u00b1 (traffic out not known) so far, $579 estimated to date (+5.8 %)",
        "*At completion:* $1,390 \u00b7 estimate $1,313, $1,527 with margin",
        "*Budget:* $1,500, $888 left",
        f"*First end:* contract end {date(card.binding[1])}",
        f"*Copy off by:* {date(card.copy_start)}",
        "*fits in time*: 1 d 22 h spare",
        "*Ran:* 1 d 7 h of 72 h planned",
        "\u2713 estimated \u00b7 _done_: 72 h, $1,313 to $1,527",
        "\u2717 locked price written down \u00b7 _wrong_: $18.14/h, asked for $17.20/h",
        "? logs and checkpoints leave the machine \u00b7 _unknown_: not told where to",
        "\u25cb verified \u00b7 _open_",
        f"As of {date(card.as_of)} \u00b7 owner @U0ADA",
    ):
        assert line in text


def test_the_text_of_a_card_names_state_cost_and_the_first_end(sample: Make, said: Said):
    """The notification of its first posting."""
    card = sample(Card, open=())
    first = said(card).splitlines()[0]
    assert first.startswith("llama-ft: nothing open, Vast.ai says running. $612 \u00b1")
    assert first.endswith(f"; contract end {date(card.binding[1])}.")


def test_a_card_of_a_run_that_ended_is_final(sample: Make, said: Said, now: Any):
    """Nothing that lies ahead is shown any more."""
    text = said(sample(Card, ended_at=now))
    assert f"ended {date(now)}, these are the final figures" in text
    assert not any(ahead in text for ahead in ("Forecast", "Copy off by", "First end"))


def test_a_machine_typed_in_by_hand_is_never_called_alive(sample: Make, said: Said):
    """Nobody can be asked."""
    text = said(sample(Card, by_hand=True, marketplace=None, seen_at=None, open=()))
    assert "typed in by hand, so nobody can be asked whether it lives" in text
    assert "says" not in text


@pytest.mark.parametrize("tick", list(Tick))
def test_every_tick_is_told_by_a_sign_and_a_word(sample: Make, said: Said, tick: Tick):
    """Neither colour nor shape alone."""
    text = said(sample(Card, checklist=(CheckLine(Check.FITS, tick),)))
    assert f" fits \u00b7 _{tick.value}_" in text


def test_what_nobody_knows_of_a_run_is_said_so(sample: Make, said: Said):
    """Unknown is a value."""
    card = sample(Card)
    money = replace(card.money, to_date=None, estimate=None, at_completion=None, budget=None, missing=(), unsure=False)
    text = said(
        replace(card, marketplace=None, gpu_use=None, progress=None, money=money, binding=None, copy_start=None)
    )
    for line in (
        "what Vast.ai says is not known",
        "*GPU use:* not known",
        "*Progress:* not told",
        "*At completion:* not known \u00b7 estimate not known",
        "its first end is not known",
        "*First end:* not known",
        "*Copy off by:* not known",
    ):
        assert line in text


def test_a_budget_that_is_overspent_says_by_how_much(sample: Make, said: Said):
    """Never a negative rest."""
    card = sample(Card)
    over = replace(card, money=replace(card.money, budget=Decimal(600)), open=(IncidentKind.IDLE, IncidentKind.DISK))
    text = said(over)
    assert "*Budget:* $600, $12.40 over" in text
    assert "2 open: GPUs idle, disk nearly full" in text


def test_a_budget_that_is_spent_and_a_copy_start_that_passed_are_not_nothing(sample: Make, said: Said):
    """Though no incident tells of them, each stands first and in bold, counted with the incidents."""
    now = sample(Card).as_of
    card = sample(Card, open=(), copy_start=now, plights=(Plight.COPY_START, Plight.SPENT))
    text = said(card)
    assert "nothing open" not in text
    assert "*llama-ft* \u00b7 *2 open: copy start passed, budget spent*" in text
    assert f"*Copy off by:* {date(now)}, *it has passed*" in text
    assert "3 open: GPUs idle, copy start passed, budget spent" in said(replace(card, open=(IncidentKind.IDLE,)))
    assert "passed" not in said(replace(card, plights=()))
    assert "budget spent" not in said(replace(card, ended_at=now))


def test_a_run_that_is_done_looks_done(sample: Make, said: Said):
    """What is left of it is the bill: no step 1 of 1, nothing that is short."""
    card = sample(Card, open=(), plights=(Plight.DONE,))
    done = replace(card.progress, done=1, total=1)
    text = said(replace(card, progress=done, outlook=replace(card.outlook, done=True, spare=-5 * timedelta(hours=1))))
    assert "1 open: done, its machine still costs $18.14/h" in text
    assert f"*Progress:* done, told {date(done.at)} by @U0ADA" in text
    assert f"*Forecast:* Training done {date(card.outlook.finish_at)}" in text
    assert not any(word in text for word in ("step 1", "fit in time", "short by"))
    assert "done with all 9 steps" in said(replace(card, progress=replace(done, done=9, total=9)))


def test_an_end_is_told_once(sample: Make, said: Said):
    """The machine's end is the first end, so the forecast need not name it again; a budget's is another."""
    card = sample(Card)
    assert "machine ends" not in said(card)
    assert "machine ends" in said(replace(card, binding=(DeadlineKind.BUDGET_END, card.binding[1])))


def test_what_is_assumed_or_short_is_marked(sample: Make, said: Said):
    """An uplink nobody told, a budget that does not last, cost from before the run began."""
    card = sample(Card, uplink_assumed=True, budget_short=Decimal(213), binding_or_sooner=True)
    text = said(replace(card, money=replace(card.money, before=Decimal("40.00"))))
    assert f"*Copy off by:* {date(card.copy_start)}, at 100 Mbit/s assumed" in text
    assert "$888 left; *$213 less than the run will have cost*" in text
    assert f"contract end {date(card.binding[1])} or sooner" in text
    assert "so far ($40.00 of it before the run began), $579 estimated to date (-1.2 %)" in text


@pytest.mark.parametrize(
    ("so_far", "to_date", "expected"),
    [
        ("0.94", "0.90", "$0.94 so far, $0.90 estimated to date;"),
        ("100.40", "100", "$100 estimated to date (as estimated);"),
        ("99.60", "100", "$100 estimated to date (as estimated);"),
        ("100.50", "100", "$100 estimated to date (+0.5 %);"),
        ("1099", "100", "$100 estimated to date (+999 %);"),
        ("1100", "100", "$100 estimated to date (more than ten times);"),
        ("5", "0", "$5.00 so far, $0.00 estimated to date;"),
    ],
)
def test_a_percentage_stands_only_where_it_tells_something(
    sample: Make, said: Said, so_far: str, to_date: str, expected: str
):
    """None of a few cents, none of a rounding, none that nobody can picture."""
    card = sample(Card)
    money = replace(card.money, so_far=Decimal(so_far), to_date=Decimal(to_date), unsure=False, missing=())
    assert expected in said(replace(card, money=money))


def test_a_copy_start_names_the_end_that_it_is_before(sample: Make, said: Said):
    """Of two ends the budget's may come first, and the copy is before the other: which, and when, is to be seen."""
    card = sample(Card)
    end = card.as_of + timedelta(hours=50)
    balance = replace(card, binding=(DeadlineKind.BUDGET_END, card.as_of), stops=(DeadlineKind.BALANCE_END, end))
    assert f"*Copy off by:* {date(card.copy_start)}, before the balance ends about {date(end)}" in said(balance)
    assert "before the" not in said(replace(card, stops=card.binding))
    assert "before the" not in said(replace(balance, copy_start=None))


def test_a_forecast_that_fits_says_where_the_balance_ends_before_it(sample: Make, said: Said):
    """A machine without money is stopped, whatever its contract says."""
    card = sample(Card)
    end = card.outlook.finish_at - timedelta(seconds=1)
    told = "*but the balance ends before it finishes*"
    assert told in said(replace(card, stops=(DeadlineKind.BALANCE_END, end)))
    assert told not in said(replace(card, stops=(DeadlineKind.BALANCE_END, card.outlook.finish_at)))
    assert told not in said(replace(card, stops=(DeadlineKind.CONTRACT_END, end)))
    assert told not in said(
        replace(card, stops=(DeadlineKind.BALANCE_END, end), outlook=replace(card.outlook, done=True))
    )
