"""The GPU cards of the stand-in market: how common each is, what it costs, what its rows say.

Names, memory and prices follow offers of Vast.ai published in 2026 (a price catalogue, and recorded offers of
datacentre cards); prices are what one GPU costs an hour on a verified host, in the middle of the spread.
"""

from itertools import accumulate
from random import Random
from typing import NamedTuple

SERVER = "server"
DESKTOP = "desktop"


class Card(NamedTuple):
    """A GPU model as the marketplace names it."""

    name: str
    memory_mb: int
    share: float
    """Weight in the market."""
    usual_price: float
    """US dollars per GPU and hour."""
    seat: str
    """SERVER: a datacentre card, in servers of up to eight, on fast lines. DESKTOP: anything else."""
    compute_cap: int
    dlperf: float
    tflops: float
    memory_gb_s: float
    nvlink_gb_s: float
    watts: int


CARDS: tuple[Card, ...] = (
    Card("H100 SXM", 81559, 4.5, 2.10, SERVER, 900, 330.0, 53.5, 2706.0, 478.1160888671875, 700),
    Card("H100 PCIE", 81559, 1.4, 1.95, SERVER, 900, 250.0, 41.2, 1720.0, 0.0, 350),
    Card("H100 NVL", 95830, 1.4, 2.08, SERVER, 900, 280.0, 47.5, 3186.0, 0.0, 400),
    Card("H200", 143771, 2.6, 2.60, SERVER, 900, 345.0, 53.8, 3901.0, 478.1160888671875, 700),
    Card("H200 NVL", 143771, 1.2, 2.95, SERVER, 900, 310.0, 50.1, 3901.0, 0.0, 600),
    Card("B200", 183359, 1.0, 4.60, SERVER, 1000, 510.0, 66.8, 6550.0, 900.0, 1000),
    Card("B300", 275040, 0.4, 7.20, SERVER, 1030, 560.0, 70.1, 7370.0, 900.0, 1100),
    Card("A100 SXM4", 40960, 1.4, 0.74, SERVER, 800, 170.0, 19.5, 1381.0, 267.0, 400),
    Card("A100 SXM4", 81920, 2.4, 1.05, SERVER, 800, 190.0, 19.5, 1748.0, 267.0, 400),
    Card("A100 PCIE", 40960, 1.0, 0.62, SERVER, 800, 150.0, 19.5, 1338.0, 0.0, 250),
    Card("A100 PCIE", 81920, 1.4, 0.85, SERVER, 800, 160.0, 19.5, 1602.0, 0.0, 300),
    Card("L40S", 46068, 2.2, 0.58, SERVER, 890, 110.0, 91.6, 701.0, 0.0, 350),
    Card("L40", 46068, 0.7, 0.52, SERVER, 890, 95.0, 90.5, 701.0, 0.0, 300),
    Card("L4", 23034, 0.5, 0.30, SERVER, 890, 33.0, 30.3, 251.0, 0.0, 72),
    Card("A40", 46068, 1.2, 0.42, SERVER, 860, 60.0, 37.4, 560.0, 0.0, 300),
    Card("RTX A6000", 49140, 2.2, 0.42, SERVER, 860, 62.0, 38.7, 641.0, 0.0, 300),
    Card("RTX 6000Ada", 49140, 1.8, 0.44, SERVER, 890, 105.0, 91.1, 803.0, 0.0, 300),
    Card("RTX PRO 6000 S", 97887, 2.0, 1.05, SERVER, 1200, 200.0, 117.0, 1396.0, 0.0, 600),
    Card("RTX PRO 6000 WS", 97887, 1.8, 0.98, DESKTOP, 1200, 205.0, 121.0, 1489.0, 0.0, 600),
    Card("Tesla V100", 16384, 1.0, 0.11, SERVER, 700, 36.0, 14.9, 790.0, 130.0, 300),
    Card("Tesla V100", 32768, 0.5, 0.16, SERVER, 700, 37.0, 15.0, 790.0, 130.0, 300),
    Card("Tesla T4", 15360, 0.5, 0.12, SERVER, 750, 16.0, 8.1, 240.0, 0.0, 70),
    Card("RTX 5090", 32607, 14.0, 0.46, DESKTOP, 1200, 190.0, 104.8, 1453.0, 0.0, 575),
    Card("RTX 5080", 16303, 1.4, 0.20, DESKTOP, 1200, 110.0, 56.3, 812.0, 0.0, 360),
    Card("RTX 5070 Ti", 16303, 1.0, 0.16, DESKTOP, 1200, 88.0, 44.0, 780.0, 0.0, 300),
    Card("RTX 4090", 24564, 16.0, 0.36, DESKTOP, 890, 110.0, 82.3, 891.0, 0.0, 450),
    Card("RTX 4090", 49140, 0.8, 0.45, DESKTOP, 890, 108.0, 82.3, 880.0, 0.0, 450),
    Card("RTX 4080", 16376, 1.2, 0.18, DESKTOP, 890, 68.0, 48.7, 640.0, 0.0, 320),
    Card("RTX 4070S Ti", 16376, 0.9, 0.14, DESKTOP, 890, 60.0, 44.1, 570.0, 0.0, 285),
    Card("RTX 4060 Ti", 16380, 1.1, 0.10, DESKTOP, 890, 30.0, 22.1, 250.0, 0.0, 165),
    Card("RTX 3090", 24576, 10.0, 0.16, DESKTOP, 860, 42.0, 35.6, 810.0, 0.0, 350),
    Card("RTX 3080", 10240, 1.6, 0.09, DESKTOP, 860, 34.0, 29.8, 640.0, 0.0, 320),
    Card("RTX 3070", 8192, 1.0, 0.07, DESKTOP, 860, 25.0, 20.3, 394.0, 0.0, 220),
    Card("RTX 3060", 12288, 2.0, 0.06, DESKTOP, 860, 16.0, 12.7, 307.0, 0.0, 170),
    Card("RTX A5000", 24564, 1.4, 0.19, DESKTOP, 860, 43.0, 27.8, 640.0, 0.0, 230),
    Card("RTX A4000", 16376, 1.6, 0.11, DESKTOP, 860, 27.0, 19.2, 380.0, 0.0, 140),
    Card("RTX A2000", 6138, 0.6, 0.08, DESKTOP, 860, 12.0, 8.0, 250.0, 0.0, 70),
)

_SHARES = list(accumulate(card.share for card in CARDS))


def roll(rng: Random) -> Card:
    """Draw a card by its share of the market."""
    return rng.choices(CARDS, cum_weights=_SHARES)[0]
