"""The last lines of a run's log, for `/gpu logs`: literal, without secrets and without addresses."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from bot.domain.listing import ListingRef
from bot.domain.outside import Unknown
from bot.redact import redact
from bot.slack.message import Message
from bot.slack.views.blocks import context, section
from bot.slack.views.budget import compose
from bot.slack.views.figures import date, plural
from bot.slack.views.footer import failed
from bot.slack.views.letters.phrases import where
from bot.slack.views.preformatted import plain, preformatted, visible
from bot.slack.views.text import Mrkdwn, code, esc, say

Hide = Callable[[str], str]
"""Gives a text without its secrets."""

_END = r"[^\s\"'<>]"
_STORES = (
    r"amazonaws\.com|storage\.googleapis\.com|blob\.core\.windows\.net|r2\.cloudflarestorage\.com|hooks\.slack\.com"
)
_ADDRESS = re.compile(
    rf"\b[a-z][a-z0-9+.-]{{1,20}}://{_END}+"
    # without a scheme: at a store, with a query, or at a port of a host
    rf"|(?<![\w.-])(?:[\w-]{{1,63}}\.){{0,8}}(?:{_STORES})(?![\w.-]){_END}*"
    rf"|(?<!{_END})(?=[^\s\"'<>?]{{0,300}}[./:])[^\s\"'<>?]{{1,1000}}+\?[^\s\"'<>=?]{{1,200}}={_END}*"
    rf"|(?<![\w.-])(?:localhost|\d{{1,3}}(?:\.\d{{1,3}}){{3}}|(?:[\w-]{{1,63}}\.){{1,8}}[a-z]{{2,24}})"
    rf":\d{{2,5}}/(?!\d+(?:[\s,|\]]|$)){_END}*",  # `eval.step:100/500` is none
    re.IGNORECASE,
)
_NO_ADDRESS = "[address left out]"
_MOST_LAST = 120


def logs_answer(name: str, ref: ListingRef, lines: Sequence[str], read_at: datetime, hide: Hide = redact) -> Message:
    """Show the last lines that fit. What of a log is an address may be the key to it, and is left out."""
    safe = without_secrets(lines, hide)
    if not safe:
        point = say("{run}: its log says nothing yet.", run=name)
        return compose(point, section(point), context(_read(ref, read_at)))
    block, dropped = preformatted(safe)
    point = say(
        "{run}: the last {count} of its log; the last line: {last}",
        run=name,
        count=plural(len(safe) - dropped, "line"),
        last=esc(visible(safe[-1]) or "an empty one", _MOST_LAST),
    )
    head = say("*{run}*: the last {count} of its log", run=name, count=plural(len(safe) - dropped, "line"))
    return compose(point, section(head), section(block), context(*_cut(dropped), _read(ref, read_at)))


def no_log(name: str, ref: ListingRef, fact: Unknown) -> Message:
    """Say that the log could not be read, which says nothing about the training."""
    if ref.by_hand:
        return _nobody_to_ask(name)
    point = say("{run}: its log could not be read ({why}).", run=name, why=fact.why.value)
    return compose(
        point,
        section(say("*{point}*", point=point), failed(ref.market, fact), esc("That says nothing about the training.")),
    )


def _nobody_to_ask(name: str) -> Message:
    """Say of a machine that was typed in by hand where its log is, and how progress is told without it."""
    point = say(
        "{run} was typed in by hand, so no marketplace can be asked for its log: look at it on the machine itself."
        " {progress} tells how far it is.",
        run=name,
        progress=code(f"/gpu progress {name} 1000/50000", 80),
    )
    return compose(point, section(point))


def without_secrets(lines: Sequence[str], hide: Hide = redact) -> list[str]:
    """Redact over all lines together, for a secret may run over two of them, and leave every address out.

    Lines are cut only after it: of half a secret nobody sees that it is one.
    """
    text = _ADDRESS.sub(_NO_ADDRESS, hide("\n".join(plain(line) for line in lines)))
    return text.split("\n") if lines else []


def _cut(dropped: int) -> tuple[Mrkdwn, ...]:
    return (say("{lines} before these did not fit.", lines=plural(dropped, "line")),) if dropped else ()


def _read(ref: ListingRef, read_at: datetime) -> Mrkdwn:
    return say("From {where}, read {at}. Secrets and addresses are left out.", where=where(ref), at=date(read_at))
