"""The names of the settings of `track`, which stand for themselves only in quotes."""

import re

NAME, KEEP, TO, SSH, OWNER = "as, name, named", "keep, keeps, path, paths", "to, destination", "ssh", "owner, owners"
MACHINE = "machine-id"
OTHERS = (
    "by-hand, budget, rate, max, max-price, for, in, out, copy-out, count, num-gpus, gpus, country, countries, region, "
    "anywhere, worldwide, any-country, country-any, margin, every, checkpoint-every, checkpoints-every, checkpoint, "
    "checkpoints, disk, storage, reliability, bid, interruptible, spot, on-demand, ondemand, unverified, "
    "verified, datacenter, data-center, datacentre, boot, slack, by, until"
)
"""The other names of settings of `track`: one of them right after `keep` is the next thing said, and no value."""

NOTHING = "none|nothing"
"""Takes back what was said; in quotes it is a value as any other."""


def any_of(names: str) -> str:
    """Give a pattern of these names, which commas part; a hyphen in one may be a space."""
    spelled = sorted(names.split(", "), key=len, reverse=True)
    return "|".join(name.replace("-", "[- ]?") for name in spelled)


WORD_OF_GRAMMAR = re.compile(
    rf"(?:{any_of(f'{NAME}, {KEEP}, {TO}, {SSH}, {OWNER}, {MACHINE}, {OTHERS}')})(?=\s|$|=|:(?:\s|$))", re.IGNORECASE
)
