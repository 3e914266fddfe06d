"""Promise 8: `find` never shows a listing on which the run cannot finish, and never hides one without saying why.

The oracle below works on plain numbers with Fractions and shares no code with the domain.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.listing import Listing, ListingRef, Pricing, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.search import search

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CARDS = [("H100", 80, Form.SXM), ("H100", 80, Form.PCIE), ("A100", 40, Form.SXM), ("A100", 80, Form.SXM)]

maybe = st.one_of
cents = st.integers(1, 5000)
rows = st.fixed_dictionaries(
    {
        "card": st.sampled_from(CARDS),
        "gpus": st.sampled_from([1, 2, 8]),
        "country": st.sampled_from(["US", "CA", "DE", None]),
        "cents": maybe(st.none(), cents),
        "disk_price": maybe(st.none(), st.integers(0, 60)),
        "in_price": maybe(st.none(), st.integers(0, 40)),
        "out_price": maybe(st.none(), st.integers(0, 40)),
        "disk": maybe(st.none(), st.integers(0, 2000)),
        "uplink": maybe(st.none(), st.integers(1, 10_000)),
        "downlink": maybe(st.none(), st.integers(1, 10_000)),
        "reliability": maybe(st.none(), st.integers(80, 100)),
        "minutes_left": maybe(st.none(), st.integers(-500, 12_000)),
        "bid": st.booleans(),
        "verification": st.sampled_from(list(Verification)),
        "rentable": st.sampled_from([True, True, True, False]),
    }
)
wants = st.fixed_dictionaries(
    {
        "family": st.sampled_from(["H100", "A100"]),
        "memory": st.sampled_from([None, 40, 80]),
        "form": st.sampled_from([None, Form.SXM]),
        "gpus": st.sampled_from([1, 2, 8]),
        "hours": st.integers(1, 120),
        "disk": st.integers(1, 1000),
        "in": st.sampled_from([0, 200, 5000]),
        "out": st.sampled_from([None, 0, 300]),
        "countries": st.sampled_from([None, ("US",), ("US", "CA")]),
        "reliability": st.integers(80, 100),
        "margin": st.integers(0, 50),
        "bid": st.booleans(),
        "unverified": st.booleans(),
        "max_cents": maybe(st.none(), cents),
        "by_minutes": maybe(st.none(), st.integers(0, 12_000)),
    }
)


def listing_of(number, row):
    """Make the listing that a marketplace would have stated with these figures."""
    family, memory, form = row["card"]

    def dec(value, scale=1):
        return None if value is None else Decimal(value) / scale

    return Listing(
        ref=ListingRef("vast", str(number)),
        machine_id=str(number),
        gpu=Gpu(family, memory, form),
        gpu_name=family,
        gpus=row["gpus"],
        country=row["country"],
        compute=None if row["cents"] is None else MachineRate(Decimal(row["cents"]) / 100),
        disk_usd_per_gb_month=dec(row["disk_price"], 100),
        in_usd_per_gb=dec(row["in_price"], 1000),
        out_usd_per_gb=dec(row["out_price"], 1000),
        disk_gb=dec(row["disk"]),
        uplink_mbps=dec(row["uplink"]),
        downlink_mbps=dec(row["downlink"]),
        reliability=dec(row["reliability"], 100),
        ends_at=None if row["minutes_left"] is None else NOW + timedelta(minutes=row["minutes_left"]),
        pricing=Pricing.BID if row["bid"] else Pricing.ON_DEMAND,
        verification=row["verification"],
        rentable=row["rentable"],
    )


def need_of(want):
    """Make the need that a person would have typed with these figures."""
    return Need(
        gpu=GpuAsk(want["family"], want["memory"], want["form"]),
        gpus=want["gpus"],
        duration=timedelta(hours=want["hours"]),
        disk_gb=Decimal(want["disk"]),
        in_gb=Decimal(want["in"]),
        out_gb=None if want["out"] is None else Decimal(want["out"]),
        countries=want["countries"],
        reliability=Decimal(want["reliability"]) / 100,
        margin=Decimal(want["margin"]) / 100,
        pricing=Pricing.BID if want["bid"] else Pricing.ON_DEMAND,
        unverified=want["unverified"],
        max_rate=None if want["max_cents"] is None else MachineRate(Decimal(want["max_cents"]) / 100),
        by=None if want["by_minutes"] is None else NOW + timedelta(minutes=want["by_minutes"]),
    )


def oracle_minutes(want, row):
    """Reckon the minutes until the results are off the machine, as a Fraction."""
    out = want["disk"] if want["out"] is None else want["out"]
    copy = Fraction(out) * Fraction(3, 2) * 8000 / (row["uplink"] or 100) / 60
    return 30 + Fraction(want["hours"] * 60) * (1 + Fraction(want["margin"], 100)) + copy


def oracle_fits(want, row):
    """Say from the raw figures alone whether the run can finish there and passes what was asked."""
    family, memory, form = row["card"]
    out = want["disk"] if want["out"] is None else want["out"]
    same_card = family == want["family"] and want["memory"] in (None, memory) and want["form"] in (None, form)
    prices_known = None not in (row["cents"], row["disk_price"])
    prices_known &= want["in"] == 0 or row["in_price"] is not None
    prices_known &= out == 0 or row["out_price"] is not None
    if not (same_card and prices_known) or None in (row["minutes_left"], row["disk"], row["reliability"]):
        return False
    rate = Fraction(row["cents"], 100) + Fraction(row["disk_price"], 100) * want["disk"] / 720
    verified = row["verification"] in (Verification.VERIFIED, Verification.NOT_A_NOTION)
    minutes = oracle_minutes(want, row)
    copy_in = Fraction(want["in"] * 8000, row["downlink"] * 60) if row["downlink"] else 0
    beyond_boot = max(0, copy_in - 30)
    return all(
        (
            row["gpus"] == want["gpus"],
            row["rentable"],
            row["bid"] == want["bid"],
            want["unverified"] or verified,
            want["countries"] is None or row["country"] in want["countries"],
            row["reliability"] >= want["reliability"],
            row["disk"] >= want["disk"],
            want["max_cents"] is None or rate <= Fraction(want["max_cents"], 100),
            minutes + 120 + beyond_boot < row["minutes_left"],
            want["by_minutes"] is None or minutes <= want["by_minutes"],
        )
    )


def oracle_high(want, row):
    """Reckon the high end of the price to finish."""
    out = want["disk"] if want["out"] is None else want["out"]
    rate = Fraction(row["cents"], 100) + Fraction(row["disk_price"], 100) * want["disk"] / 720
    traffic = Fraction(row["in_price"] or 0, 1000) * want["in"] + Fraction(row["out_price"] or 0, 1000) * out
    return rate * oracle_minutes(want, row) / 60 + traffic


@given(wants, st.lists(rows, max_size=25))
def test_find_shows_exactly_the_listings_on_which_the_run_can_finish(want, raw):
    """What is shown is what a brute-force reckoning of the raw figures shows."""
    outcome = search(need_of(want), [listing_of(n, row) for n, row in enumerate(raw)], NOW)
    expected = {str(n) for n, row in enumerate(raw) if oracle_fits(want, row)}
    assert expected == {c.listing.ref.id for c in outcome.fits}


@given(wants, st.lists(rows, max_size=25))
def test_every_hidden_listing_is_counted_under_the_filter_that_hid_it(want, raw):
    """Shown and removed add up to examined."""
    outcome = search(need_of(want), [listing_of(n, row) for n, row in enumerate(raw)], NOW, unreadable=3)
    assert len(raw) + 3 == outcome.examined
    assert outcome.examined == len(outcome.fits) + sum(outcome.removed.values())


@given(wants, st.lists(rows, max_size=25))
def test_the_cheapest_to_finish_comes_first(want, raw):
    """The order is by the high end of the price to finish, which the oracle reckons to the cent."""
    outcome = search(need_of(want), [listing_of(n, row) for n, row in enumerate(raw)], NOW)
    shown = [c.price.high.total for c in outcome.fits]
    assert sorted(shown) == shown
    for candidate in outcome.fits:
        expected = oracle_high(want, raw[int(candidate.listing.ref.id)])
        assert abs(expected - Fraction(candidate.price.high.total)) < Fraction(1, 1000)
        assert candidate.price.low.total <= candidate.price.high.total


@given(wants, st.lists(rows, max_size=25), st.integers(1, 10_000))
def test_a_later_end_never_fits_less(want, raw, minutes):
    """Moving every end later keeps every listing that fitted."""
    listings = [listing_of(n, row) for n, row in enumerate(raw)]
    later = [replace(x, ends_at=x.ends_at and x.ends_at + timedelta(minutes=minutes)) for x in listings]
    before = {c.listing.ref for c in search(need_of(want), listings, NOW).fits}
    assert before <= {c.listing.ref for c in search(need_of(want), later, NOW).fits}


@given(wants, st.lists(rows, max_size=25), st.data())
def test_relaxing_a_filter_never_shrinks_the_result(want, raw, data):
    """Whatever single thing is relaxed, all that fitted still fits."""
    listings = [listing_of(n, row) for n, row in enumerate(raw)]
    need = need_of(want)
    relaxed = data.draw(
        st.sampled_from(
            [
                replace(need, countries=None),
                replace(need, reliability=need.reliability - Decimal("0.05")),
                replace(need, unverified=True),
                replace(need, margin=Decimal(0)),
                replace(need, max_rate=None),
                replace(need, by=None),
                replace(need, slack=timedelta(0)),
                replace(need, gpu=GpuAsk(need.gpu.family)),
                replace(need, duration=need.duration / 2),
            ]
        )
    )
    before = {c.listing.ref for c in search(need, listings, NOW).fits}
    assert before <= {c.listing.ref for c in search(relaxed, listings, NOW).fits}
