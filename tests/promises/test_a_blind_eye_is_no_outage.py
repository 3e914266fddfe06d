"""Promise 4: a marketplace that cannot be reached is never taken for a host that is gone."""

from itertools import chain

import pytest
from watched_bot import HOUR, MINUTE, kind_of, kinds

from bot.sandbox.market import Fault

BLIND = {
    "refusals": [Fault.UNAUTHORIZED, Fault.FORBIDDEN, Fault.BAD_KEY, Fault.GONE, Fault.SUCCESS_FALSE],
    "too often": [fault for fault in Fault if fault.value.startswith("429")],
    "broken servers": [Fault.ERROR_500, Fault.ERROR_502, Fault.ERROR_503, Fault.HTML],
    "broken connections": [Fault.SLOW, Fault.DROPPED, Fault.CUT, Fault.TRUNCATED],
    "another shape": [Fault.LIST, Fault.EMPTY, Fault.HALF],
}
"""Of an empty list and half a list Vast.ai gives itself away: it tells beside its rows how many there are."""
ELSEWHERE = {Fault.ACCOUNT_LEVEL, Fault.CONFLICT, Fault.STRAY}
"""What nobody answers who is asked for instances."""


def test_every_fault_of_the_stand_in_is_among_these():
    """Whoever adds one adds it here."""
    assert set(Fault) == {*chain(*BLIND.values()), *ELSEWHERE, Fault.ODD}


async def tracked(sitter, market="vast"):
    """Give two machines under watch, one of which is away."""
    sitter.environ |= {"CLOUDJ_API_URL": sitter.market.cloudj_url, "CLOUDJ_API_KEY": sitter.market.cloudj_key}
    await sitter.starts()
    here = await sitter.tracks(sitter.rents(market=market), "here")
    away = await sitter.tracks(sitter.rents(market=market), "away")
    sitter.world.go_offline(away.id)
    await sitter.polls(2)
    assert ["offline"] == kinds(sitter.alerts())
    return here, away


async def whiles_blind(sitter, fault, polls=3):
    """Give what is said while an answer of the marketplace's is no answer, and after it."""
    before = len(sitter.alerts())
    sitter.market.faults.vast.on(fault)
    await sitter.polls(polls)
    await sitter.passes(seconds=50)  # an answer that takes its time is waited for so long
    blind = kinds(sitter.alerts()[before:])
    sitter.market.faults.vast.off()
    await sitter.polls(2)
    return blind, kinds(sitter.alerts()[before + len(blind) :])


@pytest.mark.parametrize("kind", BLIND)
async def test_of_answers_that_are_none_only_our_blindness_is_told(sitter, kind):
    """Cases c59, c60, c63, c71, c72: three polls in a row and it is told, once; then that we see again."""
    await tracked(sitter)
    told = {}
    for fault in BLIND[kind]:
        told[fault] = await whiles_blind(sitter, fault)
        await sitter.sleeps(minutes=31)
    assert dict.fromkeys(BLIND[kind], (["not_visible"], ["visible"])) == told
    lost, back = sitter.letters("not_visible"), sitter.letters("visible")
    assert [one.ts for one in lost] == [one.thread_ts for one in back]


@pytest.mark.parametrize("fault", [Fault.EMPTY, Fault.HALF])
async def test_a_list_that_leaves_machines_out_is_held_against_each_ones_own_answer(sitter, fault):
    """Cloudj tells no count: an empty list, or half of one, as if that were all; by their ids they are there."""
    await tracked(sitter, market="cloudj")
    sitter.market.faults.cloudj.on(fault)
    await sitter.polls(4)
    assert ["offline"] == kinds(sitter.alerts())


async def test_two_failed_polls_are_nothing_to_speak_of(sitter):
    """Case c63: one 503 and a timeout."""
    await tracked(sitter)
    assert ([], []) == await whiles_blind(sitter, Fault.ERROR_503, polls=2)


async def test_rows_of_which_half_is_missing_tell_no_outage(sitter):
    """Unreadable rows are unknown machines: nothing of them is said but that we can't read them."""
    await tracked(sitter)
    blind, after = await whiles_blind(sitter, Fault.ODD)
    assert {"not_visible", "visible"} >= {*blind, *after}


async def test_a_restart_in_the_dark_tells_it_no_second_time(sitter):
    """And a bot that starts blind knows its runs as they were."""
    await tracked(sitter)
    sitter.market.faults.vast.on(Fault.ERROR_502)
    await sitter.polls(3)
    await sitter.restarts(down=HOUR)
    await sitter.polls(4)
    assert ["offline", "not_visible"] == [kind for kind in kinds(sitter.alerts()) if kind != "health"]


async def test_what_happened_in_the_dark_is_told_when_there_is_light(sitter):
    """The one went, the other came back: neither is lost for not having been seen."""
    here, away = await tracked(sitter)
    sitter.market.faults.vast.on(Fault.DROPPED)
    await sitter.polls(3)
    sitter.world.go_offline(here.id)
    sitter.world.come_back(away.id)
    await sitter.polls(3)
    assert "not_visible" == kind_of(sitter.alerts()[-1])
    sitter.market.faults.vast.off()
    await sitter.passes(minutes=7)
    assert ["back", "offline", "visible"] == sorted(kinds(sitter.alerts()[2:]))


async def test_a_machine_is_gone_only_when_a_whole_list_and_its_own_answer_say_so(sitter):
    """Lists without it, and its look-up fails: nothing. Then the look-up answers null, twice."""
    here, _ = await tracked(sitter)
    sitter.world.vanish(here.id)
    sitter.market.faults.vast.on(Fault.ERROR_500, path=f"/instances/{here.id}")
    await sitter.polls(4)
    assert ["offline"] == kinds(sitter.alerts())
    sitter.market.faults.vast.off()
    await sitter.polls(2)
    assert ["offline", "gone"] == kinds(sitter.alerts())


@pytest.mark.parametrize("before", [0, 57])
async def test_a_hanging_marketplace_holds_up_neither_the_other_nor_the_next_wake(sitter, before):
    """Cases c78, g172: Vast.ai takes for ever; a host at Cloudj is told within two polls, also when charges are due."""
    await tracked(sitter)
    other = await sitter.tracks(sitter.rents(market="cloudj"), "other")
    await sitter.sleeps(minutes=before)
    sitter.market.faults.vast.on(Fault.SLOW, seconds=3600)
    for _ in range(3):
        before = len(sitter.alerts())
        sitter.world.go_offline(other.id)
        await sitter.polls(2)
        assert "offline" in kinds(sitter.alerts()[before:])
        sitter.world.come_back(other.id)
        await sitter.sleeps(minutes=20)
        await sitter.polls(2)
    assert not sitter.letters("health")


@pytest.mark.parametrize(
    ("fault", "says", "unsaid"),
    [
        (Fault.UNAUTHORIZED, "key", "retired"),
        (Fault.GONE, "retired", "key"),
        (Fault.ERROR_502, "502", "key"),
        (Fault.RATE_PLAIN, "too often", "retired"),
    ],
)
async def test_why_we_are_blind_is_told_with_its_remedy(sitter, fault, says, unsaid):
    """Cases c60, c71, c72: a retired address is not called a bad key, nor a page of HTML what it says."""
    await tracked(sitter)
    await whiles_blind(sitter, fault)
    (lost,) = sitter.letters("not_visible")
    reason = next(line for line in lost.says.splitlines() if "says instead" in line)
    assert says in reason
    assert unsaid not in reason
    assert "<html" not in reason.casefold()


async def test_the_pace_of_a_marketplace_that_refuses_is_shown(sitter):
    """Case c72: slower, at most five minutes, so that silence is not read as health."""
    await tracked(sitter)
    sitter.market.faults.vast.on(Fault.RATE_PLAIN)
    await sitter.polls(10)
    asked = len(sitter.market.requests)
    await sitter.passes(minutes=10)
    assert 1 <= len([one for one in list(sitter.market.requests)[asked:] if one.path.endswith("/instances/")]) <= 6
    status = await sitter.hears("/gpu status")
    assert "5 min" in status.says
    assert MINUTE == sitter.poll
