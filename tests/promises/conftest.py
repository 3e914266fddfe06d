"""The whole bot, for these tests."""

from whole_bot import ada, bot, clock, environ, market, slack

__all__ = ["ada", "bot", "clock", "environ", "market", "slack"]
