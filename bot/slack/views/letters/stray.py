"""Letters about an instance that sits with no run."""

from bot.domain.letters.account import Unclaimed, UnclaimedOver
from bot.slack.message import Message
from bot.slack.views.figures import usd
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import card_count, date_or_unknown, rate_of, where
from bot.slack.views.text import Mrkdwn, code, esc, say
from bot.words.say_track import say_track
from bot.words.track_ask import TrackAsk


def unclaimed(facts: Unclaimed, subject: str | None) -> Message:
    """Tell of an instance that sits with no run, and what it costs. It is never touched."""
    cost = rate_of(facts.hourly, facts.gpus, "what it costs is not known")
    so_far = "" if facts.so_far is None else f", about {usd(facts.so_far)} so far"
    return alert(
        say(
            "{ref} on the account sits with no run: {cost}{so_far}.",
            ref=where(facts.ref),
            cost=cost,
            so_far=so_far,
        ),
        say(
            "{what} \u00b7 the marketplace says {state}",
            what=card_count(facts.gpus, facts.gpu),
            state=_state(facts.state),
        ),
        say("Its label: {label}", label=code(facts.label, 100) if facts.label else "none"),
        say("There since: {since}", since=date_or_unknown(facts.since)),
        esc("Runsitter never touches what it was not told to sit with"),
        todo=say(
            "To do: {track} if it is a run, else end it at the marketplace.",
            track=code(f"/gpu track {facts.ref} as NAME for 72h", 120),
        ),
        facts=facts,
        subject=subject,
        track=say_track(TrackAsk(ref=facts.ref)),
        small=esc("A stopped instance costs too: its disk is charged while it exists."),
    )


def _state(state: str) -> Mrkdwn:
    return say('"{state}"', state=esc(state, 60)) if state else esc("nothing of its state")


def unclaimed_over(facts: UnclaimedOver) -> Message:
    """Tell that an instance sits with a run now, or is no longer there."""
    if facts.claimed_by is not None:
        return note(say("{ref} sits with {run} now.", ref=where(facts.ref), run=facts.claimed_by))
    return note(
        say("{ref}, which sat with no run, is no longer on the account: it costs nothing more.", ref=where(facts.ref))
    )
