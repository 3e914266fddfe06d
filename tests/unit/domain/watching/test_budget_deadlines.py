"""A run's budget: when it ends, what is said of that, and by how much it is short."""

from dataclasses import replace
from decimal import Decimal

import pytest
from watched import (
    CHANNEL,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    OWNER,
    Watched,
    a_standing,
    an_instance,
    deadlines,
    in_hours,
    public,
    warnings,
)

from bot.domain.deadlines import DeadlineKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.letters.summary import Plight
from bot.domain.watching.budget import budget_short
from bot.domain.watching.card import card_of
from bot.domain.watching.ends import deadlines_of
from bot.domain.watching.terms import Terms

CONTRACT, BUDGET = DeadlineKind.CONTRACT_END, DeadlineKind.BUDGET_END


def test_a_budget_is_told_of_at_its_own_thresholds():
    """$161 at $16.10 an hour are ten hours: the 48 and 24 h are crossed at once, 6 h comes."""
    run = Watched(a_standing(plan={"budget": Decimal(161)}))
    (letter,) = run.up()
    assert [(BUDGET, [48, 24], False, CHANNEL)] == warnings([letter])
    assert (Decimal(161), NOW + 10 * HOUR) == (letter.facts.budget, letter.facts.end)
    assert Decimal("0.268333") == round(letter.facts.spent, 6)
    assert [([6], False)] == public(in_hours(run, MINUTE, 6 * HOUR))


def test_the_copy_start_is_before_what_stops_the_machine_and_never_before_a_budgets_end():
    """A budget stops nothing; the contract takes the disk, an empty balance stops the machine (3 h for the copy)."""
    standing = a_standing(plan={"budget": Decimal(161)})

    def start(**terms):
        return card_of(standing, Terms(now=NOW, every=MINUTE, admin=None, new_id=str, **terms)).copy_start

    assert NOW + 8 * DAY - 3 * HOUR == start()
    card = card_of(standing, Terms(now=NOW, every=MINUTE, admin=None, new_id=str, balance_end=NOW + 20 * HOUR))
    assert (BUDGET, (DeadlineKind.BALANCE_END, NOW + 20 * HOUR)) == (card.binding[0], card.stops)
    assert NOW + 17 * HOUR == start(balance_end=NOW + 20 * HOUR)
    unended = a_standing(an_instance(ends_at=None), plan={"budget": Decimal(161)})
    assert None is card_of(unended, Terms(now=NOW, every=MINUTE, admin=None, new_id=str)).copy_start


def test_a_copy_start_that_passes_while_a_budget_is_nearer_is_told():
    """The budget ends in two hours, the contract in four: the results must be on their way after one."""
    run = Watched(a_standing(an_instance(ends_at=NOW + 4 * HOUR), plan={"budget": Decimal("32.2")}))
    run.up()
    letters = run.up(wait=HOUR)
    assert [(CONTRACT, [], True, CHANNEL), (CONTRACT, [], True, OWNER)] == warnings(letters)
    assert [NOW + HOUR] * 2 == [one.facts.copy_start for one in letters]
    assert [] == warnings(run.up())


def test_a_budget_of_a_machine_of_which_no_price_is_known_has_no_known_end():
    """Unknown, not never."""
    standing = a_standing(an_instance(compute=None, disk_gb=None), plan={"budget": Decimal(161)})
    assert [CONTRACT, BUDGET] == [one.kind for one in deadlines_of(standing, NOW).all]
    assert [BUDGET] == [kind for kind, _ in deadlines_of(standing, NOW).unknown]
    assert [CONTRACT] == [kind for kind, _ in deadlines_of(a_standing(an_instance(ends_at=None)), NOW).unknown]


@pytest.mark.parametrize(
    ("unknown", "budget", "or_sooner"),
    [
        ({"disk_gb": None}, 160, True),
        ({"disk_usd_per_gb_month": None}, 160, True),
        ({"compute": None}, 1, True),
        ({"in_usd_per_gb": None, "out_usd_per_gb": None}, 161, True),
        ({"in_usd_per_gb": Decimal(0), "out_usd_per_gb": Decimal(0)}, 161, False),
    ],
)
def test_a_budget_ends_by_what_is_known_of_its_cost_or_sooner(unknown, budget, or_sooner):
    """Ten hours at the known $16.00, $0.10 or $16.10; spent, it is told as well, with the minute in which it was."""
    run = Watched(a_standing(an_instance(**unknown), plan={"budget": Decimal(budget)}))
    (letter,) = run.up()
    assert (NOW + 10 * HOUR, or_sooner) == (letter.facts.end, letter.facts.or_sooner)
    spent, *_ = run.up(wait=20 * HOUR)
    assert (BUDGET, NOW + 10 * HOUR) == (spent.facts.kind, spent.facts.end)
    card = card_of(run.standing, Terms(now=NOW, every=MINUTE, admin=None, new_id=str))
    assert ((BUDGET, NOW + 10 * HOUR), or_sooner) == (card.binding, card.binding_or_sooner)


def test_a_contract_end_is_never_or_sooner():
    """Its date is told, whatever a disk costs."""
    run = Watched(a_standing(an_instance(disk_gb=None, ends_at=NOW + HOUR), plan={"budget": Decimal(9000)}))
    assert {False} == {one.facts.or_sooner for one in deadlines(run.up())}
    card = card_of(run.standing, Terms(now=run.now, every=MINUTE, admin=None, new_id=str))
    assert (CONTRACT, False) == (card.binding[0], card.binding_or_sooner)


def test_a_spent_budget_is_told_once_also_where_nothing_burns():
    """Offline nothing burns, and it is spent all the same; back again, nobody is told anew."""
    run = Watched(a_standing(an_instance(started_at=NOW - 10 * HOUR), plan={"budget": Decimal(161)}))
    assert [(BUDGET, [48, 24, 6], False, CHANNEL), (BUDGET, [48, 24, 6], False, OWNER)] == warnings(run.away())
    run.now += DAY
    assert [] == warnings([*run.away(5), *run.up(5)])
    assert [NOW] == [one.end for one in deadlines_of(run.standing, run.now).all if one.kind is BUDGET]


def test_a_budget_of_nothing_is_spent_before_anything_was_seen():
    """Then it ends now."""
    row = an_instance(state=InstanceState.UNKNOWN)
    ends = deadlines_of(a_standing(row, plan={"budget": Decimal(0)}), NOW + HOUR)
    assert [NOW + HOUR] == [one.end for one in ends.all if one.kind is BUDGET]


@pytest.mark.parametrize(("budget", "short"), [(None, None), (1161, "0.5"), ("1161.5", None), (2000, None)])
def test_a_budget_that_does_not_last_to_the_end_is_told_by_how_much(budget, short):
    """At completion $1,161.50: the machine's time may fit, and the budget not. No budget is never short."""
    standing = a_standing(plan={"budget": None if budget is None else Decimal(budget)})
    assert (None if short is None else Decimal(short)) == budget_short(standing, NOW)
    card = card_of(standing, Terms(now=NOW, every=MINUTE, admin=None, new_id=str))
    assert budget_short(standing, NOW) == card.budget_short
    assert card.outlook.fits


def test_a_budget_is_short_by_the_estimate_where_nothing_was_seen_and_by_what_was_spent_where_no_price_is_known():
    """$1,161.50 of $1,000; $0.10 an hour for the disk alone, of which the second is beyond the dime."""
    unseen = a_standing(an_instance(state=InstanceState.UNKNOWN), plan={"budget": Decimal(1000)})
    assert Decimal("161.5") == budget_short(unseen, NOW)
    unpriced = a_standing(an_instance(compute=None), plan={"budget": Decimal("0.1")})
    assert (None, Decimal("0.1")) == (budget_short(unpriced, NOW + HOUR), budget_short(unpriced, NOW + 2 * HOUR))


def test_a_warning_tells_by_how_much_its_budget_is_short():
    """The first of ten hours' money for 72 hours."""
    (letter,) = Watched(a_standing(plan={"budget": Decimal("161.5")})).up()
    assert Decimal(1000) == letter.facts.budget_short


def test_a_budget_that_the_machines_end_keeps_from_being_spent_is_not_warned_of():
    """$322 are twenty hours, the machine has four: of its end alone there is something to be told, and it is open."""
    run = Watched(a_standing(an_instance(ends_at=NOW + 4 * HOUR), plan={"budget": Decimal(322)}))
    told = [*run.up(), *run.up(wait=2 * HOUR)]
    assert {CONTRACT} == {one.facts.kind for one in deadlines(told)}
    assert (
        Plight.BUDGET_NEAR
        not in card_of(run.standing, Terms(now=run.now, every=MINUTE, admin=None, new_id=str)).plights
    )


def test_a_machine_that_is_prolonged_lets_its_budget_be_spent_and_that_is_warned_of():
    """And brought forward again, the warning is not open any more, nor told anew once it is put off again."""
    run = Watched(a_standing(an_instance(ends_at=NOW + 4 * HOUR), plan={"budget": Decimal(322)}))
    run.up()

    def plights(ends_at):
        run.row = replace(run.row, ends_at=ends_at)
        told = warnings(one for one in run.up() if one.kind is Kind.DEADLINE and one.facts.kind is BUDGET)
        card = card_of(run.standing, Terms(now=run.now, every=MINUTE, admin=None, new_id=str))
        return told, Plight.BUDGET_NEAR in card.plights

    assert ([(BUDGET, [48, 24], False, CHANNEL)], True) == plights(NOW + 30 * HOUR)
    assert ([], False) == plights(NOW + 4 * HOUR)
    assert ([], True) == plights(NOW + 30 * HOUR)
