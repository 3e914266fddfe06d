"""The settings of `track`: a run's own, and of a need those that still say something of a rented machine."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.words.addresses import USER, read_address
from bot.words.amounts import amount, read_amount
from bot.words.destinations import read_destination
from bot.words.hear import Grammar
from bot.words.letters import LONGEST_TRACK, tidy
from bot.words.moments import MOMENT
from bot.words.money import rate, read_rate
from bot.words.names import read_name
from bot.words.nothing import NONE, NONE_BY_HAND
from bot.words.owners import read_owner
from bot.words.paths import PATHS, read_paths
from bot.words.reading import Bad, Got
from bot.words.refs import REF
from bot.words.reserved import KEEP, MACHINE, NAME, OWNER, SSH, TO
from bot.words.said import Said
from bot.words.setting import AT_MOST, Setting, flag, named, shaped, verbatim
from bot.words.settings import CHECKPOINT, COUNT, DISK, DISK_AFTER, EVERY, FOR, IN, MARGIN, OUT, PLACE, SOUGHT, latest
from bot.words.strays import PERCENT, SIZE, STRAY_TIME, stray
from bot.words.typed import Typed, typed

_DISK_IS_READ = "is read from the machine, for a disk is fixed when it is rented; leave it out."
_END_IS_READ = "is read from the machine; leave it out."
_IS_CHOSEN = "is what a machine is chosen by; leave it out."
_MACHINE = "machine-id 33271"
_MACHINE_ID = re.compile(r"\w[\w.-]{0,63}", re.ASCII)


def _machine_id(word: Typed) -> str | Bad:
    return word.text if _MACHINE_ID.fullmatch(word.text) else Bad(word.end, "is no machine's id.", example=_MACHINE)


def _left_out(setting: Setting, why: str) -> Setting:
    """Give a setting that says why it has no place here."""
    return Setting(setting.names, setting.opens, lambda text, start: Bad(setting.read(text, start).end, why))


def _stray_money(text: str, start: int) -> Got[Said] | Bad:
    total = read_amount(text, start)
    if isinstance(total, Got):
        return Bad(total.end, "is that the budget?", (f"budget {text[start : total.end]}",))
    found = read_rate(text, start)
    if isinstance(found, Got):
        return Bad(found.end, "is that the machine's price?", (f"rate {text[start : found.end]}",))
    return Bad(max(total.end, found.end), "is no amount.", example="budget $900")


_OWN = (
    verbatim(NAME, read_name, lambda name: Said(name=name)),
    verbatim(KEEP, read_paths, lambda paths: Said(keep=paths)),
    verbatim(TO, read_destination, lambda place: Said(to=place)),
    verbatim(SSH, read_address, lambda address: Said(ssh=address)),
    verbatim(OWNER, read_owner, lambda person: Said(owner=person)),
    flag("by-hand", Said(by_hand=True)),
    named("budget", amount("budget $900"), lambda usd: Said(budget=usd)),
    named("rate, max, max-price", rate("rate $17.20/h"), lambda price: Said(rate=price), compared=AT_MOST),
    verbatim(MACHINE, typed("which machine?", _MACHINE, _machine_id), lambda text: Said(machine_id=text)),
)
_SHARED = (FOR, IN, OUT, MARGIN, EVERY, CHECKPOINT, *COUNT, *PLACE)
_READ = (_left_out(DISK, _DISK_IS_READ), _left_out(DISK_AFTER, _DISK_IS_READ))
_CHOSEN_BY = tuple(_left_out(setting, _IS_CHOSEN) for setting in SOUGHT)
_STRAYS = (
    STRAY_TIME,
    stray(SIZE, "a size of what?", "in", "out"),
    stray(MOMENT, "is that the machine's end? That is read from it; leave it out."),
    stray(PERCENT, "percent of what?", "margin"),
    shaped(r"\$\d", _stray_money),
    stray(rf"(?=/){PATHS}", "is that kept?", "keep", "to"),
    stray(r"(?:s3|ssh)://\S+", "is that where copies go?", "to"),
    stray(r"<@\S+", "is that the owner?", "owner"),
    stray(rf"{USER}@\S+", "is that the machine's address?", "ssh"),
)

_STRAYS_OF_HAND = (
    stray(SIZE, "a size of what?", "disk", "in", "out"),
    stray(MOMENT, "is that the machine's end?", "until"),
)


def track_grammar(zone: ZoneInfo, now: datetime, *, by_hand: bool = False) -> Grammar:
    """Give what `track` is read by; local times are in `zone`.

    Of a machine of no marketplace nothing is read, so its disk and its end can be said too.
    """
    end = latest(zone, now, "until")
    own = (DISK, DISK_AFTER, end) if by_hand else (*_READ, _left_out(end, _END_IS_READ))
    strays = (*_STRAYS_OF_HAND, *_STRAYS) if by_hand else _STRAYS
    none = NONE_BY_HAND if by_hand else NONE
    return Grammar((*none, *_OWN, *_SHARED, *_CHOSEN_BY, *own, REF), strays, tidy, LONGEST_TRACK)
