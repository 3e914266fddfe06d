"""What the bot itself takes for a find, in this process: parse the answer, judge the rows, render message and JSON.

`python own_time.py 1000 10000` prints a JSON line; times are seconds of processor, the median of several rounds.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar
from zoneinfo import ZoneInfo

import httpx
from market import make_market

from bot.app.interpreter import answer_at_once
from bot.clock import SystemClock
from bot.domain.listing import Listings, Pricing
from bot.domain.outside import Known
from bot.domain.search import search
from bot.markets.vast import Vast
from bot.sandbox.market.vast_query import parse
from bot.services.find import Found
from bot.services.offers import Answer
from bot.slack.views.find import find_answer
from bot.terminal.found_json import found_json
from bot.words import read_find

T = TypeVar("T")

WORDS = "h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"
UTC = ZoneInfo("UTC")
_ROUNDS = 7


def body_of(listings: int) -> bytes:
    """Give a marketplace's whole answer with so many rows."""
    rows = make_market(listings).book.search(parse({"gpu_name": {"eq": "H100 SXM"}}))
    return b'{"success":true,"offers":[' + b",".join(rows) + b"]}"


async def read(body: bytes) -> Known[Listings]:
    """Let the answer through the bot's own gate, over a wire that takes no time."""
    headers = {"Content-Type": "application/json"}
    wire = httpx.MockTransport(lambda _: httpx.Response(200, content=body, headers=headers))
    async with httpx.AsyncClient(transport=wire) as client:
        fact = await Vast(client, key=None, clock=SystemClock(), patience=600).listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Known), fact
    return fact


async def stages(body: bytes) -> dict[str, float]:
    """Find once, and give the seconds that each stage took."""
    clock = SystemClock()
    need = read_find(WORDS, UTC, clock.now())
    start = time.process_time()
    fact = await read(body)
    parsed = time.process_time() - start
    judged, outcome = timed(lambda: search(need, fact.value.rows, clock.now()))
    found = Found(
        need=need,
        outcome=outcome,
        answers=(Answer("vast", fact),),
        as_of=fact.at,
        asked_at=clock.now(),
        balances={},
    )
    rendered, _ = timed(lambda: (find_answer(found, UTC), json.dumps(found_json(found, UTC))))
    return {"parse": parsed, "judge": judged, "render": rendered}


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Do it, and give the seconds of processor that it took."""
    start = time.process_time()
    done = work()
    return time.process_time() - start, done


def main() -> None:
    """Measure every size asked for, in an interpreter that is set as the bot's."""
    answer_at_once()
    sizes = {}
    for size in map(int, sys.argv[1:]):
        body = body_of(size)
        gc.collect()
        rounds = [asyncio.run(stages(body)) for _ in range(_ROUNDS)]
        sizes[size] = {name: median(round_[name] for round_ in rounds) for name in rounds[0]}
    sys.stdout.write(json.dumps(sizes) + "\n")


if __name__ == "__main__":
    main()
