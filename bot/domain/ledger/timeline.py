"""From levels to a life without holes: what a machine was in every instant, and what it may have been instead."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from bot.domain.instance import InstanceState
from bot.domain.ledger.instants import utc
from bot.domain.ledger.levels import Level
from bot.domain.ledger.spans import StateSpan

_RUNNING = InstanceState.RUNNING
_OFFLINE = InstanceState.OFFLINE
_UNSEEN: Mapping[InstanceState | None, tuple[InstanceState, ...]] = {
    InstanceState.PENDING: (_RUNNING, _OFFLINE),
    _RUNNING: (_OFFLINE,),
    InstanceState.STOPPED: (_OFFLINE,),
    _OFFLINE: (_RUNNING,),
    None: (),
}
"""What a machine may turn into while nobody looks, without anybody's doing."""


def timeline(levels: Sequence[Level], started_at: datetime | None = None) -> tuple[StateSpan, ...]:
    """Join levels to spans that touch, from the instance's start (where it is known) on; the last may be open.

    A level holds until another is seen. Between two, the machine may have changed at any moment, or have been away;
    after the last, it may be away by now. What is gone was gone when last seen (case d85). Nothing seen: no spans.
    What a clock that was behind saw before the start was seen no earlier than that.
    """
    known = _never_gone_before(levels if started_at is None else _not_before(utc(started_at), levels))
    if not known or known[0].state is None:
        return ()
    spans = [*_before(known[0], started_at)]
    for left, right in pairwise(known):
        spans += [StateSpan(left.since, left.seen, left.state), _between(left, right)]
    spans += _last(known)
    return tuple(span for span in spans if span.end is None or span.start < span.end)


def _not_before(start: datetime, levels: Iterable[Level]) -> list[Level]:
    return [
        level if level.since >= start else replace(level, since=start, seen=max(start, level.seen)) for level in levels
    ]


def _never_gone_before(levels: Sequence[Level]) -> list[Level]:
    """Leave out every absence from which the machine came back, and all but the first word of the last."""
    kept: list[Level] = []
    for level in levels:
        if kept and kept[-1].state is None:
            if level.state is None:
                continue
            kept.pop()
        kept.append(level)
    return kept


def _before(first: Level, started_at: datetime | None) -> Iterator[StateSpan]:
    """Before tracking: it ran, unless it is only just starting."""
    start = first.since if started_at is None else utc(started_at)
    if start < first.since:
        state = first.state if first.state is InstanceState.PENDING else _RUNNING
        yield StateSpan(start, first.since, state, assumed=True, perhaps=_others(state, first.state))


def _between(left: Level, right: Level) -> StateSpan:
    """Between sightings. Beside the marketplace's own word nothing is open: its ends are exact."""
    if left.stated or right.stated:
        return StateSpan(left.seen, right.since, right.state if left.stated else left.state)
    if right.state is None:
        return StateSpan(left.seen, right.since, None, perhaps=(left.state, *_UNSEEN[left.state]))
    return StateSpan(left.seen, right.since, left.state, perhaps=_others(left.state, right.state, *_UNSEEN[left.state]))


def _last(known: Sequence[Level]) -> Iterator[StateSpan]:
    """From the last level on; after an outage that the marketplace says is over, the machine is as it was before."""
    last = known[-1]
    if last.state is None:
        return
    yield StateSpan(last.since, last.seen, last.state)
    state = next((level.state for level in reversed(known) if not level.stated), _RUNNING)
    yield StateSpan(last.seen, None, state, perhaps=_UNSEEN[state])


def _others(state: InstanceState | None, *perhaps: InstanceState | None) -> tuple[InstanceState | None, ...]:
    return tuple(dict.fromkeys(other for other in perhaps if other is not state))
