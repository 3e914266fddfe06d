"""Machines that a list leaves out are looked up by id, some in each poll: each in its turn (case a5)."""

from watched import NOW, an_instance

from bot.domain.letters import Kind
from bot.domain.listing import ListingRef
from bot.services.watching.asking import MOST_LOOKUPS, Turns, ask

REFS = [ListingRef("vast", f"{4411 + n}") for n in range(MOST_LOOKUPS + 2)]


def _looked_up(team):
    asked, team.shelf.asked[:] = [one for one in team.shelf.asked if one.startswith("instance ")], []
    return [ListingRef("vast", one.removeprefix("instance ")) for one in asked]


async def test_those_who_waited_longest_are_looked_up_first(team):
    """Twelve of which ten fit in a poll; one that is listed again gives its turn away."""
    team.shelf.hides, turns = set(REFS), Turns()
    for some in (REFS[:10], [*REFS[10:], *REFS[:8]], [*REFS[8:], *REFS[:6]]):
        await ask(team.shelf, REFS, NOW, team.clock, turns)
        assert some == _looked_up(team)
    await ask(team.shelf, REFS[:3], NOW, team.clock, turns)
    assert set(REFS[:3]) == set(_looked_up(team))


async def test_a_machine_that_is_gone_is_told_however_many_others_the_list_leaves_out(team, monkeypatch):
    """The list leaves three out, of which two are looked up in a poll; the third is destroyed."""
    monkeypatch.setattr("bot.services.watching.asking.MOST_LOOKUPS", 2)
    for n, ref in enumerate(REFS[:3]):
        team.shelf.put(an_instance(ref=ref))
        await team.track(name=f"run{n}", ref=ref.id)
        team.clock.advance(1)
    team.shelf.hides = set(REFS)
    await team.wakes(2)
    assert [] == await team.said(Kind.GONE)
    del team.shelf.rows[REFS[2]]
    await team.wakes(4)
    assert ["run2"] == [one.run for one in await team.said(Kind.GONE)]
