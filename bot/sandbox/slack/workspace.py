"""The state of the stand-in's workspace, and who and what is in it from the start."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .happenings import Happenings
from .ids import Ids
from .model import Channel, Json, Message, Refused, Trouble, User, View

TEAM_ID = "T0RUNS0001"
OTHER_TEAM_ID = "T0OTHER001"
APP_ID = "A0RUNS0001"
BOT_ID = "B0RUNS0001"
BOT_USER_ID = "U0RUNS0001"
TEAM_DOMAIN = "sandbox"
TRIGGER_LIFE = timedelta(seconds=3)


@dataclass(slots=True)
class Trigger:
    """A trigger_id: good once, for three seconds."""

    user_id: str
    made: datetime
    used: bool = False
    modal: bool = False


class Workspace:
    """Users, channels, open views and triggers; every change is told to `happenings`."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.ids = Ids(now)
        self.happenings = Happenings()
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.triggers: dict[str, Trigger] = {}
        self.modals: dict[str, list[View]] = {}
        self.homes: dict[str, View] = {}
        self.troubles: list[Trouble] = []
        self.refused: list[Refused] = []
        _seed(self)

    def user(self, who: str) -> User:
        """Find a user by id or name; KeyError if there is none."""
        return next((one for one in self.users.values() if who in (one.id, one.name)), None) or self.users[who]

    def channel(self, which: str) -> Channel:
        """Find a channel by id or name, `#` or not; KeyError if there is none."""
        name = which.removeprefix("#")
        found = next((one for one in self.channels.values() if name in (one.id, one.name)), None)
        return found or self.channels[which]

    def dm(self, user_id: str) -> Channel:
        """Find or open the bot's direct messages with one person."""
        for channel in self.channels.values():
            if channel.kind == "dm" and user_id in channel.members:
                return channel
        channel = Channel(self.ids.new("D"), f"dm-{user_id}", "dm", {BOT_USER_ID, user_id})
        self.channels[channel.id] = channel
        return channel

    def visible_to(self, user_id: str) -> list[Message]:
        """List what a person can read, oldest first: channels they are in, less other people's ephemerals."""
        mine = (channel for channel in self.channels.values() if user_id in channel.members)
        seen = (one for channel in mine for one in channel.messages)
        shown = [one for one in seen if not one.deleted and one.only_for in (None, user_id)]
        return sorted(shown, key=lambda one: float(one.ts))

    def trigger(self, user_id: str, *, modal: bool = False) -> str:
        """Make a trigger_id for what a person just did; `modal` if they did it in one."""
        trigger_id = f"{self.ids.new('')}.{TEAM_ID}.{self.ids.new('x')}"
        self.triggers[trigger_id] = Trigger(user_id, self.now(), modal=modal)
        return trigger_id

    def trouble(self, user_id: str, error: str, doing: str) -> None:
        """Show a person an error of Slack's own."""
        self.troubles.append(Trouble(user_id, error, doing))
        self.happenings.tell()

    def refuse(self, method: str, error: str, reasons: tuple[str, ...], payload: Json) -> None:
        """Record what the bot got wrong."""
        self.refused.append(Refused(method, error, reasons, payload))
        self.happenings.tell()


def _seed(workspace: Workspace) -> None:
    """Three members, a guest, a person of another workspace; public, private, shared and bot-less channels."""
    people = [
        User("U0ADA00001", "ada", "Ada", TEAM_ID, "Europe/Berlin", 3600),
        User("U0BEN00001", "ben", "Ben", TEAM_ID, "America/New_York", -18000),
        User("U0CAT00001", "cat", "Cat", TEAM_ID),
        User("U0GUEST001", "gil", "Gil", TEAM_ID, is_guest=True),
        User("U0OTHER001", "fay", "Fay", OTHER_TEAM_ID),
        User(BOT_USER_ID, "runsitter", "Runsitter", TEAM_ID, is_bot=True),
    ]
    workspace.users = {one.id: one for one in people}
    home = {one.id for one in people if one.team_id == TEAM_ID and not one.is_guest}
    ada, guest, other = "U0ADA00001", "U0GUEST001", "U0OTHER001"
    channels = [
        Channel("C0TRAINING", "training", "public", home | {guest}),
        Channel("C0ADMIN001", "admin", "private", {BOT_USER_ID, ada}),
        Channel("C0SHARED01", "shared", "public", home | {other}, is_shared=True),
        Channel("C0RANDOM01", "random", "public", home - {BOT_USER_ID}),
        Channel("C0SECRET01", "secret", "private", {ada}),
        Channel("C0OLDRUNS1", "old-runs", "public", set(home), is_archived=True),
    ]
    workspace.channels = {one.id: one for one in channels}
