"""A need in canonical words that read back to an equal one."""

from collections.abc import Iterator
from dataclasses import fields
from zoneinfo import ZoneInfo

from bot.domain.listing import Pricing
from bot.domain.need import Need
from bot.words.moments import say_moment
from bot.words.money import say_rate
from bot.words.reading import plain
from bot.words.shares import say_percent
from bot.words.sizes import say_size
from bot.words.spans import say_span


def say_need(need: Need, zone: ZoneInfo) -> str:
    """Write the words that `read_find` reads to an equal need; what is as by default is left out."""
    changed = {field.name for field in fields(need) if getattr(need, field.name) != field.default}
    return " ".join(words for name, words in _clauses(need, zone) if name in changed)


def _clauses(need: Need, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    yield "gpu", need.gpu.slug
    yield "gpus", f"x{need.gpus}"
    yield "duration", f"for {say_span(need.duration)}"
    yield "disk_gb", f"disk {say_size(need.disk_gb)}"
    yield "in_gb", f"in {say_size(need.in_gb)}"
    if need.out_gb is not None:
        yield "out_gb", f"out {say_size(need.out_gb)}"
    yield "countries", f"country {','.join(need.countries)}" if need.countries else "anywhere"
    yield "reliability", f"reliability {plain(need.reliability)}"
    if need.max_rate is not None:
        yield "max_rate", f"max {say_rate(need.max_rate)}"
    yield "pricing", "bid" if need.pricing is Pricing.BID else "on-demand"
    yield "margin", f"margin {say_percent(need.margin)}"
    if need.by is not None:
        yield "by", f"by {say_moment(need.by, zone)}"
    yield "unverified", "unverified"
    yield "datacenter", "datacenter"
    if need.checkpoint_every is not None:
        yield "checkpoint_every", f"every {say_span(need.checkpoint_every)}"
    yield "boot", f"boot {say_span(need.boot)}"
    yield "slack", f"slack {say_span(need.slack)}"
