from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.letters import FACTS
from bot.domain.runs import Progress
from bot.store.columns import pack, unpack

_MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
_SPANS = st.timedeltas(timedelta(0), timedelta(days=900))

st.register_type_strategy(datetime, _MOMENTS)
st.register_type_strategy(timedelta, _SPANS)
st.register_type_strategy(Decimal, st.decimals(-(10**9), 10**9, places=6))
st.register_type_strategy(
    Progress,
    st.builds(
        lambda total, at, running: Progress(done=total // 2, total=total, at=at, running=running),
        st.integers(1, 10**6),
        _MOMENTS,
        _SPANS,
    ),
)


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
def test_facts_come_back_as_they_were_kept(kind):
    """Whatever a letter says: money to the digit, instants to the microsecond, words of any script."""

    @settings(max_examples=15)
    @given(st.from_type(kind))
    def holds(facts):
        assert unpack(kind, pack(kind, facts)) == facts

    holds()


def test_each_type_of_facts_has_a_name_of_its_own():
    """A row names its type by it."""
    names = [kind.__name__ for kind in FACTS]
    assert sorted(set(names)) == sorted(names)
