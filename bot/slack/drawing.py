"""Having the picture drawn: by a process of its own, which may break or hang without any harm."""

import asyncio
import json
import logging
import sys
from datetime import date
from decimal import Decimal

from bot.domain.letters.summary import Chart, Series
from bot.slack.views.letters.chart import dearest

log = logging.getLogger(__name__)

DRAWN_WITHIN = 90.0
"""Seconds; on a slow machine matplotlib's first start alone takes half a minute."""

_PNG = b"\x89PNG\r\n\x1a\n"


async def draw(chart: Chart, *, within: float = DRAWN_WITHIN) -> bytes | None:
    """Draw a PNG; None where that did not work, which the log tells."""
    try:
        async with asyncio.timeout(within):
            png, words, code = await _child(sheet(chart).encode())
    except (OSError, TimeoutError) as error:
        log.warning("the chart was not drawn: %s", type(error).__name__)
        return None
    if code == 0 and png.startswith(_PNG):
        return png
    log.warning("the chart was not drawn: exit code %s, %s", code, words.decode(errors="replace")[-500:])
    return None


def sheet(chart: Chart) -> str:
    """Write what chart_png reads: the dearest runs, the same that the words name, in their order."""
    drawn = dearest(chart)
    left_out = len(chart.series) - len(drawn)
    runs = [_run(one) for one in chart.series if one in drawn]
    title = f"Cost against estimate, to {chart.day:%b} {chart.day.day}, {chart.day.year}"
    below = f"End of day; {left_out} cheaper not drawn" if left_out else "End of day"
    return json.dumps({"title": title, "below": below, "runs": runs})


def _run(one: Series) -> dict[str, object]:
    return {"name": one.name, "cost": _plain(one.cost), "estimate": _plain(one.estimate)}


def _plain(points: tuple[tuple[date, Decimal], ...]) -> list[tuple[str, float]]:
    return [(day.isoformat(), float(usd)) for day, usd in points]


async def _child(given: bytes) -> tuple[bytes, bytes, int | None]:
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.slack.chart_png", stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        png, words = await child.communicate(given)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    return png, words, child.returncode
