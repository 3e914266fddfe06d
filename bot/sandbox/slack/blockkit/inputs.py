"""Elements that are typed into; they live in input blocks."""

from .elements import ID
from .objects import DISPATCH, plain
from .problem import Check
from .rich_text import RICH_TEXT
from .rules import Fields, array, boolean, by_type, integer, string, typed

_COMMON: Fields = {"action_id": ID, "focus_on_load": boolean, "placeholder": plain(150)}
_TYPED: Fields = {**_COMMON, "dispatch_action_config": DISPATCH}
_FIGURE = string(like=r"^-?\d+(\.\d+)?$")
_MOST_LETTERS = 3000

INPUTS: dict[str, Check] = {
    "plain_text_input": typed(
        {},
        {
            **_TYPED,
            "initial_value": string(_MOST_LETTERS, least=0),
            "multiline": boolean,
            "min_length": integer(0, _MOST_LETTERS),
            "max_length": integer(1, _MOST_LETTERS),
        },
    ),
    # Its bounds and its value are strings, never numbers (slack_sdk 3.48, @slack/types 3.2.0).
    "number_input": typed(
        {"is_decimal_allowed": boolean},
        {**_TYPED, "initial_value": _FIGURE, "min_value": _FIGURE, "max_value": _FIGURE},
    ),
    "email_text_input": typed({}, {**_TYPED, "initial_value": string(like="@")}),
    "url_text_input": typed({}, {**_TYPED, "initial_value": string(3000)}),
    "rich_text_input": typed(
        {},
        {
            **_TYPED,
            "initial_value": by_type({"rich_text": RICH_TEXT}),
            "min_lines": integer(1),
            "max_lines": integer(1),
        },
    ),
    "file_input": typed({}, {"action_id": ID, "filetypes": array(string()), "max_files": integer(1, 10)}),
}
