"""What a workspace is made of: users, channels, messages, views."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]


@dataclass(slots=True)
class User:
    """A member of some workspace; a person of another one may share a channel."""

    id: str
    name: str
    real_name: str
    team_id: str
    tz: str = "Etc/UTC"
    tz_offset: int = 0
    is_bot: bool = False
    is_guest: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands now. `only_for` is the one reader of an ephemeral message."""

    channel_id: str
    ts: str
    user_id: str
    text: str
    by_bot: bool = False
    blocks: list[Json] = field(default_factory=list)
    metadata: Json | None = None
    thread_ts: str | None = None
    broadcast: bool = False
    only_for: str | None = None
    pings: tuple[str, ...] = ()
    unfurls: bool = True
    files: list[Json] = field(default_factory=list)
    edited_ts: str | None = None
    deleted: bool = False
    change: int = 0

    @property
    def is_ephemeral(self) -> bool:
        """Tell whether only one person sees it."""
        return self.only_for is not None

    @property
    def says(self) -> str:
        """Everything there is to read: the notification's text, then each text in the blocks, a line each."""
        return "\n".join([self.text, *texts(self.blocks)])

    @property
    def labels(self) -> list[str]:
        """The buttons' labels, top to bottom."""
        return [control["text"]["text"] for _, control in controls(self.blocks) if control["type"] == "button"]


@dataclass(slots=True)
class Channel:
    """A conversation; a `dm` has the bot and one person as members."""

    id: str
    name: str
    kind: Literal["public", "private", "dm"] = "public"
    members: set[str] = field(default_factory=set)
    is_archived: bool = False
    is_shared: bool = False
    messages: list[Message] = field(default_factory=list)

    def find(self, ts: str) -> Message | None:
        """Look up a message that is there for all and not deleted."""
        return next((one for one in self.messages if one.ts == ts and not one.deleted and not one.is_ephemeral), None)


@dataclass(slots=True, eq=False)
class View:
    """An open modal or a published home tab. `values` is what was typed, in Slack's `state.values` shape."""

    id: str
    hash: str
    user_id: str
    body: Json
    root_id: str
    previous_id: str | None = None
    values: dict[str, dict[str, Json]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    change: int = 0

    @property
    def title(self) -> str:
        """The modal's title; a home tab has none."""
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def blocks(self) -> list[Json]:
        """The view's blocks, with the ids that were given or made."""
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def says(self) -> str:
        """Everything there is to read, a line each."""
        return "\n".join([self.title, *texts(self.blocks)])


@dataclass(frozen=True, slots=True)
class Trouble:
    """What Slack itself told a person: `operation_timeout`, `dispatch_failed` …, and on doing what."""

    user_id: str
    error: str
    doing: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Something of the bot's that broke a rule: by which method, Slack's error, why, and the payload."""

    method: str
    error: str
    reasons: tuple[str, ...]
    payload: Json


def texts(value: object) -> Iterator[str]:
    """Walk every shown text below a value, in order."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key in ("text", "title", "caption", "label", "description", "alt_text") and isinstance(one, str):
                yield one
            else:
                yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def controls(blocks: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Walk the interactive elements of blocks, each with the block it stands in."""
    for block in blocks:
        elements = block.get("elements", []) if block["type"] in ("actions", "context_actions") else []
        held = [*elements, *block.get("actions", []), block.get("accessory"), block.get("element")]
        yield from ((block, one) for one in held if one is not None and one["type"] != "image")
        yield from controls(block.get("child_blocks", []))
        if block["type"] == "carousel":
            yield from controls(block["elements"])
