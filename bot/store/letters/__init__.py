"""The outbox: letters as rows, from the moment when they are decided until Slack shows them."""

from bot.store.letters.backlog import Backlog, backlog, waiting_for
from bot.store.letters.due import due, next_due
from bot.store.letters.rows import SEEN_TO, State, Unreadable, Waiting
from bot.store.letters.slack_time import agreed_with_slack, ahead_of_slack, slack_time, was_ahead_of_slack
from bot.store.letters.steps import (
    FARTHEST,
    anew,
    begin,
    dead,
    overdue,
    postponed,
    released,
    resume,
    second_way,
    sent,
    unclear,
)
from bot.store.letters.thread import place
from bot.store.letters.write import by_incident, by_subject, get, put, revise

__all__ = [
    "FARTHEST",
    "SEEN_TO",
    "Backlog",
    "State",
    "Unreadable",
    "Waiting",
    "agreed_with_slack",
    "ahead_of_slack",
    "anew",
    "backlog",
    "begin",
    "by_incident",
    "by_subject",
    "dead",
    "due",
    "get",
    "next_due",
    "overdue",
    "place",
    "postponed",
    "put",
    "released",
    "resume",
    "revise",
    "second_way",
    "sent",
    "slack_time",
    "unclear",
    "waiting_for",
    "was_ahead_of_slack",
]
