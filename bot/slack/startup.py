"""The two calls that starting needs: who are we, and may we listen. Each wrong token fails with its own sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.settings.addresses import is_address
from bot.slack.errors import (
    BadAppToken,
    BadBotToken,
    NoConnectionsWrite,
    SlackRefuses,
    SlackTrouble,
    SlackUnreachable,
)
from bot.slack.posts import code_of, status_of
from bot.slack.retries import UNCLEAR
from bot.slack.views.text import clean

_BAD_TOKEN = frozenset(
    {
        *("invalid_auth", "not_authed", "account_inactive", "not_allowed_token_type"),
        *("token_revoked", "token_expired"),
    }
)
_LONGEST_TEAM = 80
_NO_OBJECT = "an answer that is none of Slack's"
_LATER = UNCLEAR | {"ratelimited", "rate_limited", "team_added_to_org", None}


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is, from auth.test. `scopes` come from the answer's X-OAuth-Scopes header."""

    team_id: str
    team: str
    enterprise_id: str | None
    bot_user_id: str
    bot_id: str | None
    scopes: frozenset[str]


async def who_are_we(client: AsyncWebClient) -> Identity:
    """Ask auth.test. Raises BadBotToken, SlackRefuses or SlackUnreachable."""
    try:
        told = await client.auth_test()
    except SlackApiError as error:
        raise _trouble(error, BadBotToken) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SlackUnreachable(_brief(error)) from error
    except AttributeError:  # the SDK's, of a JSON that is no object
        raise SlackUnreachable(_NO_OBJECT) from None
    return Identity(
        team_id=str(told.get("team_id", "")),
        team=clean(str(told.get("team", "")), _LONGEST_TEAM),
        enterprise_id=told.get("enterprise_id"),
        bot_user_id=str(told.get("user_id", "")),
        bot_id=told.get("bot_id"),
        scopes=_scopes(told.headers),
    )


async def socket_url(client: AsyncWebClient, app_token: str) -> str:
    """Ask apps.connections.open for a fresh wss URL.

    Raises BadAppToken, NoConnectionsWrite, SlackRefuses or SlackUnreachable.
    """
    try:
        told = await client.apps_connections_open(app_token=app_token)
    except SlackApiError as error:
        missing_scope = code_of(error) == "missing_scope"
        raise _trouble(error, NoConnectionsWrite if missing_scope else BadAppToken) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SlackUnreachable(_brief(error)) from error
    except AttributeError:
        raise SlackUnreachable(_NO_OBJECT) from None
    url = str(told.get("url"))
    if not is_address(url, ("ws", "wss")):
        raise SlackUnreachable("apps.connections.open gave no address to connect to")
    return url


def _trouble(error: SlackApiError, bad_token: type[SlackTrouble]) -> SlackTrouble:
    code = code_of(error)
    if code in _BAD_TOKEN or code == "missing_scope":
        return bad_token(code or "")
    if code in _LATER:
        return SlackUnreachable(code or f"HTTP {status_of(error)} without an answer of Slack's")
    return SlackRefuses(code or "")


def _brief(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _scopes(headers: Mapping[str, str]) -> frozenset[str]:
    listed = next((value for name, value in headers.items() if name.lower() == "x-oauth-scopes"), "")
    return frozenset(scope.strip() for scope in listed.split(",") if scope.strip())
