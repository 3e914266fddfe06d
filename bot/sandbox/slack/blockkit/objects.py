"""Composition objects: text, confirm, option, filters.

Limits: docs.slack.dev/reference/block-kit/composition-objects. Where sources disagree the tighter one stands
(an option's value: 75 in @slack/types, 150 in the docs).
"""

from .problem import Check
from .rules import array, boolean, by_type, fields, integer, one_of, some_of, string, typed

MOST_TEXT = 3000

URL = string(3000, like=r"^(https?|mailto|slack)")


def plain(most: int = MOST_TEXT) -> Check:
    """Check a plain_text object; only this one knows `emoji`."""
    return by_type({"plain_text": typed({"text": string(most, literal=True)}, {"emoji": boolean})})


def mrkdwn(most: int = MOST_TEXT) -> Check:
    """Check a mrkdwn object."""
    return by_type({"mrkdwn": typed({"text": string(most)}, {"verbatim": boolean})})


def text(most: int = MOST_TEXT) -> Check:
    """Check a text object of either kind."""
    return by_type(
        {
            "plain_text": typed({"text": string(most, literal=True)}, {"emoji": boolean}),
            "mrkdwn": typed({"text": string(most)}, {"verbatim": boolean}),
        }
    )


STYLE = one_of("primary", "danger")

CONFIRM = fields(
    {"title": plain(100), "text": text(300)},
    {"confirm": plain(30), "deny": plain(30), "style": STYLE},
)

_OPTION = {"text": plain(75), "value": string(75)}
OPTION = fields(_OPTION, {"description": plain(75)})
OVERFLOW_OPTION = fields(_OPTION, {"description": plain(75), "url": URL})
CHOICE_OPTION = fields({"text": text(75), "value": string(75)}, {"description": text(75)})
OPTION_GROUP = fields({"label": plain(75), "options": array(OPTION, 1, 100)})

SLACK_FILE = fields(
    {},
    {"id": string(like=r"^F[A-Z0-9]{8,}$"), "url": URL},
    some_of("exactly one", "id", "url"),
)

CONVERSATION_FILTER = fields(
    {},
    {
        "include": array(one_of("im", "mpim", "private", "public")),
        "exclude_external_shared_channels": boolean,
        "exclude_bot_users": boolean,
    },
    some_of("any", "include", "exclude_external_shared_channels", "exclude_bot_users"),
)

DISPATCH = fields({}, {"trigger_actions_on": array(one_of("on_enter_pressed", "on_character_entered"), 1, 2)})

WORKFLOW = fields(
    {
        "trigger": fields(
            {"url": URL},
            {"customizable_input_parameters": array(fields({"name": string(), "value": string()}))},
        )
    }
)

SELECTED_AT_MOST = integer(1)
