"""The gate: what comes out of an answer's JSON is typed, complete, or an error. Nothing behind it sees raw JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import msgspec

from bot.domain.listing import Listing, ListingRef
from bot.domain.outside import Fact, Known
from bot.markets.half_letters import without_half_letters
from bot.markets.line import Answer, Line
from bot.markets.provider import MarketError, Provider
from bot.markets.values import OddValueError

T = TypeVar("T")

_SLICE = 20
"""Rows read before the event loop gets its turn: half a millisecond's work, for an ack takes some ten turns."""

_MOST_NANS = 1000
"""More than so many are no slip of a server's, and mending them would cost more than the answer is worth."""

_NO_NUMBERS = (b"NaN", b"Infinity")
_BEFORE, _AFTER = b":,[ \t\r\n", b",]} \t\r\n"


async def settle(line: Line, asking: Awaitable[Known[T]], *, by_page: bool = False) -> Fact[T]:
    """Answer for the port: what was asked for, or Unknown, within the line's patience.

    A list that is read `by_page` has that patience for each page (see `all_pages`): at one page a second, an account's
    whole list may well take longer, and is not to be given up for its length.
    """
    try:
        async with asyncio.timeout(None if by_page else line.patience):
            return await asking
    except MarketError as error:
        return error.unknown(line.provider.source, line.clock.now())
    except TimeoutError:
        return line.provider.slow(line.patience).unknown(line.provider.source, line.clock.now())


def read_envelope(provider: Provider, answer: Answer, decoder: msgspec.json.Decoder[T]) -> T:
    """Read the outer form of an answer; its rows stay unread (`msgspec.Raw`), so that one odd row sinks nothing."""
    try:
        return _decode(answer.body, decoder)
    except (msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise provider.unreadable(reason(error)) from None
    except msgspec.DecodeError as error:
        if "truncated" in str(error) or _is_begun(answer.body):
            raise provider.half_read() from None
        raise provider.unreadable("not JSON") from None


def _decode(body: bytes | bytearray, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        # A server in Python can write NaN and half letters, which are not JSON: mended, they spoil only their own row.
        whole = without_half_letters(body)
        mended = _mended(whole)
        if mended is None and whole is body:
            raise
        return decoder.decode(whole if mended is None else mended)


def _mended(body: bytes | bytearray) -> bytes | None:
    """Put a text in the place of each NaN and infinity; None where there are none, or too many.

    Looked for as words, not by a pattern: the loop waits meanwhile, and an answer may have a hundred megabytes.
    """
    places = [place for word in _NO_NUMBERS for place in islice(_places(body, word), _MOST_NANS)]
    values = sorted((start, end) for start, end in places if body[start - 1] in _BEFORE and body[end] in _AFTER)
    if not 0 < len(places) < _MOST_NANS or not values:
        return None
    pieces, kept = [], 0
    for start, end in values:
        pieces += [body[kept:start], b'"NaN"']
        kept = end
    return b"".join([*pieces, body[kept:]])


def _places(body: bytes | bytearray, word: bytes) -> Iterator[tuple[int, int]]:
    """Give where the word stands, with the minus before it; not at the very ends, where nothing is a value."""
    found = body.find(word, 1)
    while 0 < found < len(body) - len(word):
        start = found - (body[found - 1] == ord("-") and found > 1)
        yield start, found + len(word)
        found = body.find(word, found + 1)


def _is_begun(body: bytes | bytearray) -> bool:
    """Whether an object begins and does not end: a cut inside a word or a number makes malformed JSON."""
    return body[:64].lstrip().startswith(b"{") and not body[-64:].rstrip().endswith(b"}")


def reason(error: Exception) -> str:
    """Give the short technical reason; msgspec and we name types and fields, never values."""
    if isinstance(error, msgspec.ValidationError | OddValueError):
        return str(error)
    return "nested too deeply" if isinstance(error, RecursionError) else "not JSON"


async def read_rows(
    provider: Provider, raws: Sequence[msgspec.Raw], read: Callable[[msgspec.Raw], T]
) -> tuple[list[T], int]:
    """Read rows one by one, in slices that leave the event loop its turns; count those that can't be read.

    Raises MarketError when more than half can't: then the form has changed and the rest is not to be trusted.
    """
    rows: list[T] = []
    first = ""
    for start in range(0, len(raws), _SLICE):
        for raw in raws[start : start + _SLICE]:
            try:
                rows.append(read(raw))
            except ValueError as error:
                first = first or reason(error)
        await asyncio.sleep(0)
    unreadable = len(raws) - len(rows)
    if unreadable * 2 > len(raws):
        raise provider.unreadable(f"{unreadable} of {len(raws)} rows, the first: {first}")
    return rows, unreadable


def one_each(rows: Iterable[Listing]) -> tuple[tuple[Listing, ...], int]:
    """Give each listing once, and count the other rows; where two rows of one id differ, neither is believed."""
    by_ref: dict[ListingRef, list[Listing]] = {}
    for row in rows:
        by_ref.setdefault(row.ref, []).append(row)
    agreed = tuple(same[0] for same in by_ref.values() if all(row == same[0] for row in same[1:]))
    return agreed, sum(map(len, by_ref.values())) - len(agreed)
