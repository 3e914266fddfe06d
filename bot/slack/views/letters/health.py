"""The letter about the bot itself."""

from bot.domain.letters.health import HealthMatter, HealthNote
from bot.slack.message import Message
from bot.slack.views.figures import date, span
from bot.slack.views.letters.alert import note
from bot.slack.views.letters.severity import Sign
from bot.slack.views.text import Mrkdwn, code, esc, say


def health(facts: HealthNote) -> Message:
    """Tell what the bot itself missed or is late with, and what follows from that."""
    if facts.matter is HealthMatter.GAP:
        return note(_gap(facts), *_gap_means(), small=_particular(facts), sign=None)
    if facts.matter in _CLOCKS:
        return _clock(facts)
    means = esc("What it watches may be told late; /gpu status shows the age of every loop.")
    return note(_late(facts), means, sign=Sign.OPEN if facts.end is None else Sign.OVER)


_NTP = "Set the clock, best by NTP."

_CLOCKS: dict[HealthMatter, tuple[str, tuple[str, ...], Sign | None]] = {
    HealthMatter.CLOCK_WENT_BACK: (
        "was set back by {apart}",
        (
            "Whether it was wrong before or is now, the time that Slack gives this message tells.",
            "Until then nothing that was told or seen is undone.",
        ),
        None,
    ),
    HealthMatter.CLOCK_WAS_AHEAD: (
        "was set back by {apart}: it had been ahead",
        (
            "Deadlines and summaries that came too early come again at their time.",
            "What was seen meanwhile is not in the ledger, which marks the time ±. Have NTP set the clock.",
        ),
        None,
    ),
    HealthMatter.CLOCK_IS_AHEAD: (
        "is ahead of Slack's by {apart}",
        (f"Deadlines come too early by as much. {_NTP}",),
        Sign.OPEN,
    ),
    HealthMatter.CLOCK_IS_BEHIND: (
        "is behind Slack's by {apart} or more",
        (f"Every deadline comes sooner than Runsitter says. {_NTP}",),
        Sign.OPEN,
    ),
    HealthMatter.CLOCK_IS_RIGHT: ("is right again", (), Sign.OVER),
}
"""What is told of a wrong clock, what it did to what was told, and whether somebody has to see to it."""


def _clock(facts: HealthNote) -> Message:
    """Tell of a wrong clock: in spans, for its times are wrong."""
    what, means, sign = _CLOCKS[facts.matter]
    apart = span(abs((facts.end or facts.start) - facts.start))
    said = say(f"The clock of Runsitter's own machine {what}.", apart=apart)
    return note(said, *map(esc, means), sign=sign)


def _gap(facts: HealthNote) -> Mrkdwn:
    if facts.end is None:
        return say("Runsitter has not been running since {start}.", start=date(facts.start))
    return say(
        "Runsitter did not run from {start} to {end} ({length}).",
        start=date(facts.start),
        end=date(facts.end),
        length=span(facts.end - facts.start),
    )


def _gap_means() -> tuple[Mrkdwn, ...]:
    return (
        esc("What you typed meanwhile may be lost: type it again."),
        esc("All that changed at the marketplaces meanwhile is told now, with the times between which it happened."),
    )


def _late(facts: HealthNote) -> Mrkdwn:
    particular = code(facts.particular or "loop", 80)
    if facts.end is None:
        return say("Runsitter's own {it} is late since {start}.", it=particular, start=date(facts.start))
    return say(
        "Runsitter's own {it} was late from {start} to {end} ({length}) and runs on time again.",
        it=particular,
        start=date(facts.start),
        end=date(facts.end),
        length=span(facts.end - facts.start),
    )


def _particular(facts: HealthNote) -> Mrkdwn | None:
    return esc(facts.particular) if facts.particular else None
