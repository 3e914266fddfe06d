"""A stand-in marketplace that has equally many listings of whichever card is asked for, all of them free.

`python market.py 3000` serves it; the first line of output is the address.
"""

import asyncio
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.domain.gpu import Gpu, GpuAsk, families, identify, vast_names
from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import Market, MarketStandIn, World, generate
from bot.sandbox.market.cards import CARDS
from bot.sandbox.market.machines import Listing
from bot.sandbox.market.vast_book import OfferBook
from bot.sandbox.market.vast_query import Query, parse

H100_SXM = CARDS[0]
_SIZES_GB = (80, 24, 16, 8, 12, 48, 32, 40, 96, 6, 4, 2, 11, 10, 20, 64, 128, 141, 192)


class Other(NamedTuple):
    """Another card: how its rows differ from an H100's. Machines are others too, for one never changes its card."""

    name: str
    memory_mb: int
    number: int

    def row(self, row: bytes) -> bytes:
        """Rewrite an H100's row."""
        row = row.replace(b'"gpu_name":"H100 SXM"', b'"gpu_name":"%b"' % self.name.encode())
        row = row.replace(b'"gpu_ram":%d' % H100_SXM.memory_mb, b'"gpu_ram":%d' % self.memory_mb)
        row = row.replace(b'"gpu_total_ram":', b'"gpu_total_ram_of_h100":')
        for field in (b'"machine_id":', b'"ask_contract_id":', b'"id":'):
            row = row.replace(field, field + b"%d" % self.number)
        return row


def _others() -> Iterator[tuple[str, Other]]:
    for number, family in enumerate(families(), 100):
        name = vast_names(GpuAsk(family))[0]
        size = next((size for size in _SIZES_GB if isinstance(identify(name, size * 1024), Gpu)), None)
        if size is not None and name != H100_SXM.name:
            yield family, Other(name, size * 1024, number)


OTHERS = dict(_others())
"""Every other card whose memory is known, by family."""


class EveryCard(OfferBook):
    """Answers a search for any card with all listings, as if they were of that card."""

    def search(self, query: Query) -> list[bytes]:
        """Return every row that the query selects but for the card, as the first card that it takes."""
        names = [test for field, test in query.tests if field == "gpu_name"]
        rows = super().search(replace(query, tests=tuple(test for test in query.tests if test[0] != "gpu_name")))
        if all(test(H100_SXM.name) for test in names):
            return rows
        other = next(other for other in OTHERS.values() if all(test(other.name) for test in names))
        return [other.row(row) for row in rows]


def make_market(listings: int) -> Market:
    """Make the market at real time, its H100s warm."""
    clock = SandboxClock()
    market = Market(World(clock, list(_listings(listings, clock.timestamp()))))
    market.book = EveryCard(market.world)
    market.book.search(parse({}))
    return market


def _listings(number: int, now: float) -> Iterator[Listing]:
    """Give listings that are spread like the real ones in all but the card."""
    for listing in generate.listings(number, seed=1, now=now):
        machine = replace(listing.machine, card=H100_SXM, gpu_memory_mb=H100_SXM.memory_mb)
        yield replace(listing, machine=machine, taken=False)


async def serve(listings: int) -> None:
    """Serve until terminated."""
    async with MarketStandIn(make_market(listings)) as standin:
        sys.stdout.write(f"{standin.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(int(sys.argv[1])))
