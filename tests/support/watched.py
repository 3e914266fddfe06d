"""Runs and accounts under watch, without a store: each poll's standing goes into the next, as a store would keep it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count

from bot.domain.gpu import Form, Gpu
from bot.domain.incidents import Sighting, sighting
from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import CounterReading, Level
from bot.domain.letters import Kind
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.runs import Plan, Run
from bot.domain.watching import AccountStanding, Machine, Standing
from bot.domain.watching.account_judge import judge_account
from bot.domain.watching.claim import Claim
from bot.domain.watching.judge import judge_run
from bot.domain.watching.look import Look
from bot.domain.watching.poll import Poll
from bot.domain.watching.sight import stated_rates
from bot.domain.watching.terms import Terms

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
REF = ListingRef("vast", "4411")
CHANNEL, OWNER, ADMIN = "C0RUNS", "U0OWNER", "C0ADMIN"


def an_instance(**changes):
    """Make a running machine: 8x H100 SXM in the US at $16.00 + $0.10 (500 GB) an hour, just begun, for eight days."""
    figures = {
        "ref": REF,
        "machine_id": "811",
        "label": "llama",
        "state": InstanceState.RUNNING,
        "state_text": "running",
        "gpu": Gpu("H100", 80, Form.SXM),
        "gpu_name": "H100 SXM",
        "gpus": 8,
        "country": "US",
        "compute": MachineRate(Decimal(16)),
        "disk_usd_per_gb_month": Decimal("0.144"),
        "disk_gb": Decimal(500),
        "started_at": NOW,
        "ends_at": NOW + 8 * DAY,
        "gpu_use": Decimal("0.97"),
        "disk_used_gb": Decimal(100),
        "in_usd_per_gb": Decimal("0.004"),
        "out_usd_per_gb": Decimal("0.005"),
        "uplink_mbps": Decimal(1000),
    }
    return Instance(**(figures | changes))


def a_run(**changes):
    """Make the run of the README: llama-ft for 72h margin 15% in 200GB out 300GB."""
    plan = {"duration": 72 * HOUR, "in_gb": Decimal(200), "out_gb": Decimal(300)} | changes.pop("plan", {})
    figures = {"id": "r1", "name": "llama-ft", "owner": OWNER, "channel": CHANNEL, "ref": REF}
    times = {"tracked_at": NOW, "begun_at": NOW, "plan": Plan(**plan)}
    return Run(**(figures | times | changes))


def a_machine(row=None, at=NOW):
    """Make a machine as it is kept when it is tracked."""
    row = row or an_instance()
    counted = row.traffic_in_gb is not None or row.traffic_out_gb is not None
    return Machine(
        locked=row,
        seen=row,
        seen_at=at,
        levels=() if row.state is InstanceState.UNKNOWN else (Level(row.state, at, at),),
        rates=stated_rates(row, min(row.started_at or at, at)),
        traffic=(CounterReading(at, row.traffic_in_gb, row.traffic_out_gb),) if counted else (),
    )


def a_standing(row=None, at=NOW, **run):
    """Make a run that was just tracked."""
    row = row or an_instance()
    return Standing(run=a_run(ref=row.ref, **run), machine=a_machine(row, at))


class Ids:
    """Ids that never come again, also for whoever goes on after a restart."""

    def __init__(self):
        self._numbers = count(1)

    def __call__(self):
        """Give the next."""
        return f"i{next(self._numbers)}"


class Watched:
    """One run, polled each minute unless told otherwise."""

    def __init__(self, standing=None, **terms):
        self.standing = standing or a_standing()
        self.now, self.row = NOW, self.standing.machine.seen
        self.terms = {"every": MINUTE, "admin": ADMIN, "new_id": Ids()} | terms

    def sees(self, look, *, again=False):
        """Judge a look, and go on from there unless it is only to be judged."""
        verdict = judge_run(self.standing, look, Terms(now=self.now, **self.terms))
        if not again:
            self.standing = verdict.standing
        return verdict

    def poll(self, times=1, *, wait=MINUTE, asked=(), **row):
        """Poll a machine whose row is as before but for these changes; give the letters."""
        self.row = replace(self.row, **row)
        letters = []
        for _ in range(times):
            self.now += wait
            look = Look(at=self.now, sighting=sighting(self.row.state), instance=self.row, asked=asked)
            letters += self.sees(look).letters
        return letters

    def up(self, times=1, **how):
        """Poll it running."""
        return self.poll(times, state=InstanceState.RUNNING, state_text="running", **how)

    def away(self, times=1, **how):
        """Poll it offline."""
        return self.poll(times, state=InstanceState.OFFLINE, state_text="offline", **how)

    def without(self, seen, times=1, *, wait=MINUTE, asked=None):
        """Poll with no row: UNLISTED, ABSENT or UNKNOWN."""
        letters = []
        for _ in range(times):
            self.now += wait
            letters += self.sees(Look(at=self.now, sighting=seen, asked=asked)).letters
        return letters

    def gone(self, times=1, **how):
        """Poll it absent, also by its id."""
        return self.without(Sighting.ABSENT, times, asked=(), **how)

    def blind(self, times=1, **how):
        """Poll in vain."""
        return self.without(Sighting.UNKNOWN, times, **how)

    def open(self):
        """Give the kinds that are open."""
        return {one.kind for one in self.standing.open}


class Account:
    """One account, polled each minute; whoever claims what."""

    def __init__(self, **terms):
        self.standing, self.now = AccountStanding(market="vast"), NOW
        self.claims = [Claim(REF, "llama-ft", OWNER)]
        self.terms = {"every": MINUTE, "admin": ADMIN, "new_id": Ids()} | terms

    def poll(self, *rows, wait=MINUTE, **how):
        """Poll a good list of these rows."""
        return self._judged({row.ref: row for row in rows}, wait, how)

    def fails(self, times=1, *, wait=MINUTE, refusal="It did not answer in time.", **how):
        """Poll without a list."""
        letters = []
        for _ in range(times):
            letters += self._judged(None, wait, {"refusal": refusal, **how})
        return letters

    def _judged(self, listed, wait, how):
        self.now += wait
        poll = Poll(market="vast", at=self.now, listed=listed, **how)
        self.verdict = judge_account(self.standing, poll, self.claims, CHANNEL, Terms(now=self.now, **self.terms))
        self.standing = self.verdict.standing
        return list(self.verdict.letters)

    def open(self):
        """Give (subject, kind) of what is open."""
        return {(one.subject, one.kind) for one in self.standing.open}


def facts_of(letters, sort):
    """Give the facts of the letters that hold such."""
    return [one.facts for one in letters if isinstance(one.facts, sort)]


def warnings(letters):
    """Give (kind, hours crossed, whether the copy is missed, to) of the letters that warn of an end."""
    return [
        (one.facts.kind, [t // HOUR for t in one.facts.crossed], one.facts.copy_missed, one.to)
        for one in letters
        if one.kind is Kind.DEADLINE
    ]


def deadlines(letters):
    """Give the letters that warn of an end."""
    return [one for one in letters if one.kind is Kind.DEADLINE]


def public(letters):
    """Give (hours crossed, whether the copy is missed) of the warnings in the channel."""
    return [(crossed, copy) for _, crossed, copy, to in warnings(letters) if to == CHANNEL]


def in_hours(run, start, stop, step=HOUR):
    """Poll a run every so often; give the letters."""
    run.now = NOW + start
    return [one for _ in range((stop - start) // step) for one in run.up(wait=step)]
