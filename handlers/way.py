"""The way back to whoever asked: the response_url, and the channel for when that no longer serves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.slack.people import person_of

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """Where an answer goes. A form carries it along in its private metadata, for its submission has no other."""

    response_url: str
    channel_id: str
    user_id: str

    def packed(self) -> str:
        """Write it for a form's private metadata; who submits the form is told by Slack then."""
        return json.dumps([self.response_url, self.channel_id])


def way_of(body: Body) -> Way:
    """Read the way back from a command or a click."""
    person = person_of(body)
    channel = person.channel_id if person else None
    return Way(str(body.get("response_url") or ""), channel or "", person.user_id if person else "")


def way_of_form(body: Body) -> Way | None:
    """Read the way back from a form's submission; None where the form carries none, as one of another version may."""
    person = person_of(body)
    try:
        carried = json.loads(body["view"]["private_metadata"])
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    match carried:
        case [str(url), str(channel)] if url or channel:
            return Way(url, channel, person.user_id if person else "")
    return None
