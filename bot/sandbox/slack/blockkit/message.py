"""The check of a message, as chat.postMessage, chat.update or a response_url takes it."""

from collections.abc import Iterator

from .blocks import BLOCK
from .problem import At, Check, Problem
from .rules import array, boolean, fields, one_of, string
from .whole import check_whole

MOST_BLOCKS = 50
MOST_TEXT = 40_000  # longer text is cut (docs.slack.dev/changelog, chat.postMessage)

_BLOCKS = array(BLOCK, 0, MOST_BLOCKS)


def _coded(code: str, check: Check) -> Check:
    """Give every problem of a check another error code."""

    def recoded(value: object, at: At) -> Iterator[Problem]:
        for problem in check(value, at):
            yield Problem(problem.pointer, problem.sentence, code)

    return recoded


def _any_object(value: object, at: At) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield at.problem("must be an object")


_METADATA = fields({"event_type": string(255), "event_payload": _any_object})
_ATTACHMENT = fields({}, {"blocks": _BLOCKS, "color": string(), "fallback": string(), "text": string()})
_FLAG_NAMES = ("as_user", "link_names", "mrkdwn", "reply_broadcast", "unfurl_links", "unfurl_media")
_STRING_NAMES = ("channel", "icon_emoji", "icon_url", "parse", "team_id", "thread_ts", "ts", "user", "username")
_RESPONSE_FLAGS = ("replace_original", "delete_original")

_MESSAGE = fields(
    {},
    {
        "text": _coded("msg_too_long", string(MOST_TEXT, least=0)),
        "blocks": _BLOCKS,
        "attachments": _coded("invalid_attachments", array(_ATTACHMENT, 0)),
        "metadata": _coded("invalid_metadata_format", _METADATA),
        "response_type": _coded("invalid_arguments", one_of("ephemeral", "in_channel")),
        **dict.fromkeys(_FLAG_NAMES + _RESPONSE_FLAGS, _coded("invalid_arguments", boolean)),
        **dict.fromkeys(_STRING_NAMES, _coded("invalid_arguments", string())),
    },
)


def _has_text(payload: object, at: At) -> Iterator[Problem]:
    """Refuse what Slack lets pass: without `text` the notification and the screen reader are empty."""
    text = payload.get("text") if isinstance(payload, dict) else None
    deletes = isinstance(payload, dict) and payload.get("delete_original") is True
    if not deletes and not (isinstance(text, str) and text.strip()):
        yield (at / "text").problem("a message must carry its whole point in `text`", "no_text")


def check_message(payload: object) -> list[Problem]:
    """Find every rule that a message breaks; an empty list is a message that Slack would show."""
    at = At("message")
    found = (one if one.pointer else Problem("", one.sentence, "invalid_arguments") for one in _MESSAGE(payload, at))
    problems = [*_has_text(payload, at), *found]
    if isinstance(payload, dict):
        problems += check_whole(payload.get("blocks"), at / "blocks")
    return problems
