"""What comes on top of hardware that is not as it was to be already, and what of it comes and goes."""

from dataclasses import replace

from bot.domain.incidents import Flaps, IncidentKind, count
from bot.domain.letters import Letter
from bot.domain.letters.host import Flapping
from bot.domain.letters.machine import Changed
from bot.domain.watching.alerts import hardware
from bot.domain.watching.hardware import is_rate
from bot.domain.watching.incident import Incident
from bot.domain.watching.observe import changes_of
from bot.domain.watching.standing import Standing
from bot.domain.watching.tell import Address, further
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import title_of


def more_unlike(
    before: Standing, after: Standing, address: Address, terms: Terms, *, seen: bool
) -> tuple[Standing, tuple[Letter, ...]]:
    """Say in the thread of what is wrong with a machine, and in the channel, what came on top of it (case a11).

    What is another at each look (case b56) is told as that, then as it is when it has been the same for a while.
    """
    mine = after.incident(IncidentKind.HARDWARE)
    if mine is None or before.incident(IncidentKind.HARDWARE) != mine or after.watches.hardware.told.flapping:
        return _with(after, Flaps()), ()
    if not seen:
        return after, ()
    was, is_now = _unlike(before), _unlike(after)
    flaps = count(after.watches.unlike, terms.now, moved=was != is_now)
    return _with(after, flaps), _letters(mine, after, flaps, address, terms, more=bool(is_now - was))


def _letters(
    mine: Incident, standing: Standing, flaps: Flaps, address: Address, terms: Terms, *, more: bool
) -> tuple[Letter, ...]:
    flapped = standing.watches.unlike.flapping
    if flaps.flapping and not flapped:
        facts = Flapping(title_of(standing, terms.now), mine.kind, flaps.changed[0])
        return (further(mine, "flapping", address, facts, terms.new_id),)
    if flaps.flapping or not (more or flapped):
        return ()
    return (replace(further(mine, "more", address, hardware(standing, terms.now), terms.new_id), broadcast=True),)


def _with(standing: Standing, flaps: Flaps) -> Standing:
    return replace(standing, watches=replace(standing.watches, unlike=flaps))


def _unlike(standing: Standing) -> frozenset[Changed | str]:
    """Give what is unlike; of a price only that it is dearer, for it may move a little all the time."""
    return frozenset(one.what if is_rate(one) else one for one in changes_of(standing))
