"""The letter about an end that comes near: which, when, what it means, whether the copy still fits, what to do."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.domain.deadlines import DeadlineKind
from bot.domain.letters.deadline import DeadlineNear, EndMoves
from bot.slack.message import Message
from bot.slack.views.figures import date, link_speed, size, span, usd
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import at_least, copy_by, end_rental, forecast, person, says, title_line
from bot.slack.views.letters.severity import Sign, is_near
from bot.slack.views.text import Mrkdwn, code, esc, say

_NOTHING_LEFT = timedelta(0)
_MOST_COMMAND = 150


def deadline(facts: DeadlineNear, subject: str | None) -> Message:
    """Tell of one end. The time left is said with the instant at which it was so, for a message may be read late."""
    title = facts.title
    return alert(
        _point(facts),
        *_meaning(facts),
        todo=say("{owner}: {what}", owner=person(title.owner), what=_todo(facts)),
        facts=facts,
        subject=subject,
        small=title_line(title),
        urgent=_missed(facts) or is_near(facts.left if facts.left is not None else min(facts.crossed, default=None)),
        resume=None if facts.outlook.fits or _guessed(facts) else facts.resume,
    )


def end_moves(facts: EndMoves) -> Message:
    """Tell that an end moves to and fro, or that it stands still again, and where it stood then."""
    run, kind, end = facts.title.name, facts.kind.value, date(facts.end)
    if facts.over:
        point = say("{run}: its {kind} stands still again: {end}.", run=run, kind=kind, end=end)
        return note(point, esc("Its warnings go on from there."), small=title_line(facts.title))
    point = say("{run}: its {kind} keeps moving to and fro; now it is {end}.", run=run, kind=kind, end=end)
    return note(point, _QUIET, small=title_line(facts.title), sign=Sign.OPEN)


_QUIET = esc(
    "Its moves are not told again until it has stood for ten minutes; then where it stands."
    " That it comes nearer is told all the same."
)


def _point(facts: DeadlineNear) -> Mrkdwn:
    run, end = facts.title.name, date(facts.end)
    if facts.kind is not DeadlineKind.BUDGET_END:
        what, copy = ENDS[facts.kind], _copy_passed(facts)
        return say("{run}: {what} {end}{left}.{copy}", run=run, what=what, end=end, left=_left(facts), copy=copy)
    budget = "its budget" if facts.budget is None else f"its budget of {usd(facts.budget)}"
    if facts.left is not None and facts.left <= _NOTHING_LEFT:
        return say("{run}: {budget} has been spent since {end}.", run=run, budget=budget, end=end)
    sooner = say(" or sooner") if facts.or_sooner else esc("")
    return say(
        "{run}: {budget} is spent by {end}{sooner} at the present burn{left}.",
        run=run,
        budget=budget,
        end=end,
        sooner=sooner,
        left=_left(facts),
    )


ENDS = {
    DeadlineKind.CONTRACT_END: "the machine's contract ends",
    DeadlineKind.MAX_DURATION: "the machine's max duration ends",
    DeadlineKind.BALANCE_END: "the balance ends, at the present burn,",
}


def _decided(facts: DeadlineNear) -> datetime | None:
    return None if facts.left is None else facts.end - facts.left


def _left(facts: DeadlineNear) -> Mrkdwn:
    decided = _decided(facts)
    if facts.left is None or decided is None:
        return say(", in less than {span}", span=span(facts.crossed[-1])) if facts.crossed else esc("")
    if facts.left <= _NOTHING_LEFT:
        return say(", so it passed {late} before {then}", late=span(-facts.left), then=date(decided))
    return say(" ({left} left as of {then})", left=span(facts.left), then=date(decided))


def _missed(facts: DeadlineNear) -> bool:
    """Whether the copy should have begun when this was decided. A budget's end removes no disk."""
    if facts.kind is DeadlineKind.BUDGET_END:
        return False
    decided = _decided(facts)
    late = decided is not None and facts.copy_start is not None and facts.copy_start <= decided
    return facts.copy_missed or late


def _copy_passed(facts: DeadlineNear) -> Mrkdwn:
    return say(" The latest safe copy start has passed.") if _missed(facts) else esc("")


def _meaning(facts: DeadlineNear) -> Iterator[Mrkdwn]:
    if facts.moved_from is not None:
        yield say("The end moved: it was {before}", before=date(facts.moved_from))
    if facts.restless:
        yield say("It keeps moving to and fro. {quiet}", quiet=_QUIET)
    yield say("Then: {what}", what=_then(facts))
    if facts.kind is not DeadlineKind.BUDGET_END:
        yield _copy(facts)
    yield forecast(facts.outlook, None if facts.kind.is_money else facts.end)
    if facts.lacks_only_the_copy and _missed(facts):
        yield _short(facts)
    yield _money(facts)
    if facts.budget_short is not None:
        yield say("At completion it will have cost {short} more than the budget", short=usd(facts.budget_short))


def _then(facts: DeadlineNear) -> Mrkdwn:
    match facts.kind:
        case DeadlineKind.CONTRACT_END | DeadlineKind.MAX_DURATION:
            return esc(
                "the machine and its disk go; nothing on it is sure to be there after. Plan as if it can't be extended"
            )
        case DeadlineKind.BALANCE_END:
            return say(
                "{who} stops the instances; their disks go on costing and may be deleted", who=says(facts.title.ref)
            )
        case DeadlineKind.BUDGET_END:
            return esc("nothing stops by itself; what it costs after that is beyond the budget")


def _copy(facts: DeadlineNear) -> Mrkdwn:
    if facts.copy_start is None:
        return esc("Latest safe copy start: not known, for the size or the uplink is not")
    passed = say(", *it has passed*") if _missed(facts) else esc("")
    return say(
        "Latest safe copy start: {at}{passed}",
        at=copy_by(facts.copy_start, assumed=facts.uplink_assumed),
        passed=passed,
    )


def _money(facts: DeadlineNear) -> Mrkdwn:
    spent = esc("not known")
    if facts.spent is not None:
        spent = at_least(facts.spent, facts.missing, unsure=facts.unsure)
    budget = esc("") if facts.budget is None else say(" of the budget of {budget}", budget=usd(facts.budget))
    return say("Spent so far: {spent}{budget}", spent=spent, budget=budget)


def _todo(facts: DeadlineNear) -> Mrkdwn:
    if facts.kind is DeadlineKind.BUDGET_END:
        ending = end_rental(facts.title.ref)
        return say("decide whether it goes on; else copy the results off and {ending}.", ending=ending)
    if facts.kind is DeadlineKind.BALANCE_END:
        return say("top up the account at {who} now, or copy the results off first.", who=says(facts.title.ref))
    if _missed(facts):
        return esc("start copying the results off now; it may no longer all get out.")
    return _in_time(facts)


def _in_time(facts: DeadlineNear) -> Mrkdwn:
    """Say what is to be done while the latest safe copy start is still to come."""
    if facts.lacks_only_the_copy:
        return say("{short}{todo}.", short=_short(facts), todo=_less(facts))
    if facts.outlook.fits is False:
        return esc("it can't finish there: copy the last checkpoint off and go on elsewhere.")
    if facts.copy_start is None:
        return esc("copy the results off well before that.")
    return say("start copying the results off by {at}.", at=date(facts.copy_start))


def _guessed(facts: DeadlineNear) -> bool:
    """Whether all that is short is a copy of which nobody said how much it is: no other machine would mend that."""
    return facts.lacks_only_the_copy and facts.copying is not None and facts.copying.whole_disk


def _short(facts: DeadlineNear) -> Mrkdwn:
    """Say that the training is done in time and its copy is not, and what that is reckoned with."""
    copying, finish, end = facts.copying, facts.outlook.finish_at, facts.outlook.ends_at
    before = esc("") if finish is None or end is None else say(" {left}", left=span(end - finish))
    if copying is None:
        return say("it finishes{before} before the machine's end, which is too late for its copy", before=before)
    return say(
        "it finishes{before} before the machine's end, but copying {what} at {how} takes {time} and 2 h of slack",
        before=before,
        what=f"its whole disk of {size(copying.gb)}" if copying.whole_disk else size(copying.gb),
        how=f"an assumed {link_speed(copying.mbps)}" if copying.assumed else link_speed(copying.mbps),
        time=span(copying.takes),
    )


def _less(facts: DeadlineNear) -> Mrkdwn:
    """Say how that is mended: by telling how much it really is, else by beginning before it is done."""
    begin = esc("copy off what is there before it is done")
    if not _guessed(facts) or facts.title.ref.by_hand:
        return say(": {begin}", begin=begin)
    words = f"/gpu track {facts.title.ref} as {facts.title.name} out 50GB"
    return say(": say how much goes out, as in {it}; else {begin}", it=code(words, _MOST_COMMAND), begin=begin)
