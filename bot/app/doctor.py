"""`runsitter check`: a line for each thing that must be right, with the remedy where it is not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, replace
from enum import StrEnum

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.app.database import database_url
from bot.app.logs import secrets_of
from bot.app.markets import has_key, open_markets
from bot.config import Settings
from bot.domain.outside import Known
from bot.errors import RunsitterError
from bot.ports import Clock, Marketplace
from bot.redact import Redactor, install, redact
from bot.slack.client import open_client
from bot.slack.posts import code_of
from bot.slack.scopes import REQUIRED_SCOPES
from bot.slack.startup import Identity, socket_url, who_are_we
from bot.slack.views.figures import usd
from bot.store.check import check_database


class Mark(StrEnum):
    """How a thing is. A note stops nothing."""

    GOOD = "ok"
    NOTE = "note"
    BAD = "BAD"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at: what, how it is, and the remedy if it is not good."""

    mark: Mark
    what: str
    says: str

    def __str__(self) -> str:
        return redact(f"{self.mark:<4} {self.what}: {self.says}")


async def examine(settings: Settings, clock: Clock) -> tuple[Line, ...]:
    """Look at everything, side by side. A look that breaks is a line as well, and takes no other down.

    From here on the log is without the settings' secrets, as the lines are.
    """
    hide = Redactor(secrets_of(settings))
    install(hide)
    parts = {
        "settings": _settings(settings),
        "Slack": _slack(settings, clock),
        "database": _database(settings),
        "marketplaces": _markets(settings, clock),
        "SSH key": _ssh_key(settings),
    }
    looks = (_look(what, part) for what, part in parts.items())
    return tuple(replace(line, says=hide(line.says)) for lines in await asyncio.gather(*looks) for line in lines)


async def _look(what: str, part: Awaitable[list[Line]]) -> list[Line]:
    try:
        return await part
    except RunsitterError as error:
        return [Line(Mark.BAD, what, str(error))]
    except Exception as error:  # noqa: BLE001 - a doctor who faints tells nothing of the rest
        return [Line(Mark.BAD, what, f"could not be looked at ({type(error).__name__}); please report this")]


async def _settings(settings: Settings) -> list[Line]:
    lacks = settings.lacking()
    return [Line(Mark.BAD, "settings", lack) for lack in lacks] or [Line(Mark.GOOD, "settings", "all that run needs")]


async def _slack(settings: Settings, clock: Clock) -> list[Line]:
    if settings.slack_bot_token is None:
        return []
    token = settings.slack_bot_token.get_secret_value()
    async with open_client(token, clock, api_url=settings.slack_api_url) as client:
        try:
            identity = await who_are_we(client)
        except RunsitterError as error:
            return [Line(Mark.BAD, "bot token", str(error))]
        lines = [Line(Mark.GOOD, "bot token", f"workspace {identity.team}"), _scopes(identity)]
        return lines + [line async for line in _reach(settings, client)]


def _scopes(identity: Identity) -> Line:
    missing = sorted(REQUIRED_SCOPES - identity.scopes)
    if not missing:
        return Line(Mark.GOOD, "scopes", ", ".join(sorted(REQUIRED_SCOPES)))
    return Line(Mark.BAD, "scopes", f"missing {', '.join(missing)}; add them from manifest.yml and reinstall the app")


async def _reach(settings: Settings, client: AsyncWebClient) -> AsyncIterator[Line]:
    if settings.slack_app_token is not None:
        try:
            await socket_url(client, settings.slack_app_token.get_secret_value())
            yield Line(Mark.GOOD, "app token", "Socket Mode opens")
        except RunsitterError as error:
            yield Line(Mark.BAD, "app token", str(error))
    for name, channel in (("channel", settings.channel), ("admin channel", settings.admin_channel)):
        if channel is not None:
            yield await _membership(client, name, channel)


async def _membership(client: AsyncWebClient, name: str, channel: str) -> Line:
    try:
        told = await client.conversations_info(channel=channel)
    except SlackApiError as error:
        code = code_of(error) or "no answer of Slack's"
        return Line(Mark.BAD, name, f"{channel}: {code}; check the id, and invite the bot if the channel is private")
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return Line(Mark.BAD, name, f"{channel}: Slack doesn't answer ({type(error).__name__}); check the network")
    found = told.get("channel") or {}
    if found.get("is_archived"):
        return Line(Mark.BAD, name, f"{channel} is archived; unarchive it or set another")
    if not found.get("is_member") and not found.get("is_im"):
        return Line(Mark.BAD, name, f"the bot is not in {channel}; type /invite @Runsitter there")
    return Line(Mark.GOOD, name, f"the bot is in {channel}")


async def _database(settings: Settings) -> list[Line]:
    report = await asyncio.to_thread(check_database, database_url(settings))
    return [Line(Mark.GOOD, "database", str(report))]


async def _markets(settings: Settings, clock: Clock) -> list[Line]:
    async with open_markets(settings, clock) as markets:
        asked = (_market(market, keyed=has_key(settings, market.name)) for market in markets)
        return list(await asyncio.gather(*asked))


async def _market(market: Marketplace, *, keyed: bool) -> Line:
    if not keyed:
        return await _searchable(market)
    account = await market.account()
    if isinstance(account, Known):
        return Line(Mark.GOOD, market.name, f"balance {usd(account.value.balance)}")
    return Line(Mark.BAD, market.name, account.sentence)


async def _searchable(market: Marketplace) -> Line:
    """Look up a listing that hardly exists: an answer of any kind shows that it can be searched without a key."""
    looked = await market.listing("1")
    if isinstance(looked, Known):
        return Line(Mark.NOTE, market.name, "no API key: it can be searched, but balance and instances are not seen")
    return Line(Mark.BAD, market.name, looked.sentence)


async def _ssh_key(settings: Settings) -> list[Line]:
    key = settings.ssh_key
    if not key.is_file():
        return [Line(Mark.NOTE, "SSH key", f"none at {key}; copies will need one (ssh-keygen -t ed25519 -f {key})")]
    if key.stat().st_mode & 0o077:
        return [Line(Mark.BAD, "SSH key", f"{key} can be read by others; run chmod 600 {key}")]
    return [Line(Mark.GOOD, "SSH key", str(key))]
