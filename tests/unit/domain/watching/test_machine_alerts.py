"""What a machine does, is and costs: price, disk, hardware, idle GPUs, a finish that is late; and the card."""

from datetime import timedelta
from decimal import Decimal

import pytest
from watched import CHANNEL, DAY, HOUR, MINUTE, NOW, OWNER, REF, Watched, a_standing, an_instance, facts_of

from bot.domain.account import PriceIncrease
from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk, Unrecognised
from bot.domain.incidents import IncidentKind, Sighting
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind, Priority
from bot.domain.letters.card import Check, Tick
from bot.domain.letters.machine import Changed, DiskFull, Hardware, Idle, Late, Over, PriceAsked
from bot.domain.listing import ListingRef
from bot.domain.money import GpuRate, MachineRate
from bot.domain.runs import Ask, Progress
from bot.domain.watching.checklist import checklist_of
from bot.domain.watching.look import look_at
from bot.domain.watching.summary import row_of

PRICE, DISK, HARDWARE, IDLE, FORECAST = (
    IncidentKind.PRICE_INCREASE,
    IncidentKind.DISK,
    IncidentKind.HARDWARE,
    IncidentKind.IDLE,
    IncidentKind.FORECAST,
)
STEP = timedelta(seconds=1)


def wished(**changes):
    """Make a host's wish: $2.50 per GPU and hour, disk as it is, until a month later."""
    figures = dict.fromkeys(PriceIncrease.__dataclass_fields__)
    told = {"ref": REF, "id": "7", "compute_then": GpuRate(Decimal("2.5")), "ends_then": NOW + 30 * DAY}
    return PriceIncrease(**(figures | told | changes))


def test_a_hosts_wish_for_more_money_is_shown_to_a_person_once_until_it_is_gone(run):
    """For the whole machine with its disk: $16.10 now, $20.10 then; that nobody could read it says nothing."""
    (letter,) = run.up(asked=(wished(),))
    (facts,) = facts_of([letter], PriceAsked)
    assert (Decimal("16.1"), Decimal("20.1"), NOW + 30 * DAY) == (facts.now, facts.then, facts.ends_then)
    assert [] == run.up(5, asked=(wished(),)) + run.up(5, asked=None)
    assert {PRICE} == run.open()
    (end,) = run.up()
    assert (letter.key, PRICE) == (end.thread, end.facts.kind)


@pytest.mark.parametrize(
    ("changes", "row", "expected"),
    [
        ({"disk_usd_per_gb_month_then": Decimal("0.288")}, {}, (Decimal("16.1"), Decimal("20.2"))),
        ({"compute_then": None}, {}, (Decimal("16.1"), Decimal("16.1"))),
        ({}, {"compute": None}, (None, Decimal("20.1"))),
        ({}, {"disk_gb": None}, (None, None)),
        ({}, {"disk_usd_per_gb_month": None}, (None, None)),
    ],
)
def test_of_a_wish_only_what_was_told_is_reckoned(changes, row, expected):
    """A part that would not change stays; one that is unknown makes the sum unknown."""
    run = Watched(a_standing(an_instance(**row)))
    (facts,) = facts_of(run.up(asked=(wished(**changes),)), PriceAsked)
    assert expected == (facts.now, facts.then)


def test_another_machines_wish_is_not_this_ones():
    """Each look takes its own out of the account's."""
    other = wished(ref=ListingRef("vast", "9"))
    row = an_instance()
    assert () == look_at(REF, NOW, listed={REF: row}, absent=(), asked=[other]).asked
    assert (wished(),) == look_at(REF, NOW, listed={REF: row}, absent=(), asked=[other, wished()]).asked


def test_a_disk_is_nearly_full_at_a_share_of_its_size():
    """At 475 of 500 GB, not just below, and told once; less again is its end."""
    run = Watched(a_standing(an_instance(disk_used_gb=Decimal("474.99"))))
    assert [] == run.up()
    (letter,) = run.up(disk_used_gb=Decimal(475))
    assert (Decimal(475), Decimal(500), None) == (letter.facts.used_gb, letter.facts.size_gb, letter.facts.step_gb)
    assert [] == run.up(5) + run.up(5, disk_used_gb=None)
    (end,) = run.up(disk_used_gb=Decimal(300))
    assert (letter.key, DISK, set()) == (end.thread, end.facts.kind, run.open())


@pytest.mark.parametrize(("rise", "step"), [("0.99", None), ("1", Decimal(1))])
def test_a_small_rise_is_taken_for_logs_not_for_a_checkpoint(run, rise, step):
    """Below 1 GB it says nothing of the next checkpoint; from there on it does."""
    run.up(disk_used_gb=100 + Decimal(rise))
    assert step == run.standing.watches.disk_step_gb


def test_the_largest_rise_counts_to_the_last_gigabyte():
    """From 100 to 220 GB in one step: 380 GB still take another 120, 380.1 don't."""
    run = Watched()
    run.up(disk_used_gb=Decimal(220))
    run.up(disk_used_gb=Decimal(300))
    assert [] == run.up(disk_used_gb=Decimal(380))
    (facts,) = facts_of(run.up(disk_used_gb=Decimal("380.1")), DiskFull)
    assert Decimal(120) == facts.step_gb


@pytest.mark.parametrize(
    "row",
    [
        {"disk_used_gb": None},
        {"disk_used_gb": Decimal(499), "state": InstanceState.OFFLINE},
        {"disk_used_gb": Decimal(499), "state": InstanceState.STOPPED},
    ],
)
def test_a_disk_of_which_nothing_is_heard_is_not_full(run, row):
    """The use of a machine that is away is at best the last that was heard."""
    assert [] == facts_of(run.poll(**row), DiskFull)


ASKED = {
    "rate": (Ask(rate=MachineRate(Decimal("15.84"))), {"compute": MachineRate(Decimal("15.9985"))}, "$15.84/h"),
    "GPU": (Ask(gpu=GpuAsk("H100", None, Form.NVL)), {}, "H100 NVL"),
    "GPUs": (Ask(gpus=9), {}, "9"),
    "country": (Ask(countries=("US", "MX")), {"country": "CA"}, "US, MX"),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_not_as_it_was_asked_for_is_told_in_the_first_poll(what):
    """Case a18, case a28 (CA is Canada, not California), case b55: fewer, smaller, elsewhere, over 1 % dearer."""
    ask, row, expected = ASKED[what]
    run = Watched(a_standing(an_instance(**row), ask=ask))
    (letter,) = run.up()
    (change,) = letter.facts.changes
    assert (what, expected, False) == (change.what, change.expected, letter.facts.moved)
    assert [] == run.up(60)


@pytest.mark.parametrize(
    ("ask", "row"),
    [
        (Ask(), {}),
        (Ask(rate=MachineRate(Decimal("15.84"))), {"compute": MachineRate(Decimal("15.9984"))}),
        (Ask(rate=MachineRate(Decimal(20))), {}),
        (Ask(rate=MachineRate(Decimal(1))), {"compute": None}),
        (Ask(gpus=7), {}),
        (Ask(gpus=8, gpu=GpuAsk("H100", 80, Form.SXM), countries=("CA", "US")), {}),
        (Ask(countries=("US",)), {"country": None}),
        (Ask(gpu=GpuAsk("A100")), {"gpu": Unrecognised("Z9"), "gpu_name": "Z9"}),
    ],
)
def test_what_is_as_asked_or_better_or_unknown_is_no_news(ask, row):
    """1 % dearer is not yet more than 1 %; what was not said is not compared, and neither is what is not told."""
    assert [] == Watched(a_standing(an_instance(**row), ask=ask)).up()


def test_a_card_whose_name_and_memory_contradict_each_other_is_not_what_was_asked_for():
    """Case b38: a name is no proof."""
    odd = {"gpu": Conflict("A100", 20480, "the memory is 20480 MiB"), "gpu_name": "A100"}
    run = Watched(a_standing(an_instance(**odd), ask=Ask(gpu=GpuAsk("A100", 80))))
    (facts,) = facts_of(run.up(), Hardware)
    assert (Changed("GPU", "A100 80 GB", "A100 (the memory is 20480 MiB)"),) == facts.changes


def test_a_moved_machine_is_told_and_its_return_too(run):
    """Case a11: machine 811 is 977 now."""
    (letter,) = run.up(machine_id="977")
    assert (Changed("machine", "811", "977"),) == letter.facts.changes
    assert letter.facts.moved
    (end,) = run.up(machine_id="811")
    assert (letter.key, HARDWARE) == (end.thread, end.facts.kind)


@pytest.mark.parametrize(
    ("row", "changes"),
    [
        ({"gpus": 7}, [Changed("GPUs", "8", "7")]),
        ({"gpus": 9}, [Changed("GPUs", "8", "9")]),
        ({"country": "CA"}, [Changed("country", "US", "CA")]),
        ({"country": None}, []),
        ({"compute": MachineRate(Decimal("16.16"))}, []),
        ({"compute": MachineRate(Decimal("16.17"))}, [Changed("locked rate", "$16/h", "$16.17/h")]),
        ({"gpu": Gpu("H100", 80, Form.PCIE)}, [Changed("GPU", "H100 SXM 80 GB", "H100 PCIe 80 GB")]),
        ({"gpu": Gpu("H100", 94, Form.SXM)}, [Changed("GPU", "H100 SXM 80 GB", "H100 SXM 94 GB")]),
        ({"gpu": Gpu("H100", 80, None)}, []),
        ({"gpu": Unrecognised("H100 SXM")}, []),
        ({"gpu": Unrecognised("")} | {"gpu_name": ""}, []),
        ({"gpu": Unrecognised("Z9")} | {"gpu_name": "Z9"}, [Changed("GPU", "H100 SXM 80 GB", "Z9")]),
        ({"gpu": Conflict("H100 SXM", 9, "no")}, [Changed("GPU", "H100 SXM 80 GB", "H100 SXM (no)")]),
    ],
)
def test_what_is_no_longer_as_it_was_rented_is_told(run, row, changes):
    """Only what surely is another; a card whose form or memory is not told for once is the same card."""
    assert changes == [one for facts in facts_of(run.up(**row), Hardware) for one in facts.changes]


def test_what_is_unlike_both_the_ask_and_the_start_is_told_once():
    """Two of two GPUs became one: one line."""
    run = Watched(a_standing(an_instance(gpus=2), ask=Ask(gpus=2)))
    (facts,) = facts_of(run.up(gpus=1), Hardware)
    assert (Changed("GPUs", "2", "1"),) == facts.changes


def test_a_machine_that_moves_while_something_else_is_wrong_is_told_all_the_same():
    """Case a11: it is in another country from the start, which stays so; that it moved is said on top."""
    run = Watched(a_standing(an_instance(country="CA"), ask=Ask(countries=("US",))))
    (opener,) = run.up()
    (more,) = run.up(machine_id="977")
    assert (opener.key, True, opener.incident) == (more.thread, more.broadcast, more.incident)
    assert (True, ["country", "machine"]) == (more.facts.moved, [one.what for one in more.facts.changes])
    assert [] == run.up(5)
    (again,) = run.up(machine_id="978")
    assert 3 == len({opener.key, more.key, again.key})


def test_a_price_that_moves_a_little_is_not_told_each_time():
    """Dearer it is already."""
    run = Watched(a_standing(ask=Ask(rate=MachineRate(Decimal(10)))))
    assert 1 == len(run.up())
    assert [] == run.up(compute=MachineRate(Decimal("16.05"))) + run.up(compute=MachineRate(Decimal("16.1")))


def test_the_locked_price_is_written_down_and_noted_as_dearer_only_for_a_price():
    """Another country does not make the price another."""

    def line(**row):
        run = Watched(a_standing(ask=Ask(countries=("US",), rate=MachineRate(Decimal(16)))))
        run.up(**row)
        lines = checklist_of(run.standing, run.now)
        return next((line.tick, line.note) for line in lines if line.check is Check.PRICE_LOCKED)

    assert (Tick.DONE, "") == line(country="CA")
    assert (Tick.DONE, "dearer than it was to be") == line(compute=MachineRate(Decimal(17)))


def test_idle_gpus_are_told_after_a_quarter_of_an_hour(run):
    """Under 10 % in every poll of 15 minutes, with what it cost since; busy again ends it."""
    low = {"gpu_use": Decimal("0.09")}
    assert [] == run.up(15, **low)
    (letter,) = run.up(**low)
    (facts,) = facts_of([letter], Idle)
    assert (NOW + 2 * MINUTE, Decimal("0.09")) == (facts.since, facts.use)
    assert Decimal("4.025") == facts.usd
    assert [] == run.up(60)
    (end,) = run.up(gpu_use=Decimal("0.1"))
    assert (letter.key, IDLE) == (end.thread, end.facts.kind)


@pytest.mark.parametrize(
    "break_",
    [
        {"gpu_use": Decimal("0.1")},
        {"gpu_use": Decimal("0.01"), "state": InstanceState.STOPPED},
        {"gpu_use": Decimal("0.01"), "state": InstanceState.PENDING},
    ],
)
def test_one_reading_that_is_not_low_begins_the_quarter_anew(run, break_):
    """A machine that does not run cannot be idle."""
    run.up(14, gpu_use=Decimal("0.01"))
    run.poll(**break_)
    assert [] == run.up(15, gpu_use=Decimal("0.01"))
    assert [Kind.IDLE] == [one.kind for one in run.up()]


def test_a_use_that_nobody_told_is_not_low(run):
    """Case g of unknowns: null for an hour is no idle hour."""
    assert [] == run.up(60, gpu_use=None)


def test_a_finish_past_the_estimate_with_its_margin_is_told_once(run):
    """72 h, 15 % and half an hour of boot end 83.3 h after the start; stopped for 12 h it ends at 84 h."""
    run.poll(state=InstanceState.STOPPED, state_text="stopped")
    run.poll(wait=12 * HOUR)
    letters = run.up(2)
    (facts,) = facts_of(letters, Late)
    planned = NOW + HOUR / 2 + 72 * HOUR * 1.15
    assert (planned, Decimal("0.15")) == (facts.planned, facts.margin)
    assert facts.outlook.finish_at > planned
    assert Decimal(16 + 0) * 72 + Decimal("0.1") * 72 + Decimal("0.8") + Decimal("1.5") == facts.estimate
    assert facts.resume.remaining == facts.outlook.finish_at - NOW - 12 * HOUR - 3 * MINUTE
    assert [] == run.up(30)


def test_a_late_finish_tells_what_its_machine_had_cost_before_the_run():
    """A box of last week: $1,610 of what it will have cost are no more than was estimated."""
    progress = Progress(done=1, total=100, at=NOW, running=10 * HOUR)
    run = Watched(a_standing(an_instance(started_at=NOW - 100 * HOUR), progress=progress))
    (facts,) = facts_of(run.up(), Late)
    assert (Decimal(1610), True) == (facts.before, facts.at_completion > facts.before + facts.estimate)


def test_a_finish_is_planned_to_the_microsecond():
    """At the very plan it is not late; one tenth of told progress, a little slower, is."""
    for more, late in ((timedelta(0), []), (timedelta(microseconds=10), [Kind.FORECAST])):
        run = Watched()
        run.up(wait=10 * HOUR)
        pace = (HOUR / 2 + 72 * HOUR * 1.15) / 10
        run.standing = a_standing_told(run, Progress(done=1, total=10, at=run.now, running=pace + more))
        run.now = NOW + pace
        assert late == [one.kind for one in run.up(wait=more)], more


def a_standing_told(run, progress):
    """Give the run's standing with told progress."""
    standing = a_standing(progress=progress)
    return type(standing)(run=standing.run, machine=run.standing.machine, watches=run.standing.watches)


def test_progress_that_catches_up_ends_what_was_late():
    """In the same thread."""
    run = Watched(a_standing(progress=Progress(done=1, total=100, at=NOW, running=10 * HOUR)))
    (letter,) = run.up()
    run.standing = a_standing_with(run.standing, Progress(done=20, total=100, at=run.now, running=10 * HOUR))
    (end,) = run.up()
    assert (Kind.FORECAST, letter.key, FORECAST) == (letter.kind, end.thread, end.facts.kind)


def a_standing_with(standing, progress):
    """Give a standing with other progress."""
    return type(standing)(
        run=a_standing(progress=progress).run,
        machine=standing.machine,
        watches=standing.watches,
        open=standing.open,
    )


@pytest.mark.parametrize("seen", [Sighting.UNKNOWN, Sighting.UNLISTED])
def test_no_finish_is_late_because_nothing_was_seen_for_long(run, seen):
    """From blindness follows no alert; a look says so at once."""
    assert [] == facts_of(run.without(seen, wait=100 * HOUR), Late)
    assert [Late] == [type(one.facts) for one in run.up() if one.kind is Kind.FORECAST]


def test_while_the_host_is_away_its_outage_tells_of_the_finish_and_lateness_comes_when_it_is_back(run):
    """One message, then the other."""
    run.away(2)
    assert [] == run.away(wait=20 * HOUR)
    assert [Kind.BACK, Kind.FORECAST] == [one.kind for one in run.up(2)]


def test_a_card_is_drawn_at_once_when_something_happened_else_every_ten_minutes():
    """Its figures move all the time."""
    run = Watched()

    def cards(**row):
        run.now += MINUTE
        run.row = an_instance(**row)
        return run.sees(look_at(REF, run.now, listed={REF: run.row}, absent=(), asked=())).cards

    (card,) = cards()
    assert ("card:r1", Kind.CARD, Priority.CARD, CHANNEL) == (card.key, card.kind, card.priority, card.to)
    assert [()] * 9 == [cards(gpu_use=Decimal(n)) for n in (1, 0, 1, 0, 1, 0, 1, 0, 1)]
    assert 1 == len(cards())
    for change in ({"state_text": "loading"}, {"ends_at": NOW + 9 * DAY}, {"machine_id": "5"}, {"machine_id": "811"}):
        assert 1 == len(cards(**change)), change
    run.now -= DAY
    assert 1 == len(cards())


def test_a_card_of_a_run_that_is_over_is_drawn_no_more(run):
    """Once that it ended, and then it stays as it is."""
    run.gone(2)
    run.now += DAY
    looks = [look_at(REF, run.now + n * HOUR, listed={}, absent=(REF,), asked=()) for n in range(3)]
    assert [(), (), ()] == [run.sees(look).cards for look in looks]


def test_a_stopped_machine_is_never_shown_as_free(run):
    """Case a8: how long it has been so, and what it costs."""
    run.poll(state=InstanceState.STOPPED, state_text="stopped")
    row = row_of(run.standing, {}, run.now + 5 * HOUR)
    assert (5 * HOUR, Decimal("0.1"), "stopped") == (row.stopped_for, row.title.hourly, row.state)
    run.up()
    assert None is row_of(run.standing, {}, run.now).stopped_for


def test_an_end_that_is_over_names_the_kind_and_goes_to_the_owner_where_the_channel_fails():
    """The same address as its beginning."""
    run = Watched(admin=None)
    run.up(machine_id="9")
    (end,) = run.up(machine_id="811")
    assert (Over, HARDWARE, OWNER, CHANNEL) == (type(end.facts), end.facts.kind, end.second, end.to)
