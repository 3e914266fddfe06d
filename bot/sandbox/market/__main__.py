"""Serves the stand-in marketplace alone: `python -m bot.sandbox.market --port 8090 --listings 10000 --seed 3`."""

import argparse
import asyncio
import contextlib
import sys

from bot.sandbox.market.standin import MarketStandIn


async def serve(port: int, listings: int, seed: int) -> None:
    """Serve until cancelled; the first line of output is the address."""
    async with MarketStandIn.make(listings=listings, seed=seed, port=port) as standin:
        standin.market.book.warm()
        sys.stdout.write(f"{standin.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Read the arguments and serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox.market", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes a free one")
    parser.add_argument("--listings", type=int, default=3_000, help="1 to 100000")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments.port, arguments.listings, arguments.seed))


if __name__ == "__main__":
    main()
