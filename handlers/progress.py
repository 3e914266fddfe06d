"""`/gpu progress NAME 41000/50000`: tell how far a run is, where no log tells it."""

from bot.services.tracking.progress import Steps
from bot.services.tracking.reading import NoSuchRun
from bot.slack.message import Message
from bot.slack.views.misread import misread_answer
from bot.slack.views.progress import no_such_run, progress_answer
from bot.words import Misread
from bot.words.progress import ProgressDone, read_progress
from handlers.desk import Desk


async def tell_progress(desk: Desk, words: str) -> Message:
    """Keep what is said, and tell what follows for the finish."""
    ask = read_progress(words)
    if isinstance(ask, Misread):
        return misread_answer("progress", ask)
    before = await desk.runs.one(ask.name)
    steps = Steps(None, None) if isinstance(ask, ProgressDone) else Steps(ask.done, ask.total)
    told = await desk.runs.tell_progress(ask.name, steps, desk.asker)
    if isinstance(told, NoSuchRun):
        return no_such_run(told.name, told.nearest)
    if told.progress is None:
        raise ValueError("progress that was just kept is not there")
    title = told.title if told.ended_at is None else None
    last = None if isinstance(before, NoSuchRun) else before.run.progress
    return progress_answer(told.title.name, told.progress, told.outlook, title, last)
