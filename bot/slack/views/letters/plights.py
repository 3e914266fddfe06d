"""What needs a person though no incident stands for it, in words: the same on cards, in lists and in the summary."""

from collections.abc import Iterable, Iterator

from bot.domain.letters import Title
from bot.domain.letters.summary import Plight
from bot.domain.money import MachineRate
from bot.slack.views.figures import hourly
from bot.slack.views.text import Mrkdwn, esc

PLIGHTS = {
    Plight.OVERSPENT: "balance spent",
    Plight.UNREAD: "account not read",
    Plight.UNSEEN: "machine not seen for long",
    Plight.UNASKED: "on a marketplace that is not set up here",
    Plight.PASSED: "machine's end passed",
    Plight.END_NEAR: "machine ends soon",
    Plight.COPY_START: "copy start passed",
    Plight.NO_FIT: "does not fit in time",
    Plight.SPENT: "budget spent",
    Plight.BUDGET_NEAR: "budget soon spent",
    Plight.BUDGET_SHORT: "budget too small for the run",
    Plight.STOPPED: "stopped, still costs",
    Plight.DONE: "done, its machine still costs",
}
"""What each plight is called."""


def in_words(plights: Iterable[Plight], title: Title) -> Iterator[Mrkdwn]:
    """Name plights of a run, with what its machine still costs."""
    least = "at least " if title.or_more else ""
    for one in plights:
        rate = "" if one is not Plight.DONE or not title.hourly else f" {least}{hourly(MachineRate(title.hourly))}"
        yield esc(f"{PLIGHTS[one]}{rate}")
