"""An account in one line: what it can spend, how long that lasts, when it was read."""

from bot.domain.letters.summary import AccountRow
from bot.slack.views.figures import date, plural, span, usd
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, esc, say

_MINUTE = 60


def account_line(row: AccountRow) -> Mrkdwn:
    """Tell what an account can spend, how long that lasts, and when and how often it is read."""
    good = esc("never read well") if row.last_good is None else say("last read {at}", at=date(row.last_good))
    return say(
        "*{market}*: {balance} \u00b7 {good}, every {every}",
        market=market_name(row.market),
        balance=balance(row),
        good=good,
        every=span(row.every) if row.every.total_seconds() >= _MINUTE else f"{row.every.total_seconds():.0f} s",
    )


def balance(row: AccountRow) -> str:
    """Tell a balance and how long it lasts, as far as that is known."""
    if row.balance is None:
        return "balance not known"
    if row.balance < 0:
        return f"balance {usd(row.balance)}, overspent"
    if row.burn is None:
        return f"balance {usd(row.balance)}, how long it lasts is not known"
    if row.lasts is None:
        return f"balance {usd(row.balance)}, nothing burns it"
    most = "at most " if row.missing else ""
    missing = f", {plural(row.missing, 'instance')} of unknown cost not counted" if row.missing else ""
    return f"balance {usd(row.balance)} lasts {most}{span(row.lasts)} at {usd(row.burn)}/h{missing}"
