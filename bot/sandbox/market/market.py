"""Everything one stand-in marketplace needs to answer: its world, keys, switches and memory."""

from dataclasses import dataclass, field

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market.cloudj_errors import CLOUDJ_CANNED
from bot.sandbox.market.faults import Faults
from bot.sandbox.market.limits import Limits
from bot.sandbox.market.vast_book import OfferBook
from bot.sandbox.market.vast_errors import vast_canned
from bot.sandbox.market.vast_logs import LogShelf
from bot.sandbox.market.wire import RequestLog
from bot.sandbox.market.world import World

VAST_KEY = "sandbox-vast-key"
CLOUDJ_KEY = "sandbox-cloudj-key"


@dataclass(slots=True)
class MarketFaults:
    """The switches of each dialect."""

    vast: Faults
    cloudj: Faults = field(default_factory=lambda: Faults(CLOUDJ_CANNED))


class Market:
    """The state behind both dialects; `limits.enabled` and `limits.search_quota` are Vast.ai's."""

    def __init__(self, world: World, *, vast_key: str = VAST_KEY, cloudj_key: str = CLOUDJ_KEY) -> None:
        self.world = world
        self.vast_key = vast_key
        self.cloudj_key = cloudj_key
        self.book = OfferBook(world)
        self.logs = LogShelf()
        self.limits = Limits(world.clock)
        self.faults = MarketFaults(Faults(vast_canned(world.clock)))
        self.requests = RequestLog()

    @property
    def clock(self) -> SandboxClock:
        """The world's clock."""
        return self.world.clock
