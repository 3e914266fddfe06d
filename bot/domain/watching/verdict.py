"""What one look changes: the new standing, the incidents that open and close, and what is to be said."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.domain.letters import Letter
from bot.domain.watching.incident import Incident

S = TypeVar("S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Generic[S]):
    """All of it is kept together, in one transaction, or not at all.

    `letters` are said once each; `cards` are said, or edited in place where they were said before.
    """

    standing: S
    opened: tuple[Incident, ...] = ()
    closed: tuple[Incident, ...] = ()
    letters: tuple[Letter, ...] = ()
    cards: tuple[Letter, ...] = ()
