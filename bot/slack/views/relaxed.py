"""What relaxing one thing would bring, with the command that does it, to type or to press."""

from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.domain.money import GpuRate
from bot.domain.need import Need
from bot.domain.relax import Knob, Relaxed
from bot.slack.views.blocks import Block, button, section
from bot.slack.views.figures import date, hourly, percent, plural, run_hours, share
from bot.slack.views.listing import price_range
from bot.slack.views.text import Mrkdwn, code, esc, say
from bot.words import say_need

FIND_AGAIN = "runsitter.find.again"
"""A button whose value is the words of a find. What comes back is judged like anything typed."""

_MOST_COMMAND = 1000


def relaxed_section(relaxed: Relaxed, zone: ZoneInfo) -> Block:
    """Say what one change brings, and give its command."""
    what = say("*{what}*: {brings}", what=_what(relaxed), brings=_brings(relaxed))
    offered = _offered(relaxed)
    return section(what, command(offered, zone), button=again_button("Find this", offered, zone))


def _offered(relaxed: Relaxed) -> Need:
    """Offer what finds something: where nothing fits for the typed hours, the longest run that does."""
    if relaxed.count or relaxed.longest is None:
        return relaxed.need
    return replace(relaxed.need, duration=relaxed.longest)


def command(need: Need, zone: ZoneInfo) -> Mrkdwn:
    """Write the whole command that asks for this."""
    return code(f"/gpu find {say_need(need, zone)}", _MOST_COMMAND)


def again_button(label: str, need: Need, zone: ZoneInfo) -> Block | None:
    """Make the button that finds with exactly this need."""
    return button(label, FIND_AGAIN, say_need(need, zone))


def _what(relaxed: Relaxed) -> Mrkdwn:
    return _CHANGES[relaxed.knob](relaxed.need)


def _limit(need: Need) -> str:
    limit = need.max_rate
    if limit is None:
        return "any price"
    return f"{hourly(limit)} {'per GPU' if isinstance(limit, GpuRate) else 'machine'}"


def _finish(need: Need) -> Mrkdwn:
    return esc("Finish at any time") if need.by is None else say("Finish by {by} instead", by=date(need.by))


def _brings(relaxed: Relaxed) -> Mrkdwn:
    """Tell the count and the cheapest; another machine may take another time, so the typed hours are named."""
    still = f"if it still takes {run_hours(relaxed.need.duration)}, "
    condition = still if relaxed.knob in {Knob.COUNT, Knob.CARD} else ""
    if relaxed.cheapest is None or not relaxed.count:
        longest = run_hours(relaxed.longest) if relaxed.longest else "unknown"
        return say("{still}none; the longest run that would fit is {longest}", still=Mrkdwn(condition), longest=longest)
    return say(
        "{still}{fit}, cheapest {price}",
        still=Mrkdwn(condition),
        fit=plural(relaxed.count, "fits", "fit"),
        price=price_range(relaxed.cheapest),
    )


_CHANGES: dict[Knob, Callable[[Need], Mrkdwn]] = {
    Knob.COUNT: lambda need: say("{gpus} instead", gpus=plural(need.gpus, "GPU")),
    Knob.CARD: lambda need: say("{card} instead", card=need.gpu.label),
    Knob.ADD_CANADA: lambda _: esc("Canada too"),
    Knob.ANYWHERE: lambda _: esc("Any country"),
    Knob.RELIABILITY: lambda need: say("Reliability down to {share}", share=share(need.reliability)),
    Knob.MARGIN: lambda need: say("Margin of only {margin}", margin=percent(need.margin)),
    Knob.UNVERIFIED: lambda _: esc("Unverified hosts too"),
    Knob.MAX_PRICE: lambda need: say("Up to {limit}", limit=_limit(need)),
    Knob.BY: _finish,
}
