"""The settings that the bot runs with, for `/gpu settings`: values and defaults, secrets only as set or not."""

from collections.abc import Iterable
from datetime import time, timedelta
from pathlib import Path
from typing import get_args

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from bot.config import Settings, setting_name
from bot.slack.message import Message
from bot.slack.views.blocks import context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import span
from bot.slack.views.letters.phrases import channel, person
from bot.slack.views.text import Mrkdwn, code, esc, join, say

_IDENTIFYING = frozenset({"aws_access_key_id"})
"""No secrets by their type, but half of one: told as set or not."""

_PEOPLE = frozenset({"destroyers"})
_CHANNELS = frozenset({"channel", "admin_channel"})
_A_SECTION = 8


def settings_answer(settings: Settings) -> Message:
    """Show every setting by the name that it is set by."""
    lines = [_line(name, field, settings) for name, field in type(settings).model_fields.items()]
    own = sum(_is_own(name, field, settings) for name, field in type(settings).model_fields.items())
    point = say("{own} of {all} settings are set; the others are as by default.", own=str(own), all=str(len(lines)))
    groups = [lines[first : first + _A_SECTION] for first in range(0, len(lines), _A_SECTION)]
    return compose(
        point,
        section(say("*{point}*", point=point)),
        Rows([(section(*group),) for group in groups]),
        context(
            esc("They are read once at the start, from the environment or .env: change them there and start again.")
        ),
    )


def _line(name: str, field: FieldInfo, settings: Settings) -> Mrkdwn:
    value = getattr(settings, name)
    shown = _hidden(value) if _is_secret(name, field) else _shown(name, value)
    if not _is_own(name, field, settings):
        return say("{name}: {value}, the default", name=code(setting_name(name)), value=shown)
    usual = _default(field)
    untold = usual is None or _is_secret(name, field)
    default = esc("") if untold else say(" (default {value})", value=_shown(name, usual))
    return say("{name}: *{value}*{default}", name=code(setting_name(name)), value=shown, default=default)


def _is_secret(name: str, field: FieldInfo) -> bool:
    kinds = {field.annotation, *get_args(field.annotation)}
    return SecretStr in kinds or name in _IDENTIFYING


def _is_own(name: str, field: FieldInfo, settings: Settings) -> bool:
    return bool(getattr(settings, name) != _default(field))


def _default(field: FieldInfo) -> object:
    return None if field.is_required() else field.get_default(call_default_factory=True)


def _hidden(value: object) -> Mrkdwn:
    return esc("not set" if value is None else "set")


def _shown(name: str, value: object) -> Mrkdwn:
    if value is None:
        return esc("not set")
    if name in _CHANNELS:
        return channel(str(value))
    if name in _PEOPLE and isinstance(value, Iterable):
        return join(", ", (person(str(one)) for one in sorted(value))) or esc("nobody")
    return esc(_written(value))


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, timedelta):
        return span(value)
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, tuple):
        return ":".join(map(str, value))
    return str(value if not isinstance(value, Path) else value.as_posix())
