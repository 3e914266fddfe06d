"""What every letter looks like: typed facts in, one message out. Nothing here knows the time or asks anybody."""

from bot.slack.views.letters.alert import ACKNOWLEDGE, SNOOZE, TRACK_INSTANCE
from bot.slack.views.letters.render import render

__all__ = ["ACKNOWLEDGE", "SNOOZE", "TRACK_INSTANCE", "render"]
