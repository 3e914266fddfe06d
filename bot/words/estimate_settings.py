"""What only an estimate can be told: a short test, and what will lie on the disk."""

import re
from datetime import timedelta
from decimal import ROUND_CEILING, Decimal

from bot.words.counts import SIZED, read_whole, whole
from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, bare_number, limited, then
from bot.words.said import Said
from bot.words.setting import Setting, named, shaped
from bot.words.settings import CHECKPOINT, DISK, DISK_AFTER, IN
from bot.words.shares import read_margin
from bot.words.sizes import size
from bot.words.spans import YEAR, read_span, span

_MOST_STEPS = 10**12
_MOST_KEPT = 10_000
_MOST_HEADROOM = 2
_STEPS = re.compile(r"(?P<count>\d[\d,]*k?)\s?(?:timed\s)?steps?(?=\s|$)", FLAGS)
_IN_TIME = re.compile(r"\s?(?:steps?\s)?in\s", FLAGS)
_STEPS_AFTER = re.compile(r"\s?steps?(?=\s|$)", FLAGS)
_IN_ALL = rf"\s(?:in\s)?total(?:\ssteps?)?{END}(?!\s?[=:]?\s?(?:of\s|steps?\s)?\d[\d,]*k?{END}(?!{SIZED}))"
"""`50000 total`, where no other number follows that the word could belong to."""
_TOTAL = re.compile(rf"(?P<count>\d[\d,]*k?)(?:\s?steps?)?{_IN_ALL}", FLAGS)
_OF_AFTER = re.compile(rf"(?:\s?steps?(?=\s|$))?(?:{_IN_ALL})?", FLAGS)
_SHARE = re.compile(rf"(?P<done>\d[\d,]*k?)\s?/\s?(?P<all>\d[\d,]*k?)(?:\s?steps?)?{END}", FLAGS)
_STEP = r"(?:steps?|its?|iterations?|iters?)"
_PACE = re.compile(
    rf"(?:at\s)?(?:(?P<seconds>{NUMBER})\s?(?P<unit>m(?:illi)?s(?:ec(?:onds?)?)?|s(?:ec(?:onds?)?)?|m(?:in(?:utes?)?)?)"
    rf"(?:\s?/\s?|\s(?:per|a|an|each)\s){_STEP}|(?P<rate>{NUMBER})\s?{_STEP}(?:\s?/\s?|\s(?:per|a)\s)s(?:ec(?:ond)?)?){END}",
    FLAGS,
)
_SECONDS = {"ms": Decimal("0.001"), "s": Decimal(1), "se": Decimal(1), "m": Decimal(60), "mi": Decimal(60)}
_MICROSECOND = timedelta(microseconds=1)
_SIZE = size("checkpoint 42GB")
_WHOLE_RUN = whole(1, _MOST_STEPS, "of 50000")
_TOOK = span(YEAR, "300 steps in 7m", unit="m")


def _took(value: timedelta) -> Said:
    return Said(took=value)


def _total(count: int) -> Said:
    return Said(total_steps=count)


def _steps(text: str, start: int) -> Got[Said] | Bad:
    """Read `300 steps`; what they took is a clause of its own, `in 7m`."""
    found = _STEPS.match(text, start)
    count = read_whole(found["count"], 0) if found else None
    if found is None or not isinstance(count, Got):
        return Bad(found.end() if found else start, "is not a number of steps.", example="300 steps in 7m")
    return Got(Said(steps=count.value), found.end())


def _in(text: str, start: int) -> Got[Said] | Bad:
    """Read `in 7m`, what the test took, besides `in 200GB` and `in Canada`."""
    if isinstance(read_span(text, start), Got):
        return then(_TOOK, _took)(text, start)
    found = IN.read(text, start)
    number = bare_number(text, start)
    if number is None or isinstance(found, Got):
        return found
    return Bad(number.end(), "minutes, hours or GB?", tuple(f"{number[0]}{unit}" for unit in ("m", "h", "GB")))


def _of(text: str, start: int) -> Got[Said] | Bad:
    """Read `of 50000`, `of 50000 steps` and `of 50000 steps total`."""
    found = then(_WHOLE_RUN, _total)(text, start)
    after = _OF_AFTER.match(text, found.end) if isinstance(found, Got) else None
    return Got(found.value, after.end()) if isinstance(found, Got) and after else found


def _total_after(text: str, start: int) -> Got[Said] | Bad:
    """Read `50000 total` and `50,000 steps in total`."""
    found = _TOTAL.match(text, start)
    count = _WHOLE_RUN(found["count"], 0) if found else None
    if found is None or not isinstance(count, Got):
        why = count.why if isinstance(count, Bad) else "is not a number of steps."
        return Bad(found.end() if found else start, why, example="of 50000")
    return Got(_total(count.value), found.end())


def _share(text: str, start: int) -> Got[Said] | Bad:
    """Read `300/50000`, so many steps of so many; what they took is a clause of its own."""
    found = _SHARE.match(text, start)
    parts = [_WHOLE_RUN(found[name], 0) for name in ("done", "all")] if found else []
    counts = [part.value for part in parts if isinstance(part, Got)]
    if found is None or len(counts) < 2:  # noqa: PLR2004 - the two parts
        return Bad(found.end() if found else start, "is not a number of steps.", example="300 steps in 7m of 50000")
    return Got(Said(steps=counts[0], total_steps=counts[1]), found.end())


def _pace(text: str, start: int) -> Got[Said] | Bad:
    """Read `1.4s per step`, `70 ms/it` and `2.5 it/s`."""
    found = _PACE.match(text, start)
    seconds = Decimal(0)
    if found and found["seconds"]:
        seconds = Decimal(found["seconds"]) * _SECONDS[found["unit"][0].lower() + found["unit"][1:2].lower()]
    elif found and Decimal(found["rate"]):
        seconds = 1 / Decimal(found["rate"])
    micros = (seconds * 1_000_000).to_integral_value(rounding=ROUND_CEILING)
    if found is None or not 0 < micros <= YEAR // _MICROSECOND:
        return Bad(found.end() if found else start, "is no pace.", example="1.4s per step")
    return Got(Said(pace=timedelta(microseconds=int(micros))), found.end())


def _warmup(text: str, start: int) -> Got[Said] | Bad:
    """Read `warmup 20`, and `warmup 20 in 1m` where the warm-up was timed by itself."""
    count = whole(0, _MOST_STEPS, "warmup 20")(text, start)
    if isinstance(count, Bad):
        return count
    timed = _IN_TIME.match(text, count.end)
    took = read_span(text, timed.end()) if timed else None
    if isinstance(took, Got):
        return Got(Said(warmup=count.value, warmup_took=took.value), took.end)
    steps = _STEPS_AFTER.match(text, count.end)
    return Got(Said(warmup=count.value), steps.end() if steps else count.end)


def _checkpoint(text: str, start: int) -> Got[Said] | Bad:
    """Read a checkpoint's size, or as in `find` how often one is written."""
    if isinstance(read_span(text, start), Got):
        return CHECKPOINT.read(text, start)
    return then(_SIZE, lambda gb: Said(checkpoint_gb=gb))(text, start)


def _headroom(text: str, start: int) -> Got[Said] | Bad:
    """Read a fraction of the files, or a size."""
    share = limited(read_margin, lambda v: "is too much." if v > _MOST_HEADROOM else None, "headroom 10%")(text, start)
    if isinstance(share, Got):
        return Got(Said(headroom_share=share.value), share.end)
    if number := bare_number(text, start):
        return Bad(number.end(), "percent or GB?", (f"{number[0]}%", f"{number[0]}GB"))
    return then(size("headroom 50GB", zero=True), lambda gb: Said(headroom_gb=gb))(text, start)


def _worked_out(text: str, start: int) -> Got[Said] | Bad:
    found = read_span(text, start)
    return Bad(found.end, "is what an estimate works out; leave it out.")


def _unnamed(shape: re.Pattern[str]) -> str:
    return re.sub(r"\?P<\w+>", "?:", shape.pattern)


ESTIMATE_SETTINGS: tuple[Setting, ...] = (
    Setting(("of",), re.compile(rf"(?={_TOTAL.pattern})", FLAGS), _total_after),
    shaped(_unnamed(_PACE), _pace),
    shaped(_unnamed(_SHARE), _share),
    shaped(_unnamed(_STEPS), _steps),
    named("of, total, total-steps", _of, lambda said: said),
    named("warmup, warm-up", _warmup, lambda said: said),
    named("took", _TOOK, _took),
    named("weights", size("weights 140GB", zero=True), lambda gb: Said(weights_gb=gb)),
    named("dataset, data", size("dataset 120GB", zero=True), lambda gb: Said(dataset_gb=gb)),
    named("image", size("image 30GB", zero=True), lambda gb: Said(image_gb=gb)),
    named("checkpoint, checkpoints", _checkpoint, lambda said: said, unless="every"),
    named("keep, kept", whole(0, _MOST_KEPT, "keep 5"), lambda count: Said(kept=count)),
    named("headroom", _headroom, lambda said: said),
    named("for", _worked_out, lambda said: said),
    named("in", _in, lambda said: said),
    DISK,
    DISK_AFTER,
)
