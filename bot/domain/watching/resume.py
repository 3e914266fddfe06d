"""What would be looked for to go on with a run on another machine."""

from datetime import datetime, timedelta

from bot.domain.gpu import Gpu, GpuAsk
from bot.domain.instance import Instance
from bot.domain.letters import Resume
from bot.domain.watching.progress import from_the_start, remaining
from bot.domain.watching.standing import Standing


def resume_afresh(standing: Standing) -> Resume | None:
    """Give what a run needs from its start: no checkpoint off its machine is known. None for a card nobody can find."""
    return _resume(standing, from_the_start(standing))


def resume_with_all(standing: Standing, now: datetime) -> Resume | None:
    """Give what a run still needs where its last checkpoint comes with it; None once nothing is left to do."""
    left = remaining(standing, now)
    return _resume(standing, left) if left else None


def _resume(standing: Standing, left: timedelta) -> Resume | None:
    run, seen = standing.run, standing.machine.seen
    gpu = run.ask.gpu or _like(seen)
    if gpu is None:
        return None
    return Resume(gpu.slug, run.ask.gpus or seen.gpus, left, seen.disk_gb, run.plan.in_gb, run.plan.out_gb)


def _like(seen: Instance) -> GpuAsk | None:
    """Ask for the very card that the run has now."""
    return GpuAsk(seen.gpu.family, seen.gpu.memory_gb, seen.gpu.form) if isinstance(seen.gpu, Gpu) else None
