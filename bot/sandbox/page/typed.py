"""What people typed. Slack shows no slash command in the channel; the page does, so that an answer has its question."""

from dataclasses import dataclass

from bot.sandbox.slack.model import Json
from bot.sandbox.slack.workspace import Workspace


@dataclass(slots=True, eq=False)
class Typed:
    """A command as it was typed. `outcome` is empty while the bot has not acknowledged it."""

    user_id: str
    channel_id: str
    text: str
    ts: str
    outcome: str = ""
    change: int = 0

    def to_json(self) -> Json:
        """Write it for the page."""
        return {"channel": self.channel_id, "ts": self.ts, "text": self.text, "outcome": self.outcome}


class TypedLog:
    """Every command, oldest first; every change is told to the workspace's happenings."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._log: list[Typed] = []

    def add(self, user_id: str, channel_id: str, text: str) -> Typed:
        """Note a command that is on its way."""
        typed = Typed(user_id, channel_id, text, self._workspace.ids.ts())
        self._log.append(typed)
        typed.change = self._workspace.happenings.tell()
        return typed

    def settle(self, typed: Typed, outcome: str) -> None:
        """Note what became of it: `acked`, `operation_timeout`, `dispatch_failed`."""
        typed.outcome = outcome
        typed.change = self._workspace.happenings.tell()

    def of(self, user_id: str, since: int) -> list[Typed]:
        """List one person's commands that are new or changed."""
        return [one for one in self._log if one.user_id == user_id and one.change > since]
