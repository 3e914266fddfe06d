"""Offline, back and gone: told once, with all that it means, and ended in the same thread."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from watched import ADMIN, CHANNEL, DAY, HOUR, MINUTE, NOW, OWNER, REF, Watched, a_standing, an_instance, facts_of

from bot.domain.gpu import GpuAsk, Unrecognised, read_gpu
from bot.domain.incidents import IncidentKind, Sighting, sighting
from bot.domain.instance import InstanceState
from bot.domain.ledger import outages
from bot.domain.letters import Kind, Letter, Outlook, Priority, Resume, Title
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline, Settled
from bot.domain.letters.machine import Over
from bot.domain.runs import Ask, Progress
from bot.domain.watching.look import Look

OFFLINE, GONE = IncidentKind.OFFLINE, IncidentKind.GONE
HOURLY = Decimal("16.1")
LEAD = timedelta(hours=3)
"""300 GB at 1000 Mbit/s are 40 minutes, half as long again, and two hours."""


def kinds(letters):
    """Give their kinds."""
    return [one.kind for one in letters]


def cents(usd):
    """Round as a view does."""
    return None if usd is None else usd.quantize(Decimal("0.01"))


def title(hourly):
    """Give how the run is named while it costs so much."""
    return Title("r1", "llama-ft", OWNER, REF, 8, "H100 SXM 80 GB", hourly)


def test_offline_is_told_after_two_polls_that_say_so_and_once(run):
    """Case c73, case c76: an hour of being away is one message."""
    assert [] == run.away()
    assert [Kind.OFFLINE] == kinds(run.away())
    assert [] == run.away(60)
    assert {OFFLINE} == run.open()


@pytest.mark.parametrize(("ahead", "told"), [(MINUTE, []), (2 * MINUTE, [Kind.OFFLINE])])
def test_a_look_that_is_older_than_what_is_known_tells_nothing(ahead, told):
    """A command read the machine while the list was on its way; but a clock that went back hides no outage."""
    run = Watched(a_standing(at=NOW + MINUTE + ahead))
    looks = [Look(at=NOW + MINUTE, sighting=Sighting.OFFLINE, instance=run.row) for _ in range(2)]
    run.now += MINUTE
    assert told == kinds([letter for look in looks for letter in run.sees(look).letters if letter.kind != Kind.CARD])


def test_the_message_of_an_outage_says_what_it_means_for_money_and_finish(run):
    """Ten hours in: since when, what is at risk, and how it would end. Nothing was saved, so a new start is whole."""
    run.up(wait=10 * HOUR - MINUTE)
    (letter,) = run.away(2)
    ran = 10 * HOUR + MINUTE
    facts = HostOffline(
        title=title(Decimal(0)),
        since=NOW + ran,
        not_before=NOW + 10 * HOUR,
        billing_paused=True,
        saved_at=None,
        at_risk=ran,
        at_risk_usd=letter.facts.at_risk_usd,
        outlook=Outlook(NOW + 72 * HOUR + MINUTE, NOW + 8 * DAY, 8 * DAY - 72 * HOUR - MINUTE - LEAD),
        resume=Resume("h100-sxm-80gb", 8, 72 * HOUR, Decimal(500), Decimal(200), Decimal(300)),
    )
    assert cents(HOURLY * 601 / 60) == cents(letter.facts.at_risk_usd)
    assert letter == Letter(
        key="incident:i1:opened",
        kind=Kind.OFFLINE,
        to=CHANNEL,
        facts=facts,
        priority=Priority.ALERT,
        run="llama-ft",
        incident="i1",
        subject="incident:i1",
        second=ADMIN,
    )


def test_an_alert_goes_to_the_owner_where_the_channel_fails_and_no_admin_channel_is_set():
    """Each has a second route."""
    run = Watched(admin=None)
    assert [OWNER] == [one.second for one in run.away(2)]


def test_a_marketplace_whose_policy_nobody_knows_is_not_said_to_pause_billing():
    """Where everything that could bill does, an outage costs."""
    ref = type(REF)("elsewhere", "1")
    run = Watched(a_standing(an_instance(ref=ref)))
    (facts,) = facts_of(run.away(2), HostOffline)
    assert (False, Decimal("0.1")) == (facts.billing_paused, facts.title.hourly)


def test_back_is_told_in_the_thread_of_its_outage_with_what_was_not_billed(run):
    """Away for three minutes between sightings: two to four of them were not billed."""
    (opener,) = run.away(3)
    assert [] == run.up()
    (letter,) = run.up()
    (facts,) = facts_of([letter], HostBack)
    assert ("incident:i1:closed", Kind.BACK, opener.key, "i1") == (
        letter.key,
        letter.kind,
        letter.thread,
        letter.incident,
    )
    assert (NOW + 5 * MINUTE, NOW + 4 * MINUTE, 3 * MINUTE) == (facts.since, facts.not_before, facts.away)
    assert [cents(HOURLY * 2 / 60), cents(HOURLY * 4 / 60)] == [cents(usd) for usd in facts.unbilled]
    assert ("running", NOW + 72 * HOUR + 3 * MINUTE, HOURLY) == (
        facts.state,
        facts.outlook.finish_at,
        facts.title.hourly,
    )
    assert set() == run.open()


def test_it_is_back_whatever_it_does_then(run):
    """A machine that comes back stopped is back, and does not finish."""
    run.away(2)
    (facts,) = facts_of(run.poll(2, state=InstanceState.STOPPED, state_text="exited"), HostBack)
    assert ("exited", None) == (facts.state, facts.outlook.finish_at)


def test_gone_takes_two_complete_lists_and_no_answer_by_id(run):
    """Case a5: it says when it was last seen, what it cost until then, and all that is to be done again."""
    assert [] == run.gone()
    (letter,) = run.gone()
    (facts,) = facts_of([letter], HostGone)
    assert (Kind.GONE, "incident:i1:opened") == (letter.kind, letter.key)
    assert (NOW + MINUTE, "running", NOW + 8 * DAY) == (facts.last_seen, facts.last_state, facts.was_due)
    assert cents(HOURLY / 60) == cents(facts.cost) == cents(facts.at_risk_usd)
    assert (MINUTE, None, 72 * HOUR) == (facts.at_risk, facts.saved_at, facts.resume.remaining)
    assert Decimal(0) == facts.title.hourly


def test_a_list_without_it_tells_nothing_however_often(run):
    """Case a5, case c59: without the word by its id it may be our list that is wrong; then one such word is enough."""
    assert [] == run.without(Sighting.UNLISTED, 60)
    assert set() == run.open()
    assert [Kind.GONE] == kinds(run.gone())


@pytest.mark.parametrize("times", [1, 2, 60])
def test_answers_that_failed_tell_nothing_of_a_host(run, times):
    """Case c63, case c64: running, 503, timeout, running; and an hour of 503."""
    assert [] == run.blind(times)
    assert [] == run.up(2)
    assert set() == run.open()


def test_a_run_ends_with_the_last_proof_of_its_machines_life(run):
    """Case d85: three days later nothing more accrued."""
    run.gone(2)
    cost = run.standing.machine.ledger.read(run.now)
    assert NOW + MINUTE == run.standing.run.ended_at
    run.gone(3, wait=DAY)
    assert cost == run.standing.machine.ledger.read(run.now)
    assert NOW + MINUTE == run.standing.run.ended_at


def test_a_machine_that_was_taken_for_gone_goes_on_when_it_is_there_again(run):
    """The end is told in the same thread, with the time that it was away; of an earlier outage it says nothing."""
    run.away(2)
    run.up(60)
    (opener,) = run.gone(10)
    run.up()
    assert run.standing.run.ended_at is not None
    (letter,) = run.up()
    (facts,) = facts_of([letter], HostBack)
    assert (opener.key, Kind.BACK) == (letter.thread, letter.kind)
    assert (10 * MINUTE, None, None) == (facts.away, facts.unbilled, run.standing.run.ended_at)


def test_what_goes_while_it_is_offline_is_told_as_gone_and_the_outage_ends_in_that(run):
    """Two threads: the outage's end names what came in its place."""
    (opener,) = run.away(2)
    closed, opened = run.gone(2)
    assert Over(closed.facts.title, OFFLINE, NOW + 4 * MINUTE, closed.facts.outlook, GONE) == closed.facts
    assert (opener.key, Kind.OFFLINE, Kind.GONE) == (closed.thread, closed.kind, opened.kind)
    assert {GONE} == run.open()


def test_what_was_wrong_with_a_machine_is_over_once_it_is_gone(run):
    """Promise 3: no incident stays open that nobody can ever see to; each is closed in its own thread."""
    asked = ()
    run.up(disk_used_gb=Decimal(490), country="CA", asked=asked)
    before = {one.kind: one for one in run.standing.open}
    assert {IncidentKind.DISK, IncidentKind.HARDWARE} == before.keys()
    letters = run.gone(2)
    ends = {one.facts.kind: one for one in letters if isinstance(one.facts, Over)}
    assert {kind: f"incident:{one.id}:opened" for kind, one in before.items()} == {
        kind: one.thread for kind, one in ends.items()
    }
    assert {GONE} == {one.facts.became for one in ends.values()}
    assert {GONE} == run.open()


def test_coming_and_going_is_one_message_until_it_is_quiet_for_ten_minutes(run):
    """Away, back, away within half an hour; an hour of that says no more; then how it really is."""
    run.away(2)
    run.up(2)
    (flaps,) = run.away(2)
    letters = [one for _ in range(15) for one in (*run.up(2), *run.away(2))]
    assert ([], {OFFLINE}) == (letters, run.open())
    (facts,) = facts_of([flaps], Flapping)
    assert (OFFLINE, Kind.OFFLINE, "incident:i2:opened") == (facts.kind, flaps.kind, flaps.key)
    assert [] == run.up(11)
    (end,) = run.up()
    assert (flaps.key, Kind.BACK, set()) == (end.thread, end.kind, run.open())


def test_coming_and_going_that_ends_away_says_so_in_the_thread(run):
    """Both that it comes and goes and that it is still away: in the thread of the message that stands."""
    run.away(60)
    run.up(2)
    (opener,) = run.away(2)
    flaps = run.up(2)
    settled = run.away(40)
    assert [(Flapping, opener.key), (Settled, opener.key)] == [
        (type(one.facts), one.thread) for one in (*flaps, *settled)
    ]
    assert ({OFFLINE}, 2) == (run.open(), len({one.key for one in (*flaps, *settled)}))


def test_the_same_look_judged_twice_opens_nothing_twice(run):
    """Case c73: whoever goes on from the kept standing says nothing again, whether or not it was judged before."""
    run.away()
    run.now += MINUTE
    look = Look(at=run.now, sighting=Sighting.OFFLINE, instance=run.row, asked=())
    first = run.sees(look, again=True)
    assert [one.kind for one in first.opened] == [one.kind for one in run.sees(look).opened] == [OFFLINE]
    again = run.sees(look)
    assert ((), (), ()) == (again.opened, again.letters, again.cards)


def test_an_outage_that_began_while_the_bot_was_down_is_told_with_both_times(run):
    """Case c74: down for two hours."""
    run.away(wait=2 * HOUR)
    (facts,) = facts_of(run.away(), HostOffline)
    assert (NOW + MINUTE, NOW + MINUTE + 2 * HOUR) == (facts.not_before, facts.since)


def test_what_would_be_looked_for_reads_as_a_find():
    """By what was asked for, else by the card that it has; of a card nobody knows, nothing."""
    asked = Watched(a_standing(ask=Ask(gpu=GpuAsk("H100"), gpus=4)))
    (facts,) = facts_of(asked.away(2), HostOffline)
    assert (GpuAsk("H100"), 4) == (read_gpu([facts.resume.gpu]), facts.resume.gpus)
    unknown = Watched(a_standing(an_instance(gpu=Unrecognised("Z9"), gpu_name="Z9")))
    assert [None] == [facts.resume for facts in facts_of(unknown.away(2), HostOffline)]


def test_a_new_start_is_reckoned_at_the_pace_that_was_told():
    """A tenth in 20 hours: the whole takes 200."""
    progress = Progress(done=10, total=100, at=NOW, running=20 * HOUR)
    (facts,) = facts_of(Watched(a_standing(progress=progress)).away(2), HostOffline)
    assert 200 * HOUR == facts.resume.remaining


def seen_late(run, asked, state):
    """Judge a list that was asked for at an instant and took two minutes to be whole."""
    row = replace(run.row, state=state, state_text=str(state))
    run.now = asked + 2 * MINUTE
    return run.sees(Look(at=asked, sighting=sighting(state), instance=row, asked=())).letters


def test_an_outage_is_dated_by_the_first_look_that_said_so_where_it_is_told_and_where_it_is_billed(run):
    """Not by the second, which only agrees, nor by when a long list was whole: it is one moment."""
    up = run.now
    asked = [up + minutes * MINUTE for minutes in (10, 20, 30, 40)]
    letters = [seen_late(run, at, InstanceState.OFFLINE) for at in asked[:2]]
    (facts,) = facts_of(letters[1], HostOffline)
    (incident,), (outage,) = run.standing.open, outages(run.standing.machine.ledger)
    assert ((), asked[0], asked[0], asked[0]) == (tuple(letters[0]), facts.since, incident.since, outage.start)
    assert (up, up) == (facts.not_before, outage.last_up)
    back = [seen_late(run, at, InstanceState.RUNNING) for at in asked[2:]]
    (facts,) = facts_of(back[1], HostBack)
    (outage,) = outages(run.standing.machine.ledger)
    assert (asked[2], asked[2], 20 * MINUTE) == (facts.since, outage.end, facts.away)
