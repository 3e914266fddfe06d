"""Tell how far a run is, where no log tells it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.domain.letters.card import Card
from bot.domain.runs import Progress
from bot.domain.watching.card import card_letter, card_of
from bot.domain.watching.judge import judge_run
from bot.domain.watching.look import Look
from bot.domain.watching.progress import ran
from bot.ports import Clock
from bot.services.tracking.reading import NoSuchRun, find_run
from bot.services.watching.applying import terms_for
from bot.services.watching.duty import Duty
from bot.store import keep, runs, standings
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Steps:
    """So many of so many steps are done; both None: all of them, however many there are."""

    done: int | None
    total: int | None


async def tell_progress(name: str, steps: Steps, by: str, store: Store, clock: Clock, duty: Duty) -> Card | NoSuchRun:
    """Keep what somebody says of a run's progress, and give its card."""
    return await store.transact(_tell, name, steps, by, duty, clock.now())


def _tell(c: Connection, name: str, steps: Steps, by: str, duty: Duty, now: datetime) -> Card | NoSuchRun:
    run = find_run(c, name)
    if isinstance(run, NoSuchRun):
        return run
    (before,) = standings.load(c, ids=[run.id], lock=True)
    progress = _progress(steps, before.run.progress, at=now, running=ran(before, now), by=by)
    runs.set_progress(c, before.run.id, progress)
    told = replace(before, run=replace(before.run, progress=progress))
    terms = terms_for(c, [told], duty, now, duty.every)
    verdict = judge_run(told, Look(at=now), terms)
    keep.keep_run(c, told, replace(verdict, cards=(card_letter(verdict.standing, terms),)), now)
    return card_of(verdict.standing, terms)


def _progress(steps: Steps, last: Progress | None, *, at: datetime, running: timedelta, by: str) -> Progress:
    total = steps.total or (1 if last is None else last.total)
    done = total if steps.done is None else steps.done
    return Progress(done=done, total=total, at=at, running=running, by=by).after(last)
