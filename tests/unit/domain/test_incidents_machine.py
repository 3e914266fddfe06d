"""Any order of sightings, blindness, waits, restarts: at most one open incident a fact, each closed or still true."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.domain.incidents import (
    THERE,
    Damper,
    IncidentKind,
    Presence,
    Settled,
    Sighting,
    Watch,
    What,
    step_presence,
)

START = datetime(2026, 11, 1, tzinfo=UTC)
WITHIN, QUIET = timedelta(minutes=30), timedelta(minutes=10)
CLAIM = {Sighting.HERE: None, Sighting.OFFLINE: "offline", Sighting.UNLISTED: "gone", Sighting.ABSENT: "gone"}


def level_of(sightings):
    """Give the level after these, read from the newest back: the last two in a row that agree, the second sure."""
    return _level_of(tuple(one for one in sightings if one is not Sighting.UNKNOWN))


@lru_cache(maxsize=10_000)  # each shorter history is asked for again and again
def _level_of(known):
    for older, newer in reversed(list(pairwise(known))):
        if CLAIM[older] == CLAIM[newer] and newer is not Sighting.UNLISTED:
            return CLAIM[newer]
        if CLAIM[older] == CLAIM[newer] == "gone" and _level_of(known[:-1]) == "gone":
            return "gone"
    return None


class AMachine(RuleBasedStateMachine):
    """One machine and its incidents as rows, kept by what was told alone."""

    def __init__(self):
        super().__init__()
        self.watch, self.now = THERE, START
        self.seen, self.changed, self.level = [], [], None
        self.open, self.flapping = [], False

    @rule(
        seen=st.lists(st.sampled_from(Sighting), min_size=1, max_size=4),
        wait=st.sampled_from([10, 60, 60, 60, 300, 601, 1801]),
    )
    def polls(self, seen, wait):
        """Take some polls, so many seconds apart."""
        for one in seen:
            self._poll(one, timedelta(seconds=wait))

    @rule(seen=st.sampled_from([Sighting.HERE, Sighting.OFFLINE, Sighting.ABSENT]), times=st.integers(2, 14))
    def it_stays(self, seen, times):
        """Take the same sighting for a while."""
        for _ in range(times):
            self._poll(seen, timedelta(minutes=1))

    @rule()
    def the_bot_restarts(self):
        """All it has is what a store holds: plain values."""
        settled, told = self.watch.settled, self.watch.told
        level, claim = settled.level.value, settled.claim and settled.claim.value
        self.watch = Watch(
            Settled(
                Presence(level),
                settled.held_at,
                Presence(claim) if claim else None,
                settled.claims,
                settled.claimed_at,
                settled.since,
                settled.not_before,
            ),
            Damper(told.open, told.level, tuple(told.changed), told.flapping),
        )

    def _poll(self, seen, wait):
        self.now += wait
        self.seen.append(seen)
        before, self.level = self.level, level_of(self.seen)
        if self.level != before:
            self.changed.append(self.now)
        self.watch, changes = step_presence(self.watch, seen, self.now)
        assert seen is not Sighting.UNKNOWN or not changes
        for change in changes:
            self._tell(change)
        quiet = not self.changed or self.now - self.changed[-1] >= QUIET
        assert not (self.flapping and quiet and seen is not Sighting.UNKNOWN)

    def _tell(self, change):
        """Keep a row for what is open, as a store would, and check that each message is true."""
        if change.what is What.CLOSED:
            assert [change.kind] == self.open
            self.open.remove(change.kind)
            assert self.level != change.kind
            self.flapping = False
        elif change.what is What.OPENED:
            assert [] == self.open
            self.open.append(change.kind)
            assert self.level == change.kind
        elif change.what is What.SETTLED:
            assert self.flapping
            assert [change.kind] == self.open == [self.level]
            self.flapping = False
        else:
            assert not self.flapping
            assert self.open in ([], [change.kind])
            assert len([one for one in self.changed if self.now - one <= WITHIN]) >= 3
            self.open, self.flapping = [change.kind], True

    @invariant()
    def what_is_open_is_true_or_coming_and_going(self):
        """And nothing that is true goes untold."""
        assert len(self.open) <= 1
        assert len(self.open) == 1 if self.flapping else self.open == [IncidentKind(k) for k in (self.level,) if k]


TestAMachine = AMachine.TestCase
