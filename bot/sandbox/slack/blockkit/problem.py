"""What a check finds, and where in the payload it stands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Surface = Literal["message", "modal", "home"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a JSON pointer, a sentence, and the error code that Slack's Web API would answer."""

    pointer: str
    sentence: str
    code: str = "invalid_blocks"

    def __str__(self) -> str:
        """Write it the way Slack's `response_metadata.messages` does."""
        return f"[ERROR] {self.sentence} [json-pointer:{self.pointer}]"


@dataclass(frozen=True, slots=True)
class At:
    """A place in a payload that is bound for one surface."""

    surface: Surface
    pointer: str = ""

    def __truediv__(self, step: str | int) -> "At":
        return At(self.surface, f"{self.pointer}/{step}")

    def problem(self, sentence: str, code: str = "invalid_blocks") -> Problem:
        """Name a broken rule at this place."""
        return Problem(self.pointer, sentence, code)


Check = Callable[[object, At], Iterator[Problem]]
