"""What hangs on a family: how marketplaces call it, what to try instead, and who may rent it."""

from collections.abc import Iterator
from functools import lru_cache

from bot.domain.gpu.card import Card
from bot.domain.gpu.find import card_of
from bot.domain.gpu.kinds import Gpu, GpuAsk
from bot.domain.gpu.read import read_gpu
from bot.domain.gpu.table import CARDS


def families() -> tuple[str, ...]:
    """Every family that is known, the most asked for first."""
    return tuple(card.family for card in CARDS)


@lru_cache(maxsize=1)
def memory_sizes() -> tuple[int, ...]:
    """Every size of memory, in GB, in which any card comes or is spoken of, smallest first."""
    sizes = {size for card in CARDS for own in card.sizes.values() for size in own}
    return tuple(sorted(sizes.union(*(card.also for card in CARDS))))


def of_memory(gb: int) -> tuple[GpuAsk, ...]:
    """Every family that comes with so much memory, the most asked for first."""
    return tuple(ask for card in CARDS if (ask := card.ask(None, gb)) is not None)


def vast_names(ask: GpuAsk) -> tuple[str, ...]:
    """Every name under which Vast.ai lists the family, for its exact server filter.

    Form and memory do not narrow it: some names do not tell the form, so both are told apart from the rows.
    """
    card = card_of(ask.family)
    return (card.vast or (card.family,)) if card else ()


def cloudj_slugs(ask: GpuAsk) -> tuple[str, ...]:
    """Cloudj's model words for the ask; empty where Cloudj does not have it. The listing itself tells the memory."""
    card = card_of(ask.family)
    return tuple(slug for form, slug in card.cloudj.items() if ask.form in (None, form)) if card else ()


def is_datacenter(gpu: Gpu | GpuAsk) -> bool:
    """Whether it is a datacenter card, for which Cloudj wants a higher account level."""
    card = card_of(gpu.family)
    return card is not None and card.brand.datacenter


@lru_cache(maxsize=512)
def siblings(ask: GpuAsk) -> tuple[GpuAsk, ...]:
    """Other classes worth trying, nearest first; none has less memory than was asked for."""
    card = card_of(ask.family)
    if card is None:
        return ()
    others = (sibling for words in card.siblings for sibling in _large_enough(words, ask.memory_gb))
    return tuple(dict.fromkeys([*_of_the_family(card, ask), *others]))


def _of_the_family(card: Card, ask: GpuAsk) -> Iterator[GpuAsk]:
    """Other forms, where a form was asked for, and larger sizes, where a size was."""
    for other in card.asks():
        alike = (other.form is None) == (ask.form is None) and (other.memory_gb is None) == (ask.memory_gb is None)
        if alike and other != ask and (other.memory_gb or 0) >= (ask.memory_gb or 0):
            yield other


def _large_enough(words: str, memory_gb: int | None) -> Iterator[GpuAsk]:
    """Read a sibling of the table, narrowed to the sizes that hold what was asked for."""
    sibling = read_gpu(words.split())
    card = card_of(sibling.family) if isinstance(sibling, GpuAsk) else None
    if card is None or not isinstance(sibling, GpuAsk):
        return
    sizes = dict.fromkeys(size for _, size in card.kinds(sibling.form, sibling.memory_gb))
    enough = [size for size in sizes if size >= (memory_gb or 0)]
    if len(enough) == len(sizes):
        yield sibling
    else:
        yield from (GpuAsk(sibling.family, size, sibling.form) for size in enough)
