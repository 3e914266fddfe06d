"""The card in a Vast.ai row: its name against the memory of one card against that of all."""

from functools import lru_cache

from bot.domain.gpu import Conflict, Gpu, Unrecognised, identify, parse_memory
from bot.markets.values import OddValueError

Memory = float | str | None
"""As published: MB (what NVIDIA counts in MiB), GB in old rows, now and then a text (case b35)."""

_LIKE = 0.02
"""Recorded rows have exactly n x gpu_ram in total; a fiftieth covers rounding to GB."""


@lru_cache(maxsize=4096)
def read_card(name: str, ram: Memory, total_ram: Memory, gpus: int) -> Gpu | Conflict | Unrecognised:
    """Identify the card; memory that contradicts the name or itself is a Conflict (cases b37, b38)."""
    one, total = _mib("gpu_ram", ram), _mib("gpu_total_ram", total_ram)
    if one is None:
        return identify(name, total // gpus if total is not None else None)
    if total is not None and not _agree(one * gpus, total):
        why = f"{gpus} x {one} MiB per card is not the {total} MiB in total"
        return Conflict(name, total // gpus, why)
    return identify(name, one)


def _mib(field: str, memory: Memory) -> int | None:
    if memory is None:
        return None
    mib = parse_memory(memory)
    if mib is None:
        raise OddValueError(f"impossible `{field}`")
    return mib


def _agree(expected: int, total: int) -> bool:
    """Whether the two are alike, also where a large total in GB was taken for MiB."""
    return any(abs(expected - told) <= expected * _LIKE for told in (total, total * 1024))
