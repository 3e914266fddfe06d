"""What was not understood in a command: short, literal, with the nearest right spelling and never a ping."""

from typing import LiteralString

from bot.slack.message import Message
from bot.slack.views.blocks import Block, button, section
from bot.slack.views.budget import compose
from bot.slack.views.relaxed import FIND_AGAIN
from bot.slack.views.text import Mrkdwn, code, join, quoting, say
from bot.words import Misread, Problem

_MOST_COMMAND = 600


def misread_answer(command: LiteralString, misread: Misread) -> Message:
    """Tell every problem in a command such as `find`, and the whole corrected one where there is one."""
    problems = [quoting(problem.sentence) for problem in misread.problems]
    if all(_is_question(problem) for problem in misread.problems):
        head, told = _more_please(len(problems)), join(" ", problems)
    else:
        head, told = say("I did not understand this `/gpu {command}`:", command=command), problems[0]
    point = say("{head} {told}", head=head, told=told)
    lines = [say("\u2022 {problem}", problem=problem) for problem in problems]
    return compose(point, section(head, *lines), *_corrected(command, misread.instead))


def _is_question(problem: Problem) -> bool:
    """Whether nothing was wrong and something is missing."""
    return not problem.word and "?" in problem.sentence


def _more_please(count: int) -> Mrkdwn:
    number = ("One", "Two", "Three", "Four", "Five")[count - 1]
    return say("{number} more {things}, please:", number=number, things="thing" if count == 1 else "things")


def _corrected(command: str, words: str | None) -> tuple[Block, ...]:
    if not words:
        return ()
    whole = code(f"/gpu {command} {words}", _MOST_COMMAND)
    find = button("Find this", FIND_AGAIN, words) if command == "find" else None
    return (section(say("Did you mean {whole}?", whole=whole), button=find),)
