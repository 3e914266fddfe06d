"""Interactive elements that are clicked, and the image element.

Limits: docs.slack.dev/reference/block-kit/block-elements, @slack/types 3.2.0, slack_sdk 3.48.
"""

from .objects import (
    CHOICE_OPTION,
    CONFIRM,
    OVERFLOW_OPTION,
    SLACK_FILE,
    STYLE,
    URL,
    WORKFLOW,
    plain,
)
from .problem import Check
from .rules import array, boolean, fields, one_of, some_of, string, typed

ID = string(255)
_ACTION = {"action_id": ID}
_LABELLED = {**_ACTION, "accessibility_label": string(75)}
_VISIBLE = {"visible_to_user_ids": array(string())}
_ASKED = {**_ACTION, "confirm": CONFIRM, "focus_on_load": boolean}
_FEEDBACK = fields({"text": plain(75), "value": string(2000)}, {"accessibility_label": string(75)})

IMAGE = typed(
    {"alt_text": string(2000)},
    {"image_url": URL, "slack_file": SLACK_FILE},
    some_of("exactly one", "image_url", "slack_file"),
)

BUTTON = typed(
    {"text": plain(75)},
    {
        **_LABELLED,
        **_VISIBLE,
        "url": URL,
        "value": string(2000),
        "style": STYLE,
        "confirm": CONFIRM,
        "agent_prompt": string(4000),
        "agent_prompt_display": string(),
    },
)

CLICKED: dict[str, Check] = {
    "button": BUTTON,
    "workflow_button": typed({"text": plain(75), "workflow": WORKFLOW}, {**_LABELLED, "style": STYLE}),
    "overflow": typed({"options": array(OVERFLOW_OPTION, 1, 5)}, {**_ACTION, "confirm": CONFIRM}),
    "checkboxes": typed(
        {"options": array(CHOICE_OPTION, 1, 10)}, {**_ASKED, "initial_options": array(CHOICE_OPTION, 1, 10)}
    ),
    "radio_buttons": typed({"options": array(CHOICE_OPTION, 1, 10)}, {**_ASKED, "initial_option": CHOICE_OPTION}),
}

CONTEXTUAL: dict[str, Check] = {
    "feedback_buttons": typed({"positive_button": _FEEDBACK, "negative_button": _FEEDBACK}, _ACTION),
    "icon_button": typed(
        {"icon": one_of("trash"), "text": plain(75)},
        {**_LABELLED, **_VISIBLE, "value": string(2000), "confirm": CONFIRM},
    ),
}
