"""Watching: one look at a run's machine or at an account, judged against how it stood, without I/O."""

from bot.domain.watching.account import AccountStanding, Stray
from bot.domain.watching.incident import Incident
from bot.domain.watching.machine import Machine
from bot.domain.watching.standing import Standing, Watches
from bot.domain.watching.verdict import Verdict

__all__ = ["AccountStanding", "Incident", "Machine", "Standing", "Stray", "Verdict", "Watches"]
