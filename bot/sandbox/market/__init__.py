"""A stand-in marketplace: one made-up world, spoken in Vast.ai's dialect and in the one assumed of Cloudj."""

from bot.sandbox.market.faults import Fault
from bot.sandbox.market.market import CLOUDJ_KEY, VAST_KEY, Market
from bot.sandbox.market.standin import MarketStandIn, market_app
from bot.sandbox.market.world import NotForRentError, World

__all__ = ["CLOUDJ_KEY", "VAST_KEY", "Fault", "Market", "MarketStandIn", "NotForRentError", "World", "market_app"]
