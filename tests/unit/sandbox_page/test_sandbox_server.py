"""The whole sandbox: its port, its settings, and its end."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.cli_sandbox import BadSandbox, play
from bot.config import load_settings
from bot.sandbox.server import Sandbox

SECONDS = 20


async def test_a_taken_port_leaves_the_next_free_one() -> None:
    """Somebody has the wanted port: the page is on another, and the URL says on which."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wanted = taken.getsockname()[1]
        async with Sandbox(port=wanted, listings=5) as sandbox, aiohttp.ClientSession() as session:
            assert sandbox.port not in (0, wanted)
            assert sandbox.url == f"http://127.0.0.1:{sandbox.port}/"
            async with session.get(sandbox.url) as response:
                assert response.status == 200


async def test_a_second_sandbox_starts_where_the_first_one_was() -> None:
    """All is let go of at the end, a page that is still open included."""
    async with aiohttp.ClientSession() as session:
        async with Sandbox(port=0, listings=5) as first:
            stream = await session.get(f"{first.url}sandbox/api/events?user=ada")
            await stream.content.readline()
        async with Sandbox(port=first.port, listings=5) as second:
            assert second.port == first.port


async def test_its_settings_are_all_that_a_bot_needs() -> None:
    """Both marketplaces, Slack's stand-in and no port of the bot's own; nothing of it reaches the outside."""
    async with Sandbox(port=0, listings=5) as sandbox:
        settings = load_settings(sandbox.environ).for_run()
    assert settings.mode == "socket"
    assert settings.http is None
    addresses = [settings.slack_api_url, settings.vast_url, settings.cloudj_api_url or ""]
    assert all(address.startswith("http://127.0.0.1:") for address in addresses)


@pytest.mark.parametrize(("port", "listings", "what"), [(-1, 10, "port"), (65_536, 10, "port"), (0, 0, "listings")])
async def test_an_impossible_start_is_said_in_one_line(port: int, listings: int, what: str) -> None:
    """Exit code 2 and what would be right."""
    with pytest.raises(BadSandbox, match=f"--{what} must be") as refused:
        await play(port, listings)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_says_where_to_look_answers_and_ends_without_a_word(number: signal.Signals, tmp_path: Path) -> None:
    """`runsitter sandbox`: a URL once a command can be typed, and exit code 0 on Ctrl-C or SIGTERM."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from bot.cli import main; raise SystemExit(main())"),
        *("sandbox", "--port", "0", "--listings", "300"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path), "HOME": str(tmp_path)},
        cwd=Path(__file__).parents[3],
    )
    async with asyncio.timeout(SECONDS):
        assert program.stdout is not None
        first = (await program.stdout.readline()).decode()
        url = next(word for word in first.split() if word.startswith("http://127.0.0.1:"))
        async with aiohttp.ClientSession() as session:
            body = {"user": "ada", "channel": "training", "text": "/gpu help"}
            async with session.post(f"{url}sandbox/api/type", json=body) as response:
                told = await response.json()
        program.send_signal(number)
        _, errors = await program.communicate()
    assert told == {"outcome": "acked"}
    assert (program.returncode, errors) == (0, b"")
    assert not any(os.scandir(tmp_path))
