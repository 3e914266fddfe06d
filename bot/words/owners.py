"""Who a run belongs to: a mention out of Slack's list, or a member's id; a name alone could be anybody's."""

import re

from bot.words.reading import Bad
from bot.words.typed import Typed, typed

_MENTION = re.compile(r"<@(?P<id>[UW][A-Z0-9]{1,20})(?:\|.*)?>", re.ASCII)
_ID = re.compile(r"@?(?P<id>[UW](?=[A-Z]*\d|[A-Z]{8})[A-Z0-9]{1,20})", re.ASCII)
"""With a digit, or as long as real ones are: `@UMA` may be a person's name."""
_EXAMPLE = "owner @U012AB3CD"
_ASK = "is nobody for sure; pick the person from Slack's list, or type the member id out of their profile."


def owner_of(word: Typed) -> str | Bad:
    """Give the id of the person that a word names."""
    if found := _MENTION.fullmatch(word.text) or _ID.fullmatch(word.text):
        return found["id"]
    if word.text.lower() == "me":
        return Bad(word.end, "is who types it anyway; leave it out.")
    if word.text.startswith(("<!", "<#")):
        return Bad(word.end, "is not one person.", example=_EXAMPLE)
    return Bad(word.end, _ASK, example=_EXAMPLE)


read_owner = typed("who?", _EXAMPLE, owner_of)
"""Reads one person."""
