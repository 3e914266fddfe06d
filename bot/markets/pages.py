"""All pages of a list, or an error: a missing page hides machines that cost money."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from bot.markets.line import Line

_MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its rows, unread, the mark of the next page (None or "" on the last), and when it came."""

    rows: list[msgspec.Raw]
    next: str | None
    at: datetime


def nothing() -> None:
    """Do nothing: for who need not hear of each page."""


async def all_pages(line: Line, fetch: Callable[[str | None], Awaitable[Page]]) -> tuple[list[msgspec.Raw], datetime]:
    """Fetch page after page; give all rows and when the first page came. A mark that returns is a loop: an error.

    Raises TimeoutError when one page takes longer than the line's patience.
    """
    page = await _in_time(line, fetch(None))
    rows, at, marks = page.rows, page.at, set[str]()
    while page.next:
        if page.next in marks or len(marks) == _MOST_PAGES:
            raise line.provider.half_listed()
        marks.add(page.next)
        page = await _in_time(line, fetch(page.next))
        rows += page.rows
    return rows, at


async def _in_time(line: Line, fetching: Awaitable[Page]) -> Page:
    async with asyncio.timeout(line.patience):
        return await fetching
