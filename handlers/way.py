"""The way back to whoever asked: the response_url, and the channel for when that no longer serves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.slack.letters_taken import taken
from bot.slack.people import person_of

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """Where an answer goes. A form carries it along in its private metadata, for its submission has no other.

    `typed` is a command's way: nothing stands at its response_url but what the bot itself answered there;
    a click's would replace the message that was clicked on.
    """

    response_url: str
    channel_id: str
    user_id: str
    typed: bool = False

    def packed(self) -> str:
        """Write it for a form's private metadata; who submits the form is told by Slack then."""
        return json.dumps([self.response_url, self.channel_id, self.typed])


def way_of(body: Body) -> Way:
    """Read the way back from a command or a click."""
    person = person_of(body)
    channel = person.channel_id if person else None
    url, user = str(body.get("response_url") or ""), person.user_id if person else ""
    return Way(url, channel or "", user, typed="command" in body)


def way_of_form(body: Body) -> Way | None:
    """Read the way back from a form's submission; None where the form carries none, as one of another version may."""
    person = person_of(body)
    try:
        carried = json.loads(body["view"]["private_metadata"])
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    match carried:
        case [str(url), str(channel), *rest] if url or channel:
            return Way(taken(url), taken(channel), person.user_id if person else "", typed=rest == [True])
    return None
