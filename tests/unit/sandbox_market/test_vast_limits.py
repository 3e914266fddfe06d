import httpx

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn

LIST = "/api/v1/instances/"
SEARCH = "/api/v0/bundles/"


async def test_without_limits_nothing_is_too_frequent(vast: httpx.AsyncClient) -> None:
    """They are off until a test or a sandbox switches them on."""
    assert {200} == {(await vast.get(LIST)).status_code for _ in range(5)}


async def test_calls_closer_than_the_threshold_are_refused_in_all_four_forms(
    vast: httpx.AsyncClient, standin: MarketStandIn
) -> None:
    """Plain text, detail, error with msg, and retry_after in the body; none with a header."""
    standin.limits.enabled = True
    assert (await vast.get(LIST)).status_code == 200
    refused = [await vast.get(LIST) for _ in range(4)]
    assert {429} == {each.status_code for each in refused}
    assert refused[0].text == "API requests too frequent: endpoint threshold=1.0"
    assert refused[1].json() == {"detail": "API requests too frequent endpoint threshold=1.0"}
    assert refused[2].json()["error"] == "rate_limit_exceeded"
    assert refused[3].json()["retry_after"] == 1.0
    assert not any("Retry-After" in each.headers for each in refused)
    standin.clock.advance(1)
    assert (await vast.get(LIST)).status_code == 200


async def test_ten_searches_a_minute(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """The eleventh is refused until the first is a minute old."""
    standin.limits.enabled = True
    for _ in range(10):
        assert (await vast.post(SEARCH, json={"limit": 1})).status_code == 200
        standin.clock.advance(2)
    assert (await vast.post(SEARCH, json={"limit": 1})).status_code == 429
    standin.clock.advance(40)
    assert (await vast.post(SEARCH, json={"limit": 1})).status_code == 200


async def test_the_days_search_quota_lasts_until_midnight(
    vast: httpx.AsyncClient, standin: MarketStandIn, clock: SandboxClock
) -> None:
    """From noon on nothing more is found, and the header names the midnight at which it is again."""
    standin.limits.search_quota = 2
    answers = [await vast.post(SEARCH, json={"limit": 1}) for _ in range(3)]
    assert [200, 200, 429] == [each.status_code for each in answers]
    assert answers[2].json()["error"] == "search_quota_exceeded"
    reset = int(answers[2].headers["X-RateLimit-Reset"])
    assert reset == clock.timestamp() + 12 * 3600
    clock.advance(reset - clock.timestamp())
    assert (await vast.post(SEARCH, json={"limit": 1})).status_code == 200
