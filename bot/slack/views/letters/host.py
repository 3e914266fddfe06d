"""Letters about whether a run's host is there. What they tell is what the marketplace says, and they say so."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.letters.host import HostBack, HostGone, HostOffline
from bot.slack.message import Message
from bot.slack.views.figures import date, span, usd, usd_range
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import (
    date_or_unknown,
    forecast,
    machine_line,
    person,
    says,
    title_line,
    usd_or_unknown,
    when,
)
from bot.slack.views.text import Mrkdwn, esc, say


def offline(facts: HostOffline, subject: str | None) -> Message:
    """Tell that the host is away: since when, what that costs and risks, how it would end, what to do."""
    title = facts.title
    point = say(
        "{run}: {who} says that the host is offline, {when}. {billing}",
        run=title.name,
        who=says(title.ref),
        when=when(facts.since, facts.not_before),
        billing="Billing is paused." if facts.billing_paused else "Whether billing pauses is not known.",
    )
    return alert(
        point,
        *_away(facts),
        todo=say(
            "{owner}: {risk} Wait for the host, or go on elsewhere from {saved}.",
            owner=person(title.owner),
            risk=_at_risk(facts.saved_at, facts.at_risk, facts.at_risk_usd),
            saved="the start" if facts.saved_at is None else "that checkpoint",
        ),
        facts=facts,
        subject=subject,
        small=machine_line(title),
        urgent=True,
        resume=facts.resume,
    )


def _away(facts: HostOffline) -> Iterator[Mrkdwn]:
    yield say("Last seen up: {seen}", seen=date_or_unknown(facts.not_before))
    if facts.billing_paused:
        yield say("Nothing is billed while it is away, by what {who} states", who=says(facts.title.ref))
    else:
        yield esc("No word on billing while it is away: it is reckoned as billed until a charge tells otherwise")
    yield say("The instance is *not* moved to another machine automatically: work goes on only if this host comes back")
    yield say("If it came back at once: {forecast}", forecast=forecast(facts.outlook))
    if facts.outlook.spare is not None and facts.outlook.fits:
        yield esc("Every hour away takes an hour of what is spare")


def _at_risk(saved_at: datetime | None, at_risk: timedelta, cost: Decimal | None) -> Mrkdwn:
    """Tell what would have to be done again were the disk lost."""
    worth = _worth(cost)
    if saved_at is None:
        return say(
            "no checkpoint off this machine is known, so all {time} of running ({worth}) are at risk.",
            time=span(at_risk),
            worth=worth,
        )
    return say(
        "the last checkpoint off this machine is of {saved}, so {time} of running ({worth}) are at risk.",
        saved=date(saved_at),
        time=span(at_risk),
        worth=worth,
    )


def _worth(cost: Decimal | None) -> str:
    return "cost not known" if cost is None else usd(cost)


def back(facts: HostBack) -> Message:
    """Tell that the host is back, how long it was away, what was not billed, and how the run will end now."""
    title = facts.title
    point = say(
        "{run}: {who} says that the host is back, {when}.",
        run=title.name,
        who=says(title.ref),
        when=when(facts.since, facts.not_before),
    )
    return note(
        point,
        say("It was away for {away}; {unbilled}.", away=span(facts.away), unbilled=_unbilled(facts.unbilled)),
        say("{forecast}.", forecast=forecast(facts.outlook)),
        say(
            'The marketplace\'s word for its state is "{state}"; whether training moves again is not known from that.',
            state=facts.state or "none",
        ),
        small=title_line(title),
    )


def _unbilled(amount: tuple[Decimal, Decimal] | None) -> Mrkdwn:
    if amount is None:
        return esc("what was not billed for that time is not known")
    low, high = amount
    return say("{amount} was not billed for that time", amount=usd_range(low, high)) if high else esc("all was billed")


def gone(facts: HostGone, subject: str | None) -> Message:
    """Tell that the machine vanished: last seen, last state, what is saved, what is lost (case a5)."""
    title = facts.title
    point = say(
        "{run}: the machine is gone. {who} has it in no list and by its id there is none: it and its disk are lost.",
        run=title.name,
        who=says(title.ref),
    )
    return alert(
        point,
        *_last(facts),
        todo=say("{owner}: go on elsewhere from {saved}.", owner=person(title.owner), saved=_saved(facts)),
        facts=facts,
        subject=subject,
        small=machine_line(title),
        urgent=True,
        resume=facts.resume,
    )


def _last(facts: HostGone) -> Iterator[Mrkdwn]:
    state = say(', then "{state}"', state=facts.last_state) if facts.last_state else esc("")
    yield say("Last seen: {seen}{state}", seen=date_or_unknown(facts.last_seen), state=state)
    yield say("Its end was to be: {due}", due=date_or_unknown(facts.was_due))
    yield say("It cost until then: {cost}; nothing is reckoned after", cost=usd_or_unknown(facts.cost))
    if facts.at_risk is not None:
        worth = _worth(facts.at_risk_usd)
        yield say("To be done again: {time} of running ({worth})", time=span(facts.at_risk), worth=worth)


def _saved(facts: HostGone) -> Mrkdwn:
    if facts.saved_at is None:
        return esc("the start, for no checkpoint off this machine is known")
    step = "" if facts.step is None else f", step {facts.step:,}"
    return say("the checkpoint of {saved}{step}", saved=date(facts.saved_at), step=step)
