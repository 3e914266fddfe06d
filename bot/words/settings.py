"""Every setting of a need, and how each is spelled. The first name of each is the one that is proposed."""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from bot.domain.listing import Pricing
from bot.words.countries import read_country_list
from bot.words.counts import COUNT_IN_WORDS, GPUS, MOST_GPUS, read_count_in_words, read_gpus, whole
from bot.words.moments import moment
from bot.words.money import Rate, rate
from bot.words.reading import END, FLAGS, Bad, Got, then
from bot.words.said import Said
from bot.words.setting import AT_LEAST, AT_MOST, Setting, flag, named, shaped
from bot.words.shares import margin, reliability
from bot.words.sizes import SIZE, size
from bot.words.spans import MONTH, YEAR, span

_OF_DISK = re.compile(r"\s(?:of\s)?(?:disk|storage)", FLAGS)
_COUNTRY = then(read_country_list, lambda codes: Said(countries=codes))
_IN_SIZE = then(size("in 200GB", zero=True), lambda gb: Said(in_gb=gb))


def _gpus(count: int) -> Said:
    return Said(gpus=count)


def _duration(value: timedelta) -> Said:
    return Said(duration=value)


def _every(value: timedelta) -> Said:
    return Said(checkpoint_every=value)


def _disk(gigabytes: Decimal) -> Said:
    return Said(disk_gb=gigabytes)


def _out(gigabytes: Decimal) -> Said:
    return Said(out_gb=gigabytes)


def _max(value: Rate) -> Said:
    return Said(max_rate=value)


def _by(value: datetime) -> Said:
    return Said(by=value)


def _in(text: str, start: int) -> Got[Said] | Bad:
    """Read `in 200GB`, and `in Canada` too."""
    country = _COUNTRY(text, start)
    if isinstance(country, Got):
        return country
    if country.instead or not country.example:
        return country
    if country.end == start:
        return _IN_SIZE(text, start)
    return Bad(start, "how many GB, or which country?", example="in 200GB")


def _disk_after(text: str, start: int) -> Got[Said] | Bad:
    """Read `500GB disk` and `500GB of storage`."""
    found = DISK.read(text, start)
    name = _OF_DISK.match(text, found.end)
    return Got(found.value, name.end()) if isinstance(found, Got) and name else found


FOR = named("for", span(YEAR, "for 72h"), _duration)
DISK = named("disk, storage", size("disk 500GB"), _disk, compared=AT_LEAST)
DISK_AFTER = shaped(rf"{SIZE}{_OF_DISK.pattern}{END}(?!\s?[=:<>]|\s{SIZE})", _disk_after)
"""`500GB disk`, where no other size follows that the word could belong to."""
IN = named("in", _in, lambda said: said)
CHECKPOINT = named("checkpoint, checkpoints", span(MONTH, "every 1h", unit="m"), _every, unless="every")

RUN = (FOR, DISK, DISK_AFTER, IN, CHECKPOINT)
"""What an estimate works out or spells differently."""

COUNT = (
    shaped(GPUS, then(read_gpus, _gpus)),
    shaped(COUNT_IN_WORDS.replace("?P<word>", ""), then(read_count_in_words, _gpus)),
    named("count, num-gpus", whole(1, MOST_GPUS, "count 8"), _gpus),
    named("gpus", whole(1, MOST_GPUS, "gpus 8"), _gpus, unless="[a-z]|$"),
)
OUT = named("out, copy-out", size("out 300GB", zero=True), _out)
PLACE = (
    named("country, countries, region", read_country_list, lambda codes: Said(countries=codes), unless=r"any\b"),
    flag("anywhere, worldwide, any-country, country-any", Said(countries=None)),
)
MARGIN = named("margin", margin("margin 15%"), lambda share: Said(margin=share))
EVERY = named("every, checkpoint-every, checkpoints-every", span(MONTH, "every 1h", unit="m"), _every)
MAX = named("max, max-price", rate("max $20/h"), _max, compared=AT_MOST)
SOUGHT = (
    named("reliability", reliability("reliability 0.98"), lambda share: Said(reliability=share), compared=AT_LEAST),
    flag("bid, interruptible, spot", Said(pricing=Pricing.BID)),
    flag("on-demand, ondemand", Said(pricing=Pricing.ON_DEMAND)),
    flag("unverified", Said(unverified=True)),
    flag("verified", Said(unverified=False)),
    flag("datacenter, data-center, datacentre", Said(datacenter=True)),
    named("boot", span(MONTH, "boot 45m", unit="m", zero=True), lambda value: Said(boot=value)),
    named("slack", span(MONTH, "slack 4h", unit="m", zero=True), lambda value: Said(slack=value)),
)
"""What is chosen by, and over once a machine is rented."""


def latest(zone: ZoneInfo, now: datetime, word: str = "by") -> Setting:
    """Give the setting of the latest finish, or of a machine's end; its example, with `word`, is never past."""
    example = f"{word} {(now + _AHEAD).astimezone(zone).date()}"
    return named("by, until", moment(zone, now, example), _by, compared=AT_MOST)


_AHEAD = timedelta(days=15)


def filters(zone: ZoneInfo, now: datetime) -> tuple[Setting, ...]:
    """Give the settings that `find`, `check` and `estimate` share."""
    return (*COUNT, OUT, *PLACE, MARGIN, EVERY, MAX, *SOUGHT, latest(zone, now))
