"""Vast.ai, by its documented API and what others recorded of it."""

from bot.markets.vast.market import Vast

__all__ = ["Vast"]
