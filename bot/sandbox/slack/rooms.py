"""What people do to channels behind a bot's back; no event tells of it (case f160)."""

from .workspace import BOT_USER_ID, Workspace


class Rooms:
    """Levers on channels, each by id or name."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def archive(self, channel: str) -> None:
        """Archive a channel: nothing can be said in it, all of it can be read."""
        self._workspace.channel(channel).is_archived = True
        self._workspace.happenings.tell()

    def unarchive(self, channel: str) -> None:
        """Bring an archived channel back."""
        self._workspace.channel(channel).is_archived = False
        self._workspace.happenings.tell()

    def kick(self, channel: str) -> None:
        """Throw the bot out; a private channel is then as if it weren't there."""
        self._workspace.channel(channel).members.discard(BOT_USER_ID)
        self._workspace.happenings.tell()

    def invite(self, channel: str) -> None:
        """Let the bot in."""
        self._workspace.channel(channel).members.add(BOT_USER_ID)
        self._workspace.happenings.tell()

    def rename(self, channel: str, name: str) -> None:
        """Call a channel something else; its id stays."""
        self._workspace.channel(channel).name = name
        self._workspace.happenings.tell()
