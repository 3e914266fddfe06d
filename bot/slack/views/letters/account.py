"""Letters about an account, what is rented on it, and the ways to Slack."""

from collections.abc import Iterator, Sequence

from bot.domain.letters.account import (
    BalanceEnd,
    BalanceRecovered,
    SightBack,
    SightLost,
)
from bot.slack.message import Message
from bot.slack.views.figures import date, span, usd
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.severity import is_near
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, code, esc, join, say

_MOST_NAMES = 10
_MOST_SENTENCE = 300


def sight_lost(facts: SightLost, subject: str | None) -> Message:
    """Tell that a marketplace can't be read. That says nothing of the hosts there (cases c59, c63)."""
    market = market_name(facts.market)
    good = esc("never since the start") if facts.last_good is None else date(facts.last_good)
    return alert(
        say(
            "{market} can't be read since {since}: we are blind there, which says nothing about the machines.",
            market=market,
            since=date(facts.since),
        ),
        say("Last good answer: {good}", good=good),
        say("What it says instead: {sentence}", sentence=esc(facts.sentence or "nothing", _MOST_SENTENCE)),
        say("Runs there: {runs}", runs=_names(facts.runs)),
        esc("Their states, costs and ends stay as last read; warnings of known ends go on; no host is called offline"),
        todo=say(
            "To do: see whether {market} answers you in a browser; if only the key is refused, renew it.", market=market
        ),
        facts=facts,
        subject=subject,
        small=say("The marketplace's own API is what can't be read, not SSH and not the training."),
    )


def sight_back(facts: SightBack) -> Message:
    """Tell that a marketplace can be read again."""
    return note(
        say(
            "{market} can be read again since {since}, after {blind} without.",
            market=market_name(facts.market),
            since=date(facts.since),
            blind=span(facts.blind),
        ),
        say("What happened to {runs} meanwhile is told by itself.", runs=_names(facts.runs)),
    )


def balance_end(facts: BalanceEnd, subject: str | None) -> Message:
    """Tell when a balance ends over all that the account pays for, and what is needed (case a6)."""
    market = market_name(facts.market)
    sooner = say(" or sooner") if facts.missing else esc("")
    point = say(
        "Balance at {market}: {balance} lasts until {end}{sooner}, at {burn}/h over all instances.",
        market=market,
        balance=usd(facts.balance),
        end=date(facts.end),
        sooner=sooner,
        burn=usd(facts.burn),
    )
    if facts.balance < 0:
        point = say("Balance at {market}: {balance}, it is overspent.", market=market, balance=usd(facts.balance))
    return alert(
        point,
        *_pays_for(facts),
        *_not_counted(facts),
        say(
            "Once it has ended, {market} stops the instances; their disks go on costing and may be deleted",
            market=market,
        ),
        todo=say("To do: top up {market} before then; copy off first what must not be lost.", market=market),
        facts=facts,
        subject=subject,
        small=esc(
            "The burn is of everything on the account: GPU while running, disk while it exists. Traffic is not in it."
        ),
        urgent=is_near(min(facts.crossed, default=None)),
    )


def _pays_for(facts: BalanceEnd) -> Iterator[Mrkdwn]:
    if not facts.runs:
        yield esc("No run of yours is on it, only what sits there unclaimed")
        return
    yield say("Runs that it pays for: {runs}", runs=_names(facts.runs))
    yield _needed(facts)


def _not_counted(facts: BalanceEnd) -> Iterator[Mrkdwn]:
    if facts.missing:
        refs = [code(str(ref), 60) for ref in facts.missing[:_MOST_NAMES]]
        yield say(
            "Not in the burn, for their cost is not known: {refs}{more}",
            refs=join(", ", refs),
            more=_more(len(facts.missing)),
        )


def _needed(facts: BalanceEnd) -> Mrkdwn:
    if facts.needed is None:
        return esc("What the runs still take: not known")
    gap = facts.needed - facts.balance
    short = say(": *{gap} too little*", gap=usd(gap)) if gap > 0 else esc(": it covers that")
    return say("What the runs still take: {needed}{short}", needed=usd(facts.needed), short=short)


def balance_recovered(facts: BalanceRecovered) -> Message:
    """Tell that a balance lasts again."""
    lasts = esc("nothing burns it now")
    if facts.end is not None:
        burn = (
            esc("the present burn") if facts.burn is None else say("{usd}/h with every host back", usd=usd(facts.burn))
        )
        sooner = " or sooner, as not every cost is known" if facts.or_sooner else ""
        lasts = say("lasts until {end}{sooner} at {burn}", end=date(facts.end), sooner=sooner, burn=burn)
    return note(
        say(
            "Balance at {market}: {balance}, {lasts}.",
            market=market_name(facts.market),
            balance=usd(facts.balance),
            lasts=lasts,
        )
    )


def _names(names: Sequence[str]) -> Mrkdwn:
    if not names:
        return esc("none")
    return say("{names}{more}", names=join(", ", (esc(one, 60) for one in names[:_MOST_NAMES])), more=_more(len(names)))


def _more(count: int) -> Mrkdwn:
    return say(" and {count} more", count=f"{count - _MOST_NAMES:,}") if count > _MOST_NAMES else esc("")
