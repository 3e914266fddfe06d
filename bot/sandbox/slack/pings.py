"""Whom a message would notify."""

import re

from .model import Json

_TOKEN = re.compile(r"<(?:!(channel|here|everyone)|@([UW][A-Z0-9]+)|!subteam\^(S[A-Z0-9]+))(?:\|[^>]*)?>")
_WORD = re.compile(r"(?<!\w)@(channel|here|everyone)\b")


def _in_mrkdwn(text: str) -> list[str]:
    return [next(filter(None, found.groups())) for found in _TOKEN.finditer(text)]


_MENTIONS = {"broadcast": "range", "user": "user_id", "usergroup": "usergroup_id"}


def _in_blocks(value: object) -> list[str]:
    """Gather pings below a value: mrkdwn text and rich_text's mention leaves; plain_text pings nobody."""
    if isinstance(value, list):
        return [ping for one in value for ping in _in_blocks(one)]
    if not isinstance(value, dict):
        return []
    kind = value.get("type")
    if kind in ("mrkdwn", "markdown"):
        return _in_mrkdwn(str(value.get("text", "")))
    own = [str(value.get(_MENTIONS[kind]))] if kind in _MENTIONS else []
    return own + [ping for one in value.values() for ping in _in_blocks(one)]


def pings_of(payload: Json) -> tuple[str, ...]:
    """Tell whom a message's text and blocks would ping: `channel`, `here`, `everyone` or ids, each once, in order."""
    text = payload.get("text") or ""
    found = _in_mrkdwn(text) + _in_blocks(payload.get("blocks") or [])
    if payload.get("link_names") or payload.get("parse") == "full":
        found += _WORD.findall(text)
    return tuple(dict.fromkeys(found))
