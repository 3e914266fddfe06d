"""A machine that was typed in: which card it has, or what is wrong and at which field."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from bot.domain.gpu import Conflict, Gpu, identify
from bot.domain.gpu.find import cards_named, words_of
from bot.domain.place import country_of
from bot.slack.views.fields import MOST_ERROR
from bot.slack.views.text import plain

_MIB_PER_GB = 1024

Refusal = tuple[str, str]
"""The name of a field, and what is wrong there."""


def typed_card(name: str, memory_gb: Decimal | None) -> Gpu | Refusal:
    """Read the marketplace's name and the memory per GPU; a card of several sizes is asked back for its memory."""
    gpu = identify(name, int(memory_gb * _MIB_PER_GB) if memory_gb else None)
    if isinstance(gpu, Gpu):
        return gpu
    if isinstance(gpu, Conflict):
        return "memory", gpu.why
    sizes = _sizes(name)
    if len(sizes) > 1 and not memory_gb:
        return "memory", f"it comes with {' or '.join(map(str, sizes))} GB: which?"
    return "card", gpu.why


def mistyped(said: Mapping[str, str], gpu: Gpu | Refusal, needed: Iterable[str], untold: str) -> dict[str, str]:
    """Say by field what is wrong with its needed numbers, its card and its country, to be empty where `untold`."""
    wrong = {name: "a number above 0, please" for name in needed if name not in said}
    if not isinstance(gpu, Gpu):
        field, why = gpu
        wrong[field] = plain(why, MOST_ERROR)
    if "country" in said and country_of(said["country"]) is None:
        wrong["country"] = f"no such country is known here; empty if {untold}"
    return wrong


def _sizes(name: str) -> list[int]:
    """Give the sizes (GB) in which the one card comes that the name means."""
    words = words_of(name)
    cards, form = cards_named(words.name), next(iter(words.forms), None)
    if words.unknown or len(cards) != 1:
        return []
    return sorted({size for _, size in cards[0].kinds(form)})
