"""The loop that pulls a run's files off its machine, filled in for the team's own machine to run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import PurePosixPath
from shlex import quote

from bot.domain.listing import ListingRef
from bot.domain.runs import Keeping
from bot.slack.views.preformatted import preformatted
from bot.slack.views.text import Mrkdwn, code
from bot.words.literal import literal

_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?", re.ASCII)
_USER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}", re.ASCII)
_PATH = re.compile(r"/[^\x00-\x1f\x7f`]{0,200}")
_NAME = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)
COPIES_NOTHING_YET = "Runsitter copies nothing yet: until its next version you pull the files yourself."
_MOST_PORT = 65535
_MOST_PATHS = 10
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Reach:
    """How a machine is reached by SSH."""

    user: str
    host: str
    port: int

    @property
    def sound(self) -> bool:
        """Whether a shell would read it as what it is: a host's name comes from outside and is pasted by somebody."""
        named = _HOST.fullmatch(self.host) and _USER.fullmatch(self.user)
        return bool(named) and 0 < self.port <= _MOST_PORT


def say_ssh(ref: ListingRef, name: str) -> Mrkdwn:
    """Write the command that says how a run's machine is reached."""
    return code(f"/gpu track {'by-hand' if ref.by_hand else ref} as {literal(name)} ssh root@host:22", 160)


def loop(name: str, keeping: Keeping, reach: Reach | None) -> Mrkdwn | None:
    """Write the loop; None where the machine's address or every path is not known or not sound."""
    paths = [path for path in keeping.paths[:_MOST_PATHS] if _PATH.fullmatch(path)]
    if reach is None or not reach.sound or not paths:
        return None
    return preformatted(list(_lines(name, paths, keeping, reach)))[0]


def _lines(name: str, paths: list[str], keeping: Keeping, reach: Reach) -> Iterator[str]:
    """Pull each path into a folder of its name; rsync takes the remote path as it is, whatever stands in it."""
    folder = _NAME.sub("-", name).strip("-.") or "run"
    yield "while :; do"
    for path in paths:
        into = f"{folder}/{PurePosixPath(path).name or 'root'}"
        yield f"  mkdir -p {quote(into)}"
        remote = quote(f"{reach.user}@{reach.host}:{path.rstrip('/')}/")
        yield f"  rsync -a --partial -s -e 'ssh -p {reach.port}' {remote} {quote(into + '/')}"
    yield f"  sleep {max(int((keeping.every or _HOUR).total_seconds()), 1)}"
    yield "done"
