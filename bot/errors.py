"""What can go wrong, as types: an error's docstring is the sentence its user reads, with the remedy."""

import inspect
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
        sentence = " ".join((inspect.getdoc(type(self)) or "").split("\n\n", 1)[0].split())
        if not self.particular:
            return sentence
        return f"{sentence.removesuffix('.')}: {self.particular}" if sentence else self.particular


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
