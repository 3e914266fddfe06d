"""What was not understood in a command: short, literal, with the nearest right spelling and never a ping."""

from typing import LiteralString

from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import compose
from bot.slack.views.text import code, quoting, say
from bot.words import Misread

_MOST_COMMAND = 600


def misread_answer(command: LiteralString, misread: Misread) -> Message:
    """Tell every problem in a command such as `find`, and the whole corrected one where there is one."""
    problems = [quoting(problem.sentence) for problem in misread.problems]
    point = say("I did not understand this `/gpu {command}`: {first}", command=command, first=problems[0])
    lines = [say("\u2022 {problem}", problem=problem) for problem in problems]
    if misread.instead:
        whole = code(f"/gpu {command} {misread.instead}", _MOST_COMMAND)
        lines.append(say("Did you mean {whole}?", whole=whole))
    return compose(point, section(say("I did not understand this `/gpu {command}`:", command=command), *lines))
