import json
import time
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk
from bot.domain.listing import ListingRef, Pricing, Verification
from bot.domain.money import MachineRate
from bot.domain.outside import Known, Unknown, Why


@pytest.fixture
def search(vast, provider):
    """Give a function that searches over these rows and gives the listings."""

    async def search(*rows, pricing=Pricing.ON_DEMAND):
        provider.says({"offers": list(rows)})
        fact = await vast.listings(None, pricing)
        assert isinstance(fact, Known), fact
        return fact.value

    return search


@pytest.fixture
def read(search, offer):
    """Give a function that reads one recorded row with changes; None where it is not readable."""

    async def read(pricing=Pricing.ON_DEMAND, **changes):
        listings = await search(offer, {**offer, "id": 1, "ask_contract_id": 1, **changes}, pricing=pricing)
        return listings.rows[1] if len(listings.rows) == 2 else None

    return read


async def test_recorded_parts_add_up_to_the_marketplaces_own_totals(search, recorded_offers):
    """Base + storage price x 8 GB / 720 is what each of the 19 recorded rows calls its total."""
    listings = await search(*recorded_offers)
    assert (19, 0) == (len(listings.rows), listings.unreadable)
    for row, listing in zip(recorded_offers, listings.rows, strict=True):
        rate = listing.hourly(Decimal(8))
        assert rate is not None
        assert abs(rate.usd_per_hour - Decimal(str(row["dph_total"]))) < Decimal("1e-9")


async def test_a_recorded_row_comes_out_whole(search, recorded_offers):
    """Each field lands in its place, in our units."""
    listing = (await search(*recorded_offers)).rows[0]
    expected = {
        "ref": ListingRef("vast", "47905648"),
        "machine_id": "68475",
        "gpu": Gpu("H100", 80, Form.SXM),
        "gpu_name": "H100 SXM",
        "gpus": 8,
        "country": "JP",
        "compute": MachineRate(Decimal("35.157333333333334")),
        "disk_usd_per_gb_month": Decimal("0.19999999999999998"),
        "in_usd_per_gb": Decimal("0.004"),
        "out_usd_per_gb": Decimal("0.005386666666666667"),
        "disk_gb": Decimal("27769.9"),
        "uplink_mbps": Decimal("693.9"),
        "downlink_mbps": Decimal("6230.3"),
        "reliability": Decimal("0.9983045"),
        "ends_at": datetime(2026, 9, 24, 3, 43, 31, 64248, tzinfo=UTC),  # by its duration; its date is a second later
        "pricing": Pricing.ON_DEMAND,
        "verification": Verification.VERIFIED,
        "rentable": True,
        "datacenter": False,
        "account_level": None,
        "mixed": False,
        "url": "https://cloud.vast.ai/create/",
    }
    assert expected == {field.name: getattr(listing, field.name) for field in fields(listing)}


async def test_every_recorded_card_is_recognised(search, recorded_offers):
    """The 19 recorded rows are three cards of known size."""
    listings = await search(*recorded_offers)
    expected = {Gpu("H100", 80, Form.SXM), Gpu("H200", 141, Form.NVL)}
    assert expected < {listing.gpu for listing in listings.rows}
    assert all(isinstance(listing.gpu, Gpu) for listing in listings.rows)


async def test_the_marketplaces_clock_is_told_against_ours(search, recorded_offers, clock):
    """End - duration is the marketplace's own time; the median says how far ours is off."""
    listings = await search(*recorded_offers)
    assert abs(listings.skew_seconds) < 10
    clock.advance(3600)
    assert abs((await search(*recorded_offers)).skew_seconds + 3600) < 10


async def test_nothing_narrows_the_search_but_kind_rentable_and_names(vast, provider):
    """Filters beyond these are ours to apply (cases b43, b54)."""
    provider.says({"offers": []})
    await vast.listings(GpuAsk("H100"), Pricing.BID)
    (body,) = provider.bodies
    names = body.pop("gpu_name")
    assert "H100 SXM" in names["in"]
    assert ["in"] == list(names)
    assert {
        "rentable": {"eq": True},
        "type": "bid",
        "order": [["dph_total", "asc"]],
        "limit": 10_000,
        "allocated_storage": 8.0,
    } == body
    assert "POST https://vast.test/api/v0/bundles/" == f"{provider.requests[0].method} {provider.requests[0].url}"
    assert "Bearer vast-test-key" == provider.requests[0].headers["authorization"]


async def test_search_works_without_a_key_and_sends_none(keyless_vast, provider):
    """The marketplace answers searches of strangers."""
    provider.says({"offers": []})
    fact = await keyless_vast.listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Known)
    assert "authorization" not in provider.requests[0].headers
    assert "gpu_name" not in provider.bodies[0]


async def test_an_empty_market_is_an_answer(search):
    """No rows is known, and differs from no answer (case b58)."""
    listings = await search()
    assert (0, False, None) == (listings.examined, listings.truncated, listings.skew_seconds)


async def test_as_many_rows_as_were_asked_for_may_not_be_all(search, offer, monkeypatch):
    """Case b45: a full answer is told as possibly cut."""
    monkeypatch.setattr("bot.markets.vast.search.LIMIT", 3)
    assert not (await search(offer, offer)).truncated
    assert (await search(offer, offer, offer)).truncated


@pytest.mark.parametrize("memory", [81559, 80, "81559", "80 GB", 81559.0])
async def test_memory_is_read_in_whatever_unit(read, memory):
    """Case b35."""
    listing = await read(gpu_ram=memory, gpu_total_ram=None)
    assert Gpu("H100", 80, Form.SXM) == listing.gpu


async def test_memory_of_all_cards_alone_tells_that_of_one(read):
    """Case b37: 327680 over eight A100 is 40 GB each, which is not the 80 GB that was asked for."""
    listing = await read(gpu_name="A100 SXM4", gpu_ram=None, gpu_total_ram=327680)
    assert Gpu("A100", 40, Form.SXM) == listing.gpu


@pytest.mark.parametrize(
    "changes",
    [
        {"gpu_name": "A100 SXM4", "gpu_ram": 81920, "gpu_total_ram": 327680},
        {"gpu_name": "H100 SXM", "gpu_ram": 40960, "gpu_total_ram": 327680},
        {"gpu_name": "H100 SXM", "gpu_ram": 81559, "gpu_total_ram": 81559},
    ],
    ids=["total says 40 GB", "name says 80 GB", "total of one card"],
)
async def test_memory_that_contradicts_is_flagged(read, changes):
    """Cases b37 and b38: the row is kept, its card is a conflict."""
    assert isinstance((await read(**changes)).gpu, Conflict)


async def test_a_total_in_gigabytes_agrees_with_one_in_megabytes(read):
    """Case b35, for large machines, whose total in GB looks like MiB."""
    listing = await read(gpu_name="H200", num_gpus=16, gpu_ram=143771, gpu_total_ram=16 * 141)
    assert Gpu("H200", 141, Form.SXM) == listing.gpu


@pytest.mark.parametrize("factor", [1, 1000])
async def test_the_end_is_read_in_seconds_and_milliseconds(read, factor):
    """Case a27."""
    listing = await read(end_date=1793507400 * factor, duration=None)
    assert datetime(2026, 11, 1, 4, 30, tzinfo=UTC) == listing.ends_at


async def test_without_an_end_date_the_time_left_tells_it(read, clock):
    """The end is then our now + duration; without both it is unknown."""
    assert clock.now() + timedelta(hours=1) == (await read(end_date=None, duration=3600)).ends_at
    assert (await read(end_date=None, duration=None)).ends_at is None


async def test_numbers_may_come_as_texts(read, offer):
    """A row whose every number is a text reads the same."""
    texts = {key: str(value) for key, value in offer.items() if type(value) in (int, float)}
    assert await read() == await read(**(texts | {"id": "1", "ask_contract_id": "1"}))


NULLABLE = [
    ("dph_base", "compute"),
    ("storage_cost", "disk_usd_per_gb_month"),
    ("inet_down_cost", "in_usd_per_gb"),
    ("inet_up_cost", "out_usd_per_gb"),
    ("disk_space", "disk_gb"),
    ("inet_up", "uplink_mbps"),
    ("inet_down", "downlink_mbps"),
    ("geolocation", "country"),
    ("hosting_type", "datacenter"),
]


@pytest.mark.parametrize(("field", "attribute"), NULLABLE)
async def test_null_is_unknown_and_keeps_its_row(read, field, attribute):
    """What the marketplace does not say is None."""
    assert getattr(await read(**{field: None}), attribute) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"dph_base": 0},
        {"dph_base": -1.5},
        {"dph_base": "NaN"},
        {"dph_base": "inf"},
        {"dph_base": 1e9},
        {"storage_cost": -0.1},
        {"inet_up_cost": -1},
        {"disk_space": -1},
        {"inet_up": "1e-999999"},
        {"inet_down": "1e999999"},
        {"dph_base": "1e-30"},
        {"storage_cost": "1e-999999"},
        {"reliability": 98.3},
        {"num_gpus": 0},
        {"num_gpus": 2.5},
        {"num_gpus": True},
        {"gpu_ram": 0},
        {"gpu_name": " "},
        {"gpu_name": None},
        {"ask_contract_id": None, "id": None},
        {"end_date": 0},
        {"end_date": 1e300},
        {"duration": "nan", "end_date": None},
        {"geolocation": ["US"]},
    ],
    ids=str,
)
async def test_a_row_that_cannot_be_is_counted_not_shown(read, changes):
    """Absurd values are unreadable, never mended."""
    assert await read(**changes) is None


async def test_an_odd_row_costs_only_itself(search, offer):
    """Rows that are no rows are counted beside the good ones."""
    others = [{**offer, "id": number, "ask_contract_id": number} for number in (1, 2)]
    listings = await search(offer, *others, None, [], "x")
    assert (3, 3, 6) == (len(listings.rows), listings.unreadable, listings.examined)


async def test_more_odd_rows_than_good_ones_are_no_answer(vast, provider, offer):
    """Then the form has changed, and the sentence names the first thing that is odd."""
    provider.says({"offers": [offer, {**offer, "dph_base": {}}, {**offer, "dph_base": {}}]})
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Unknown)
    assert Why.UNREADABLE is fact.why
    assert "2 of 3 rows" in fact.sentence
    assert "$.dph_base" in fact.sentence


async def test_nan_spoils_only_its_own_row(vast, provider):
    """A server in Python can write NaN where JSON has no word for it."""
    good = '{"id": 1, "machine_id": 2, "gpu_name": "H100 NaN", "num_gpus": 1, "dph_base": 2.5}'
    odd = '{"id": 2, "machine_id": 2, "gpu_name": "H100 SXM", "num_gpus": 1, "dph_base": NaN, "x": [-Infinity,NaN]}'
    provider.says((200, f'{{"offers": [{good}, {odd}]}}'))
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Known)
    assert (["H100 NaN"], 1) == ([row.gpu_name for row in fact.value.rows], fact.value.unreadable)


@pytest.mark.parametrize(
    ("said", "code", "expected"),
    [
        ("verified", None, Verification.VERIFIED),
        ("Unverified", 1, Verification.UNVERIFIED),
        ("deverified", None, Verification.DEVERIFIED),
        (None, 1, Verification.VERIFIED),
        (None, 0, Verification.UNVERIFIED),
        (None, 8, Verification.DEVERIFIED),
        ("new word", None, Verification.UNKNOWN),
        (None, None, Verification.UNKNOWN),
        (None, -1, Verification.UNKNOWN),
    ],
)
async def test_what_is_said_of_the_host(read, said, code, expected):
    """The word counts, else the code."""
    assert expected is (await read(verification=said, vericode=code)).verification


@pytest.mark.parametrize(("hosting", "expected"), [(0, False), (1, True), (2, True)])
async def test_a_datacenter_is_told_by_hosting_type(read, hosting, expected):
    """Null stays unknown."""
    assert expected is (await read(hosting_type=hosting)).datacenter


async def test_a_bid_starts_at_its_floor(read):
    """Case a18: the floor is the price of a bid, also where it lies above the on-demand price."""
    listing = await read(pricing=Pricing.BID, is_bid=True, min_bid=19.2, dph_base=15.47)
    assert (Pricing.BID, MachineRate(Decimal("19.2"))) == (listing.pricing, listing.compute)
    assert (await read(pricing=Pricing.BID, is_bid=None, min_bid=None)).compute is None


async def test_a_row_that_ignored_the_kind_of_price_says_its_own(read):
    """Case b48: what the row says counts, not what was asked."""
    assert Pricing.ON_DEMAND is (await read(pricing=Pricing.BID, is_bid=False)).pricing


@pytest.mark.parametrize(
    ("place", "country"), [(", US", "US"), ("United States, US", "US"), ("Quebec, CA", "CA"), ("Georgia, GE", "GE")]
)
async def test_the_country_is_the_last_word_of_the_place(read, place, country):
    """Case b47."""
    assert country == (await read(geolocation=place)).country


async def test_one_listing_is_asked_for_by_its_contract(vast, provider, offer):
    """`id` selects nothing, `ask_contract_id` does; rentable or not is then told, not filtered."""
    provider.says({"offers": [{**offer, "rentable": False}]})
    fact = await vast.listing("47905648")
    assert {"eq": 47905648} == provider.bodies[0]["ask_contract_id"]
    assert "rentable" not in provider.bodies[0]
    assert isinstance(fact, Known)
    assert ListingRef("vast", "47905648") == fact.value.ref
    assert not fact.value.rentable


async def test_a_listing_that_is_gone_is_known_to_be_gone(vast, provider):
    """A well-formed answer without it is an answer."""
    provider.says({"offers": []})
    fact = await vast.listing("4411")
    assert Known(None, fact.at, "vast") == fact


async def test_other_listings_than_the_one_asked_for_prove_nothing(vast, provider, offer):
    """Case b48: a server that ignores the filter says nothing of the listing."""
    provider.says({"offers": [offer]})
    fact = await vast.listing("4411")
    assert isinstance(fact, Unknown)
    assert Why.UNREADABLE is fact.why


@pytest.mark.parametrize("listing_id", ["", "4411x", "-1", "0", "٤٤١١", "<!channel>", "9" * 40])
async def test_an_id_that_is_no_number_is_not_sent(vast, provider, listing_id):
    """Nor is it repeated in the sentence."""
    fact = await vast.listing(listing_id)
    assert Why.REFUSED is fact.why
    assert [] == provider.requests
    assert not listing_id or listing_id not in fact.sentence


async def test_two_rows_of_one_id_that_differ_are_both_disbelieved(search, offer):
    """The dearer may be the true one; and the same row twice is one listing."""
    other = {**offer, "id": 1, "ask_contract_id": 1}
    listings = await search(offer, {**offer, "dph_base": 0.5}, other, other)
    assert (["1"], 3, 4) == ([row.ref.id for row in listings.rows], listings.unreadable, listings.examined)


@pytest.mark.parametrize(("left", "ends_in"), [(3600, 3600), (400 * 86400, None), (None, None)])
async def test_of_two_ends_that_contradict_each_other_the_earlier_counts(read, offer, clock, left, ends_in):
    """A row with an hour left and an end in a month is no machine for a month, whichever clock is wrong."""
    row = await read(duration=left)
    expected = datetime.fromtimestamp(offer["end_date"], UTC)
    assert (expected if ends_in is None else clock.now() + timedelta(seconds=ends_in)) == row.ends_at


async def test_an_end_that_is_minutes_earlier_counts_too(read, offer, clock):
    """A run that fits the later of the two may be cut off by the earlier."""
    left = offer["end_date"] - clock.now().timestamp() - 240
    assert datetime.fromtimestamp(offer["end_date"] - 240, UTC) == (await read(duration=left)).ends_at


@pytest.mark.parametrize("figure", ["0e999999", "0e-999999", "0." + "0" * 5000])
async def test_a_zero_is_a_plain_zero_however_it_is_written(read, figure):
    """Written out, its exponent would fill a message."""
    assert "0" == str((await read(inet_up=figure)).uplink_mbps)


async def test_a_figure_of_many_digits_is_kept_to_as_many_as_are_reckoned_with(read):
    """A text may have a million."""
    assert len(str((await read(inet_up="1." + "3" * 5000)).uplink_mbps)) < 40


async def test_a_spoilt_answer_of_many_megabytes_does_not_hold_the_loop_up(vast, provider, offer):
    """The loop waits while it is looked through for what may be mended."""
    row = json.dumps({**offer, "x": "NaN of a name, " * 3000})
    provider.says((200, '{"offers": [' + f"{row}," * 900 + "oops"))
    begun = time.process_time()
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Unknown)
    assert time.process_time() - begun < 2


async def test_a_price_that_is_next_to_nothing_is_no_price(read):
    """Eight cards for a hundredth of a cent an hour would be shown first; a cheap old card still is a machine."""
    assert await read(dph_base=0.0001) is None
    assert await read(dph_base=0.02) is not None


async def test_an_error_beside_no_offers_is_not_an_empty_market(vast, provider):
    """HTTP 200 with an error in it says nothing about what is on offer."""
    provider.says({"error": "internal", "offers": []})
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Unknown)
