"""`/gpu cost [NAME]`: so far, against the estimate, at completion; and how long the balance lasts."""

from bot.services.tracking.reading import NoSuchRun
from bot.slack.message import Message
from bot.slack.views.cost import cost_answer, costs_answer
from bot.slack.views.misread import misread_answer
from bot.slack.views.progress import no_such_run
from bot.words import Misread
from bot.words.run_ref import read_run_name
from handlers.desk import Desk


async def show_cost(desk: Desk, words: str) -> Message:
    """Show what one run costs, by meter; without a name what all cost."""
    name = read_run_name(words, optional=True)
    if isinstance(name, Misread):
        return misread_answer("cost", name)
    if name is None:
        return costs_answer((await desk.runs.all()).cards, await desk.runs.accounts())
    found = await desk.runs.cost(name)
    if isinstance(found, NoSuchRun):
        return no_such_run(found.name, found.nearest)
    return cost_answer(
        found.title,
        found.rows,
        estimate=found.estimate,
        completion=found.completion,
        account=found.account,
        costs=found.costs,
        charged=found.charged,
    )
