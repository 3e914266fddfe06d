"""The means that the handlers are given."""

from collections.abc import Sequence
from functools import partial

from slack_sdk.web.async_client import AsyncWebClient

from bot import __version__
from bot.config import RunSettings
from bot.ports import Clock, Marketplace
from bot.services.offers import KEEP_ANSWER, KEEP_SWEEP, Offers
from bot.services.status import Status
from bot.slack.client import session_of
from bot.slack.inbound import Inbound
from bot.slack.reach import open_view, whisper
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
) -> Desk:
    """Put the handlers' means together."""
    offers = Offers(markets, clock)
    started_at = clock.now()

    def status() -> Status:
        return Status(
            version=__version__,
            started_at=started_at,
            now=clock.now(),
            zone=settings.timezone,
            slack=inbound.health(),
            markets={market.name: offers.last.get(market.name) for market in markets},
            keep_answer=KEEP_ANSWER,
            keep_sweep=KEEP_SWEEP,
        )

    return Desk(
        home=identity,
        offers=offers,
        clock=clock,
        zone=settings.timezone,
        tasks=tasks,
        respond=lambda url: Responder(url, session_of(client), clock, api_url=client.base_url),
        whisper=partial(whisper, client),
        open_view=partial(open_view, client),
        status=status,
    )
