"""Whether a machine is the one that was asked for, and still the one that was rented (a11, a18, a28, b37, b55)."""

from collections.abc import Iterator
from decimal import Decimal

from bot.domain.gpu import Conflict, Gpu
from bot.domain.instance import Instance
from bot.domain.letters.machine import Changed
from bot.domain.money import MachineRate
from bot.domain.runs import Ask
from bot.domain.watching.titles import card_name

DEARER = Decimal("0.01")
"""A rate that is dearer by more than this share is said at once."""

_QUOTED, _LOCKED = "rate", "locked rate"


def unlike(ask: Ask, locked: Instance, seen: Instance) -> tuple[Changed, ...]:
    """Give all that is not as it was asked for or as it was, each once."""
    return tuple(dict.fromkeys((*unlike_asked(ask, seen), *unlike_locked(locked, seen))))


def unlike_asked(ask: Ask, got: Instance) -> Iterator[Changed]:
    """Give what is not as it was asked for; what was not said is not compared."""
    unlike = isinstance(got.gpu, Gpu) and ask.gpu is not None and not ask.gpu.matches(got.gpu)
    if ask.gpu is not None and (unlike or isinstance(got.gpu, Conflict)):
        yield Changed("GPU", ask.gpu.label, _card(got))
    if ask.machine_id is not None and got.machine_id != ask.machine_id:
        yield Changed("machine", ask.machine_id, got.machine_id)
    if ask.gpus is not None and got.gpus < ask.gpus:
        yield Changed("GPUs", str(ask.gpus), str(got.gpus))
    if ask.countries and got.country is not None and got.country not in ask.countries:
        yield Changed("country", ", ".join(ask.countries), got.country)
    yield from _dearer(_QUOTED, ask.rate, got.compute)


def unlike_locked(locked: Instance, seen: Instance) -> Iterator[Changed]:
    """Give what is no longer as it was when the run was tracked."""
    if seen.machine_id != locked.machine_id:
        yield Changed("machine", locked.machine_id, seen.machine_id)
    if seen.gpus != locked.gpus:
        yield Changed("GPUs", str(locked.gpus), str(seen.gpus))
    if _other_card(locked, seen):
        yield Changed("GPU", _card(locked), _card(seen))
    if None not in (locked.country, seen.country) and seen.country != locked.country:
        yield Changed("country", str(locked.country), str(seen.country))
    yield from _dearer(_LOCKED, locked.compute, seen.compute)


def moved(locked: Instance, seen: Instance) -> bool:
    """Tell whether it runs on another machine, so that whatever was verified there says nothing any more."""
    return seen.machine_id != locked.machine_id


def is_rate(one: Changed) -> bool:
    """Tell whether it is the price that is not as it was to be."""
    return one.what in {_QUOTED, _LOCKED}


def _other_card(locked: Instance, seen: Instance) -> bool:
    """Tell whether a card is surely another; one whose form or memory is not told is not."""
    if isinstance(locked.gpu, Gpu) and isinstance(seen.gpu, Gpu):
        forms = {locked.gpu.form, seen.gpu.form} - {None}
        same = (locked.gpu.family, locked.gpu.memory_gb) == (seen.gpu.family, seen.gpu.memory_gb)
        return not same or len(forms) > 1
    if isinstance(seen.gpu, Conflict):
        return seen.gpu != locked.gpu
    return "" not in (locked.gpu_name, seen.gpu_name) and locked.gpu_name != seen.gpu_name


def _card(instance: Instance) -> str:
    """Name a card; where its name and its memory contradict each other, say so (case b38)."""
    return f"{instance.gpu_name} ({instance.gpu.why})" if isinstance(instance.gpu, Conflict) else card_name(instance)


def _dearer(what: str, expected: MachineRate | None, got: MachineRate | None) -> Iterator[Changed]:
    if expected is None or got is None or got.usd_per_hour <= expected.usd_per_hour * (1 + DEARER):
        return
    yield Changed(what, _rate(expected), _rate(got))


def _rate(rate: MachineRate) -> str:
    return f"${rate.usd_per_hour.quantize(Decimal('0.0001')).normalize():f}/h"
