"""The form behind `/gpu track`: the run, and for a machine of no marketplace the machine too.

It only writes the words of a command; the grammar judges them. A machine typed in by hand is read in `typed_machine`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.money import hours
from bot.slack.views.blocks import Block, section
from bot.slack.views.fields import errors_by_field, exact, modal, typed
from bot.slack.views.text import code, esc, say
from bot.slack.views.track_fields import ALL, FORM, OF_HAND, OF_HAND_AGAIN, OF_INSTANCE
from bot.slack.views.typed_machine import typed_by_hand, typed_machine
from bot.words import Misread
from bot.words.paths import say_paths
from bot.words.reading import plain as digits
from bot.words.say_track import say_track
from bot.words.track import read_track
from bot.words.track_ask import TrackAsk

__all__ = [
    "filled_with",
    "listing_filled",
    "track_errors",
    "track_filled",
    "track_modal",
    "track_words",
    "typed_by_hand",
    "typed_machine",
]

_CHANGED = (
    "{run} is sat with already, and this is how it stands. What you write anew is changed; what you leave, or empty,"
    " stays as it is; to take a thing back, type `/gpu track` with `budget none`, for example."
)
_ENDED = (
    "{run} is over, for its machine's end has passed, and this is how it stood. With a later end it goes on, with what"
    " it cost so far; for another machine give another name. What you leave, or empty, stays as it is."
)
_FROM_NOW = " Another price counts from now on."


def track_modal(
    filled: Mapping[str, str] | None = None,
    metadata: str = "",
    *,
    by_hand: bool = False,
    changed: str = "",
    ended: bool = False,
) -> Block:
    """Make the form; `filled` are texts by field name. By hand the machine is typed in too.

    `changed` is the name of a run that is sat with already, or `ended` by an end that can be put off.
    """
    said = "A machine that no marketplace of ours tells of: nobody can be asked whether it lives, the rest works."
    above = (section(esc(said)),) if by_hand else ()
    if not changed:
        fields, title = (OF_HAND, "Track by hand") if by_hand else (OF_INSTANCE, "Track a run")
        return modal(FORM, title, fields, filled or {}, "Track", above=above, metadata=metadata)
    again, more = (OF_HAND_AGAIN, _FROM_NOW) if by_hand else (OF_INSTANCE, "")
    how = _ENDED if ended else _CHANGED
    above = (*above, section(say(f"{how}{more}", run=code(changed, 60))))
    return modal(FORM, "Change a run", again, filled or {}, "Change", above=above, metadata=metadata)


def track_filled(words: str, zone: ZoneInfo, now: datetime) -> dict[str, str]:
    """Give what the words of a track fill into the form; nothing where they can't be read."""
    ask = read_track(words, zone, now)
    return {} if isinstance(ask, Misread) else filled_with(ask)


def listing_filled(words: str, zone: ZoneInfo, now: datetime) -> dict[str, str]:
    """Give what a `Track` button fills in. The instance's id is left out: it is another than the listing's."""
    return {name: text for name, text in track_filled(words, zone, now).items() if name != "instance"}


def filled_with(ask: TrackAsk) -> dict[str, str]:
    """Write an ask into the fields of the form."""
    keeping = ask.keeping
    asked = say_track(TrackAsk(ref=None, ask=ask.ask)).removeprefix("by-hand").strip()
    filled = {
        "instance": "" if ask.ref is None else str(ask.ref),
        "asked": asked,
        "as": ask.name or "",
        "for": "" if ask.duration is None else digits(round(hours(ask.duration), 6)),
        "margin": "" if ask.margin is None else digits(ask.margin * 100),
        "in": "" if ask.in_gb is None else digits(ask.in_gb),
        "out": "" if ask.out_gb is None else digits(ask.out_gb),
        "budget": "" if ask.budget is None else digits(ask.budget),
        "keep": say_paths(keeping.paths),
        "every": "" if keeping.every is None else digits(round(hours(keeping.every), 6)),
        "to": keeping.to or "",
        "ssh": keeping.ssh or "",
        "owner": ask.owner or "",
    }
    return {name: text for name, text in filled.items() if text}


def track_words(values: Mapping[str, Any]) -> str:
    """Write a submission's `state.values` as the words of a track."""
    return " ".join(filter(None, _clauses(values).values()))


def track_errors(values: Mapping[str, Any], misread: Misread) -> dict[str, str]:
    """Give `errors` for `response_action: errors`: each problem at the field that it speaks of."""
    return errors_by_field(FORM, _clauses(values), misread)


def _clauses(values: Mapping[str, Any]) -> dict[str, str]:
    said = typed(FORM, ALL, values)

    def clause(name: str, form: str) -> str:
        return form.format(exact(said[name])) if name in said else ""

    return {
        "instance": "by-hand" if typed_by_hand(values) else said.get("instance", ""),
        "asked": said.get("asked", ""),
        "as": _named(said["as"]) if "as" in said else "",
        "for": f"for {said['for']}{said.get('unit', 'h')}" if "for" in said else "",
        "margin": clause("margin", "margin {}%"),
        "in": clause("in", "in {}GB"),
        "out": clause("out", "out {}GB"),
        "budget": clause("budget", "budget ${}"),
        "keep": f"keep {said['keep']}" if "keep" in said else "",
        "every": clause("every", "every {}h"),
        "to": f"to {said['to']}" if "to" in said else "",
        "ssh": f"ssh {said['ssh']}" if "ssh" in said else "",
        "owner": f"owner <@{said['owner']}>" if "owner" in said else "",
    }


def _named(name: str) -> str:
    """Write a name as it was typed into its field: in quotes where it has spaces, so that it stays one."""
    return f'as "{name}"' if " " in name.strip() and '"' not in name else f"as {name}"
