"""Which marketplaces there are, from the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from pydantic import SecretStr

from bot.config import Settings
from bot.errors import BadNetwork
from bot.markets.cloudj import Cloudj
from bot.markets.line import PATIENCE
from bot.markets.vast import Vast
from bot.ports import Clock, Marketplace


@asynccontextmanager
async def open_markets(
    settings: Settings, clock: Clock, *, patience: float = PATIENCE
) -> AsyncIterator[tuple[Marketplace, ...]]:
    """Give the marketplaces on one shared HTTP client. Vast.ai can be searched without a key; Cloudj needs a URL.

    `patience` is seconds for one question to one of them. Raises BadNetwork.
    """
    async with _client() as client:
        key = _open(settings.vast_api_key)
        markets: list[Marketplace] = [Vast(client, url=settings.vast_url, key=key, clock=clock, patience=patience)]
        if settings.cloudj_api_url is not None:
            key = _open(settings.cloudj_api_key)
            markets.append(Cloudj(client, url=settings.cloudj_api_url, key=key, clock=clock, patience=patience))
        yield tuple(markets)


def has_key(settings: Settings, market: str) -> bool:
    """Tell whether an account can be asked there; without a key only listings can."""
    return {Vast.name: settings.vast_api_key, Cloudj.name: settings.cloudj_api_key}.get(market) is not None


def _client() -> httpx.AsyncClient:
    """Make a client, which reads proxies and certificates from the environment; its errors would repeat a password."""
    try:
        return httpx.AsyncClient(follow_redirects=False)
    except ImportError:
        raise BadNetwork("SOCKS is not spoken, only http and https") from None
    except (ValueError, OSError, httpx.InvalidURL) as error:
        raise BadNetwork(type(error).__name__) from None


def _open(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
