"""The bot's own health, for `/gpu status`."""

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.listing import Listings
from bot.domain.outside import Fact, Known
from bot.services.status import Polling, SlackHealth, Status, WatchStatus
from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import ago, date, plural, span
from bot.slack.views.footer import failed
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, esc, say

_MINUTE = timedelta(minutes=1)
_WRONG = 5 * _MINUTE
"""So far a clock may be off that nobody need set."""


def status_answer(status: Status) -> Message:
    """Tell how the bot is: its version and zone, whether it hears Slack, what each marketplace last said."""
    point = say(
        "Runsitter {version}, up {uptime}; {slack}; {watch}{markets}",
        version=status.version,
        uptime=span(status.uptime),
        slack=_heard(status.slack),
        watch=esc("") if status.watch is None else say("{watch}; ", watch=_watched(status.watch)),
        markets=_readable(status),
    )
    return compose(
        point,
        section(say("*{point}*", point=point), *_own(status)),
        *(() if status.slack is None else (section(*_slack(status.slack)),)),
        *(() if status.watch is None else (section(*_watch(status.watch, status)),)),
        Rows([(section(_market(name, last, status)),) for name, last in status.markets.items()]),
    )


def _heard(slack: SlackHealth | None) -> str:
    if slack is None:
        return "not connected to Slack"
    return "Slack is heard" if slack.fresh else "Slack is NOT heard"


def _watched(watch: WatchStatus) -> str:
    if not watch.has_turn:
        return "another process watches the runs"
    return "the watch is LATE" if watch.late else "the runs are watched"


def _watch(watch: WatchStatus, status: Status) -> Iterator[Mrkdwn]:
    yield say(
        "*Watch*: {how}; last good wake {age}, one is due every {every}",
        how=_watched(watch),
        age=ago(watch.wake_age),
        every=span(watch.every) if watch.every >= _MINUTE else f"{watch.every.total_seconds():.0f} s",
    )
    for market, polling in watch.polling.items():
        yield _polling(market, polling, watch, status)
    waiting = plural(watch.waiting, "message")
    oldest = "" if watch.oldest is None else f", the oldest for {span(watch.oldest)}"
    looked = "" if watch.looked_age is None else say(", looked through {age}", age=ago(watch.looked_age))
    yield say("Messages waiting: {waiting}{oldest}{looked}", waiting=waiting, oldest=oldest, looked=looked)
    if watch.given_up:
        yield say("Could not be said at all: {count}; the log tells why", count=plural(watch.given_up, "message"))
    if watch.trouble:
        yield say("Last trouble with saying: {trouble}", trouble=watch.trouble)
    if watch.clock_ahead is not None and abs(watch.clock_ahead) > _WRONG:
        how = "ahead of" if watch.clock_ahead > timedelta(0) else "behind"
        yield say("This machine's clock is {apart} {how} Slack's: set it", apart=span(abs(watch.clock_ahead)), how=how)
    if watch.heartbeat is not None:
        yield say("Heartbeat: {how}", how=f"does not arrive ({watch.heartbeat})" if watch.heartbeat else "fine")


def _polling(market: str, polling: Polling, watch: WatchStatus, status: Status) -> Mrkdwn:
    """Say how often a marketplace is asked; more rarely than set, where its own pace or its refusals ask for that."""
    stretched = " (stretched: its own pace, or refusals, allow no more)" if polling.every > watch.every else ""
    read = esc("never yet") if polling.last_good is None else ago(max(status.now - polling.last_good, timedelta(0)))
    return say(
        "{market}: account asked every {every}{stretched}, last read well {read}",
        market=market_name(market),
        every=span(polling.every) if polling.every >= _MINUTE else f"{polling.every.total_seconds():.0f} s",
        stretched=stretched,
        read=read,
    )


def _readable(status: Status) -> str:
    if not status.markets:
        return "no marketplace is set up"
    if all(last is None for last in status.markets.values()):
        return "nothing searched yet"
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
        return say("*{market}*: nothing searched yet", market=market_name(name))
    age = ago(max(status.now - last.at, timedelta(0)))
    if not isinstance(last, Known):
        return say("{failed} That was {age}.", failed=failed(name, last), age=age)
    examined = plural(last.value.examined, "listing")
    return say("*{market}*, last answer: {examined}, {age}", market=market_name(name), examined=examined, age=age)
