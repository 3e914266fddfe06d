"""Uploaded files: reserved, sent, completed, and ready only a while after that (slackapi/bolt-js#2115)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from . import messages
from .model import Channel, Json
from .refusal import Refusal
from .workspace import Workspace


@dataclass(slots=True, eq=False)
class File:
    """A file. It is of a known kind once it was looked at as often as `Files.ready_after` says."""

    id: str
    token: str
    name: str
    length: int
    alt_txt: str = ""
    title: str = ""
    content: bytes | None = None
    completed: bool = False
    looks: int = 0
    shared_in: set[str] = field(default_factory=set)


class Files:
    """The workspace's files, and how they go wrong.

    `lose_shares`: so many of the next completed uploads are never shared, though the answer says ok
    (paradigmxyz/centaur#311). `only_shared`: blocks take only files that were shared somewhere (python-slack-sdk#1658).
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.by_id: dict[str, File] = {}
        self.ready_after = 2
        self.lose_shares = 0
        self.only_shared = False

    def reserve(self, name: str, length: int, alt_txt: str = "") -> File:
        """Make room for a file that is to come."""
        ids = self._workspace.ids
        file = File(ids.new("F0"), ids.new("up"), name, length, alt_txt)
        self.by_id[file.id] = file
        return file

    def receive(self, token: str, content: bytes) -> None:
        """Take a file's bytes; Refusal for an unknown place, or another length than was said."""
        file = next((one for one in self.by_id.values() if one.token == token), None)
        if file is None:
            raise Refusal("file_not_found")
        if len(content) != file.length:
            raise Refusal("length_mismatch")
        file.content = content

    def complete(self, file_id: str, title: str, channel: Channel | None, thread: str | None) -> Json:
        """Finish an upload, and share it where a channel is named: with alt_txt it silently is not (#1818)."""
        file = self.by_id.get(file_id)
        if file is None or file.content is None or file.completed:
            raise Refusal("file_not_found")
        file.completed, file.title = True, title or file.name
        if channel is not None and not file.alt_txt and not self._is_lost():
            file.shared_in.add(channel.id)
            shared = messages.post(self._workspace, channel, {"text": "", "thread_ts": thread})
            shared.files.append(self.to_json(file))
        return {"id": file.id, "title": file.title}

    def look(self, file_id: str) -> Json:
        """Tell of a file, a step nearer to ready each time."""
        file = self.by_id.get(file_id)
        if file is None or not file.completed:
            raise Refusal("file_not_found")
        file.looks += 1
        return self.to_json(file)

    def is_ready(self, file: File) -> bool:
        """Tell whether its kind is known."""
        return file.completed and file.looks >= self.ready_after

    def to_json(self, file: File) -> Json:
        """Write a file as the Web API does; its kind is missing until it is known."""
        told: Json = {"id": file.id, "name": file.name, "title": file.title, "size": file.length}
        told["channels"] = sorted(file.shared_in)
        return told | {"mimetype": "image/png", "filetype": "png"} if self.is_ready(file) else told

    def demand_for(self, payload: Json) -> None:
        """Refuse blocks that name a file which is not there, or not ready."""
        for pointer, file_id in _named(payload.get("blocks") or [], "/blocks"):
            file = self.by_id.get(file_id)
            if file is None or not self.is_ready(file) or (self.only_shared and not file.shared_in):
                foreseeable = file is None or not self.is_ready(file)
                why = f"[ERROR] invalid slack file [json-pointer:{pointer}]"
                raise Refusal("invalid_blocks", why, is_mistake=foreseeable)

    def _is_lost(self) -> bool:
        if self.lose_shares:
            self.lose_shares -= 1
            return True
        return False


def _named(value: object, pointer: str) -> Iterator[tuple[str, str]]:
    """Walk the files that blocks name, each with its place."""
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from _named(one, f"{pointer}/{index}")
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "slack_file" and isinstance(one, dict) and "id" in one:
                yield f"{pointer}/slack_file", str(one["id"])
            else:
                yield from _named(one, f"{pointer}/{key}")
