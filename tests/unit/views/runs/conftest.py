"""One letter of every kind as it may come on a bad day, and strategies for all the others."""

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import strategies as st

from bot.domain.deadlines import DeadlineKind
from bot.domain.incidents import IncidentKind
from bot.domain.letters import FACTS, Facts, Kind, Letter, Outlook, Priority, Resume, Title
from bot.domain.letters.account import (
    BalanceEnd,
    BalanceRecovered,
    RouteBroken,
    RouteMended,
    SightBack,
    SightLost,
    Unclaimed,
    UnclaimedOver,
)
from bot.domain.letters.card import Card, Check, CheckLine, Money, Tick
from bot.domain.letters.deadline import DeadlineNear, EndMoves
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline, Settled
from bot.domain.letters.machine import Changed, DiskFull, Hardware, Idle, Late, Over, PriceAsked
from bot.domain.letters.reminder import Reminder
from bot.domain.letters.summary import AccountRow, Chart, OpenFact, Plight, Series, Summary, SummaryRow, Totals
from bot.domain.listing import ListingRef
from bot.domain.runs import Progress
from bot.slack.views.letters import render

NOW = datetime(2026, 11, 30, 3, 4, tzinfo=UTC)
OWNER = "U0ADA"
HOUR = timedelta(hours=1)
TITLE = Title("R1", "llama-ft", OWNER, ListingRef("vast", "4411"), 8, "H100 SXM 80 GB", Decimal("18.14"))
OUTLOOK = Outlook(NOW + 41 * HOUR, NOW + 90 * HOUR, 46 * HOUR)
TIGHT = Outlook(NOW + 41 * HOUR, NOW + 40 * HOUR, -4 * HOUR)
RESUME = Resume("h100-sxm", 8, timedelta(hours=40, minutes=12), Decimal(500), Decimal(200), Decimal(300))
MONEY = Money(
    so_far=Decimal("612.40"),
    unsure=True,
    missing=("traffic out",),
    to_date=Decimal("579.10"),
    estimate=Decimal(1313),
    estimate_high=Decimal(1527),
    at_completion=Decimal("1390.50"),
    budget=Decimal(1500),
)
CHECKLIST = (
    CheckLine(Check.ESTIMATED, Tick.DONE, "72 h, $1,313 to $1,527"),
    CheckLine(Check.FITS, Tick.DONE, "46 h spare"),
    CheckLine(Check.PRICE_LOCKED, Tick.WRONG, "$18.14/h, asked for $17.20/h"),
    CheckLine(Check.LEAVES, Tick.UNKNOWN, "not told where to"),
    CheckLine(Check.WATCHED, Tick.DONE),
    CheckLine(Check.VERIFIED, Tick.OPEN),
    CheckLine(Check.DESTROYED, Tick.OPEN),
    CheckLine(Check.COMPARED, Tick.OPEN),
)
CARD = Card(
    title=TITLE,
    as_of=NOW,
    seen_at=NOW - timedelta(seconds=40),
    marketplace="running",
    ssh=None,
    training=None,
    gpu_use=Decimal("0.97"),
    progress=Progress(done=21_000, total=50_000, at=NOW - 2 * HOUR, running=30 * HOUR, by=OWNER),
    running=timedelta(hours=31, minutes=50),
    planned=72 * HOUR,
    money=MONEY,
    binding=(DeadlineKind.CONTRACT_END, NOW + 90 * HOUR),
    copy_start=NOW + 86 * HOUR,
    outlook=OUTLOOK,
    open=(IncidentKind.IDLE,),
    checklist=CHECKLIST,
)
ROW = SummaryRow(
    title=TITLE,
    state="running",
    so_far=Decimal("612.40"),
    unsure=False,
    missing=(),
    to_date=Decimal("579.10"),
    estimate=Decimal(1313),
    at_completion=Decimal("1390.50"),
    difference=Decimal("33.30"),
    made_by="traffic out",
    charged=Decimal("601.12"),
    outlook=OUTLOOK,
    open=(),
)
STRAY = Unclaimed(
    ListingRef("vast", "7001"),
    "old-sweep",
    1,
    "RTX 4090 24 GB",
    "stopped",
    Decimal("0.02"),
    NOW - 49 * HOUR,
    Decimal("0.98"),
)
ACCOUNT = AccountRow("vast", Decimal("412.10"), Decimal("18.16"), timedelta(hours=22), 0, NOW, timedelta(seconds=60))
SUMMARY = Summary(
    day=date(2026, 11, 30),
    days=(date(2026, 11, 30),),
    as_of=NOW,
    part=1,
    parts=1,
    rows=(
        ROW,
        replace(
            ROW, title=replace(TITLE, name="vit-sweep"), open=(IncidentKind.OFFLINE,), outlook=TIGHT, state="offline"
        ),
        replace(
            ROW, title=replace(TITLE, name="eval-7b", hourly=Decimal("0.14")), state="stopped", stopped_for=49 * HOUR
        ),
        replace(ROW, title=replace(TITLE, name="done-1"), ended_at=NOW - 9 * HOUR),
    ),
    totals=Totals(4, Decimal("2449.60"), Decimal("2316.40"), Decimal(5562)),
    accounts=(ACCOUNT,),
    unclaimed=(STRAY,),
    open=(
        OpenFact("vit-sweep", IncidentKind.OFFLINE),
        OpenFact("vit-sweep", Plight.NO_FIT),
        OpenFact("eval-7b", Plight.STOPPED),
        OpenFact("vast:7001", IncidentKind.UNCLAIMED),
    ),
    open_count=4,
)
CHART = Chart(
    date(2026, 11, 30),
    (
        Series(
            "llama-ft",
            tuple((date(2026, 11, day), Decimal(day - 27) * 205) for day in (28, 29, 30)),
            tuple((date(2026, 11, day), Decimal(day - 27) * 193) for day in (28, 29, 30)),
        ),
    ),
)
SAMPLES: tuple[tuple[Kind, Facts], ...] = (
    (
        Kind.OFFLINE,
        HostOffline(
            TITLE,
            NOW,
            NOW - timedelta(minutes=1),
            billing_paused=True,
            saved_at=NOW - 6 * HOUR,
            at_risk=6 * HOUR,
            at_risk_usd=Decimal("108.84"),
            outlook=OUTLOOK,
            resume=RESUME,
        ),
    ),
    (
        Kind.BACK,
        HostBack(TITLE, NOW, NOW - HOUR, 2 * HOUR, "running", (Decimal("36.28"), Decimal("37.10")), OUTLOOK),
    ),
    (
        Kind.GONE,
        HostGone(
            TITLE, NOW - HOUR, "running", NOW + 90 * HOUR, Decimal(612), None, 31 * HOUR, Decimal(562), None, RESUME
        ),
    ),
    (Kind.OFFLINE, Flapping(TITLE, IncidentKind.OFFLINE, NOW)),
    (Kind.OFFLINE, Settled(TITLE, IncidentKind.OFFLINE, NOW)),
    (Kind.IDLE, Idle(TITLE, NOW - HOUR, Decimal("0.02"), Decimal("18.14"))),
    (Kind.FORECAST, Late(TITLE, NOW + 30 * HOUR, Decimal("0.15"), TIGHT, Decimal(1700), Decimal(1313), RESUME)),
    (Kind.PRICE_INCREASE, PriceAsked(TITLE, Decimal("18.14"), Decimal("19.95"), NOW + 300 * HOUR)),
    (Kind.DISK, DiskFull(TITLE, Decimal(470), Decimal(500), Decimal(42))),
    (
        Kind.HARDWARE,
        Hardware(TITLE, (Changed("rate", "$17.20/h", "$18.14/h"), Changed("country", "US", "CA")), moved=False),
    ),
    (Kind.IDLE, Over(TITLE, IncidentKind.IDLE, NOW, OUTLOOK)),
    (
        Kind.DEADLINE,
        DeadlineNear(
            TITLE,
            DeadlineKind.CONTRACT_END,
            NOW + timedelta(hours=1, minutes=20),
            (2 * HOUR,),
            copy_start=NOW - 3 * HOUR,
            copy_missed=False,
            outlook=TIGHT,
            spent=Decimal(812),
            budget=Decimal(900),
            left=timedelta(hours=1, minutes=20),
            resume=RESUME,
        ),
    ),
    (Kind.DEADLINE, EndMoves(TITLE, DeadlineKind.CONTRACT_END, NOW + 20 * HOUR, over=False)),
    (
        Kind.NOT_VISIBLE,
        SightLost("vast", NOW, NOW - HOUR, "Vast.ai answered 502. Try again in a minute.", ("llama-ft", "b")),
    ),
    (Kind.VISIBLE, SightBack("vast", NOW, HOUR, ("llama-ft",))),
    (
        Kind.BALANCE,
        BalanceEnd(
            "vast",
            Decimal("61.20"),
            Decimal("2.148"),
            NOW + 28 * HOUR,
            (48 * HOUR,),
            ("llama-ft",),
            (ListingRef("vast", "9"),),
            Decimal(206),
        ),
    ),
    (Kind.BALANCE, BalanceRecovered("vast", Decimal(400), NOW + 186 * HOUR)),
    (Kind.UNCLAIMED, STRAY),
    (Kind.UNCLAIMED, UnclaimedOver(ListingRef("vast", "7001"), None)),
    (Kind.HEALTH, RouteBroken("C0TRAIN", "channel_not_found", NOW, 3)),
    (Kind.HEALTH, RouteMended("C0TRAIN", NOW)),
    (Kind.HEALTH, HealthNote(HealthMatter.GAP, NOW - 2 * HOUR, NOW)),
    (Kind.HEALTH, HealthNote(HealthMatter.LATE_LOOP, NOW, None, "poll of vast")),
    (Kind.HEALTH, HealthNote(HealthMatter.CLOCK_WENT_BACK, NOW + 72 * HOUR, NOW)),
    (Kind.HEALTH, HealthNote(HealthMatter.CLOCK_WAS_AHEAD, NOW + 72 * HOUR, NOW)),
    (Kind.HEALTH, HealthNote(HealthMatter.CLOCK_IS_AHEAD, NOW + 2 * HOUR, NOW)),
    (Kind.HEALTH, HealthNote(HealthMatter.CLOCK_IS_BEHIND, NOW, NOW + 7 * HOUR)),
    (Kind.HEALTH, HealthNote(HealthMatter.CLOCK_IS_RIGHT, NOW, None)),
    (Kind.OFFLINE, Reminder(TITLE, IncidentKind.OFFLINE, NOW, snoozed_by=OWNER)),
    (Kind.CARD, CARD),
    (Kind.SUMMARY, SUMMARY),
    (Kind.SUMMARY, CHART),
)


MONEY_USD = st.decimals(min_value=-(10**6), max_value=10**9, places=6) | st.just(Decimal(0))
INSTANTS = st.datetimes(datetime(2020, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - made aware
NASTY = "<!channel> <@U0123456789> <https://x.test|verified \u2705> `*_~ :tada: \u202e\n```" + "x" * 3001
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=200) | st.just(NASTY),
    bool: st.booleans(),
    int: st.integers(0, 10**6),
    Decimal: MONEY_USD,
    datetime: INSTANTS,
    date: st.dates(date(2020, 1, 1), date(2090, 1, 1)),
    timedelta: st.timedeltas(timedelta(days=-30), timedelta(days=4000)),
    type(None): st.none(),
    Progress: st.builds(
        Progress,
        done=st.integers(0, 9),
        total=st.integers(9, 10**9),
        at=INSTANTS,
        running=st.just(HOUR),
        by=st.none() | st.just(NASTY),
    ),
}


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Give everything that a field of this type can hold, hostile texts in every string."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple and inside[1:] == (...,):
        return st.lists(any_of(inside[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(any_of, inside))
    if inside:
        return st.one_of(*map(any_of, inside))
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return _built(kind)


@st.composite
def _built(draw: st.DrawFn, kind: Any) -> Any:
    hints = get_type_hints(kind)
    return kind(**{field.name: draw(any_of(hints[field.name])) for field in fields(kind)})


@pytest.fixture
def samples() -> tuple[tuple[Kind, Facts], ...]:
    """Give one letter's facts of every kind, as on a bad day."""
    return SAMPLES


@pytest.fixture
def sample() -> Callable[..., Any]:
    """Give a maker of one type's sample facts, changed in some fields."""

    def make(kind: type[Facts], /, **changes: Any) -> Any:
        return replace(next(facts for _, facts in SAMPLES if type(facts) is kind), **changes)

    return make


@pytest.fixture
def said(told: Callable[..., str]) -> Callable[..., str]:
    """Give what a letter with these facts says, once Slack's rules and the escaping are checked."""

    def say(facts: Facts, *alive: str) -> str:
        message = render(letter_of(facts))
        return told(message, OWNER, "C0TRAIN", *alive)

    return say


@pytest.fixture
def any_facts() -> st.SearchStrategy[Facts]:
    """Give facts of every type with anything in them."""
    return st.one_of(*map(any_of, FACTS))


def letter_of(facts: Facts, kind: Kind = Kind.HEALTH, subject: str | None = "incident:I1") -> Letter:
    """Put facts into a letter."""
    return Letter(key="k", kind=kind, to="C0TRAIN", facts=facts, priority=Priority.ALERT, subject=subject)
