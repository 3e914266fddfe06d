"""The view that opens at once, while the real one is made (case f153)."""

from bot.slack.views.blocks import Block, plain_text, section
from bot.slack.views.fields import MOST_TITLE
from bot.slack.views.text import esc


def loading_modal(title: str) -> Block:
    """Make a modal that only says that something comes; it has nothing to submit."""
    return {
        "type": "modal",
        "callback_id": "runsitter.loading",
        "title": plain_text(title, MOST_TITLE),
        "close": plain_text("Cancel", MOST_TITLE),
        "blocks": [section(esc("Loading \u2026"))],
    }
