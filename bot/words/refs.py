"""A listing's address: `vast:4411`."""

import re

from bot.domain.listing import ListingRef
from bot.words.problem import cut
from bot.words.reading import END, FLAGS, Bad, Got
from bot.words.said import Said
from bot.words.setting import Setting, shaped

MARKETS = ("vast", "cloudj")
_SHAPE = rf"(?:vast(?:\.ai)?|cloudj(?:\.net)?)(?:\s?[:#]\s?|\s(?=\d))[\w.-]{{1,64}}{END}"
_REF = re.compile(rf"(?P<market>vast|cloudj)[\w.]*(?:\s?[:#]\s?|\s)(?P<id>[\w.-]{{1,64}}){END}", FLAGS)
_OTHER_MARKET = re.compile(rf"[a-z][a-z.]*:[\w.-]+{END}", FLAGS)
_BARE_ID = re.compile(rf"#?(?P<id>\d{{5,15}}){END}", FLAGS)


def read_ref(text: str, start: int) -> Got[ListingRef] | Bad:
    """Read a listing's address. A number alone and a marketplace that is not known are asked back."""
    if found := _REF.match(text, start):
        return Got(ListingRef(found["market"].lower(), found["id"]), found.end())
    if bare := _BARE_ID.match(text, start):
        return Bad(bare.end(), "on which marketplace?", tuple(f"{market}:{bare['id']}" for market in MARKETS))
    other = _OTHER_MARKET.match(text, start)
    return Bad(other.end() if other else start, "which marketplace?", example="vast:4411")


def _elsewhere(text: str, start: int) -> Got[Said] | Bad:
    found = read_ref(text, start)
    if isinstance(found, Bad):
        return found
    return Bad(
        found.end,
        "is one listing; `check` judges a single one.",
        example=f"check {cut(str(found.value))} for 72h disk 500GB",
    )


def _here(text: str, start: int) -> Got[Said] | Bad:
    found = read_ref(text, start)
    return Got(Said(ref=found.value), found.end) if isinstance(found, Got) else found


REF = shaped(rf"{_SHAPE}|{_OTHER_MARKET.pattern}|{_BARE_ID.pattern}", _here)
REF_ELSEWHERE: Setting = shaped(_SHAPE, _elsewhere)
