"""The command line. Each command imports only what it needs, so that `find` starts fast."""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bot import __version__
from bot.clock import SystemClock
from bot.errors import BadSetting, RunsitterError
from bot.redact import install
from bot.terminal.out import ReaderGone, complain, settle, tell

_BY_SIGNAL = 128
"""A process that a signal ends is told to the shell as this and the signal's number."""

_WHERE_TO_LOOK = "`runsitter check` looks at every setting; `runsitter sandbox` needs neither Slack nor keys"

_FIND_OPTIONS = frozenset({"--json", "-h", "--help"})


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 1 it failed, 2 wrong words or settings."""
    install()
    try:
        arguments = _parser().parse_args(_words_apart(sys.argv[1:] if argv is None else argv))
        command: Callable[[argparse.Namespace], Coroutine[Any, Any, int]] = arguments.command
        return asyncio.run(command(arguments))
    except BadSetting as bad:
        for line in bad.problems:
            complain(f"runsitter: {line}")
        return bad.exit_code
    except RunsitterError as error:
        complain(f"runsitter: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        return _BY_SIGNAL + signal.SIGINT
    except ReaderGone:
        return _BY_SIGNAL + signal.SIGPIPE
    except Exception as error:
        complain(f"runsitter: unexpected {type(error).__name__}; please report it")
        logging.getLogger("bot").exception("the particulars, without secrets")
        return 1
    finally:
        settle()


def _words_apart(argv: Sequence[str]) -> list[str]:
    """Part the options of `find` from its words, so that the grammar answers to `margin -15%`."""
    if not argv or argv[0] != "find":
        return list(argv)
    options = [word for word in argv[1:] if word in _FIND_OPTIONS]
    return ["find", *options, "--", *(word for word in argv[1:] if word not in {*_FIND_OPTIONS, "--"})]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="runsitter", description="Sits with multi-day runs on rented GPU machines.")
    parser.add_argument("--version", action="version", version=f"runsitter {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="the bot; needs Slack tokens")
    run.set_defaults(command=_run)

    sandbox = commands.add_parser("sandbox", help="stand-ins and the bot on loopback, to try it without Slack or keys")
    sandbox.add_argument("--port", type=int, default=8099, help="of the page (default 8099, or the next free one)")
    sandbox.add_argument("--listings", type=int, default=3000, help="how many listings the market has (default 3000)")
    sandbox.set_defaults(command=_sandbox)

    check = commands.add_parser("check", help="look at tokens, scopes, channel, database, keys; a line each")
    check.set_defaults(command=_check)

    find = commands.add_parser("find", help="listings on which a run can finish, as /gpu find")
    find.add_argument(
        "words",
        nargs="*",
        help="for example: h100-sxm x8 for 72h disk 500GB in 200GB out 300GB max 20/h (no $ in a shell)",
    )
    find.add_argument("--json", action="store_true", help="for programs")
    find.set_defaults(command=_find)

    db = commands.add_parser("db", help="the database: upgrade, backup FILE, restore FILE")
    deeds = db.add_subparsers(required=True, metavar="DEED", dest="deed")
    deeds.add_parser("upgrade", help="bring its tables up to date, as the bot does at its start")
    deeds.add_parser("backup", help="copy it to a new file, while the bot runs").add_argument("file")
    deeds.add_parser("restore", help="put a backup in its place, while no bot runs").add_argument("file")
    db.set_defaults(command=_db, file=None)
    return parser


@contextmanager
def _unswept() -> Iterator[None]:
    """Import without looking for garbage: what is imported stays, and a tenth of a start went on sweeping it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _run(_: argparse.Namespace) -> int:
    with _unswept():
        from bot.app.interpreter import answer_at_once
        from bot.app.logs import log_safely
        from bot.app.run import run_bot
        from bot.config import load_settings, stray_settings

    try:
        settings = load_settings().for_run()
    except BadSetting as bad:
        problems = (*bad.problems, *stray_settings())  # what is missing may only be misspelt
        raise BadSetting(*problems, *((_WHERE_TO_LOOK,) if len(problems) > 1 else ())) from None
    log_safely(settings)
    for stray in stray_settings():
        logging.getLogger("bot").warning("%s", stray)
    answer_at_once()
    await run_bot(settings, SystemClock())
    return 0


async def _check(_: argparse.Namespace) -> int:
    with _unswept():
        from bot.app.doctor import Mark, examine
        from bot.config import load_settings, stray_settings

    lines = await examine(load_settings(), SystemClock())
    tell(*(f"note settings: {stray}" for stray in stray_settings()), *map(str, lines))
    return int(any(line.mark is Mark.BAD for line in lines))


async def _find(arguments: argparse.Namespace) -> int:
    from bot.terminal.find import find_in_terminal

    gc.disable()  # it is over in a second, and a tenth of that went on looking for garbage among good listings
    return await find_in_terminal(" ".join(arguments.words), SystemClock(), as_json=arguments.json)


async def _db(arguments: argparse.Namespace) -> int:
    with _unswept():
        from bot.cli_db import tend

    return await tend(arguments.deed, arguments.file)


async def _sandbox(arguments: argparse.Namespace) -> int:
    with _unswept():
        from bot.cli_sandbox import play

    return await play(port=arguments.port, listings=arguments.listings)
