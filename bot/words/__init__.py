"""The grammar that Slack and the terminal share: plain words in any order, read into facts or asked back."""

from bot.words.check import CheckAsk, read_check
from bot.words.estimate import EstimateAsk, read_estimate
from bot.words.find import missing, read_find
from bot.words.help import CLAUSES, TRACK_CLAUSES, VERBS, Clause, Verb
from bot.words.literal import literal
from bot.words.problem import Misread, Problem
from bot.words.progress import ProgressAsk, ProgressDone, read_progress
from bot.words.run_ref import LogsAsk, read_logs, read_run_name
from bot.words.said import Draft
from bot.words.say import say_need
from bot.words.say_track import say_track
from bot.words.track import read_track
from bot.words.track_ask import TrackAsk
from bot.words.verbs import nearest_verb, split_command, verbs, would_end

__all__ = [
    "CLAUSES",
    "TRACK_CLAUSES",
    "VERBS",
    "CheckAsk",
    "Clause",
    "Draft",
    "EstimateAsk",
    "LogsAsk",
    "Misread",
    "Problem",
    "ProgressAsk",
    "ProgressDone",
    "TrackAsk",
    "Verb",
    "literal",
    "missing",
    "nearest_verb",
    "read_check",
    "read_estimate",
    "read_find",
    "read_logs",
    "read_progress",
    "read_run_name",
    "read_track",
    "say_need",
    "say_track",
    "split_command",
    "verbs",
    "would_end",
]
