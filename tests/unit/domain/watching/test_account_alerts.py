"""An account: whether its marketplace can be seen, how long its money lasts, what sits there with no run."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from watched import ADMIN, CHANNEL, DAY, HOUR, MINUTE, NOW, OWNER, REF, Account, an_instance, facts_of

from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind, Priority
from bot.domain.letters.account import (
    BalanceEnd,
    BalanceRecovered,
    SightBack,
    SightLost,
    Unclaimed,
    UnclaimedOver,
)
from bot.domain.letters.host import Flapping, Settled
from bot.domain.listing import ListingRef
from bot.domain.outside import Unknown
from bot.domain.watching.account_judge import balance_end
from bot.domain.watching.claim import Claim
from bot.domain.watching.summary import summaries_of

NOT_VISIBLE, LOW, UNCLAIMED = IncidentKind.NOT_VISIBLE, IncidentKind.BALANCE_LOW, IncidentKind.UNCLAIMED
SUBJECT = "account:vast"
LOOSE = ListingRef("vast", "977")
MINE = an_instance()
STRAY = an_instance(ref=LOOSE, label="old", started_at=NOW - 10 * HOUR)


def test_a_marketplace_is_not_visible_after_three_failed_polls_in_a_row(account):
    """Case c63: with when it was last good, and with the last refusal; two failures and a success are nothing."""
    account.poll(MINE)
    assert [] == account.fails(2) + account.poll(MINE) + account.fails(2)
    (letter,) = account.fails(refusal="It answered 503.")
    facts = SightLost("vast", NOW + 5 * MINUTE, NOW + 4 * MINUTE, "It answered 503.", ("llama-ft",))
    assert (facts, Kind.NOT_VISIBLE, "incident:i1:opened", SUBJECT) == (
        letter.facts,
        letter.kind,
        letter.key,
        account.standing.open[0].subject,
    )
    assert (CHANNEL, ADMIN, "incident:i1") == (letter.to, letter.second, letter.subject)
    assert [] == account.fails(60)


def test_the_next_good_poll_is_sight_again(account):
    """In the same thread, with how long nothing was seen."""
    account.poll(MINE)
    (opener,) = account.fails(10)
    (end,) = account.poll(MINE)
    assert SightBack("vast", NOW + 12 * MINUTE, 11 * MINUTE, ("llama-ft",)) == end.facts
    assert (opener.key, Kind.VISIBLE, set()) == (end.thread, end.kind, account.open())


def test_a_marketplace_that_was_never_seen_is_not_visible_since_the_first_failure(account):
    """No last good poll is told where there was none; back, it was blind from that failure on."""
    (letter,) = account.fails(3)
    assert (NOW + MINUTE, None) == (letter.facts.since, letter.facts.last_good)
    (end,) = account.poll(MINE)
    assert 3 * MINUTE == end.facts.blind


def test_blindness_is_never_shorter_than_nothing(account):
    """A clock that was put back."""
    account.poll(MINE, wait=DAY)
    account.fails(3)
    assert [timedelta(0)] == [one.blind for one in facts_of(account.poll(MINE, wait=-DAY), SightBack)]


def test_an_account_with_no_admin_channel_falls_back_to_a_live_runs_owner():
    """Not to the owner of one that is over; with nobody, there is none."""
    account = Account(admin=None)
    account.claims = [Claim(LOOSE, "old", "U0OLD", live=False), Claim(REF, "llama-ft", OWNER)]
    assert [(OWNER, ("llama-ft",))] == [(one.second, one.facts.runs) for one in account.fails(3)]
    account = Account(admin=None)
    account.claims = []
    assert [None] == [one.second for one in account.fails(3)]


def test_a_failed_poll_changes_nothing_but_the_sight_of_the_account(account):
    """Promise 4: burn, strays and balance stay; what it refused with is kept, and when it was tried."""
    account.poll(MINE, STRAY, balance=Decimal(10_000))
    before = account.standing
    account.fails()
    now = account.standing
    same = replace(now, sight=before.sight, tried_at=before.tried_at, refusal="")
    assert (before, "It did not answer in time.", NOW + 2 * MINUTE) == (same, now.refusal, now.tried_at)
    account.poll(MINE)
    assert "" == account.standing.refusal


def test_the_burn_is_of_everything_that_is_rented_and_names_what_it_leaves_out(account):
    """Case a6: a stray burns the same balance; an instance whose price nobody told is missing, not free."""
    account.poll(MINE, STRAY, replace(STRAY, ref=ListingRef("vast", "5"), compute=None))
    assert (Decimal("32.2"), (ListingRef("vast", "5"),)) == (account.standing.burn, account.standing.missing)


def test_a_balance_is_told_at_each_threshold_once_for_all_its_runs(account):
    """Case a6: $16.10 an hour; 48, 24 and 6 h; below 6 h each owner by DM as well, once."""
    account.claims += [Claim(LOOSE, "other", "U0OTHER"), Claim(ListingRef("vast", "6"), "third", OWNER)]
    told = []
    for hours in range(50, 0, -1):
        told += account.poll(MINE, wait=HOUR, balance=Decimal("16.1") * hours)
    ends = [(int(one.facts.end.timestamp() - account.now.timestamp()) // 3600, one.to, one.priority) for one in told]
    crossed = [(tuple(t // HOUR for t in one.facts.crossed), one.to) for one in told]
    assert [((48,), CHANNEL), ((24,), CHANNEL), ((6,), CHANNEL), ((6,), OWNER), ((6,), "U0OTHER")] == crossed
    assert {1} == {hours for hours, *_ in ends}
    assert [Priority.ALERT] + [Priority.DEADLINE] * 4 == [priority for *_, priority in ends]
    assert 5 == len({one.key for one in told})
    assert (("llama-ft", "other", "third"), Decimal("16.1"), Decimal("772.8")) == (
        told[0].facts.runs,
        told[0].facts.burn,
        told[0].facts.balance,
    )
    assert {(SUBJECT, LOW)} == account.open()


def test_an_acknowledged_balance_bothers_no_owner(account):
    """The channel it does."""
    account.poll(MINE, balance=Decimal(161))
    (mine,) = account.standing.open
    account.standing = replace(account.standing, open=(replace(mine, acknowledged_by="U0X"),))
    assert [CHANNEL] == [one.to for one in account.poll(MINE, balance=Decimal(50))]


def test_a_balance_is_low_until_it_lasts_half_as_long_again(account):
    """Told at 48 h: 71 h are not enough, 73 h are; the end goes into the thread of the beginning."""
    (opener,) = account.poll(MINE, balance=Decimal("16.1") * 47)
    assert [] == account.poll(MINE, balance=Decimal("16.1") * 71)
    (end,) = account.poll(MINE, balance=Decimal("16.1") * 73)
    assert (opener.key, BalanceRecovered("vast", Decimal("16.1") * 73, account.now + 73 * HOUR)) == (
        end.thread,
        end.facts,
    )
    (again,) = account.poll(MINE, balance=Decimal("16.1") * 47)
    assert again.key != opener.key


def test_a_balance_that_nothing_burns_for_ten_minutes_has_recovered(account):
    """Everything was let go of: said once, and what is rented after that is told anew."""
    account.poll(MINE, balance=Decimal(161))
    assert [] == [one for _ in range(10) for one in account.poll(balance=Decimal(161))]
    (end,) = account.poll(balance=Decimal(161))
    assert (BalanceRecovered("vast", Decimal(161), None), set()) == (end.facts, account.open())
    assert [] == account.poll(balance=Decimal(161))
    assert [(48 * HOUR, 24 * HOUR)] == [
        one.crossed for one in facts_of(account.poll(MINE, balance=Decimal(161)), BalanceEnd)
    ]


def test_a_look_at_which_nothing_burns_is_no_recovery(account):
    """An empty list between two full ones: the same balance is not told again, and nothing ends."""
    account.poll(MINE, balance=Decimal(161))
    for _ in range(15):
        assert [] == account.poll(balance=Decimal(161)) + account.poll(MINE, balance=Decimal(161))
    assert {(SUBJECT, LOW)} == account.open()


def test_an_overspent_balance_is_told_once_however_far_it_is_overspent(account):
    """Also where only a little burns it, so that it was spent decades ago, and where nothing does any more."""
    stopped = replace(MINE, state=InstanceState.STOPPED)
    (told,) = facts_of(account.poll(stopped, balance=Decimal(-500_000)), BalanceEnd)[:1]
    assert account.now > told.end
    assert [] == [one for _ in range(5) for one in account.poll(stopped, balance=Decimal(-500_000))]
    assert [] == [one for _ in range(20) for one in account.poll(balance=Decimal(-500_000))]
    assert {(SUBJECT, LOW)} == account.open()


def test_a_balance_that_nobody_told_says_nothing(account):
    """Nor does one whose burn was never seen."""
    assert [] == account.poll(MINE) + account.fails(balance=Decimal(1))[:0]
    other = Account()
    assert [] == other.fails(2, balance=Decimal(1))
    assert (Decimal(1), None) == (other.standing.balance, other.standing.burn)


def test_a_balance_that_was_not_told_again_goes_on_running_out(account):
    """By the last that was told, and by the burn that was told with it."""
    account.poll(MINE, balance=Decimal("16.1") * 50)
    assert [(timedelta(hours=48),)] == [one.crossed for one in facts_of(account.poll(MINE, wait=3 * HOUR), BalanceEnd)]


LESS = {
    "unknown state": [replace(MINE, state=InstanceState.UNKNOWN)],
    "unknown price": [replace(MINE, compute=None)],
    "away": [replace(MINE, state=InstanceState.OFFLINE)],
}


@pytest.mark.parametrize("why", LESS)
def test_money_that_only_seems_to_last_has_not_recovered(account, why):
    """From unknown follows nothing: a machine whose cost nobody tells, or that is away for now, fills no account."""
    account.poll(MINE, balance=Decimal(161))
    before = account.standing.told
    assert [] == account.poll(*LESS[why], balance=Decimal(161))
    assert ({(SUBJECT, LOW)}, before) == (account.open(), account.standing.told)
    assert [] == account.poll(MINE, balance=Decimal(161))


def test_a_burn_that_fell_while_the_balance_could_not_be_read_has_recovered_nothing(account):
    """Of what was spent since nobody knows."""
    account.poll(MINE, balance=Decimal(161))
    assert [] == account.poll(replace(MINE, state=InstanceState.STOPPED))
    assert {(SUBJECT, LOW)} == account.open()


def test_money_that_may_end_sooner_still_warns_of_what_is_surely_so(account):
    """Some machine's cost is unknown: the rest alone burns it in five hours."""
    stray = replace(STRAY, compute=None)
    account.claims += [Claim(LOOSE, "other", OWNER)]
    account.poll(MINE, stray, balance=Decimal("16.1") * 40)
    (channel, _) = account.poll(MINE, stray, balance=Decimal("16.1") * 5)
    assert ((LOOSE,), (24 * HOUR, 6 * HOUR)) == (channel.facts.missing, channel.facts.crossed)
    assert [] == account.poll(MINE, stray, balance=Decimal("16.1") * 5)


def test_when_a_balance_ends_is_known_unknown_or_never(account):
    """From when it was read on; where the burn is unknown nobody knows; where nothing burns it, never."""
    assert isinstance(balance_end(account.standing, NOW), Unknown)
    account.poll(MINE, balance=Decimal(161))
    assert NOW + MINUTE + 10 * HOUR == balance_end(account.standing, NOW + DAY)
    account.poll(balance=Decimal(161))
    assert None is balance_end(account.standing, NOW)
    account.poll(replace(MINE, compute=None), balance=Decimal(161))
    assert isinstance(balance_end(account.standing, NOW), Unknown)


def test_an_instance_with_no_run_is_told_after_two_polls_with_its_cost(account):
    """Case a12: ten hours at $16.10; it is never touched, and told once."""
    assert [] == account.poll(MINE, STRAY)
    (letter,) = account.poll(MINE, STRAY)
    expected = Decimal("16.1") * (10 + Decimal(2) / 60)
    told = letter.facts
    assert (
        Unclaimed(LOOSE, "old", 8, "H100 SXM 80 GB", "running", Decimal("16.1"), STRAY.started_at, told.so_far) == told
    )
    assert round(expected, 9) == round(told.so_far, 9)
    assert (Kind.UNCLAIMED, "unclaimed:vast:977", CHANNEL) == (
        letter.kind,
        account.standing.open[0].subject,
        letter.to,
    )
    assert [] == account.poll(MINE, STRAY) + account.fails(2) + account.poll(MINE, STRAY)


def test_what_it_costs_is_unknown_where_a_price_is(account):
    """Not nothing; and of one whose start nobody tells it counts from when it was first seen."""
    stray = replace(STRAY, compute=None, started_at=None)
    account.poll(stray)
    (facts,) = facts_of(account.poll(stray), Unclaimed)
    assert (None, None, NOW + MINUTE) == (facts.hourly, facts.so_far, facts.since)


def test_an_instance_that_somebody_tracks_is_claimed_at_once(account):
    """In the same thread, with the run's name; before it was told, silently."""
    account.poll(STRAY)
    (opener,) = account.poll(STRAY)
    account.claims += [Claim(LOOSE, "other", OWNER)]
    (end,) = account.poll(STRAY)
    assert (opener.key, UnclaimedOver(LOOSE, "other"), ()) == (end.thread, end.facts, account.standing.strays)
    fresh = Account()
    fresh.poll(STRAY)
    fresh.claims += [Claim(LOOSE, "other", OWNER)]
    assert [] == fresh.poll(STRAY) + fresh.poll(STRAY)


def test_an_instance_that_is_gone_is_no_longer_unclaimed(account):
    """After two whole lists without it; a failed poll is none of them."""
    account.poll(STRAY)
    (opener,) = account.poll(STRAY)
    assert [] == account.poll() + account.fails(2)
    (end,) = account.poll()
    assert (opener.key, UnclaimedOver(LOOSE, None), set()) == (end.thread, end.facts, account.open())


def test_an_instance_that_comes_and_goes_in_the_lists_is_told_as_that(account):
    """Three changes in half an hour are one message, and quiet ends it; what a run claims is over at once."""
    letters = [one for _ in range(5) for _ in range(2) for one in account.poll(STRAY)]
    for rows in ((), (STRAY,), (), (STRAY,)):
        letters += account.poll(*rows) + account.poll(*rows)
    assert [Unclaimed, UnclaimedOver, Flapping] == [type(one.facts) for one in letters]
    assert [Settled] == [type(one.facts) for _ in range(20) for one in account.poll(STRAY)]
    account.poll()
    account.poll()
    account.claims += [Claim(LOOSE, "other", OWNER)]
    account.poll(STRAY)
    assert (set(), ()) == (account.open(), account.standing.strays)


def test_a_claim_ends_also_what_comes_and_goes(account):
    """Nothing stays open that is no longer so (promise 3)."""
    for rows in ((STRAY,), (), (STRAY,)):
        account.poll(*rows)
        account.poll(*rows)
    account.claims += [Claim(LOOSE, "other", OWNER)]
    assert [UnclaimedOver(LOOSE, "other")] == [one.facts for one in account.poll(STRAY)]
    assert set() == account.open()


def test_one_that_is_gone_is_forgotten_after_half_an_hour(account):
    """So long it is remembered, lest it come and go; the summary tells of those that are there."""
    account.poll(STRAY)
    account.poll(STRAY)
    shown = [summaries_of([NOW.date()], [], [account.standing], {}, {}, NOW)[0].unclaimed]
    for _ in range(2):
        account.poll()
    shown += [summaries_of([NOW.date()], [], [account.standing], {}, {}, NOW)[0].unclaimed]
    assert ([1, 0], 1) == ([len(one) for one in shown], len(account.standing.strays))
    account.poll(wait=31 * MINUTE)
    assert () == account.standing.strays


def test_one_that_was_rented_a_moment_ago_is_not_in_the_summary_yet(account):
    """It may be tracked the next."""
    account.poll(STRAY)
    assert () == summaries_of([NOW.date()], [], [account.standing], {}, {}, NOW)[0].unclaimed


def test_everything_that_changes_in_one_poll_is_in_one_verdict(account):
    """That it can be seen again, what the money does, and what sits there: opened, closed and told at once."""
    account.poll(STRAY)
    account.fails(3)
    account.poll(STRAY, balance=Decimal("16.1"))
    verdict = account.verdict
    assert [LOW, UNCLAIMED] == [one.kind for one in verdict.opened]
    assert [NOT_VISIBLE] == [one.kind for one in verdict.closed]
    assert {one.id for one in (*verdict.opened, *verdict.closed)} == {one.incident for one in verdict.letters}
    assert verdict.opened == account.standing.open
