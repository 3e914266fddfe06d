"""Short notices: work under way, an old card, somebody else's workspace, a fault of ours, a form that came too late."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.domain.listing import Pricing
from bot.domain.need import Need
from bot.slack.message import Message
from bot.slack.views.blocks import Block, actions, button, plain_text, section
from bot.slack.views.budget import compose
from bot.slack.views.fields import MOST_TITLE
from bot.slack.views.figures import run_hours
from bot.slack.views.relaxed import again_button, command
from bot.slack.views.text import Mrkdwn, code, esc, say

OPEN_FORM = "runsitter.form.open"
"""A button whose value is the verb whose form it opens."""

_HOURLY = timedelta(hours=1)


def looking() -> Message:
    """Say that the marketplaces are being asked."""
    return _notice(esc("Looking \u2026 asking the marketplaces; the answer comes here."))


def stopping() -> Message:
    """Say that the bot stops before the answer is there, in place of a "looking…" that would stay for ever."""
    return _notice(esc("Runsitter is being restarted before this was answered. Type it again in a minute."))


def out_of_date() -> Message:
    """Answer a button or form that this version no longer knows."""
    return _notice(esc("This card is out of date, so nothing was done. Type /gpu help for what there is now."))


def out_of_date_view() -> Block:
    """Answer a submitted form that this version no longer knows, in its own place."""
    return {
        "type": "modal",
        "title": plain_text("Out of date", MOST_TITLE),
        "close": plain_text("Close", MOST_TITLE),
        "blocks": list(out_of_date().blocks),
    }


def not_allowed() -> Message:
    """Refuse somebody from another workspace (case f146)."""
    return _notice(esc("Runsitter answers only members of the workspace that installed it, so nothing was done."))


def went_wrong(reference: str) -> Message:
    """Own up to a fault of ours; the reference finds it in the log."""
    return _notice(
        say(
            "Something went wrong here and is in the log as {id}. Nothing was changed; try again.",
            id=code(reference, 60),
        )
    )


def form_too_late(verb: str) -> Message:
    """Offer a fresh button where Slack no longer took the verb's form (case f153)."""
    point = esc("Slack did not take the form in time. Press the button to open it.")
    fresh = button("Open the form", OPEN_FORM, verb)
    return compose(point, section(point), *((actions(fresh),) if fresh else ()))


def checkpoints_asked(need: Need, zone: ZoneInfo) -> Message:
    """Refuse an interruptible machine for a multi-day run with no word on checkpoints, and give the remedy."""
    point = say(
        "A bid can be outbid at any moment, so a {run} run on one needs checkpoints: say how often it saves",
        run=run_hours(need.duration),
    )
    saving = replace(need, checkpoint_every=_HOURLY)
    steady = replace(need, pricing=Pricing.ON_DEMAND)
    return compose(
        point,
        section(say("*{point}.*", point=point)),
        section(
            say("If it saves every hour: {it}", it=command(saving, zone)),
            button=again_button("Find this", saving, zone),
        ),
        section(
            say("At a locked price: {it}", it=command(steady, zone)), button=again_button("Find this", steady, zone)
        ),
    )


def _notice(text: Mrkdwn) -> Message:
    return compose(text, section(text))
