"""`/gpu runs` and `/gpu run NAME`: how they stand."""

from bot.services.tracking.reading import NoSuchRun, OneRun
from bot.slack.message import Message
from bot.slack.views.misread import misread_answer
from bot.slack.views.progress import no_such_run
from bot.slack.views.run import History, run_answer
from bot.slack.views.runs import runs_answer
from bot.words import Misread
from bot.words.run_ref import read_run_name
from handlers.desk import Desk
from handlers.reach import reach_of


async def show_runs(desk: Desk, words: str) -> Message:
    """Show all runs; with a name that one, as `/gpu run` does."""
    return await show_run(desk, words)


async def show_run(desk: Desk, words: str) -> Message:
    """Show one run in full; without a name all of them."""
    name = read_run_name(words, optional=True)
    if isinstance(name, Misread):
        return misread_answer("run", name)
    if name is None:
        found_all = await desk.runs.all()
        return runs_answer(found_all.cards, found_all.unclaimed)
    found = await desk.runs.one(name)
    if isinstance(found, NoSuchRun):
        return no_such_run(found.name, found.nearest)
    return run_answer(found.card, _history(desk, found), desk.clock.now())


def _history(desk: Desk, found: OneRun) -> History:
    return History(
        incidents=found.incidents,
        outages=found.outages,
        days=found.days,
        keeping=found.run.keeping,
        begun_at=found.run.begun_at,
        reach=reach_of(found.run.keeping.ssh, found.machine.seen, desk.settings.ssh_user),
        machine=found.machine,
    )
