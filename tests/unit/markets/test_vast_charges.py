import json
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from bot.domain.account import Charge
from bot.domain.ledger.policy import Meter
from bot.domain.listing import ListingRef
from bot.domain.outside import Known, Why

APRIL_1 = date(2026, 4, 1)
APRIL_3 = date(2026, 4, 3)
MIDNIGHT = int(datetime(2026, 4, 1, tzinfo=UTC).timestamp())
DAY = 86_400
"""The first of April 2026, as case d81 has it: [00:00Z, 24:00Z)."""


def row(amount, *items, source="instance-4411", start=MIDNIGHT, **more):
    """Give one row: an instance's day with its items, as (type, amount)."""
    return {
        "start": start,
        "end": start + DAY,
        "type": "instance",
        "source": source,
        "description": "Instance 4411 Charges",
        "amount": amount,
        "metadata": {"label": "token-fake"},
        "items": [{"type": kind, "amount": usd, "source": None} for kind, usd in items],
        **more,
    }


def page(*rows, after=None, total=None):
    """Give one page of charges."""
    total = len(rows) if total is None else total
    return {"success": True, "count": len(rows), "total": total, "next_token": after, "results": list(rows)}


def charge(meter, usd, *, day=APRIL_1, number="4411"):
    """Give what a test expects."""
    return Charge(ref=ListingRef("vast", number), day=day, meter=meter, usd=Decimal(usd))


@pytest.fixture
def read(vast, provider):
    """Give a function that reads rows as the charges of the first two days of April."""

    async def read(*rows):
        provider.says(page(*rows))
        return await vast.charges(APRIL_1, APRIL_3)

    return read


async def test_each_item_is_a_charge_on_its_meter(read):
    """Down is into the machine, up is out of it."""
    fact = await read(row(4.0, ("gpu", 2.5), ("disk", 0.25), ("bwd", 1), ("bwu", "0.25")))
    assert isinstance(fact, Known)
    expected = [
        charge(Meter.COMPUTE, "2.5"),
        charge(Meter.DISK, "0.25"),
        charge(Meter.TRAFFIC_IN, "1"),
        charge(Meter.TRAFFIC_OUT, "0.25"),
    ]
    assert expected == list(fact.value)


async def test_digits_are_taken_as_they_are_written(vast, provider):
    """Case d90: nothing is cut and nothing goes through a float."""
    text = json.dumps(page(row("X", ("gpu", "X")))).replace('"X"', "0.01999999999999999872")
    provider.says((200, text))
    (told,) = (await vast.charges(APRIL_1, APRIL_3)).value
    assert Decimal("0.01999999999999999872") == told.usd


async def test_a_billing_day_is_a_utc_day_from_midnight_up_to_the_next(vast, provider):
    """Case d81: half-open, whatever the zone of this machine; what lies outside is not taken though it comes."""
    days = [row(1, ("gpu", 1), start=MIDNIGHT + shift * DAY) for shift in (-1, 0, 1, 2)]
    provider.says(page(*days))
    fact = await vast.charges(APRIL_1, APRIL_3)
    assert [APRIL_1, date(2026, 4, 2)] == [told.day for told in fact.value]
    (request,) = provider.requests
    assert {"day": {"gte": MIDNIGHT, "lte": MIDNIGHT + 2 * DAY - 1}} == json.loads(request.url.params["select_filters"])
    assert "/api/v0/charges/" == request.url.path


async def test_a_day_told_as_its_number_is_the_same_day(read):
    """Seconds or days since 1970: sources disagree, both are read; so are texts (case d94)."""
    number = MIDNIGHT // DAY
    for start, end in ((number, number + 1), (str(number), None), (str(MIDNIGHT), None), (MIDNIGHT + 0.5, None)):
        (told,) = (await read(row(1, ("gpu", 1), start=MIDNIGHT) | {"start": start, "end": end})).value
        assert APRIL_1 == told.day


async def test_an_empty_answer_is_asked_for_by_the_days_number_too(vast, provider):
    """If the marketplace wants it so, asking in seconds would look like days that cost nothing."""
    provider.says(page(), page(row(1, ("gpu", 1))))
    assert 1 == len((await vast.charges(APRIL_1, APRIL_3)).value)
    asked = [json.loads(request.url.params["select_filters"])["day"] for request in provider.requests]
    number = MIDNIGHT // DAY
    assert {"gte": number, "lte": number + 1} == asked[1]
    provider.says(page())
    assert () == (await vast.charges(APRIL_1, APRIL_3)).value


async def test_no_days_are_no_question(vast, provider):
    """Nothing was charged on none."""
    assert () == (await vast.charges(APRIL_3, APRIL_1)).value
    assert [] == provider.requests


async def test_all_pages_are_read_a_second_apart(vast, provider, clock):
    """At most 500 rows come at once."""
    rows = [row(1, ("gpu", 1), source=f"instance-{number}") for number in (1, 2, 3)]
    provider.says(page(rows[0], after="a", total=3), page(rows[1], after="b", total=3), page(rows[2], total=3))
    fact = await vast.charges(APRIL_1, APRIL_3)
    assert ["1", "2", "3"] == [told.ref.id for told in fact.value]
    assert [None, "a", "b"] == [request.url.params.get("after_token") for request in provider.requests]
    assert {"500"} == {request.url.params["limit"] for request in provider.requests}
    assert [1.0, 1.0] == clock.slept


@pytest.mark.parametrize(
    "pages",
    [
        [page(row(1), after="a", total=2), page(row(1), after="a", total=2)],
        [page(row(1), total=2)],
        [page(total=1)],
    ],
    ids=["same mark", "fewer than the total", "empty with a total"],
)
async def test_charges_that_do_not_add_up_are_half_an_answer(vast, provider, pages):
    """A missing page would look like money that was not charged."""
    provider.says(*pages)
    assert Why.HALF_READ is (await vast.charges(APRIL_1, APRIL_3)).why


async def test_rows_of_one_instance_and_day_add_up(read):
    """A machine that was moved may have two rows of a day."""
    fact = await read(row(1, ("gpu", 1)), row(0.5, ("gpu", 0.5)), row(2, ("gpu", 2), source="instance-7"))
    assert [charge(Meter.COMPUTE, "1.5"), charge(Meter.COMPUTE, "2", number="7")] == list(fact.value)


@pytest.mark.parametrize("items", [[("gpu", 1), ("sla", 0.5)], [("gpu", 1), (None, 0.5)], [("gpu", 1)]], ids=str)
async def test_what_no_meter_stands_for_is_told_and_not_hidden(read, items):
    """A new kind of item, or a row that is more than its items: the sum is what was charged."""
    fact = await read(row(1.5, *items))
    assert [charge(None, "0.5"), charge(Meter.COMPUTE, "1")] == list(fact.value)


async def test_a_row_without_items_is_charged_all_the_same(read):
    """Not known for what."""
    assert [charge(None, "3")] == list((await read(row(3, items=None))).value)
    assert [charge(None, "3")] == list((await read({**row(3), "items": []})).value)


async def test_money_given_back_is_below_nothing(read):
    """And what costs nothing is no charge."""
    fact = await read(row(-0.5, ("gpu", -0.5), ("disk", 0)))
    assert [charge(Meter.COMPUTE, "-0.5")] == list(fact.value)


async def test_the_rounding_of_floats_is_no_charge(read):
    """0.1 + 0.2 is 0.30000000000000004 over there."""
    fact = await read(row(0.30000000000000004, ("gpu", 0.1), ("disk", 0.2)))
    assert [charge(Meter.COMPUTE, "0.1"), charge(Meter.DISK, "0.2")] == list(fact.value)


async def test_volumes_and_services_are_not_an_instances(read):
    """However odd their rows are."""
    volume = {"type": "volume", "source": "volume-9", "amount": {}}
    fact = await read(volume, {"type": "serverless", "source": None}, row(1, ("gpu", 1)))
    assert [charge(Meter.COMPUTE, "1")] == list(fact.value)


@pytest.mark.parametrize(
    "odd",
    [
        None,
        [],
        {"type": "instance"},
        row(None),
        row("NaN"),
        row("1e9"),
        row(1, ("gpu", None)),
        row(1, ("gpu", "Infinity")),
        row(1, source="instance-x"),
        row(1, source=None),
        row(1, start=1e300),
        row(1, start=-1),
        row(1) | {"end": MIDNIGHT + 3 * DAY},
        row(1) | {"items": {}},
    ],
    ids=range(14),
)
async def test_one_charge_that_cannot_be_read_makes_all_unknown(read, odd):
    """A row that is dropped would be money that is not told; a row over several days belongs to none."""
    fact = await read(row(1, ("gpu", 1)), odd)
    assert Why.UNREADABLE is fact.why
    assert "a charge" in fact.sentence
    assert "token-fake" not in fact.sentence


FAILURES = [
    ({"success": False, "msg": "Must provide both 'day' gte and lte filters for instance charges"}, Why.REFUSED),
    ({"success": True}, Why.UNREADABLE),
    ({"success": True, "results": None}, Why.UNREADABLE),
    ([], Why.UNREADABLE),
    ((401, {"success": False, "error": "unauthorized"}), Why.BAD_KEY),
    ((404, {"success": False, "error": "auth_error", "msg": "Invalid user key"}), Why.BAD_KEY),
    ((403, {"success": False, "error": "auth_error", "msg": "This action requires login."}), Why.FORBIDDEN),
    ((410, {"success": False, "error": "deprecated_endpoint"}), Why.DEPRECATED),
    ((429, "API requests too frequent: endpoint threshold=3.0"), Why.RATE_LIMITED),
    ((500, "<html>"), Why.SERVER_ERROR),
    ((503, ""), Why.SERVER_ERROR),
    ((200, "<html>Just a moment...</html>", {"content-type": "text/html"}), Why.UNREADABLE),
    ((200, '{"success": true, "results": [{'), Why.HALF_READ),
]


@pytest.mark.parametrize(("response", "why"), FAILURES, ids=range(len(FAILURES)))
async def test_no_failure_looks_like_days_that_cost_nothing(vast, provider, response, why):
    """Cases c59, c60, c71: 401 to 5xx, HTML, success: false under 200."""
    provider.says(response)
    assert why is (await vast.charges(APRIL_1, APRIL_3)).why


async def test_without_a_key_nothing_is_asked(keyless_vast, provider):
    """The answer names the setting."""
    facts = [
        await keyless_vast.charges(APRIL_1, APRIL_3),
        await keyless_vast.price_increases(),
        await keyless_vast.logs("4411", 20),
    ]
    assert {Why.NOT_SET_UP} == {fact.why for fact in facts}
    assert [] == provider.requests
