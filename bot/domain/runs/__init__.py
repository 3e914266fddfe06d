"""Runs: what a team's training job is to take, what it keeps, and on which machine it sits."""

from bot.domain.runs.ask import Ask
from bot.domain.runs.names import BadName, run_name
from bot.domain.runs.progress import Progress
from bot.domain.runs.run import Keeping, Plan, Run

__all__ = ["Ask", "BadName", "Keeping", "Plan", "Progress", "Run", "run_name"]
