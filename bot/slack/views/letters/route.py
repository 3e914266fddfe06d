"""Letters about a channel of Slack's that takes no messages."""

from bot.domain.letters.account import (
    RouteBroken,
    RouteMended,
)
from bot.slack.message import Message
from bot.slack.views.figures import date, plural
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import channel
from bot.slack.views.text import code, say


def route_broken(facts: RouteBroken, subject: str | None) -> Message:
    """Tell, on another way, that a channel takes no messages."""
    return alert(
        say(
            "{channel} takes no messages of mine since {since} ({error}).",
            channel=channel(facts.channel),
            since=date(facts.since),
            error=code(facts.error or "no reason told", 60),
        ),
        say(
            "{waiting} for it: each goes the second way, to its owner or the admin channel",
            waiting=_waiting(facts.waiting),
        ),
        todo=say("To do: invite the bot there again, or set RUNSITTER_CHANNEL to another channel's id."),
        facts=facts,
        subject=subject,
        urgent=True,
        small=say("Channel id {id}. Alerts go on; only this way is closed.", id=code(facts.channel, 40)),
    )


def _waiting(count: int) -> str:
    return f"{plural(count, 'message')} {'is' if count == 1 else 'are'} there"


def route_mended(facts: RouteMended) -> Message:
    """Tell that a channel takes messages again."""
    return note(
        say("{channel} takes messages again since {since}.", channel=channel(facts.channel), since=date(facts.since))
    )
