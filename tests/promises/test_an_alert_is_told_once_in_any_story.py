"""Promise 3, in any order of events: at most one alert is open for each fact, and each is closed or still true."""

import asyncio
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from sqlalchemy import create_engine, select
from stepping import QuietLoop
from watched_bot import MINUTE, SLACK_FAULTS, Sitter, key_of, kind_of, payload_of, run_of, standing_in

from bot.sandbox.market import Fault
from bot.sandbox.market.instances import OFFLINE
from bot.store.tables import letters as table
from bot.store.tables import metadata


class Life(RuleBasedStateMachine):
    """Two runs, and everything that may happen to them, to the bot and to its ways; with a `url`, to two bots there."""

    url = None
    step = None

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=QuietLoop)
        self.stack = self.does(AsyncExitStack().__aenter__())
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.sitter = self.does(standing_in(self.stack, folder))
        self.bots = [self.sitter]
        if self.url is not None:
            self.bots.append(self.beside(folder / "other"))
        for one in self.bots:
            self.does(one.starts())
        names = ("llama-ft", "qwen-sft")
        self.machines = {name: self.does(self.sitter.tracks(self.sitter.rents(), name)) for name in names}
        self.gone = set()

    def does(self, work):
        """Do it on this life's loop."""
        return self.runner.run(work)

    def beside(self, folder):
        """Have a second bot, both on an empty database of PostgreSQL."""
        folder.mkdir()
        emptied(self.url)
        self.sitter.environ["DATABASE_URL"] = self.url
        environ = self.sitter.environ | {"RUNSITTER_DATA_DIR": str(folder)}
        other = Sitter(self.sitter.slack, self.sitter.market, self.sitter.clock, environ)
        self.stack.push_async_callback(other.stops)
        return other

    names = st.sampled_from(["llama-ft", "qwen-sft"])

    @rule(name=names, away=st.booleans())
    def host(self, name, away):
        """Its host goes, or comes back."""
        if name not in self.gone:
            (self.sitter.world.go_offline if away else self.sitter.world.come_back)(self.machines[name].id)

    @rule(name=names)
    @precondition(lambda self: not self.gone)
    def vanish(self, name):
        """Its machine is gone for good; one of the two."""
        self.sitter.world.vanish(self.machines[name].id)
        self.gone.add(name)

    @rule(name=names, gb=st.sampled_from([2, 97]))
    def disk(self, name, gb):
        """Its disk fills up, or is emptied."""
        if name not in self.gone:
            self.sitter.world.set_disk_used(self.machines[name].id, gb)

    @rule(number=st.integers(1, 3))
    def polls(self, number):
        """Time goes by."""
        self.does(self.sitter.polls(number))

    @rule(down=st.sampled_from([0, 1, 40]), midway=st.booleans(), which=st.integers(0, 1))
    def restart(self, down, midway, which):
        """Stop it (or one of the two), maybe with a message on its way, and start it anew."""
        bot = self.bots[which % len(self.bots)]
        if midway:
            self.does(self.sitter.clock.passes(60 - self.sitter.clock.monotonic() % 60))
        self.does(bot.stops())
        self.does(self.sitter.sleeps(minutes=down))
        self.does(bot.starts())

    @rule(minutes=st.sampled_from([-90, -20, 0, 0, 20, 90]))
    def clock(self, minutes):
        """Somebody sets the clock."""
        self.sitter.host.wrong_by = timedelta(minutes=minutes)

    @rule(minutes=st.sampled_from([5, 50]))
    def suspended(self, minutes):
        """Suspend everything; awake again it stays for a minute at least."""
        self.does(self.sitter.sleeps(minutes=minutes))
        self.does(self.sitter.polls())

    @rule(fault=st.sampled_from(sorted(SLACK_FAULTS)))
    def slack_fails(self, fault):
        """Let the next post at Slack meet its fate."""
        SLACK_FAULTS[fault](self.sitter.slack.faults)

    @rule(fault=st.sampled_from([Fault.ERROR_502, Fault.EMPTY, Fault.HALF, Fault.CUT]), times=st.integers(1, 12))
    def market_fails(self, fault, times):
        """Let the next answers of the marketplace be none."""
        self.sitter.market.faults.vast.on(fault, times=times)

    def teardown(self):
        """Once all is well again and quiet: each fact was told, once, and what is over was told so where it began."""
        sitter = self.sitter
        try:
            sitter.slack.faults.clear()
            sitter.market.faults.vast.off()
            self.does(sitter.passes(minutes=25, step=self.step))
            self.all_is_said_once()
            told = [one for one in open_alerts(sitter.letters()) if one not in self.unseen()]
            assert Counter(self.what_is()) == Counter(told)
        finally:
            self.does(self.stack.aclose())
            self.runner.close()

    def all_is_said_once(self):
        """Every letter that was ever written stands in Slack, under its key, and nothing else does."""
        engine = create_engine(self.sitter.database)
        with engine.connect() as connection:
            rows = connection.execute(select(table.c.key, table.c.ts, table.c.state)).all()
        engine.dispose()
        assert [] == [row for row in rows if row.ts is None or row.state == "dead"]
        assert {1} == set(Counter(key_of(one) for one in self.sitter.letters()).values())
        assert {row.key: row.ts for row in rows} == {key_of(one): one.ts for one in self.sitter.letters()}

    def what_is(self):
        """Say by the world itself what should be open."""
        for name, machine in self.machines.items():
            if name in self.gone:
                yield name, "gone"
                continue
            if machine.actual_status == OFFLINE:
                yield name, "offline"
            elif machine.disk_used_gb > 90:
                yield name, "disk"

    def unseen(self):
        """Say what nobody can tell: of a host that is away what its disk does. It stays as it was told."""
        return [(name, "disk") for name, machine in self.machines.items() if machine.actual_status == OFFLINE]


def open_alerts(letters):
    """Read off Slack alone what is open, as a person would; every end must answer its beginning."""
    openers, closed = {}, set()
    for one in letters:
        incident, step = payload_of(one)["incident"], key_of(one).split(":")[2:]
        if step == ["opened"]:
            openers[incident] = one
        elif incident:
            assert openers[incident].ts == one.thread_ts, key_of(one)
        if step == ["closed"]:
            closed.add(incident)
    return [(run_of(one), kind_of(one)) for incident, one in openers.items() if incident not in closed]


def emptied(url):
    """Leave nothing in a database but its tables."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for one in reversed(metadata.sorted_tables):
            connection.execute(one.delete())
    engine.dispose()


def test_whatever_happens_each_fact_is_told_once_and_closed_or_still_true():
    """Cases c73, c74, c76, f157, f158, g174, all at once and in any order."""
    few = settings(max_examples=max(1, settings().max_examples // 30), stateful_step_count=12)
    run_state_machine_as_test(Life, settings=few)


@pytest.fixture
def backend():
    """Use PostgreSQL: SQLite's file is for one process alone."""
    return "postgresql"


def test_whatever_happens_to_two_bots_on_one_database_each_fact_is_told_once(url):
    """Case g167: the same, with either of them ending and coming back."""
    few = settings(max_examples=max(1, settings().max_examples // 50), stateful_step_count=10)
    kind = type("LifeOfTwo", (Life,), {"url": url, "step": 2.5 * MINUTE})
    run_state_machine_as_test(kind, settings=few)
