"""From a letter to its message: one function for each type of facts, and no type without one."""

from typing import assert_never

from bot.domain.letters import Letter
from bot.domain.letters.account import (
    BalanceEnd,
    BalanceRecovered,
    RouteBroken,
    RouteMended,
    SightBack,
    SightLost,
    Unclaimed,
    UnclaimedOver,
)
from bot.domain.letters.card import Card
from bot.domain.letters.deadline import DeadlineNear, EndMoves
from bot.domain.letters.health import HealthNote
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline, Settled
from bot.domain.letters.machine import DiskFull, Hardware, Idle, Late, Over, PriceAsked
from bot.domain.letters.reminder import Reminder
from bot.domain.letters.summary import Chart, Summary
from bot.slack.message import Message
from bot.slack.views.letters import account, host, late, machine, route, still, stray, terms
from bot.slack.views.letters.card import card
from bot.slack.views.letters.chart import chart
from bot.slack.views.letters.deadline import deadline, end_moves
from bot.slack.views.letters.health import health
from bot.slack.views.letters.summary import summary

_Run = HostOffline | HostBack | HostGone | Flapping | Settled | Reminder | Card
_Machine = Idle | Late | PriceAsked | DiskFull | Hardware | Over
_Account = SightLost | SightBack | BalanceEnd | BalanceRecovered | Unclaimed | UnclaimedOver | RouteBroken | RouteMended
_End = DeadlineNear | EndMoves
_Bot = HealthNote | Summary | Chart


def render(letter: Letter) -> Message:
    """Give a letter's message. Its text is complete alone; its buttons carry the letter's subject."""
    match letter.facts:
        case HostOffline() | HostBack() | HostGone() | Flapping() | Settled() | Reminder() | Card() as of:
            return _of_run(of, letter.subject)
        case DeadlineNear() | EndMoves() as of:
            return _of_end(of, letter.subject)
        case Idle() | Late() | PriceAsked() | DiskFull() | Hardware() | Over() as of:
            return _of_machine(of, letter.subject)
        case HealthNote() | Summary() | Chart() as of:
            return _of_bot(of)
        case of:
            return _of_account(of, letter.subject)


def _of_run(facts: _Run, subject: str | None) -> Message:  # noqa: PLR0911 - one line for each type
    match facts:
        case HostOffline():
            return host.offline(facts, subject)
        case HostBack():
            return host.back(facts)
        case HostGone():
            return host.gone(facts, subject)
        case Flapping():
            return still.flapping(facts)
        case Settled():
            return still.settled(facts, subject)
        case Reminder():
            return still.reminder(facts, subject)
        case Card():
            return card(facts)
    assert_never(facts)


def _of_end(facts: _End, subject: str | None) -> Message:
    match facts:
        case DeadlineNear():
            return deadline(facts, subject)
        case EndMoves():
            return end_moves(facts)
    assert_never(facts)


def _of_machine(facts: _Machine, subject: str | None) -> Message:
    match facts:
        case Idle():
            return machine.idle(facts, subject)
        case Late():
            return late.late(facts, subject)
        case PriceAsked():
            return terms.price_asked(facts, subject)
        case DiskFull():
            return machine.disk_full(facts, subject)
        case Hardware():
            return terms.hardware(facts, subject)
        case Over():
            return machine.ended(facts)
    assert_never(facts)


def _of_account(facts: _Account, subject: str | None) -> Message:  # noqa: PLR0911 - one line for each type
    match facts:
        case SightLost():
            return account.sight_lost(facts, subject)
        case SightBack():
            return account.sight_back(facts)
        case BalanceEnd():
            return account.balance_end(facts, subject)
        case BalanceRecovered():
            return account.balance_recovered(facts)
        case Unclaimed():
            return stray.unclaimed(facts, subject)
        case UnclaimedOver():
            return stray.unclaimed_over(facts)
        case RouteBroken():
            return route.route_broken(facts, subject)
        case RouteMended():
            return route.route_mended(facts)
    assert_never(facts)


def _of_bot(facts: _Bot) -> Message:
    match facts:
        case HealthNote():
            return health(facts)
        case Summary():
            return summary(facts)
        case Chart():
            return chart(facts)
    assert_never(facts)
