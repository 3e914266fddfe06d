"""The grammar that Slack and the terminal share: plain words in any order, read into facts or asked back."""

from bot.words.check import CheckAsk, read_check
from bot.words.estimate import EstimateAsk, read_estimate
from bot.words.find import missing, read_find
from bot.words.help import CLAUSES, VERBS, Clause, Verb
from bot.words.problem import Misread, Problem
from bot.words.said import Draft
from bot.words.say import say_need
from bot.words.verbs import nearest_verb, split_command, verbs

__all__ = [
    "CLAUSES",
    "VERBS",
    "CheckAsk",
    "Clause",
    "Draft",
    "EstimateAsk",
    "Misread",
    "Problem",
    "Verb",
    "missing",
    "nearest_verb",
    "read_check",
    "read_estimate",
    "read_find",
    "say_need",
    "split_command",
    "verbs",
]
