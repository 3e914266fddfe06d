"""What a clock that was ahead noted of all that is under watch."""

from datetime import timedelta

from watched import NOW

from bot.domain.deadlines import DeadlineKind, EndWatch
from bot.domain.incidents import Damper, Flaps, IdleWatch, Presence, Settled, Watch
from bot.domain.watching import Watches
from bot.domain.watching.redated import watches_by

DAY = timedelta(days=1)


def test_every_instant_of_the_future_is_brought_back_and_no_end_is():
    """An end may well be in the future."""
    assert watches_by(watches(NOW + 2 * DAY), NOW) == watches(NOW)


def test_what_is_past_stays_as_it_is():
    """The clock was right then."""
    assert watches_by(watches(NOW - DAY), NOW) == watches(NOW - DAY)


def test_what_was_never_seen_stays_so():
    """A run that was just tracked has nothing under watch."""
    assert watches_by(Watches(), NOW) == Watches()


def watches(at):
    """Have everything that can be under watch noted at an instant, and an end a month from now."""
    seen = Settled(level=True, held_at=at, claim=False, claims=1, claimed_at=at, since=at, not_before=at)
    fact = Watch(seen, Damper(changed=(at,)))
    return Watches(
        presence=Watch(Settled(Presence.HERE, held_at=at)),
        idle=IdleWatch(fact, at),
        late=fact,
        price=fact,
        disk=fact,
        hardware=fact,
        card_at=at,
        ends=(EndWatch(DeadlineKind.CONTRACT_END, NOW + 30 * DAY, Flaps((at,)), absent_since=at),),
        unlike=Flaps((at,)),
    )
