"""`/gpu logs NAME`: the last lines of a run's log."""

import asyncio

from bot.domain.outside import Unknown
from bot.services.tracking.reading import NoSuchRun
from bot.slack.message import Message
from bot.slack.views.logs import logs_answer, no_log
from bot.slack.views.misread import misread_answer
from bot.slack.views.progress import no_such_run
from bot.words import Misread
from bot.words.run_ref import read_logs
from handlers.desk import Desk


async def show_logs(desk: Desk, words: str) -> Message:
    """Ask the run's marketplace for the last lines, and show them literally."""
    ask = read_logs(words)
    if isinstance(ask, Misread):
        return misread_answer("logs", ask)
    found = await desk.runs.log(ask.name, ask.lines)
    if isinstance(found, NoSuchRun):
        return no_such_run(found.name, found.nearest)
    if isinstance(found.fact, Unknown):
        return no_log(found.run.name, found.run.ref, found.fact)
    run, lines = found.run, found.fact
    # Looking for secrets in a long log takes a second of a processor; the loop has clicks to answer meanwhile.
    return await asyncio.to_thread(logs_answer, run.name, run.ref, lines.value, lines.at, desk.hide)
