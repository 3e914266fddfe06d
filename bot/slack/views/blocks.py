"""Block Kit, the few blocks that the bot uses, each held to Slack's limits (docs.slack.dev/reference/block-kit)."""

from typing import Any

from bot.slack.views.text import Mrkdwn, cut, join, plain

Block = dict[str, Any]

MOST_SECTION = 3000
MOST_LABEL = 75
MOST_VALUE = 2000
MOST_URL = 3000


def mrkdwn(text: Mrkdwn, most: int = MOST_SECTION) -> Block:
    """Make a text object; `verbatim` keeps Slack from turning bare addresses and names into links."""
    return {"type": "mrkdwn", "text": cut(text, most) or " ", "verbatim": True}


def plain_text(text: str, most: int) -> Block:
    """Make a text object in which nothing is formatted; Slack refuses an empty one."""
    return {"type": "plain_text", "text": plain(text, most) or " ", "emoji": False}


def section(*lines: Mrkdwn, button: Block | None = None) -> Block:
    """Make a paragraph of lines, with a button beside it if there is one."""
    block: Block = {"type": "section", "text": mrkdwn(join("\n", lines))}
    return block if button is None else {**block, "accessory": button}


def context(*lines: Mrkdwn) -> Block:
    """Make small print."""
    return {"type": "context", "elements": [mrkdwn(join("\n", lines))]}


def actions(*buttons: Block) -> Block:
    """Make a row of buttons."""
    return {"type": "actions", "elements": list(buttons)}


def button(label: str, action_id: str, value: str | None = None) -> Block | None:
    """Make a button that comes back to us with its value; None where the value would not fit (case f154)."""
    if value is not None and not 0 < len(value) <= MOST_VALUE:
        return None
    made: Block = {"type": "button", "text": plain_text(label, MOST_LABEL), "action_id": action_id}
    return made if value is None else {**made, "value": value}


def link_button(label: str, action_id: str, url: str | None) -> Block | None:
    """Make a button that opens a page; None for what is no plain web address."""
    if url is None or len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url:
        return None
    if not url.startswith(("https://", "http://")):
        return None
    return {"type": "button", "text": plain_text(label, MOST_LABEL), "action_id": action_id, "url": url}
