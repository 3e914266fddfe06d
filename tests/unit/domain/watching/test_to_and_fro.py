"""What is another at each poll: told three times at most, then as that, then as it really is."""

from datetime import timedelta
from decimal import Decimal

import pytest
from watched import CHANNEL, DAY, HOUR, MINUTE, NOW, Account, Watched, a_standing, an_instance, facts_of

from bot.domain.deadlines import DeadlineKind, EndWatch, step_end
from bot.domain.gpu import Gpu
from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.letters.account import BalanceEnd
from bot.domain.letters.deadline import DeadlineNear, EndMoves
from bot.domain.letters.host import Flapping, Settled
from bot.domain.letters.machine import Hardware
from bot.domain.money import MachineRate

NEAR, LATER, FAR = NOW + 20 * HOUR, NOW + 40 * HOUR, NOW + 8 * DAY
ENDS_SOON = an_instance(ends_at=NEAR)


def in_channel(letters):
    """Give what is said of ends in the channel: the type, and the end in hours."""
    told = [one for one in letters if one.kind is Kind.DEADLINE and one.to == CHANNEL]
    return [(type(one.facts), (one.facts.end - NOW) // HOUR) for one in told]


@pytest.mark.parametrize("other", [LATER, FAR])
def test_an_end_that_is_another_at_each_poll_is_told_to_be_so_and_then_only_where_it_stands(other):
    """Thirty polls of it: at most three warnings and the word that it moves; ten quiet minutes, and where it is."""
    run = Watched(a_standing(ENDS_SOON))
    letters = run.up(ends_at=NEAR)
    for _ in range(15):
        letters += run.up(ends_at=other) + run.up(ends_at=NEAR)
    told = in_channel(letters)
    assert [EndMoves] == [sort for sort, _ in told if sort is not DeadlineNear]
    assert len(told) <= 4
    letters = run.up(30, ends_at=NEAR)
    assert [(EndMoves, 20)] == in_channel(letters)
    assert [True] == [one.over for one in facts_of(letters, EndMoves)]
    assert [] == in_channel(run.up(30))


def test_an_end_that_settles_where_it_was_not_told_is_warned_of_there():
    """Its warning is the word that it stands still; nothing more is said beside it."""
    run = Watched(a_standing(ENDS_SOON))
    run.up()
    for _ in range(15):
        run.up(ends_at=LATER)
        run.up(ends_at=NEAR)
    assert [(DeadlineNear, 40)] == in_channel(run.up(30, ends_at=LATER))


def test_an_end_that_moves_to_and_fro_is_still_warned_of_as_it_comes_nearer():
    """Each threshold of the nearer one once, for a day: nothing may be missed for the noise (promise 1)."""
    run = Watched(a_standing(ENDS_SOON))
    letters = []
    while run.now < NEAR:
        letters += run.up(ends_at=FAR, wait=5 * MINUTE) + run.up(ends_at=NEAR, wait=5 * MINUTE)
    crossed = [one.crossed[-1] // HOUR for one in facts_of(letters, DeadlineNear) if one.crossed]
    assert {24, 12, 6, 2, 1} == set(crossed)
    assert [12, 6, 2, 1] == [hours for hours in dict.fromkeys(crossed) if hours != 24]
    assert 2 >= crossed.count(24)


def hours_told(run, first, second, until):
    """Poll every five minutes, the end the one and the other by turns; give the thresholds that the channel is told."""
    letters = []
    while run.now < until:
        letters += run.up(ends_at=first, wait=5 * MINUTE) + run.up(ends_at=second, wait=5 * MINUTE)
    public = facts_of([one for one in letters if one.to == CHANNEL], DeadlineNear)
    return [one.crossed[-1] // HOUR for one in public if one.crossed]


def test_an_end_that_moves_to_and_fro_and_is_put_off_is_warned_of_anew():
    """Ten minutes beyond all the ends between which it moved: each threshold of the later one is said (promise 1)."""
    run = Watched(a_standing(ENDS_SOON), every=5 * MINUTE)
    run.now = NEAR - 90 * MINUTE
    assert [2, 1] == hours_told(run, NEAR, NEAR + 40 * MINUTE, NEAR - 10 * MINUTE)[-2:]
    later = NEAR + 8 * HOUR
    assert [12, 6, 2, 1] == hours_told(run, later, later + 40 * MINUTE, later - 10 * MINUTE)


def test_an_end_that_is_beyond_for_a_moment_is_not_put_off():
    """Less than ten minutes of it are one more place where it was, and so is what lies between."""
    run = Watched(a_standing(ENDS_SOON))
    hours_told(run, NEAR, NEAR + 40 * MINUTE, NOW + HOUR)
    assert [] == facts_of(run.up(9, ends_at=FAR) + run.up(9, ends_at=NEAR), DeadlineNear)
    assert [] == hours_told(run, LATER, FAR, NOW + 4 * HOUR)


def test_an_end_that_comes_nearer_while_it_moves_to_and_fro_is_not_told_twice():
    """What is narrower is said as it is crossed; nothing wider is said again."""
    run = Watched(a_standing(ENDS_SOON))
    hours_told(run, LATER, LATER + 40 * MINUTE, NOW + HOUR)
    assert [6] == hours_told(run, NOW + 5 * HOUR, NOW + 5 * HOUR + 40 * MINUTE, NOW + 2 * HOUR)


def test_a_balance_that_comes_and_goes_and_was_topped_up_is_warned_of_anew():
    """It burns at every second look, before and after: once it lasts clearly longer than ever, that is over."""
    account = Account()
    some = [an_instance(), an_instance(compute=MachineRate(Decimal(8)))]
    letters = []
    for usd in (161, 161, 161, 8_000, 8_000, 8_000, 161):
        letters = [one for _ in range(8) for row in some for one in account.poll(row, balance=Decimal(usd))]
    assert [(48, 24)] == [tuple(t // HOUR for t in one.crossed) for one in facts_of(letters, BalanceEnd)]


def test_what_is_not_seen_is_not_quiet():
    """Blind for an hour, nobody knows whether an end stands still."""
    run = Watched(a_standing(ENDS_SOON))
    run.up()
    for _ in range(3):
        run.up(ends_at=LATER)
        run.up(ends_at=NEAR)
    assert [] == in_channel(run.blind(60))
    assert [(EndMoves, 20)] == in_channel(run.up(2))


def test_an_end_nobody_was_warned_of_may_move_as_it_likes():
    """Far off, it is in no message."""
    run = Watched()
    letters = [one for _ in range(10) for end in (FAR, FAR + DAY) for one in run.up(ends_at=end)]
    assert [] == in_channel(letters + run.up(30))


def test_an_extension_is_no_moving_to_and_fro():
    """Case a3: one move, or two in half an hour, is told as ever."""
    run = Watched(a_standing(ENDS_SOON))
    run.up(ends_at=NEAR)
    assert [(DeadlineNear, 40)] == in_channel(run.up(ends_at=LATER))
    assert [(DeadlineNear, 60)] == in_channel(run.up(ends_at=NOW + 60 * HOUR))


def test_a_money_end_moves_only_where_it_lasts_half_as_long_again_or_as_short():
    """It wanders all the time; a date that somebody fixed does not."""
    for kind, moves in ((DeadlineKind.BUDGET_END, False), (DeadlineKind.CONTRACT_END, True)):
        watch = step_end(step_end(EndWatch(kind), NEAR, NOW), NEAR + 5 * HOUR, NOW)
        assert moves == (watch.end != NEAR)
    for kind in DeadlineKind:
        assert LATER == step_end(EndWatch(kind, NEAR), LATER, NOW).end
        assert NEAR == step_end(EndWatch(kind, NEAR), NEAR + timedelta(minutes=30), NOW).end


def test_a_balance_that_lasts_and_does_not_at_each_poll_is_told_as_that():
    """A machine that runs at every second look: at most opened, over, opened, to and fro; then how it really is."""
    account, row = Account(), an_instance()
    letters = []
    for _ in range(15):
        for state in (InstanceState.RUNNING, InstanceState.STOPPED):
            row = an_instance(state=state)
            letters += account.poll(row, balance=Decimal(161))
    told = [one for one in letters if one.kind is Kind.BALANCE and one.to == CHANNEL]
    assert [1, True] == [len(facts_of(told, Flapping)), len(told) <= 5]
    letters = [one for _ in range(30) for one in account.poll(an_instance(), balance=Decimal(161))]
    assert [Settled] == [type(one.facts) for one in letters]
    assert {IncidentKind.BALANCE_LOW} == {kind for _, kind in account.open()}
    assert [] == facts_of(letters, BalanceEnd)


OTHER = {"country": "CA", "machine_id": "977", "gpu": Gpu("RTX 3090", 24)}


@pytest.mark.parametrize("field", OTHER)
def test_a_machine_that_is_another_at_each_poll_is_told_to_be_so(field):
    """Case b56, on a machine with too few GPUs already: what comes on top, and goes, is no news each time."""
    run = Watched(a_standing(an_instance()))
    was = getattr(run.row, field)
    run.up(gpus=7)
    letters = []
    for _ in range(15):
        letters += run.up(**{field: OTHER[field]}) + run.up(**{field: was})
    told = [one for one in letters if one.kind is Kind.HARDWARE]
    assert [1, True] == [len(facts_of(told, Flapping)), len(told) <= 3]
    (end,) = [one for one in run.up(30) if one.kind is Kind.HARDWARE]
    assert (Hardware, True, ["GPUs"]) == (type(end.facts), end.broadcast, [one.what for one in end.facts.changes])
    assert [] == run.up(30)
