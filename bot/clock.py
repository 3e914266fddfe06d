"""The machine's own time, behind the `Clock` port."""

import asyncio
import time
from datetime import UTC, datetime


class SystemClock:
    """The clock of the machine that the bot runs on."""

    def now(self) -> datetime:
        """Give the present instant, aware UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Give seconds that never run backwards, from an arbitrary start."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds; none or less gives way to others once."""
        await asyncio.sleep(max(seconds, 0.0))
