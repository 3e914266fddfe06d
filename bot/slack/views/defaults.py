"""The defaults that were applied, in words that could be typed (case b53)."""

from collections.abc import Iterator
from dataclasses import fields
from zoneinfo import ZoneInfo

from bot.domain.need import Need
from bot.slack.views.figures import date
from bot.slack.views.text import Mrkdwn, code, esc, say
from bot.words import say_need
from bot.words.reading import plain
from bot.words.shares import say_percent
from bot.words.sizes import say_size
from bot.words.spans import say_span

_MOST_WORDS = 1000


def applied(need: Need, zone: ZoneInfo) -> Mrkdwn:
    """Show what was asked and each default that was applied."""
    taken = defaults(need)
    return say(
        "Asked: {words}{limit} \u00b7 defaults: {defaults}",
        words=code(say_need(need, zone), _MOST_WORDS),
        limit=_limit(need, zone),
        defaults=code(taken, _MOST_WORDS) if taken else "none",
    )


def _limit(need: Need, zone: ZoneInfo) -> Mrkdwn:
    """Show the latest finish as each reader's clock shows it, beside the team's: what was typed is in its zone."""
    if need.by is None:
        return esc("")
    local = need.by.astimezone(zone)
    return say(
        " (by {local} team time, {zone} = {yours})",
        local=f"{local:%b} {local.day} {local:%H:%M}",
        zone=str(zone),
        yours=date(need.by),
    )


def defaults(need: Need) -> str:
    """Write what was not said and taken for granted; typed after the rest, it changes nothing."""
    untouched = {field.name for field in fields(need) if getattr(need, field.name) == field.default}
    return " ".join(words for name, words in _clauses(need) if name in untouched)


def _clauses(need: Need) -> Iterator[tuple[str, str]]:
    yield "gpus", f"x{need.gpus}"
    yield "in_gb", f"in {say_size(need.in_gb)}"
    yield "out_gb", f"out {say_size(need.copy_out_gb)}"
    yield "countries", f"country {','.join(need.countries or ())}"
    yield "reliability", f"reliability {plain(need.reliability)}"
    yield "unverified", "verified"
    yield "pricing", need.pricing.value
    yield "margin", f"margin {say_percent(need.margin)}"
    yield "boot", f"boot {say_span(need.boot)}"
    yield "slack", f"slack {say_span(need.slack)}"
