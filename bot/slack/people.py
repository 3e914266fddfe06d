"""Who is asking, and whether they are of the house. A person's workspace is theirs, not the channel's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in Slack. `team_id` and `enterprise_id` are where the person belongs; None: Slack didn't say."""

    user_id: str
    team_id: str | None = None
    enterprise_id: str | None = None
    channel_id: str | None = None


def person_of(body: Body) -> Person | None:
    """Read who sent a slash command, click, view or event; None where nobody did."""
    if isinstance(event := body.get("event"), Mapping):
        return _of_event(body, event)
    if isinstance(user := body.get("user"), Mapping):
        return _of_interaction(body, user)
    return _person(body.get("user_id"), body.get("team_id"), body.get("enterprise_id"), body.get("channel_id"))


def is_ours(person: Person | None, home_team: str, home_enterprise: str | None = None) -> bool:
    """Tell whether a person belongs to the bot's workspace or its organization; not said means no. Case f146."""
    if person is None or not home_team or not person.team_id:
        return False
    if person.team_id == home_team:
        return True
    return bool(home_enterprise) and home_enterprise in {person.team_id, person.enterprise_id}


def _of_interaction(body: Body, user: Body) -> Person | None:
    """Read a click or a view: only `user` tells of the person; `team` and `enterprise` are the conversation's."""
    place = _id(body.get("channel")) or _mapping(body.get("container")).get("channel_id")
    return _person(user.get("id"), user.get("team_id"), user.get("enterprise_id"), place)


def _of_event(body: Body, event: Body) -> Person | None:
    """Read an event. In a shared channel the outer team is the receiver's, so only the event's own team counts."""
    shared = body.get("is_ext_shared_channel") is True
    team = event.get("user_team") or event.get("team") or (None if shared else body.get("team_id"))
    place = _id(event.get("channel")) or _mapping(event.get("item")).get("channel")
    return _person(_id(event.get("user")), team, None, place)


def _person(user: object, team: object, enterprise: object, channel: object) -> Person | None:
    who = _text(user)
    return Person(who, _text(team), _text(enterprise), _text(channel)) if who else None


def _id(thing: object) -> object:
    """Give the id of what Slack writes as an id in one payload and as an object in another."""
    return thing.get("id") if isinstance(thing, Mapping) else thing


def _mapping(thing: object) -> Body:
    return thing if isinstance(thing, Mapping) else {}


def _text(thing: object) -> str | None:
    return thing if isinstance(thing, str) and thing else None
