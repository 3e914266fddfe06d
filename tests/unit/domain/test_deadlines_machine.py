"""Any order of wakes, clock jumps, restarts, moved and unknown ends: each threshold once for each end, never missed."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.domain.deadlines import Deadline, DeadlineKind, Deadlines, Mark, due_warnings
from bot.domain.outside import Unknown, Why

START = datetime(2026, 11, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
KIND = DeadlineKind.CONTRACT_END
HOURS = {72, 24, 12, 6, 2, 1}
SPANS = st.one_of(
    st.integers(1, 40 * 60).map(lambda minutes: timedelta(minutes=minutes)),
    st.sampled_from([timedelta(minutes=30), timedelta(minutes=30, microseconds=1), 72 * HOUR, 24 * HOUR, HOUR]),
)


class AnEnd(RuleBasedStateMachine):
    """One contract. The oracle remembers all that was said since the end last became another one."""

    @initialize(left=st.integers(-5, 100))
    def rent(self, left):
        """Start with an end so many hours away."""
        self.now, self.end = START, START + left * HOUR
        self.told = frozenset()
        self._another_end()

    def _another_end(self):
        self.told_for, self.said, self.least = None, [], timedelta.max

    @rule(span=SPANS)
    def time_passes(self, span):
        """Wake after a while, minutes or days."""
        self.now += span
        self.wake()

    @rule(span=SPANS)
    def the_clock_goes_back(self, span):
        """Somebody set it right."""
        self.now -= span
        self.wake()

    @rule(span=SPANS, sign=st.sampled_from([1, -1]))
    def the_end_moves(self, span, sign):
        """Extend the contract, or the other way."""
        self.end += sign * span
        self.wake()

    @rule()
    def the_bot_restarts(self):
        """All it has is what a store holds of `told`."""
        rows = sorted((mark.kind.value, mark.threshold, mark.end.isoformat()) for mark in self.told)
        self.told = frozenset(Mark(DeadlineKind(kind), span, datetime.fromisoformat(end)) for kind, span, end in rows)

    @rule()
    def the_end_is_unknown(self):
        """Nothing may come of it."""
        unknown = Deadline(KIND, Unknown(Why.SERVER_ERROR, "500", self.now, "vast"))
        due = due_warnings(Deadlines((unknown,)), self.told, self.now)
        assert ((), self.told) == (due.warnings, due.told)

    @rule()
    def wake(self):
        """Say what is due, twice, and let the oracle hear it."""
        if self.told_for is not None and abs(self.end - self.told_for) > timedelta(minutes=30):
            self._another_end()
        self.least = min(self.least, self.end - self.now)
        ends = Deadlines((Deadline(KIND, self.end),))
        due = due_warnings(ends, self.told, self.now)
        self.told = due.told
        assert () == due_warnings(ends, self.told, self.now).warnings
        assert len(due.warnings) <= 1
        for warning in due.warnings:
            assert (self.end, self.end - self.now) == (warning.end, warning.left)
            self.said += [threshold // HOUR for threshold in warning.crossed]
            self.told_for = self.told_for or self.end

    @invariant()
    def each_crossed_threshold_was_told_once_for_this_end(self):
        """No more, no less, whatever came between."""
        if not hasattr(self, "said"):
            return
        assert sorted(hours for hours in HOURS if self.least <= hours * HOUR) == sorted(self.said)


TestAnEnd = AnEnd.TestCase
