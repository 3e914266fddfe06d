"""Slack's side of the load, in a process of its own: two workspaces side by side, commands to both at a steady rate.

`python slack_load.py 50` brings so many commands a second to each app; `… 50 searching` has one uncached search in
flight all the time as well.

The first line out is where each app finds its workspace; after both have connected and the warm-up is over, the load
runs and the second line gives every ack's milliseconds. Acks are timed at the socket: from just before the envelope's
frame is written until the ack's frame has been read.
"""

import asyncio
import gc
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from itertools import cycle
from time import perf_counter

from aiohttp import web
from market import OTHERS

from bot.sandbox.slack import Delivery, SlackStandIn
from bot.sandbox.slack.payloads import slash_command
from bot.sandbox.slack.socket import SocketMode
from bot.slack.views.notices import looking

SECONDS = 30
WARM_UP = 3
PATIENCE = 30.0

CACHED = "find h100 sxm x8 for 72h disk 500GB in 200GB out 300GB"
MIXED = ("help", "status", "find h100 x8 for 3d dsk 500GB", CACHED)
_LOOKING = looking().text


class TimedSocket(SocketMode):
    """Notes when each envelope goes out and when its ack comes in."""

    def __init__(self, slack: SlackStandIn) -> None:
        super().__init__(slack)
        self.sent: dict[str, float] = {}
        self.acked: dict[str, float] = {}

    async def send(self, delivery: Delivery, patience: float) -> None:
        """Send, and note when."""
        self.sent[delivery.envelope_id] = perf_counter()
        await super().send(delivery, patience)

    def _take(self, frame: str) -> None:
        now = perf_counter()
        self.acked.setdefault(json.loads(frame)["envelope_id"], now)
        super()._take(frame)


class LoadedSlack(SlackStandIn):
    """A workspace that takes answers without judging them, so that it is not what is measured."""

    def __init__(self) -> None:
        super().__init__(commands={"/gpu": True})
        self.socket = TimedSocket(self)
        self.answers: dict[str, asyncio.Future[str]] = {}

    async def command(self, words: str) -> tuple[Delivery, asyncio.Future[str]]:
        """Bring `/gpu words`; gives the delivery and what its final answer will be."""
        ada = self.person("ada").user
        payload = slash_command(self, ada, self.workspace.channel(self.channel_id), "/gpu", words)
        answer = asyncio.get_running_loop().create_future()
        self.answers[payload["response_url"].rpartition("/response/")[2]] = answer
        return await self.courier.deliver("slash_commands", payload), answer

    async def _respond(self, request: web.Request) -> web.Response:
        text = json.loads(await request.read())["text"]
        answer = self.answers[request.match_info["token"]]
        if text != _LOOKING and not answer.done():
            answer.set_result(text)
        return web.Response(text="ok")


class Load:
    """So many commands a second whatever becomes of them, to both apps at the same moments."""

    def __init__(self, bot: LoadedSlack, bare: LoadedSlack, rate: int) -> None:
        self.both = (bot, bare)
        self.rate = rate
        self.bot = bot
        self.late = 0.0
        self.searches = 0

    async def run(self, seconds: float) -> list[list[float]]:
        """Load for so many seconds; give the milliseconds of every ack of each app."""
        sending: list[list[asyncio.Task[tuple[Delivery, asyncio.Future[str]]]]] = [[], []]
        start = perf_counter()
        for number, words in zip(range(int(self.rate * seconds)), cycle(MIXED), strict=False):
            due = start + number / self.rate
            await asyncio.sleep(due - perf_counter())
            self.late = max(self.late, perf_counter() - due)
            for slack, tasks in zip(self.both, sending, strict=True):
                tasks.append(asyncio.create_task(slack.command(words)))
        sent = [await asyncio.gather(*tasks) for tasks in sending]
        for _, answer in sent[0]:
            await asyncio.wait_for(answer, PATIENCE)
        return [[_took(slack, delivery) for delivery, _ in each] for slack, each in zip(self.both, sent, strict=True)]

    async def search_on(self) -> None:
        """Keep one search in flight whose answer is in no cache: the next begins when the last is answered."""
        for pricing in ("on-demand", "bid"):
            for family in OTHERS:
                _, answer = await self.bot.command(f"find {family} x8 for 12h disk 100GB anywhere {pricing}")
                text = await asyncio.wait_for(answer, PATIENCE)
                if "machines can finish" not in text:
                    raise RuntimeError(f"{family}: {text}")
                self.searches += 1
        raise RuntimeError("there are no more cards to search for")


def _took(slack: LoadedSlack, delivery: Delivery) -> float:
    """Give the milliseconds of an ack. Raises RuntimeError for one that never came."""
    if not delivery.acked:
        raise RuntimeError(f"not acknowledged: {delivery.outcome}")
    socket = slack.socket
    return 1000 * (socket.acked[delivery.envelope_id] - socket.sent[delivery.envelope_id])


@asynccontextmanager
async def searching(load: Load) -> AsyncIterator[None]:
    """Search on in the background; an error there is an error here."""
    task = asyncio.create_task(load.search_on())
    yield
    if task.done():
        await task
    task.cancel()


async def main() -> None:
    """Say where the workspaces are, wait for both apps, warm up, load, and tell."""
    async with LoadedSlack() as bot, LoadedSlack() as bare:
        tokens = {"SLACK_BOT_TOKEN": bot.bot_token, "SLACK_APP_TOKEN": bot.app_token}
        _say({"bot_api": bot.api_url, "bare_api": bare.api_url, "tokens": tokens})
        await asyncio.gather(bot.connected(within=PATIENCE), bare.connected(within=PATIENCE))
        load = Load(bot, bare, int(sys.argv[1]))
        await load.run(WARM_UP)
        load.late = 0.0
        gc.collect()
        gc.disable()
        async with searching(load) if "searching" in sys.argv else nullcontext():
            acks = await load.run(SECONDS)
        _say({"bot": acks[0], "bare": acks[1], "searches": load.searches, "late": 1000 * load.late})


def _say(told: object) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
