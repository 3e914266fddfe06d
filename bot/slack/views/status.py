"""The bot's own health, for `/gpu status`."""

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.listing import Listings
from bot.domain.outside import Fact, Known
from bot.services.status import SlackHealth, Status
from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import ago, date, plural, span
from bot.slack.views.footer import failed
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, esc, say


def status_answer(status: Status) -> Message:
    """Tell how the bot is: its version and zone, whether it hears Slack, what each marketplace last said."""
    point = say(
        "Runsitter {version}, up {uptime}; {slack}; {markets}",
        version=status.version,
        uptime=span(status.uptime),
        slack=_heard(status.slack),
        markets=_readable(status),
    )
    return compose(
        point,
        section(say("*{point}*", point=point), *_own(status)),
        *(() if status.slack is None else (section(*_slack(status.slack)),)),
        Rows([(section(_market(name, last, status)),) for name, last in status.markets.items()]),
    )


def _heard(slack: SlackHealth | None) -> str:
    if slack is None:
        return "not connected to Slack"
    return "Slack is heard" if slack.fresh else "Slack is NOT heard"


def _readable(status: Status) -> str:
    if not status.markets:
        return "no marketplace is set up"
    if all(last is None for last in status.markets.values()):
        return "nothing asked yet"
    failing = sum(last is not None and not isinstance(last, Known) for last in status.markets.values())
    return f"{failing} of {plural(len(status.markets), 'marketplace')} failing" if failing else "marketplaces fine"


def _own(status: Status) -> Iterator[Mrkdwn]:
    yield say("Started {start} \u00b7 team zone {zone}", start=date(status.started_at), zone=str(status.zone))
    yield say(
        "Marketplaces' answers are reused for {answer}, a look at every card for {sweep}",
        answer=span(status.keep_answer),
        sweep=span(status.keep_sweep),
    )


def _slack(slack: SlackHealth) -> Iterator[Mrkdwn]:
    heard = "never" if slack.heard_age is None else ago(timedelta(seconds=slack.heard_age))
    yield say("*Slack* ({mode}): last heard {heard}", mode=slack.mode, heard=heard)
    since = esc("not now") if slack.connected_since is None else date(slack.connected_since)
    yield say("Connected since {since} \u00b7 {times}", since=since, times=plural(slack.reconnects, "reconnect"))
    if slack.crowded:
        yield say(
            "Slack counts {n} connections of this app, {expected} expected: is another bot running with its token?",
            n=str(slack.connections),
            expected=str(slack.expected),
        )
    if slack.last_error:
        yield say("Last trouble: {error}", error=slack.last_error)


def _market(name: str, last: Fact[Listings] | None, status: Status) -> Mrkdwn:
    if last is None:
        return say("*{market}*: nothing asked yet", market=market_name(name))
    age = ago(max(status.now - last.at, timedelta(0)))
    if not isinstance(last, Known):
        return say("{failed} That was {age}.", failed=failed(name, last), age=age)
    examined = plural(last.value.examined, "listing")
    return say("*{market}*, last answer: {examined}, {age}", market=market_name(name), examined=examined, age=age)
