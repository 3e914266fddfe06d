"""Which marketplaces there are, from the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from pydantic import SecretStr

from bot.config import Settings
from bot.markets.cloudj import Cloudj
from bot.markets.line import PATIENCE
from bot.markets.vast import Vast
from bot.ports import Clock, Marketplace


@asynccontextmanager
async def open_markets(
    settings: Settings, clock: Clock, *, patience: float = PATIENCE
) -> AsyncIterator[tuple[Marketplace, ...]]:
    """Give the marketplaces on one shared HTTP client. Vast.ai can be searched without a key; Cloudj needs a URL.

    `patience` is seconds for one question to one of them.
    """
    async with httpx.AsyncClient(follow_redirects=False) as client:
        key = _open(settings.vast_api_key)
        markets: list[Marketplace] = [Vast(client, url=settings.vast_url, key=key, clock=clock, patience=patience)]
        if settings.cloudj_api_url is not None:
            key = _open(settings.cloudj_api_key)
            markets.append(Cloudj(client, url=settings.cloudj_api_url, key=key, clock=clock, patience=patience))
        yield tuple(markets)


def _open(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
