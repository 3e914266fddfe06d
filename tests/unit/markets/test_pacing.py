import asyncio
from datetime import timedelta

import httpx
import pytest

from bot.domain.outside import Known, Why
from bot.markets.cloudj import Cloudj
from bot.markets.pacing import Backoff
from bot.markets.vast import Vast
from bot.sandbox.clock import SandboxClock

GONE = {"instances": None}


def row(number):
    """Give the least that an instance must say."""
    return {"id": number, "machine_id": 7, "num_gpus": 1}


async def test_looks_at_single_instances_are_two_seconds_apart(vast, provider, clock):
    """The marketplace's own least interval; whoever waited long enough does not wait."""
    provider.says(GONE)
    await vast.instance("1")
    await vast.instance("2")
    clock.advance(5)
    await vast.instance("3")
    assert [2.0] == clock.slept


async def test_a_third_look_at_once_is_told_and_not_waited_for(client, provider):
    """No question waits more than two seconds for its turn."""
    clock = SandboxClock(rate=0)
    vast = Vast(client, url="https://vast.test", key="vast-test-key", clock=clock)
    provider.says(GONE)
    looks = [asyncio.create_task(vast.instance(str(number))) for number in (1, 2, 3)]
    third = await looks[2]
    assert Why.RATE_LIMITED is third.why
    assert clock.now() + timedelta(seconds=4) == third.retry_at
    assert "1 such question in 2 s" in third.sentence
    clock.advance(2)
    assert [True, True] == [isinstance(await look, Known) for look in looks[:2]]
    assert 2 == len(provider.requests)


async def test_two_lists_in_a_row_keep_the_lists_pace(vast, provider, clock):
    """The first page of the second comes no sooner than a second after the last of the first."""
    provider.says({"success": True, "instances": [], "total_instances": 0})
    await vast.instances()
    await vast.instances()
    assert [1.0] == clock.slept


@pytest.mark.parametrize(("rows", "seconds"), [(0, 1), (1, 1), (25, 1), (26, 2), (1000, 40), (1001, 41)])
def test_a_list_takes_a_second_for_every_25_machines(vast, rows, seconds):
    """By which a poll's interval can be stretched; case c61."""
    assert seconds == vast.list_seconds(rows)


def test_cloudj_prescribes_no_pace(cloudj):
    """None is known."""
    assert 0 == cloudj.list_seconds(10_000)


async def test_a_list_takes_no_less_than_it_says(vast, provider, clock):
    """Two in a row take twice that, but for the second after the last page."""

    async def answer(request):
        start = int(request.url.params.get("after_token", "0"))
        rows = [row(number) for number in range(start + 1, min(start + 25, 60) + 1)]
        after = str(start + 25) if start + 25 < 60 else None
        return httpx.Response(
            200, json={"success": True, "instances": rows, "next_token": after, "total_instances": 60}
        )

    provider.says(answer)
    begun = clock.monotonic()
    await vast.instances()
    await vast.instances()
    assert 2 * vast.list_seconds(60) - 1 == clock.monotonic() - begun


async def test_a_long_list_is_not_given_up_for_its_length(client, provider, clock):
    """Patience is for each page; the marketplace's own pace is not held against it."""
    calls = []

    async def answer(_request):
        calls.append(1)
        await asyncio.sleep(0.02)
        after = str(len(calls)) if len(calls) < 10 else None
        return httpx.Response(200, json={"instances": [row(len(calls))], "next_token": after, "next_cursor": after})

    provider.says(answer)
    vast = Vast(client, url="https://vast.test", key="vast-test-key", clock=clock, patience=0.15)
    assert 10 == len((await vast.instances()).value)


@pytest.mark.parametrize("market", [Vast, Cloudj])
async def test_a_page_that_never_comes_makes_the_list_slow(client, provider, clock, market):
    """The pages before it are not the list."""

    async def never(_request):
        await asyncio.Event().wait()

    provider.says({"instances": [row(1)], "next_token": "a", "next_cursor": "a"}, never)
    asked = market(client, url="https://market.test", key="test-key", clock=clock, patience=0.02)
    assert Why.SLOW is (await asked.instances()).why


async def test_a_refusal_without_a_time_is_given_a_longer_one_each_time(vast, provider, clock):
    """Case c72: 2, 4, 8 s …, spread by a quarter; an answer starts it anew."""
    waits = []
    provider.says((429, "slow down"))
    for _ in range(9):
        fact = await vast.account()
        assert Why.RATE_LIMITED is fact.why
        waits.append((fact.retry_at - clock.now()).total_seconds())
    for wait, whole in zip(waits, (2, 4, 8, 16, 32, 64, 128, 240, 240), strict=True):
        assert 0.75 * whole <= wait <= 1.25 * whole
    provider.says({"credit": 5})
    await vast.account()
    provider.says((429, "slow down"))
    fact = await vast.account()
    assert 1.5 <= (fact.retry_at - clock.now()).total_seconds() <= 2.5


def test_two_who_are_refused_together_come_back_apart():
    """Waits are spread."""
    assert len({Backoff().refused() for _ in range(20)}) > 1
