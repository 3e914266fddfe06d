"""The facts that letters hold: everything that a message says, as it was when it was decided."""

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

Facts = (
    BalanceEnd
    | BalanceRecovered
    | Card
    | Chart
    | DeadlineNear
    | DiskFull
    | EndMoves
    | Flapping
    | Hardware
    | HealthNote
    | HostBack
    | HostGone
    | HostOffline
    | Idle
    | Late
    | Over
    | PriceAsked
    | Reminder
    | RouteBroken
    | RouteMended
    | Settled
    | SightBack
    | SightLost
    | Summary
    | Unclaimed
    | UnclaimedOver
)

FACTS: tuple[type[Facts], ...] = Facts.__args__
"""Every type of facts; a row names its type, so that old rows are read as what they are."""
