"""A market of any size, spread like the real one and the same for the same seed."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random

from bot.sandbox.market import cards, places
from bot.sandbox.market.cards import SERVER, Card
from bot.sandbox.market.machines import Listing, Machine
from bot.sandbox.market.parts import chance, hardware, network, standing

HOUR = 3600.0
DAY = 24 * HOUR

_HOST_SHARE = 0.75
"""What a host gets of a renter's dollar: published prices are whole cents over this."""

_SPANS: tuple[tuple[float, float, float], ...] = (
    (3.3 * HOUR, 1 * DAY, 0.08),
    (1 * DAY, 7 * DAY, 0.17),
    (7 * DAY, 40 * DAY, 0.42),
    (40 * DAY, 120 * DAY, 0.20),
    (120 * DAY, 190.9 * DAY, 0.13),
)
"""How long listings last: from, to, share. Recorded ones ran from 3.3 hours to 191 days."""

_STAPLES = 6
"""So many servers of eight H100 SXM in the US open every world: the README's example always finds some."""


def listings(number: int, *, seed: int, now: float) -> list[Listing]:
    """Return exactly `number` listings as of `now` (seconds since the epoch)."""
    rng = Random(f"market {seed}")  # noqa: S311 -- a made-up market wants a repeatable die, not a secret one
    return list(islice(_endless(rng, now), number))


def _endless(rng: Random, now: float) -> Iterator[Listing]:
    machine_ids, listing_ids = _ids(rng, 1_000, 90), _ids(rng, 20_000_000, 9_000)
    for number in count():
        machine = _machine(rng, next(machine_ids), staple=number < _STAPLES)
        yield from _slices(rng, machine, now, listing_ids, staple=number < _STAPLES)


def _ids(rng: Random, start: int, gap: int) -> Iterator[int]:
    while True:
        start += 1 + rng.randrange(gap)
        yield start


def _machine(rng: Random, machine_id: int, *, staple: bool) -> Machine:
    card = cards.CARDS[0] if staple else cards.roll(rng)
    place = places.roll_american(rng) if staple else places.roll(rng)
    gpus = 8 if staple else _machine_size(rng, card)
    return Machine(
        id=machine_id,
        host_id=1 + rng.randrange(660_000),
        card=card,
        gpus=gpus,
        gpu_memory_mb=_published_memory(rng, card, staple=staple),
        geolocation=place.geolocation,
        country=place.country,
        max_duration_days=60 if staple else rng.choice((3, 7, 14, 30, 60, 90)),
        **standing(rng, staple=staple),
        **network(rng, big=card.seat == SERVER, staple=staple),
        **hardware(rng, card, gpus),
    )


def _machine_size(rng: Random, card: Card) -> int:
    if card.seat == SERVER:
        return rng.choices((1, 2, 4, 8), (0.25, 0.15, 0.20, 0.40))[0]
    return rng.choices((1, 2, 3, 4, 5, 6, 8, 10, 12, 16), (38, 22, 2, 16, 1, 4, 13, 1.5, 1.5, 1))[0]


def _published_memory(rng: Random, card: Card, *, staple: bool) -> int:
    """Return the memory a row claims: about one machine in 250 contradicts its own name."""
    if staple or not chance(rng, 0.004):
        return card.memory_mb
    return rng.choice([size for size in (8192, 16384, 24564, 40960, 143771) if size != card.memory_mb])


def _slices(rng: Random, machine: Machine, now: float, ids: Iterator[int], *, staple: bool) -> Iterator[Listing]:
    """Cut the machine as hosts do: all of it, then halves, down to the smallest slice the host lists."""
    per_gpu = _price(rng, machine)
    ends_at = now + (10 * DAY + rng.random() * 50 * DAY if staple else _lasts(rng))
    smallest = rng.choice([size for size in (1, 2, 4, 8, machine.gpus) if size <= machine.gpus])
    bulk = rng.choices((1.0, 0.95, 0.85, 1.05), (0.7, 0.12, 0.08, 0.1))[0]
    sick = not staple and chance(rng, 0.003)
    gpus = machine.gpus
    while gpus >= smallest:
        price = per_gpu * gpus * (bulk if gpus == machine.gpus else 1.0)
        yield Listing(
            id=next(ids),
            machine=machine,
            gpus=gpus,
            price=price,
            min_bid=_published(price * _bid_share(rng)),
            ends_at=ends_at if chance(rng, 0.4) else float(round(ends_at / 60) * 60),
            since=now - rng.random() * 5 * DAY,
            dlperf=machine.card.dlperf * gpus * rng.uniform(0.85, 1.03) * (0.006 if sick else 1.0),
            taken=not staple and chance(rng, 0.06),
        )
        gpus //= 2


def _price(rng: Random, machine: Machine) -> float:
    """Return dollars per GPU and hour: whole cents for the host, spread about the card's usual price."""
    spread = rng.lognormvariate(0.0, 0.22) * (1.0 if machine.vericode == 1 else 0.82)
    if chance(rng, 0.05):
        spread *= rng.uniform(1.5, 2.6)
    return _published(machine.card.usual_price * spread)


def _published(price: float) -> float:
    return max(round(price * _HOST_SHARE, 2), 0.01) / _HOST_SHARE


def _lasts(rng: Random) -> float:
    shortest, longest, _ = rng.choices(_SPANS, [share for *_, share in _SPANS])[0]
    return rng.uniform(shortest, longest)


def _bid_share(rng: Random) -> float:
    """Return the spot floor as a share of the price; now and then it is above it, as seen on real hosts."""
    return rng.choices((rng.uniform(0.2, 0.9), 1.0, rng.uniform(1.03, 1.3)), (0.86, 0.09, 0.05))[0]
