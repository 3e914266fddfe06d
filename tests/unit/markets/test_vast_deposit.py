"""What Vast.ai holds for an instance, as its API's reference describes it."""

import json
from decimal import Decimal

import pytest

from bot.domain.outside import Known, Why

TOLD = {"success": True, "refundable_deposit": 12.4, "total_discount": 2.1, "discount_months": 1.5}
NO_INSTANCE = {"success": False, "error": "no_such_instance", "msg": "Instance 4411 not found."}


def held(usd, **more):
    """Give the answer with this in the place of the deposit, as JSON writes it."""
    return (200, json.dumps(TOLD | {"refundable_deposit": "X"} | more).replace('"X"', usd))


@pytest.mark.parametrize(
    ("told", "usd"), [("12.4", "12.4"), ('"12.40"', "12.40"), ("0", "0"), ("0.0", "0"), ("1e2", "100")]
)
async def test_the_deposit_comes_out_to_the_cent(vast, provider, clock, told, usd):
    """A number or a text; 0 says that nothing is held. One GET, of this instance."""
    provider.says(held(told))
    assert Known(Decimal(usd), clock.now(), "vast") == await vast.deposit("4411")
    assert [("GET", "/api/v0/instances/balance/4411/")] == [
        (request.method, request.url.path) for request in provider.requests
    ]


@pytest.mark.parametrize(
    "odd", ["null", "-0.01", '"-3"', '"NaN"', "NaN", "1e999999999", "1e13", "true", '""', '"much"', "[]", '{"usd": 1}']
)
async def test_what_is_no_amount_is_unknown_and_never_nothing_held(vast, provider, odd):
    """Null is a marketplace that does not say, less than nothing is none."""
    provider.says(held(odd))
    assert Why.UNREADABLE is (await vast.deposit("4411")).why


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"success": True}, Why.UNREADABLE),
        ([], Why.UNREADABLE),
        (held("12.4", success=False), Why.REFUSED),
        (held("12.4", error="odd"), Why.REFUSED),
        ((404, NO_INSTANCE), Why.REFUSED),
        (NO_INSTANCE, Why.REFUSED),
        ((404, {"success": False, "error": "auth_error", "msg": "Invalid user key"}), Why.BAD_KEY),
        ((401, ""), Why.BAD_KEY),
        ((403, {"success": False, "error": "auth_error", "msg": "This action requires login."}), Why.FORBIDDEN),
        ((429, "API requests too frequent: endpoint threshold=3.0"), Why.RATE_LIMITED),
        ((429, {"detail": "API requests too frequent endpoint threshold=3.0"}), Why.RATE_LIMITED),
        ((429, {"success": False, "error": "rate_limit_exceeded", "msg": "too frequent"}), Why.RATE_LIMITED),
        ((429, {"success": False, "error": "rate_limit_exceeded", "retry_after": 3.0}), Why.RATE_LIMITED),
        ((502, "<html>"), Why.SERVER_ERROR),
        ((200, '{"success": true, "refundable_dep'), Why.HALF_READ),
        ((200, "<html>", {"content-type": "text/html"}), Why.UNREADABLE),
    ],
    ids=range(16),
)
async def test_no_failure_looks_like_nothing_held(vast, provider, answer, why):
    """Cases c59, c60, c71: a bad key as 404, four forms of 429, HTML, half an answer."""
    provider.says(answer)
    assert why is (await vast.deposit("4411")).why


async def test_an_instance_that_has_none_told_points_to_the_console(vast, provider):
    """Nobody is sent to check an address that is right."""
    provider.says((404, NO_INSTANCE))
    assert "its console shows what is held" in (await vast.deposit("4411")).sentence


async def test_it_is_asked_no_oftener_than_every_three_seconds(vast, provider, clock):
    """A second question waits for its turn where that is near, and is told how long where it isn't."""
    provider.says(TOLD)
    await vast.deposit("4411")
    soon = await vast.deposit("4412")
    assert (Why.RATE_LIMITED, 1) == (soon.why, len(provider.requests))
    clock.advance(1.5)
    assert isinstance(await vast.deposit("4412"), Known)
    assert [1.5] == clock.slept


@pytest.mark.parametrize("odd", ["", "0", "44/../11", "\u0664", "x" * 400])
async def test_what_is_no_id_never_gets_into_a_path(vast, provider, odd):
    """The ids of Vast.ai are whole numbers."""
    assert Why.REFUSED is (await vast.deposit(odd)).why
    assert [] == provider.requests


async def test_without_a_key_nobody_is_asked(keyless_vast, provider):
    """The answer names the setting."""
    fact = await keyless_vast.deposit("4411")
    assert Why.NOT_SET_UP is fact.why
    assert "VAST_API_KEY" in fact.sentence
    assert [] == provider.requests
