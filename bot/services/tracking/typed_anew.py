"""A machine by hand that is typed in again: another end, another price, a figure that was mistyped."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.instance import Instance, InstanceState
from bot.domain.watching import Machine
from bot.domain.watching.look import Look
from bot.domain.watching.sight import seen_by


def typed_anew(machine: Machine, typed: Instance, now: datetime, none: Collection[str] = ()) -> Machine:
    """Take over what was typed anew; what was left out stays, and so does when it began.

    With `ends_at` in `none` nobody knows its end any more. It is the machine's own description from now on, so that
    nothing of it counts as a change behind anybody's back.
    """
    row = replace(typed, ref=machine.seen.ref, started_at=machine.locked.started_at, state=InstanceState.UNKNOWN)
    after = seen_by(machine, Look(at=now, instance=row), timedelta(0))  # it was not seen, so its level stays
    seen = replace(after.seen, state=machine.seen.state)
    seen = replace(seen, ends_at=None) if "ends_at" in none else seen
    return replace(after, locked=seen, seen=seen)
