"""All pages of a list, or an error: a missing page hides machines that cost money."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from bot.markets.provider import Provider

_MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its rows, unread, the mark of the next page (None or "" on the last), and when it came."""

    rows: list[msgspec.Raw]
    next: str | None
    at: datetime


async def all_pages(
    provider: Provider, fetch: Callable[[str | None], Awaitable[Page]]
) -> tuple[list[msgspec.Raw], datetime]:
    """Fetch page after page; give all rows and when the first page came. A mark that returns is a loop: an error."""
    page = await fetch(None)
    rows, at, marks = page.rows, page.at, set[str]()
    while page.next:
        if page.next in marks or len(marks) == _MOST_PAGES:
            raise provider.half_listed()
        marks.add(page.next)
        page = await fetch(page.next)
        rows += page.rows
    return rows, at
