"""What can go wrong, as types: an error's docstring is the sentence its user reads, with the remedy."""

import os
import re
from typing import ClassVar


class RunsitterError(Exception):
    """Runsitter could not go on. The log has the particulars.

    `str()` is the first paragraph of the docstring followed by the particular that was passed in.
    `exit_code` is what the process ends with where this error stops it.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, particular: str = "") -> None:
        super().__init__(particular)
        self.particular = particular

    def __str__(self) -> str:
        sentence = _sentence(type(self))
        return f"{sentence.removesuffix('.')}: {self.particular}" if self.particular else sentence


class BadSetting(RunsitterError):
    """A setting is wrong or missing, in the environment or in .env.

    `problems` has one line a setting: its name, why, and what would be right. Never a secret.
    """

    exit_code = 2

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class DatabaseUnusable(RunsitterError):
    """The database cannot be used; DATABASE_URL or RUNSITTER_DATA_DIR must name one that can be written."""

    exit_code = 2


class BadNetwork(RunsitterError):
    """A proxy or certificate is unusable; look at HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, SSL_CERT_FILE."""

    exit_code = 2


class DatabaseTooNew(RunsitterError):
    """The database was written by a newer Runsitter; start that version, or restore a backup from before."""

    exit_code = 2


class AnotherRunsitter(RunsitterError):
    """Another Runsitter works with this database; stop that one first, or give this one a DATABASE_URL of its own."""

    exit_code = 2


class LostTicker(RunsitterError):
    """Another Runsitter has taken over the watch, so this one leaves everything as it is."""


class BadBackup(RunsitterError):
    """That backup can't be made or taken back; nothing was changed."""

    exit_code = 2


def _sentence(kind: type[RunsitterError]) -> str:
    """Give the first paragraph of the docstring; under `python -OO`, which has none, the type's name in words."""
    told = " ".join((kind.__doc__ or "").split("\n\n", 1)[0].split())
    return told or re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).capitalize() + "."


class WatchStuck(RunsitterError):
    """Nothing is watched any more: no look at the runs has gone well for long; the bot leaves to be started again."""

    exit_code = os.EX_TEMPFAIL
