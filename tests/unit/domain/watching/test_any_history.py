"""Any history of polls, failures, restarts and clocks put right: what is open is so, told once, ended in its thread."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from watched import ADMIN, CHANNEL, HOUR, MINUTE, NOW, OWNER, REF, Ids, a_standing, an_instance

from bot.domain.account import PriceIncrease
from bot.domain.deadlines import Mark
from bot.domain.incidents import IncidentKind, Presence, Sighting, Watch
from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import CounterReading, Level, RateFact
from bot.domain.letters import Kind
from bot.domain.listing import ListingRef
from bot.domain.runs import Run
from bot.domain.watching import AccountStanding, Incident, Machine, Standing, Stray, Watches
from bot.domain.watching.account_judge import balance_end, judge_account
from bot.domain.watching.claim import Claim
from bot.domain.watching.judge import judge_run
from bot.domain.watching.poll import Poll
from bot.domain.watching.terms import Terms
from bot.store.columns import pack, unpack

LOOSE = ListingRef("vast", "977")
SAYS = {Sighting.HERE: "here", Sighting.OFFLINE: "offline", Sighting.UNLISTED: "gone", Sighting.ABSENT: "gone"}
STATES = st.sampled_from([*[InstanceState.RUNNING, InstanceState.OFFLINE] * 3, *InstanceState])
WAITS = st.sampled_from([*[MINUTE] * 6, timedelta(seconds=61), 5 * MINUTE, 31 * MINUTE, 7 * HOUR])


def kept(kind, value):
    """Give a value back as a store would."""
    return unpack(kind, pack(kind, value))


def restarted(standing):
    """Give a run's standing out of its parts, as they are kept."""
    machine = standing.machine
    return Standing(
        run=kept(Run, standing.run),
        machine=Machine(
            locked=kept(Instance, machine.locked),
            seen=kept(Instance, machine.seen),
            seen_at=machine.seen_at,
            levels=kept(tuple[Level, ...], machine.levels),
            rates=kept(tuple[RateFact, ...], machine.rates),
            traffic=kept(tuple[CounterReading, ...], machine.traffic),
        ),
        watches=kept(Watches, standing.watches),
        told=kept(frozenset[Mark], standing.told),
        open=kept(tuple[Incident, ...], standing.open),
    )


def account_restarted(account):
    """Give an account's standing out of its parts."""
    return replace(
        account,
        sight=kept(Watch[bool], account.sight),
        missing=kept(tuple[ListingRef, ...], account.missing),
        told=kept(frozenset[Mark], account.told),
        strays=tuple(
            Stray(seen=kept(Instance, one.seen), since=one.since, watch=kept(Watch[bool], one.watch))
            for one in account.strays
        ),
        open=kept(tuple[Incident, ...], account.open),
    )


class Histories(RuleBasedStateMachine):
    """One account with one run, and another instance that somebody may track."""

    def __init__(self):
        super().__init__()
        self.now, self.ids = NOW, Ids()
        self.row, self.asked, self.where = an_instance(), (), "listed"
        self.good, self.balance = True, Decimal(5000)
        self.stray, self.claimed = False, False
        self.standing, self.account = a_standing(), AccountStanding(market="vast")
        self.keys, self.incidents = Counter(), {}
        self.level, self.last = "here", None

    @rule(state=STATES, wait=WAITS)
    def it_is_polled(self, state, wait):
        """Its row says any state."""
        self.row = replace(self.row, state=state, state_text=str(state))
        self.where, self.good = "listed", True
        self.poll(wait)

    @rule(where=st.sampled_from(["unlisted", "absent", "absent"]), wait=WAITS, times=st.integers(1, 2))
    def it_is_not_in_the_list(self, where, wait, times):
        """And by its id there is none, or nobody could tell."""
        self.where, self.good = where, True
        for _ in range(times):
            self.poll(wait)

    @rule(wait=WAITS, times=st.integers(1, 4))
    def the_marketplace_fails(self, wait, times):
        """So often in a row."""
        self.good = False
        for _ in range(times):
            self.poll(wait)

    @rule(wait=WAITS, times=st.integers(1, 3))
    def time_passes(self, wait, times):
        """All is as it was."""
        for _ in range(times):
            self.poll(wait)

    @rule(
        use=st.sampled_from([None, Decimal("0.01"), Decimal("0.9")]),
        disk=st.sampled_from([None, Decimal(100), Decimal(490)]),
        machine=st.sampled_from(["811", "811", "977"]),
        country=st.sampled_from([None, "US", "US", "CA"]),
        asks=st.booleans(),
    )
    def the_machine_changes(self, use, disk, machine, country, asks):
        """Let it do, be or cost something else."""
        self.row = replace(self.row, gpu_use=use, disk_used_gb=disk, machine_id=machine, country=country)
        told = dict.fromkeys(PriceIncrease.__dataclass_fields__) | {"ref": REF, "id": "7"}
        self.asked = (PriceIncrease(**told),) if asks else ()

    @rule(days=st.integers(-2, 9))
    def its_end_moves(self, days):
        """To another day, or back to one that it had."""
        self.row = replace(self.row, ends_at=NOW + 8 * 24 * HOUR + days * 24 * HOUR)

    @rule(stray=st.booleans(), claimed=st.booleans(), balance=st.sampled_from([None, 40, 500, 5000]))
    def the_account_changes(self, stray, claimed, balance):
        """Something else is rented, tracked, or paid in."""
        self.stray, self.claimed = stray, claimed
        self.balance = None if balance is None else Decimal(balance)

    @rule()
    def the_bot_restarts(self):
        """From what a store keeps."""
        self.standing, self.account = restarted(self.standing), account_restarted(self.account)

    @rule(hours=st.integers(-30, 30), seconds=st.sampled_from([0, 0, 17]))
    def the_clock_is_put_right(self, hours, seconds):
        """Forward or back."""
        self.now += hours * HOUR + timedelta(seconds=seconds)

    @precondition(lambda self: self.good)
    @rule()
    def all_is_quiet_and_then_what_is_open_is_what_is_so(self):
        """After 17 minutes that agree nothing comes and goes any more, and nobody need ask the watches."""
        for _ in range(18):
            self.poll(MINUTE)
        asked, open_ = self.so(), {one.kind for one in self.standing.open}
        assert {kind for kind, so in asked.items() if so} == open_ & asked.keys()
        loose = self.stray and not self.claimed
        assert loose == (IncidentKind.UNCLAIMED in {one.kind for one in self.account.open})
        assert IncidentKind.NOT_VISIBLE not in {one.kind for one in self.account.open}

    def so(self):
        """Give what of this can be told from the row alone, and whether it is so."""
        if self.where == "unlisted":
            return {}
        if self.where == "absent":
            told = (IncidentKind.DISK, IncidentKind.HARDWARE, IncidentKind.PRICE_INCREASE, IncidentKind.OFFLINE)
            return {IncidentKind.GONE: True, IncidentKind.IDLE: False} | dict.fromkeys(told, False)
        row, so = self.row, {IncidentKind.PRICE_INCREASE: bool(self.asked)}
        so[IncidentKind.HARDWARE] = row.machine_id != "811" or self.standing.machine.seen.country != "US"
        if row.state is not InstanceState.UNKNOWN:
            so[IncidentKind.OFFLINE] = row.state is InstanceState.OFFLINE
            so[IncidentKind.GONE] = False
        if row.state is InstanceState.RUNNING and row.gpu_use is not None:
            so[IncidentKind.IDLE] = row.gpu_use < Decimal("0.1")
        if row.state is InstanceState.RUNNING and row.disk_used_gb is not None:
            so[IncidentKind.DISK] = row.disk_used_gb == Decimal(490)
        return so if row.state is not InstanceState.UNKNOWN else {IncidentKind.PRICE_INCREASE: bool(self.asked)}

    def poll(self, wait):
        """Judge the account and its run by one poll."""
        self.now += wait
        listed = {REF: self.row} if self.where == "listed" else {}
        listed |= {LOOSE: replace(self.row, ref=LOOSE, state=InstanceState.RUNNING)} if self.stray else {}
        absent = frozenset({REF} if self.where == "absent" else ())
        poll = Poll(market="vast", at=self.now, refusal="It answered 503.", balance=self.balance)
        if self.good:
            poll = replace(poll, refusal="", listed=listed, absent=absent, asked=self.asked)
        claims = [Claim(REF, "llama-ft", OWNER, self.standing.run.ended_at is None)]
        claims += [Claim(LOOSE, "other", OWNER)] if self.claimed else []
        terms = Terms(now=self.now, every=MINUTE, admin=ADMIN, new_id=self.ids)
        account = judge_account(self.account, poll, claims, CHANNEL, terms)
        self.check(self.account, account)
        self.account = account.standing
        look = poll.look(REF)
        self.remember(look.sighting)
        terms = replace(terms, balance_end=balance_end(self.account, self.now))
        verdict = judge_run(self.standing, look, terms)
        self.check(self.standing, verdict)
        self.check_blindness(look, verdict)
        self.standing = verdict.standing

    def remember(self, seen):
        """Settle where it is by two clear sightings in a row that agree, in one line of our own."""
        said = SAYS.get(seen)
        if said is not None:
            sure = said == self.last and seen is not Sighting.UNLISTED
            self.level, self.last = said if sure else self.level, said

    def check(self, before, verdict):
        """Look at one verdict: each beginning and each end is one letter, and what is open follows from them."""
        keys = [letter.key for letter in verdict.letters]
        self.keys.update(keys)
        assert [] == [key for key in keys if self.keys[key] > 1]
        for one in verdict.opened:
            self.incidents[one.id] = one
            (letter,) = (letter for letter in verdict.letters if letter.key == f"incident:{one.id}:opened")
            assert (one.id, None) == (letter.incident, letter.thread)
        for one in verdict.closed:
            (letter,) = (letter for letter in verdict.letters if letter.key == f"incident:{one.id}:closed")
            assert (one.id, f"incident:{one.id}:opened") == (letter.incident, letter.thread)
            assert one.id in {was.id for was in before.open}
            assert 1 == self.keys[letter.thread]
        ended = {one.id for one in verdict.closed}
        still = [one.id for one in (*before.open, *verdict.opened) if one.id not in ended]
        assert sorted(still) == sorted(one.id for one in verdict.standing.open)
        told = {letter.incident for letter in verdict.letters if letter.incident}
        assert {one.id for one in (*verdict.opened, *verdict.closed)} <= told

    @staticmethod
    def check_blindness(look, verdict):
        """Promise 4: nothing follows from a poll that says nothing, but that time passes."""
        if look.sighting is Sighting.UNKNOWN and look.instance is None:
            assert ((), ()) == (verdict.opened, verdict.closed)
            assert {letter.kind for letter in verdict.letters} <= {Kind.DEADLINE}

    @invariant()
    def at_most_one_incident_of_a_kind_is_open_on_a_subject(self):
        """Case c76."""
        open_ = Counter((one.subject, one.kind) for one in (*self.standing.open, *self.account.open))
        assert set() == {one for one, count in open_.items() if count > 1}

    @invariant()
    def what_is_open_is_so_or_comes_and_goes_and_what_is_so_is_open(self):
        """Promise 3; where the machine is, by our own reckoning."""
        watches, open_ = self.standing.watches, {one.kind for one in self.standing.open}
        presence = watches.presence
        assert self.level == presence.settled.level.value
        facts = {
            IncidentKind.OFFLINE: (self.level == "offline", presence),
            IncidentKind.GONE: (self.level == "gone", presence),
            IncidentKind.IDLE: (watches.idle.watch.settled.level, watches.idle.watch),
            IncidentKind.FORECAST: (watches.late.settled.level, watches.late),
            IncidentKind.PRICE_INCREASE: (watches.price.settled.level, watches.price),
            IncidentKind.DISK: (watches.disk.settled.level, watches.disk),
            IncidentKind.HARDWARE: (watches.hardware.settled.level, watches.hardware),
        }
        for kind, (so, watch) in facts.items():
            assert so == (kind in open_) or watch.told.flapping, kind

    @invariant()
    def a_run_is_over_exactly_while_its_machine_is_gone(self):
        """Case d85."""
        gone = self.standing.watches.presence.settled.level is Presence.GONE
        assert (self.standing.machine.seen_at if gone else None) == self.standing.run.ended_at

    @invariant()
    def an_accounts_incidents_are_so(self):
        """Its sight, its money, and each stray."""
        open_ = {(one.subject, one.kind) for one in self.account.open}
        sight = self.account.sight
        blind = ("account:vast", IncidentKind.NOT_VISIBLE) in open_
        assert sight.settled.level == blind or sight.told.flapping
        assert bool(self.account.told) == (("account:vast", IncidentKind.BALANCE_LOW) in open_)
        strays = {one.seen.ref: one.watch for one in self.account.strays}
        loose = {subject for subject, kind in open_ if kind is IncidentKind.UNCLAIMED}
        assert loose <= {f"unclaimed:{ref}" for ref in strays}
        for ref, watch in strays.items():
            assert watch.settled.level == (f"unclaimed:{ref}" in loose) or watch.told.flapping


TestAnyHistory = Histories.TestCase
TestAnyHistory.settings = settings(max_examples=30, stateful_step_count=30)
