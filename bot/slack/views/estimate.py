"""From a short test to a plan: hours as a range, the pace, the disk by parts, the price where something fits."""

from collections.abc import Iterator
from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.domain.estimate import DiskParts, ShortTest
from bot.services.find import Found
from bot.slack.message import Message
from bot.slack.views.blocks import Block, actions, context, section
from bot.slack.views.budget import compose
from bot.slack.views.defaults import applied
from bot.slack.views.figures import date, percent, plural, rates, run_hours, size, span, trimmed
from bot.slack.views.footer import examined, failures
from bot.slack.views.listing import price_range, what
from bot.slack.views.names import called, machine
from bot.slack.views.relaxed import again_button, command
from bot.slack.views.text import Mrkdwn, code, esc, join, say
from bot.words import EstimateAsk
from bot.words.sizes import say_size

_MINUTE = timedelta(minutes=1)


def estimate_answer(ask: EstimateAsk, found: Found | None, zone: ZoneInfo) -> Message:
    """Tell what a short test promises. `found` is the search with exactly these, where a GPU and a disk were said."""
    hours = f"{run_hours(ask.test.training)} to {run_hours(ask.high)}"
    best = found.outcome.fits[0] if found is not None and found.outcome.fits else None
    point = say(
        "The run trains {hours}{price}",
        hours=hours,
        price="" if best is None else f"; {price_range(best.price)} on {called(best.listing.ref)}, the best that fits",
    )
    return compose(
        point,
        section(say("*{point}*", point=point), _pace(ask), _warmup(ask.test)),
        section(*_disk(ask)),
        *_price(ask, found),
        *_find(ask, zone),
    )


def _pace(ask: EstimateAsk) -> Mrkdwn:
    test = ask.test
    if test.steps == 1:
        return say(
            "{pace} s per step; {total} to go; the upper end holds a margin of {margin}.",
            pace=trimmed(test.seconds_per_step, 3),
            total=plural(test.total_steps, "step"),
            margin=percent(ask.margin),
        )
    left_out = say(", {warmup} left out as warm-up", warmup=f"{test.warmup:,}") if test.warmup else esc("")
    return say(
        "{pace} s per step over {steps} in {took}{left_out}; {total} to go; the upper end holds a margin of {margin}.",
        pace=trimmed(test.seconds_per_step, 3),
        steps=plural(test.steps - test.warmup, "step"),
        took=span(test.took - test.warmup_took),
        left_out=left_out,
        total=plural(test.total_steps, "step"),
        margin=percent(ask.margin),
    )


def _warmup(test: ShortTest) -> Mrkdwn:
    """Say what a warm-up without a time of its own is taken for."""
    if not test.warmup or test.warmup_took:
        return esc("")
    return say(
        "Reckoned as if the {took} were for the {steps} after the warm-up alone, which errs on the long side;"
        " if they hold the warm-up too, say how long that took: {words}.",
        took=span(test.took),
        steps=plural(test.steps - test.warmup, "step"),
        words=code(f"warmup {test.warmup} in {'1m' if test.took > _MINUTE else '1s'}"),
    )


def _disk(ask: EstimateAsk) -> Iterator[Mrkdwn]:
    needed = ask.disk_gb
    if needed is None:
        yield esc("Disk: not said.")
        yield say(
            "Add its parts for the need, for example {parts}.",
            parts=code("weights 14GB dataset 120GB image 30GB checkpoint 42GB keep 5"),
        )
    else:
        yield say("*Disk: {needed}*; the disk can't be resized after deploy.", needed=size(needed))
    if isinstance(ask.disk, DiskParts):
        yield _parts(ask.disk)
    if isinstance(ask.disk, DiskParts) and ask.out_gb is not None:
        yield say(
            "Copied out: {size}, the {kept} in the end; for more or less say {words}.",
            size=size(ask.out_gb),
            kept=plural(max(ask.disk.kept, 1), "kept checkpoint"),
            words=code(f"out {say_size(ask.out_gb)}"),
        )


def _parts(disk: DiskParts) -> Mrkdwn:
    parts = [("weights", disk.weights_gb), ("dataset", disk.dataset_gb), ("image", disk.image_gb)]
    named = [say("{name} {size}", name=name, size=size(gb)) for name, gb in parts if gb]
    checkpoints = say(
        "{count} checkpoints of {each} (kept {kept}, one being written, one being deleted)",
        count=str(disk.kept + 2),
        each=size(disk.checkpoint_gb),
        kept=str(disk.kept),
    )
    headroom = say("headroom {size}", size=size(disk.need_gb - disk.files_gb))
    return join(" + ", (*named, checkpoints, headroom))


def _price(ask: EstimateAsk, found: Found | None) -> Iterator[Block]:
    if found is None:
        yield section(_unpriced(ask))
        return
    yield from failures(found)
    if found.outcome.fits:
        best = found.outcome.fits[0]
        rate = rates(best.listing.hourly(found.need.disk_gb), best.listing.gpus)
        yield section(
            say("*{price}* on {machine}", price=price_range(best.price), machine=machine(best.listing)),
            say(
                "{what} \u00b7 {rate} with {disk} disk",
                what=what(best.listing),
                rate=rate,
                disk=size(found.need.disk_gb),
            ),
            say("Finished by {finish} if it starts now", finish=date(best.fit.surely_finished_at)),
        )
    else:
        yield section(esc("No listing fits this run now; the button shows what is nearest and what would help."))
    yield context(examined(found))


def _unpriced(ask: EstimateAsk) -> Mrkdwn:
    """Ask for what a price lacks, and repeat what was said already."""
    gpu, gpus = ask.draft.get("gpu"), ask.draft.get("gpus", 1)
    if gpu is None:
        example = "h100-sxm x8 disk 500GB" if ask.disk_gb is None else "h100-sxm x8"
        lacks = "a GPU and a disk" if ask.disk_gb is None else "a GPU"
        return say("Add {lacks} for a price, for example {it}.", lacks=lacks, it=code(example))
    return say(
        "For a price on {card} x{gpus} add the disk alone, for example {it}, or its parts.",
        card=gpu.label,
        gpus=str(gpus),
        it=code("disk 500GB"),
    )


def _find(ask: EstimateAsk, zone: ZoneInfo) -> Iterator[Block]:
    need = ask.need()
    button = None if need is None else again_button("Find with exactly these", need, zone)
    if need is not None and button is not None:
        yield context(applied(need, zone))
        yield section(command(need, zone))
        yield actions(button)
