"""A listing's address: `vast:4411`."""

import re

from bot.domain.gpu import families
from bot.domain.listing import ListingRef
from bot.words.counts import COUNTED
from bot.words.problem import cut
from bot.words.reading import END, FLAGS, Bad, Got
from bot.words.said import Said
from bot.words.setting import Setting, shaped

MARKETS = ("vast", "cloudj")
_SHAPE = rf"(?:vast(?:\.ai)?|cloudj(?:\.net)?)(?:\s?[:#]\s?|\s(?=\d))[\w.-]{{1,64}}{END}"
_REF = re.compile(rf"(?P<market>vast|cloudj)[\w.]*(?:\s?[:#]\s?|\s)(?P<id>[\w.-]{{1,64}}){END}", FLAGS)
_OTHER_MARKET = re.compile(rf"[a-z][a-z.]*:[\w.-]+{END}", FLAGS)
_MODELS = "|".join(sorted({found for family in families() for found in re.findall(r"\d{3,4}", family)}))
_BARE_ID = re.compile(rf"(?:#|(?!(?:{_MODELS}){END}))(?P<id>\d{{4,15}}){END}(?!{COUNTED}|\s?[hdwm]{END})", FLAGS)
"""A number alone that is no card's, no count and no size."""
_MACHINE = re.compile(rf"(?:machine|host)\s?(?:id\s?)?[:#=]?\s?\d{{1,15}}{END}", FLAGS)
_WHOLE = re.compile(r"\d{1,18}", re.ASCII)


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


def _machine(text: str, start: int) -> Bad:
    found = _MACHINE.match(text, start)
    why = "is a machine; a listing's id is needed, which stands before the machine's in every answer."
    return Bad(found.end() if found else start, why, example="vast:4411")


def _listing(text: str, start: int) -> Got[Said] | Bad:
    found = read_ref(text, start)
    if isinstance(found, Bad):
        return found
    if found.value.market == "vast" and not _WHOLE.fullmatch(found.value.id):
        return Bad(found.end, "is no id of Vast.ai's: that is a whole number.", example="vast:4411")
    return Got(Said(ref=found.value), found.end)


LISTING = shaped(rf"{_SHAPE}|{_OTHER_MARKET.pattern}|{_BARE_ID.pattern}", _listing)
MACHINE = shaped(_MACHINE.pattern, _machine)
REF = shaped(rf"{_SHAPE}|{_OTHER_MARKET.pattern}|{_BARE_ID.pattern}", _here)
REF_ELSEWHERE: Setting = shaped(_SHAPE, _elsewhere)
