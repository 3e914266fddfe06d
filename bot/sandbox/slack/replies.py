"""response_urls: five uses within thirty minutes (docs.slack.dev/interactivity/handling-user-interaction)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from . import messages
from .blockkit import check_message
from .model import Json, Message
from .refusal import Refusal, demand
from .workspace import Workspace

MOST_USES = 5
LIFE = timedelta(minutes=30)


@dataclass(slots=True)
class ReplyUrl:
    """One response_url: whose deed it answers, where; `original` is what was clicked, or a command's last answer."""

    user_id: str
    channel_id: str
    made: datetime
    original: Message | None = None
    of_command: bool = False
    uses: int = 0


class Replies:
    """Keeps the response_urls and takes what is posted to them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.urls: dict[str, ReplyUrl] = {}

    def new(self, user_id: str, channel_id: str, original: Message | None = None) -> str:
        """Make one; `original` is the message whose control was used. Returns the last part of its path."""
        token = f"{self._workspace.ids.new('')}/{self._workspace.ids.new('r')}"
        now = self._workspace.now()
        self.urls[token] = ReplyUrl(user_id, channel_id, now, original, of_command=original is None)
        return token

    def take(self, token: str, payload: Json) -> None:
        """Post, replace or delete as the payload asks; Refusal with `used_url` or such a word."""
        url = self.urls.get(token)
        if url is None or self._workspace.now() - url.made > LIFE:
            raise Refusal("expired_url")
        if url.uses >= MOST_USES:
            raise Refusal("used_url")
        demand(check_message(payload))
        url.uses += 1
        self.apply(url, payload)

    def apply(self, url: ReplyUrl, payload: Json) -> None:
        """Carry out a payload that was found to be right."""
        if payload.get("delete_original"):
            if url.original:
                messages.delete(self._workspace, url.original)
        elif payload.get("replace_original") and url.original and not url.original.deleted:
            messages.edit(self._workspace, url.original, {"blocks": [], **payload})
        else:
            self._post(url, payload)

    def _post(self, url: ReplyUrl, payload: Json) -> None:
        channel = self._workspace.channels[url.channel_id]
        only_for = None if payload.get("response_type") == "in_channel" else url.user_id
        message = messages.post(self._workspace, channel, payload, only_for=only_for)
        if url.of_command:
            url.original = message
