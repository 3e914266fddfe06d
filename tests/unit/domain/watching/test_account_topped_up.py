"""Money that was added to an account while not all is known of what it pays for: it is told anew as it runs out."""

from dataclasses import replace
from decimal import Decimal

import pytest
from watched import CHANNEL, HOUR, OWNER, REF, Account, an_instance, facts_of

from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.letters.account import BalanceEnd, BalanceRecovered
from bot.domain.letters.host import Flapping
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.watching.claim import Claim

OTHER = ListingRef("vast", "977")
MINE = an_instance()
SECOND = an_instance(ref=OTHER)
UNSURE = {
    "away": replace(SECOND, state=InstanceState.OFFLINE),
    "unknown price": replace(SECOND, compute=None),
    "unknown state": replace(SECOND, state=InstanceState.UNKNOWN),
}


@pytest.fixture
def pair():
    """Have an account with two machines, each with a run."""
    account = Account()
    account.claims = [Claim(REF, "llama-ft", OWNER), Claim(OTHER, "other", OWNER)]
    return account


def crossed_in_channel(letters):
    """Give the thresholds in hours that the channel is told of, each letter's narrowest."""
    return [one.facts.crossed[-1] // HOUR for one in letters if one.to == CHANNEL and isinstance(one.facts, BalanceEnd)]


@pytest.mark.parametrize("why", UNSURE)
def test_money_that_was_added_counts_whatever_else_is_unknown(pair, why):
    """A balance never rises by itself: that it was low is over, and as it runs out it is told anew."""
    pair.poll(MINE, SECOND, balance=Decimal(80))
    pair.poll(MINE, UNSURE[why], balance=Decimal(79))
    (end,) = facts_of(pair.poll(MINE, UNSURE[why], balance=Decimal(5_079)), BalanceRecovered)
    assert (set(), why != "away") == (pair.open(), end.or_sooner)
    letters = []
    for hours in range(300, 0, -1):
        letters += pair.poll(MINE, UNSURE[why], wait=HOUR, balance=Decimal("16.1") * hours)
    assert [48, 24, 6] == crossed_in_channel(letters)


def test_a_host_that_is_away_is_reckoned_as_back_when_money_was_added(pair):
    """$1,000 last for 62 hours without it, for 31 with it: those are no recovery from 24 hours, and all is not well."""
    away = UNSURE["away"]
    pair.poll(MINE, SECOND, balance=Decimal(80))
    assert [] == pair.poll(MINE, away, balance=Decimal(1_000))
    assert [] == pair.poll(MINE, SECOND, balance=Decimal(1_000))
    (end,) = facts_of(pair.poll(MINE, away, balance=Decimal(3_220)), BalanceRecovered)
    assert (Decimal("32.2"), pair.now + 100 * HOUR) == (end.burn, end.end)


def test_what_was_added_recovers_no_more_than_it_pays_for(pair):
    """$500 more last 31 hours at what is known: of six hours it is told anew, of a day and of two it is not."""
    odd = UNSURE["unknown price"]
    pair.poll(MINE, odd, balance=Decimal(50))
    pair.poll(MINE, odd, balance=Decimal(500))
    assert {("account:vast", IncidentKind.BALANCE_LOW)} == pair.open()
    assert [6] == crossed_in_channel(
        [one for usd in range(490, 0, -16) for one in pair.poll(MINE, odd, wait=HOUR, balance=Decimal(usd))]
    )


def test_a_balance_that_rises_by_a_trifle_is_not_added_to(pair):
    """Half an hour's worth may be a refund; a machine whose cost is unknown now is no recovery beside it."""
    pair.poll(MINE, SECOND, balance=Decimal(1_000))
    before = pair.standing.told
    odd = replace(MINE, compute=None)
    assert [] == pair.poll(replace(SECOND, compute=MachineRate(Decimal(1))), odd, balance=Decimal("1000.55"))
    assert before == pair.standing.told


def test_money_that_came_while_the_list_could_not_be_read_counts_with_the_next(pair):
    """The one poll has the balance alone; what is rented is known again with the other."""
    pair.poll(MINE, balance=Decimal(80))
    assert [] == pair.fails(balance=Decimal(5_000))
    assert [BalanceRecovered] == [type(one.facts) for one in pair.poll(MINE, balance=Decimal(4_999))]
    odd = UNSURE["unknown price"]
    pair.poll(MINE, odd, balance=Decimal(80))
    assert [BalanceRecovered] == [type(one.facts) for one in pair.fails(balance=Decimal(5_000))]


def test_a_machine_that_comes_and_goes_beside_a_host_that_is_away_is_told_as_that(pair):
    """The half hour of three changes holds for it as if all were there."""
    away, more = UNSURE["away"], replace(MINE, ref=ListingRef("vast", "6"), compute=MachineRate(Decimal(200)))
    letters = []
    for _ in range(15):
        letters += pair.poll(away, more, balance=Decimal(1_610)) + pair.poll(away, balance=Decimal(1_610))
    told = [one for one in letters if one.kind is Kind.BALANCE and one.to == CHANNEL]
    assert [1, True] == [len(facts_of(told, Flapping)), len(told) <= 5]
