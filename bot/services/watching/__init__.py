"""The watch: each wake asks the marketplaces, judges every run, and keeps what is to be said."""

from bot.services.watching.duty import Duty
from bot.services.watching.wake import Watch

__all__ = ["Duty", "Watch"]
