"""Starts the bot in fractions of a second: this program has imported it, and forks a process for each line it reads.

A line is JSON: `environ`, `log` (a file for what it prints), `later` (seconds by which its clock is ahead) and `fate`,
the point at which it kills itself, or null. The answer is the new process's id. Each is what `runsitter run` is, from
`bot.cli.main` on.
"""

import json
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import bot.app.run  # noqa: F401 - it takes two seconds, which is what this is for
from bot import cli
from bot.clock import SystemClock
from bot.store.store import Store

BEFORE, WITHIN, AFTER = "before", "within", "after"


class Fate:
    """Where a process is killed: `when` in a transaction that does `work`, once a query finds something in it.

    Before its work; within, when all is written and not committed; or after the commit.
    """

    def __init__(self, work, when, query):
        self._work, self._when, self._query = work, when, query

    def bind(self):
        """Have every transaction look whether this is the one."""
        fate, whole = self, Store.transact

        async def transact(store, work, *args, **kwargs):
            if fate._work != f"{work.__module__}.{work.__qualname__}":
                return await whole(store, work, *args, **kwargs)
            met = []
            done = await whole(store, fate._watched, met, work, *args, **kwargs)
            if met:
                fate._strike()
            return done

        Store.transact = transact

    def _watched(self, c, met, work, *args, **kwargs):
        if self._when == BEFORE and self._finds(c):
            self._strike()
        done = work(c, *args, **kwargs)
        if self._when != BEFORE and self._finds(c):
            met.append(True)
            if self._when == WITHIN:
                self._strike()
        return done

    def _finds(self, c):
        return c.exec_driver_sql(self._query).first() is not None

    def _strike(self):
        os.write(sys.stderr.fileno(), f"killed {self._when} {self._work}\n".encode())
        os.kill(os.getpid(), signal.SIGKILL)


def live(environ, log, later, fate):
    """Be the bot."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with Path(log).open("ab", buffering=0) as sink, Path(os.devnull).open("rb") as nothing:
        for stream, file in ((0, nothing), (1, sink), (2, sink)):
            os.dup2(file.fileno(), stream)
    os.chdir(Path(log).parent)
    os.environ.clear()
    os.environ.update(environ)
    cli.SystemClock = _ahead(timedelta(seconds=later))
    if fate is not None:
        Fate(*fate).bind()
    return cli.main(["run"])


def _ahead(by):
    class Ahead(SystemClock):
        def now(self):
            return super().now() + by

    return Ahead


def main():
    """Fork for each line; whoever has died is let go of."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(live(**json.loads(line)))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
