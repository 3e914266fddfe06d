"""Vast.ai's offer book over the world: filters, sorts, prices and encodes, fast enough for 100,000 rows."""

from collections.abc import Callable, Iterable
from operator import attrgetter

import msgspec

from bot.sandbox.market.machines import Listing
from bot.sandbox.market.vast_offer import PARTS, Offer, offer
from bot.sandbox.market.vast_price import Priced, priced
from bot.sandbox.market.vast_query import BadQueryError, Query, parse
from bot.sandbox.market.world import World

_PART_OF = {field: place for place, part in enumerate(PARTS) for field in part.__struct_fields__}
_encode = msgspec.json.Encoder().encode


class _Entry:
    """A listing with the parts of its row that were already made; `terms` are what `prices` were made for."""

    __slots__ = ("country", "head", "listing", "offer", "prices", "tail", "terms")

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.offer: Offer = offer(listing)
        self.country = country_code(listing.machine.geolocation)
        self.head = b""
        self.terms: tuple[float, bool] | None = None
        self.prices: Priced
        self.tail = b""


_Getter = Callable[[_Entry], object]


class OfferBook:
    """Answers searches; keeps what is costly to make until the listing or the terms change."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._entries: dict[int, _Entry] = {}

    def search(self, query: Query) -> list[bytes]:
        """Return the encoded rows that a query selects, sorted and cut. Raises BadQueryError."""
        now = self.world.now
        tests = [(self._getter(field, query, now), test) for field, test in _cheap_first(query)]
        keys = [(self._getter(field, query, now), descending) for field, descending in query.order]
        found = list(self._listed())
        for get, test in tests:
            found = [entry for entry in found if test(get(entry))]
        for get, descending in reversed(keys):
            found.sort(key=_nulls_last(get, descending=descending), reverse=descending)
        return [self._row(entry, query, now) for entry in found[: query.limit]]

    def warm(self) -> None:
        """Make every row once, so that the first search is as quick as the later ones."""
        self.search(parse({}))

    def rows(self, query: Query, ids: Iterable[int]) -> list[bytes]:
        """Return the rows of these listings, priced for the query but whether it selects them or not."""
        now = self.world.now
        return [self._row(self._entry(self.world.listings[each]), query, now) for each in ids]

    def _listed(self) -> Iterable[_Entry]:
        return map(self._entry, self.world.listed())

    def _entry(self, listing: Listing) -> _Entry:
        entry = self._entries.get(listing.id)
        if entry is None or entry.listing is not listing:
            entry = self._entries[listing.id] = _Entry(listing)
        return entry

    def _prices(self, entry: _Entry, query: Query) -> Priced:
        terms = (query.storage_gb, query.bid)
        if entry.terms != terms:
            entry.terms, entry.tail = terms, b""
            entry.prices = priced(entry.listing, query.storage_gb, bid=query.bid)
        return entry.prices

    def _row(self, entry: _Entry, query: Query, now: float) -> bytes:
        prices = self._prices(entry, query)
        entry.head = entry.head or b"{" + b",".join(_encode(part)[1:-1] for part in entry.offer)
        entry.tail = entry.tail or _encode(prices)[1:]
        free = self.world.is_free(entry.listing)
        live = b',"duration":%r,"rentable":%b,"rented":%b,"start_date":%b,' % (
            entry.listing.ends_at - now,
            b"true" if free else b"false",
            b"false" if free else b"true",
            b"%r" % entry.listing.since if free else b"null",
        )
        return entry.head + live + entry.tail

    def _getter(self, field: str, query: Query, now: float) -> _Getter:
        """Return how to read a field that filters or sorts; some are not columns but made from them."""
        made: dict[str, _Getter] = {
            "duration": lambda entry: entry.listing.ends_at - now,
            "rentable": lambda entry: self.world.is_free(entry.listing),
            "rented": lambda entry: not self.world.is_free(entry.listing),
            "start_date": lambda entry: entry.listing.since,
            "geolocation": lambda entry: entry.country,
            "verified": lambda entry: entry.listing.machine.vericode == 1,
            "datacenter": lambda entry: entry.listing.machine.hosting_type > 0,
            "ubuntu_version": attrgetter("listing.machine.os_version"),
        }
        if field in made:
            return made[field]
        if field in Priced.__struct_fields__:
            return lambda entry: getattr(self._prices(entry, query), field)
        column = "driver_vers" if field == "driver_version" else field
        if column in _PART_OF:
            return lambda entry: getattr(entry.offer[_PART_OF[column]], column)
        raise BadQueryError(f"q.{field}: unknown field")


def country_code(geolocation: str | None) -> str | None:
    """Return what a geolocation filter sees: the text after the last comma."""
    return None if geolocation is None else geolocation.rpartition(",")[2].strip()


def _cheap_first(query: Query) -> list[tuple[str, Callable[[object], bool]]]:
    """Order the tests so that prices are made only for what the lasting columns leave over."""
    return sorted(query.tests, key=lambda each: each[0] in Priced.__struct_fields__)


def _nulls_last(get: _Getter, *, descending: bool) -> Callable[[_Entry], tuple[bool, object]]:
    def key(entry: _Entry) -> tuple[bool, object]:
        value = get(entry)
        return (value is None) is not descending, 0 if value is None else value

    return key
