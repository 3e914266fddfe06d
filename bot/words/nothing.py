"""Taking back what was said of a run: `budget none`, `keep nothing`, `gpu none`."""

import re
from decimal import Decimal

from bot.words.reading import END, FLAGS, Got
from bot.words.reserved import KEEP, MACHINE, NOTHING, SSH, TO, any_of
from bot.words.said import Said
from bot.words.setting import Setting

FIELDS = {
    "budget": "budget",
    "out_gb": "out_gb",
    "keep": "paths",
    "checkpoint_every": "every",
    "to": "to",
    "ssh": "ssh",
    "countries": "countries",
    "rate": "rate",
    "machine_id": "machine_id",
    "by": "ends_at",
}
"""What can be said, and the field of a run or its machine that has none of it then."""


def taken_back(said: Said) -> frozenset[str]:
    """Name the fields that are to have nothing."""
    fields = {FIELDS[key] for key, value in said.items() if key in FIELDS and value in (None, ())}
    fields |= {"gpu"} if "no_gpu" in said else set()
    return frozenset(fields | {"gpus"} if "no_gpus" in said else fields)


def _none(names: str, said: Said) -> Setting:
    opens = rf"(?:{any_of(names)})(?:\s?[=:]+\s?|\s)(?:{NOTHING}){END}"
    return Setting((), re.compile(opens, FLAGS), lambda _, start: Got(said, start))


_OF_RUN = (
    _none("budget", Said(budget=None)),
    _none("in", Said(in_gb=Decimal(0))),
    _none("out, copy-out", Said(out_gb=None)),
    _none("margin", Said(margin=Decimal(0))),
    _none(KEEP, Said(keep=())),
    _none("every, checkpoint-every, checkpoints-every, checkpoint, checkpoints", Said(checkpoint_every=None)),
    _none(TO, Said(to=None)),
    _none(SSH, Said(ssh=None)),
)
NONE = (
    *_OF_RUN,
    _none("gpu", Said(no_gpu=True)),
    _none("gpus, count, num-gpus", Said(no_gpus=True)),
    _none("country, countries, region", Said(countries=None)),
    _none("rate, max, max-price", Said(rate=None)),
    _none(MACHINE, Said(machine_id=None)),
)
NONE_BY_HAND = (*_OF_RUN, _none("by, until", Said(by=None)))
"""Of a machine by hand nothing was asked: it is what was typed in, and only its end may be unknown."""
