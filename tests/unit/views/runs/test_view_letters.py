from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.gpu import Form, GpuAsk
from bot.domain.incidents import IncidentKind
from bot.domain.letters import FACTS, Answerable, Facts, Kind, Letter, Priority
from bot.domain.letters.account import BalanceEnd, BalanceRecovered, RouteBroken, RouteMended
from bot.domain.letters.deadline import DeadlineNear
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline
from bot.domain.letters.machine import Hardware, Idle, Over
from bot.domain.letters.reminder import Reminder
from bot.domain.need import Need
from bot.slack.message import Message
from bot.slack.views.letters import ACKNOWLEDGE, SNOOZE, render
from bot.slack.views.letters.severity import Sign
from bot.words import read_find

Told = Callable[..., str]
Make = Callable[..., Any]
Samples = tuple[tuple[Kind, Facts], ...]

SUBJECT = "incident:I1"
MENTIONED = ("U0ADA", "C0TRAIN")


def _rendered(facts: Facts, subject: str | None = SUBJECT) -> Message:
    return render(
        Letter(key="k", kind=Kind.HEALTH, to="C0TRAIN", facts=facts, priority=Priority.ALERT, subject=subject)
    )


def _buttons(message: Message) -> dict[str, str | None]:
    rows = [block["elements"] for block in message.blocks if block["type"] == "actions"]
    return {one["action_id"]: one.get("value") for row in rows for one in row}


def test_every_type_of_facts_has_a_sample(samples: Samples):
    """So that what holds for the samples holds for every type."""
    assert set(FACTS) == {type(facts) for _, facts in samples}


def test_every_letter_is_one_that_slack_takes(samples: Samples, told: Told):
    """Every rule of Block Kit, and nothing live in it but our own mentions of ids that were checked."""
    for _, facts in samples:
        told(_rendered(facts), *MENTIONED)


def test_the_text_is_complete_without_the_blocks(samples: Samples):
    """One or two sentences for the lock screen: within what is never cut, whole to its last full stop."""
    for _, facts in samples:
        text = _rendered(facts).text
        assert text.endswith(".")
        assert len(text) < 600
        assert "  " not in text


def test_what_a_letter_is_about_stands_first(samples: Samples):
    """The name of the run, where there is one; in its blocks a sign of how soon it needs somebody, then the bold."""
    for _, facts in samples:
        message = _rendered(facts)
        title = getattr(facts, "title", None)
        if title is not None:
            assert message.text.startswith(f"{title.name}: ")
        sign, star, _ = message.blocks[0]["text"]["text"].partition("*")
        assert (sign in {"", *(f"{one.value} " for one in Sign)}, star) == (True, "*")


def test_an_alert_can_be_acknowledged_and_snoozed(samples: Samples):
    """Both buttons carry the letter's subject; what is no alert has none."""
    for _, facts in samples:
        buttons = _buttons(_rendered(facts))
        expected = {ACKNOWLEDGE: SUBJECT, SNOOZE: SUBJECT} if isinstance(facts, Answerable) else {}
        assert {key: value for key, value in buttons.items() if key in {ACKNOWLEDGE, SNOOZE}} == expected


def test_a_letter_without_a_subject_has_no_buttons_to_answer_it(sample: Make):
    """There would be nothing that they speak of."""
    assert set(_buttons(_rendered(sample(HostOffline), None))) == {"runsitter.find.again"}


@pytest.mark.parametrize("kind", [one for one in FACTS if issubclass(one, Answerable)])
def test_what_was_acknowledged_says_by_whom_and_asks_no_more(kind: type[Facts], sample: Make, told: Told):
    """The buttons go, the name comes."""
    message = _rendered(sample(kind, acknowledged_by="U0BOB"))
    assert "Acknowledged by @U0BOB" in told(message, *MENTIONED, "U0BOB")
    assert not {ACKNOWLEDGE, SNOOZE} & set(_buttons(message))


def test_what_was_snoozed_says_until_when(sample: Make, now: Any, told: Told):
    """It can still be acknowledged."""
    message = _rendered(sample(DeadlineNear, snoozed_by="U0BOB", snoozed_until=now))
    assert "Snoozed by @U0BOB until <!date^" in told(message, *MENTIONED, "U0BOB")
    assert ACKNOWLEDGE in _buttons(message)


def test_what_is_offered_instead_is_a_find_that_can_be_read(sample: Make, zone: ZoneInfo, now: Any):
    """The button's words say the card, the training still to do, and what was asked of disk and traffic."""
    value = _buttons(_rendered(sample(HostOffline)))["runsitter.find.again"]
    assert read_find(str(value), zone, now) == Need(
        gpu=GpuAsk("H100", None, Form.SXM),
        gpus=8,
        duration=timedelta(hours=40, minutes=12),
        disk_gb=Decimal(500),
        in_gb=Decimal(200),
        out_gb=Decimal(300),
    )


def test_no_letter_tells_to_restart_later_or_calls_anything_free(samples: Samples, told: Told):
    """Case a1: past its end a machine can't be started again; and a stopped one costs its disk (case a8)."""
    for _, facts in samples:
        text = told(_rendered(facts), *MENTIONED).casefold()
        assert "restart" not in text
        assert "free" not in text.replace("30 gb free of 500 gb", "")


quick = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(st.data())
def test_any_facts_make_a_letter_that_slack_takes(any_facts: st.SearchStrategy[Facts], told: Told, data: st.DataObject):
    """Case f161: whatever a name, a label or a state says, nothing of it is live and no limit is broken."""
    facts = data.draw(any_facts)
    message = _rendered(facts, data.draw(st.sampled_from([SUBJECT, None, "x" * 3000])))
    told(message)
    assert message.text.strip()


SIGNS = {
    HostOffline: Sign.NOW,
    HostGone: Sign.NOW,
    RouteBroken: Sign.NOW,
    Reminder: Sign.NOW,
    Idle: Sign.OPEN,
    Hardware: Sign.OPEN,
    BalanceEnd: Sign.OPEN,
    Flapping: Sign.OPEN,
    HostBack: Sign.OVER,
    BalanceRecovered: Sign.OVER,
    Over: Sign.OVER,
    RouteMended: Sign.OVER,
}


@pytest.mark.parametrize("kind", list(SIGNS))
def test_a_sign_tells_how_soon_somebody_is_needed(kind: type[Facts], sample: Make):
    """Red for now, orange for soon, a tick for an end; the text does without."""
    message = _rendered(sample(kind))
    assert message.blocks[0]["text"]["text"].startswith(f"{SIGNS[kind].value} *")
    assert not any(sign.value in message.text for sign in Sign)


def test_a_balance_of_six_hours_needs_a_person_now(sample: Make):
    """As any end that is so near."""
    message = _rendered(sample(BalanceEnd, crossed=(timedelta(hours=24), timedelta(hours=6))))
    assert message.blocks[0]["text"]["text"].startswith(Sign.NOW.value)


def test_what_another_trouble_took_the_place_of_is_no_good_news(sample: Make):
    """No tick before a machine that is gone."""
    message = _rendered(sample(Over, kind=IncidentKind.OFFLINE, became=IncidentKind.GONE))
    assert message.blocks[0]["text"]["text"].startswith("*")


def test_what_ended_with_its_run_says_so_and_not_that_all_is_as_planned(sample: Make):
    """The end of a machine by hand has passed; nothing of a forecast is left to say."""
    message = _rendered(sample(Over, kind=IncidentKind.FORECAST, run_over=datetime(2026, 12, 4, tzinfo=UTC)))
    assert "its machine's end" in str(message.blocks)
    assert "within the plan again" not in str(message.blocks)
    assert "finish" not in str(message.blocks).replace("finish later than planned", "")


def test_the_small_print_says_how_long_a_snooze_lasts(sample: Make):
    """An end is not put off, so there it says nothing."""
    small = _rendered(sample(Idle)).blocks[-1]["elements"][0]["text"]
    assert small.startswith("Snooze: again in 2 h if it still holds\n")
    assert "Snooze" not in str(_rendered(sample(DeadlineNear), "deadline:R1:contract_end").blocks)
