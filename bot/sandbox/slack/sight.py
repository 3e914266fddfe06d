"""What a person sees in Slack, and how a test waits for it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from .model import Json, Message, Trouble, User, View, controls

if TYPE_CHECKING:
    from .standin import SlackStandIn

WITHIN = 5.0
"""Real seconds that a person looks for something before giving up."""

Words = str | re.Pattern[str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Control:
    """A button, menu or input that a person found: where it is, its block and itself."""

    place: Message | View
    block: Json
    element: Json

    @property
    def names(self) -> list[str]:
        """What it can be called by: its label, its placeholder, its block's label, its action_id, its block_id."""
        said = [self.element.get("text"), self.element.get("placeholder"), self.block.get("label")]
        shown = [str(one["text"]) for one in said if isinstance(one, dict)]
        return [*shown, self.element["action_id"], self.block["block_id"]]


def _speaks_of(text: str, what: Words) -> bool:
    return what in text if isinstance(what, str) else what.search(text) is not None


class Sight:
    """One person's view of the workspace. What is awaited here comes within `within` real seconds or NotSeenError."""

    def __init__(self, slack: "SlackStandIn", user: User) -> None:
        self._slack = slack
        self._workspace = slack.workspace
        self._since = 0
        self.user = user

    @property
    def id(self) -> str:
        """The person's user id."""
        return self.user.id

    @property
    def modal(self) -> View | None:
        """The modal on top, if any is open."""
        stack = self._workspace.modals.get(self.id)
        return stack[-1] if stack else None

    @property
    def home(self) -> View | None:
        """The app's home tab, if it was ever published."""
        return self._workspace.homes.get(self.id)

    @property
    def errors(self) -> dict[str, str]:
        """What stands under the modal's inputs, by block_id."""
        return self.modal.errors if self.modal else {}

    @property
    def troubles(self) -> list[Trouble]:
        """What Slack itself complained of, such as `operation_timeout`, oldest first."""
        return [one for one in self._workspace.troubles if one.user_id == self.id]

    def reads(self, what: Words = "", *, channel: str | None = None) -> list[Message]:
        """List the messages this person can read now that say `what`, oldest first."""
        room = self._workspace.channel(channel).id if channel else None
        every = self._workspace.visible_to(self.id)
        return [one for one in every if room in (None, one.channel_id) and _speaks_of(one.says, what)]

    async def sees(
        self, what: Words = "", *, channel: str | None = None, anew: bool = True, within: float = WITHIN
    ) -> Message:
        """Wait for a message of the bot's that says `what`.

        `anew`: it was posted or changed since this person last did something.
        """

        def look() -> Message | None:
            bots = [one for one in self.reads(what, channel=channel) if one.by_bot]
            fresh = [one for one in bots if not anew or one.change > self._since]
            return max(fresh, key=lambda one: one.change, default=None)

        return await self._look(look, within, f"a message that says {what!r}")

    async def sees_modal(self, what: Words = "", *, within: float = WITHIN) -> View:
        """Wait until the modal on top says `what`."""
        return await self._look(lambda: _showing(self.modal, what), within, f"a modal that says {what!r}")

    async def sees_no_modal(self, *, within: float = WITHIN) -> None:
        """Wait until no modal is open."""
        await self._look(lambda: True if self.modal is None else None, within, "no modal")

    async def sees_home(self, what: Words = "", *, within: float = WITHIN) -> View:
        """Wait until the home tab says `what`."""
        return await self._look(lambda: _showing(self.home, what), within, f"a home tab that says {what!r}")

    async def sees_error(self, block_id: str, *, within: float = WITHIN) -> str:
        """Wait for an error under an input of the modal, and return it."""
        return await self._look(lambda: self.errors.get(block_id), within, f"an error at {block_id!r}")

    async def sees_trouble(self, error: str = "", *, within: float = WITHIN) -> Trouble:
        """Wait for a complaint of Slack's own."""
        return await self._look(
            lambda: next((one for one in self.troubles if error in one.error), None), within, f"trouble {error!r}"
        )

    async def finds(self, what: str, *, on: Message | None = None, within: float = WITHIN) -> Control:
        """Wait for a control by any of its names: in the open modal, else on the newest message that has it."""
        return await self._look(lambda: self._control(what, on), within, f"a control {what!r}")

    def _places(self, on: Message | None) -> list[Message | View]:
        if on is not None:
            return [on]
        if self.modal is not None:
            return [self.modal]
        newest = sorted(self.reads(), key=lambda one: one.change, reverse=True)
        return [*newest, self.home] if self.home else [*newest]

    def _control(self, what: str, on: Message | None) -> Control | None:
        for place in self._places(on):
            for block, element in controls(place.blocks):
                if what in (found := Control(place, block, element)).names:
                    return found
        return None

    async def _look(self, look: Callable[[], T | None], within: float, what: str) -> T:
        return await self._workspace.happenings.until(look, within, lambda: self._instead(what))

    def _instead(self, what: str) -> str:
        """Tell what this person has before them, for a test that waited in vain."""
        told = [f"{self.user.name} did not see {what}, but:"]
        told += [f"- message: {one.says} {one.labels}" for one in self.reads()[-5:]]
        told += [f"- modal: {self.modal.says} {self.errors}"] if self.modal else []
        told += [f"- trouble: {one.error} on {one.doing}" for one in self.troubles]
        told += [f"- refused: {one.method} {one.error} {one.reasons}" for one in self._slack.refused]
        return "\n".join(told)


def _showing(view: View | None, what: Words) -> View | None:
    return view if view is not None and _speaks_of(view.says, what) else None
