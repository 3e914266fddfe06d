"""A run to sit with in canonical words that read back to an equal one."""

from collections.abc import Iterator

from bot.domain.runs import Ask, Keeping
from bot.words.amounts import say_amount
from bot.words.literal import literal
from bot.words.moments import say_instant
from bot.words.money import say_rate
from bot.words.paths import say_paths
from bot.words.shares import say_percent
from bot.words.sizes import say_size
from bot.words.spans import say_span
from bot.words.track_ask import TrackAsk

_NAMES = {
    "out_gb": "out", "paths": "keep", "countries": "country", "machine_id": "machine-id", "ends_at": "until",
    **{name: name for name in ("budget", "every", "to", "ssh", "gpu", "gpus", "rate")},
}  # fmt: skip
"""How each field is called that can be said to have nothing."""


def say_track(ask: TrackAsk) -> str:
    """Write the words that `read_track` reads to an equal ask, as Slack would hand them over."""
    return " ".join(_clauses(ask))


def _clauses(ask: TrackAsk) -> Iterator[str]:
    yield "by-hand" if ask.ref is None else str(ask.ref)
    if ask.name is not None:
        yield f"as {literal(ask.name)}"
    yield from _said_of_machine(ask.ask)
    if ask.disk_gb is not None:
        yield f"disk {say_size(ask.disk_gb)}"
    if ask.ends_at is not None:
        yield f"until {say_instant(ask.ends_at)}"
    if ask.duration is not None:
        yield f"for {say_span(ask.duration)}"
    if ask.margin is not None:
        yield f"margin {say_percent(ask.margin)}"
    if ask.in_gb is not None:
        yield f"in {say_size(ask.in_gb)}"
    if ask.out_gb is not None:
        yield f"out {say_size(ask.out_gb)}"
    if ask.budget is not None:
        yield f"budget {say_amount(ask.budget)}"
    yield from _said_of_keeping(ask.keeping)
    yield from (f"{_NAMES[field]} none" for field in sorted(ask.none))
    if ask.owner is not None:
        yield f"owner <@{ask.owner}>"


def _said_of_machine(ask: Ask) -> Iterator[str]:
    if ask.gpu is not None:
        yield ask.gpu.slug
    if ask.gpus is not None:
        yield f"x{ask.gpus}"
    if ask.countries:
        yield f"country {','.join(ask.countries)}"
    if ask.rate is not None:
        yield f"rate {say_rate(ask.rate)}"
    if ask.machine_id is not None:
        yield f"machine-id {literal(ask.machine_id)}"


def _said_of_keeping(keeping: Keeping) -> Iterator[str]:
    if keeping.paths:
        yield f"keep {say_paths(keeping.paths)}"
    if keeping.every is not None:
        yield f"every {say_span(keeping.every)}"
    if keeping.to is not None:
        yield f"to {literal(keeping.to)}"
    if keeping.ssh is not None:
        yield f"ssh {literal(keeping.ssh)}"
