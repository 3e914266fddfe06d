import asyncio
import sys
from pathlib import Path

import httpx


async def test_the_market_serves_alone(project: Path) -> None:
    """A process of its own, whose first line is its address."""
    command = (sys.executable, "-m", "bot.sandbox.market", "--listings", "60", "--seed", "2")
    process = await asyncio.create_subprocess_exec(*command, cwd=project, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
        offers = (await client.post("/api/v0/bundles/", json={})).json()["offers"]
    process.terminate()
    await process.communicate()
    assert len(offers) == 60
