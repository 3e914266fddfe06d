"""`runsitter sandbox`: the stand-ins and the bot together, until Ctrl-C."""

import asyncio
import contextlib
import logging
import signal
import tempfile
from collections.abc import Mapping, Sequence

from bot.app.logs import log_safely
from bot.app.run import run_bot
from bot.config import Settings, load_settings, setting_name
from bot.errors import RunsitterError
from bot.sandbox.server import Sandbox
from bot.settings.sources import environment
from bot.terminal.out import CannotPrint, ReaderGone, tell

EXAMPLE = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"
_HEEDED = ("RUNSITTER_TIMEZONE", "RUNSITTER_SUMMARY_AT")
MOST_LISTINGS = 100_000
MOST_PORT = 65_535


class BadSandbox(RunsitterError):
    """The sandbox can't be started like that."""

    exit_code = 2


async def play(port: int, listings: int) -> int:
    """Run the sandbox until SIGINT or SIGTERM, and give the exit code. Raises RunsitterError where it can't run.

    `port` is the page's: if it is taken, the next free one is used and said.
    """
    if not 0 <= port <= MOST_PORT:
        raise BadSandbox(f"--port must be 0 to {MOST_PORT}, not {port}")
    if not 1 <= listings <= MOST_LISTINGS:
        raise BadSandbox(f"--listings must be 1 to {MOST_LISTINGS}, not {listings}")
    playing = asyncio.create_task(_play(port, listings))
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError):  # not the main thread: the caller cancels
            asyncio.get_running_loop().add_signal_handler(number, playing.cancel)
    try:
        await asyncio.wait({playing})
    finally:
        playing.cancel()
    if not playing.cancelled():
        playing.result()
    return 0


async def _play(port: int, listings: int) -> None:
    with tempfile.TemporaryDirectory(prefix="runsitter-sandbox-") as folder:
        async with Sandbox(port=port, listings=listings) as sandbox:
            environ = environment()
            settings = load_settings({**sandbox.environ, **heeded(environ), "RUNSITTER_DATA_DIR": folder}).for_run()
            log_safely(settings, logging.WARNING)
            started = asyncio.Event()
            telling = asyncio.create_task(_tell(sandbox, started, passed_over(environ)))
            try:
                await run_bot(settings, sandbox.clock, started=started)
            finally:
                telling.cancel()


def heeded(environ: Mapping[str, str]) -> dict[str, str]:
    """Give those of somebody's own settings that mean something in the sandbox too: the team's zone and its morning."""
    return {name: environ[name] for name in _HEEDED if environ.get(name, "").strip()}


def passed_over(environ: Mapping[str, str]) -> list[str]:
    """Give the names of the settings that are set and have no effect in the sandbox."""
    known = sorted(map(setting_name, Settings.model_fields))
    return [name for name in known if name not in _HEEDED and environ.get(name, "").strip()]


async def _tell(sandbox: Sandbox, started: asyncio.Event, unused: Sequence[str]) -> None:
    await started.wait()
    await sandbox.heard()
    with contextlib.suppress(ReaderGone, CannotPrint):  # the page is there all the same
        tell(*_lines(sandbox, unused))


def _lines(sandbox: Sandbox, unused: Sequence[str]) -> list[str]:
    moved = sandbox.asked_port not in (0, sandbox.port)
    return [
        *([f"Port {sandbox.asked_port} is taken, so it is {sandbox.port}."] if moved else []),
        f"Open {sandbox.url} and type, for example: {EXAMPLE}",
        *([f"A machine is rented already: /gpu track {sandbox.rented} as llama-ft for 72h"] if sandbox.rented else []),
        *([f"Set, but not used in the sandbox: {', '.join(unused)}."] if unused else []),
        "Everything is made up and on this machine: nothing is rented, nothing is paid. Ctrl-C stops it.",
    ]
