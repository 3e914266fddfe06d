"""Letters: what is to be said, as typed facts. A state change and its letters are kept together, then delivered."""

from bot.domain.letters.answered import Answerable
from bot.domain.letters.facts import FACTS, Facts
from bot.domain.letters.kinds import Kind, Priority
from bot.domain.letters.letter import DIRECT, Letter
from bot.domain.letters.titles import Outlook, Resume, Title

__all__ = ["DIRECT", "FACTS", "Answerable", "Facts", "Kind", "Letter", "Outlook", "Priority", "Resume", "Title"]
