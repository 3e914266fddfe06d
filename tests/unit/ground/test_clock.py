"""The machine's own time."""

from datetime import UTC

from bot.clock import SystemClock


async def test_the_time_is_in_utc_whatever_the_machines_zone() -> None:
    """The tests run in an odd zone; inside there is only UTC, and seconds that do not run backwards."""
    clock = SystemClock()

    before = clock.monotonic()
    await clock.sleep(-1)

    assert clock.now().tzinfo is UTC
    assert before <= clock.monotonic()
