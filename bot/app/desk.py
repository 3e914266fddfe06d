"""The means that the handlers are given."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from slack_sdk.web.async_client import AsyncWebClient

from bot import __version__
from bot.app.logs import secrets_of
from bot.app.watch import Watching
from bot.app.watch_status import watch_status
from bot.config import RunSettings
from bot.ports import Clock, Marketplace
from bot.redact import Redactor
from bot.services.offers import KEEP_ANSWER, KEEP_SWEEP, Offers
from bot.services.status import Status
from bot.slack.client import session_of
from bot.slack.inbound import Inbound
from bot.slack.reach import open_view, whisper, write_to
from bot.slack.responder import Responder
from bot.slack.startup import Identity
from bot.slack.tasks import TaskSet
from handlers.desk import Desk


def build_desk(
    settings: RunSettings,
    clock: Clock,
    client: AsyncWebClient,
    identity: Identity,
    markets: Sequence[Marketplace],
    tasks: TaskSet,
    inbound: Inbound,
    watch: Watching,
) -> Desk:
    """Put the handlers' means together."""
    offers = Offers(markets, clock)
    return Desk(
        home=identity,
        offers=offers,
        runs=watch.runs,
        settings=settings,
        clock=clock,
        zone=settings.timezone,
        tasks=tasks,
        respond=lambda url: Responder(url, session_of(client), clock, api_url=client.base_url),
        whisper=partial(whisper, client),
        write_to=partial(write_to, client),
        open_view=partial(open_view, client),
        status=_status(settings, clock, markets, offers, inbound, watch),
        hide=Redactor(secrets_of(settings)),
    )


def _status(
    settings: RunSettings,
    clock: Clock,
    markets: Sequence[Marketplace],
    offers: Offers,
    inbound: Inbound,
    watch: Watching,
) -> Callable[[], Awaitable[Status]]:
    """Give what gathers the bot's own health, from now on."""
    started_at = clock.now()

    async def status() -> Status:
        return Status(
            version=__version__,
            started_at=started_at,
            now=clock.now(),
            zone=settings.timezone,
            slack=inbound.health(),
            markets={market.name: offers.last.get(market.name) for market in markets},
            keep_answer=KEEP_ANSWER,
            keep_sweep=KEEP_SWEEP,
            watch=await watch_status(watch, settings),
        )

    return status
