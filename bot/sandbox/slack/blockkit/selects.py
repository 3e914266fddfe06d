"""Select menus, one and many, and the pickers of dates and times."""

from .elements import ID
from .objects import CONFIRM, CONVERSATION_FILTER, OPTION, OPTION_GROUP, SELECTED_AT_MOST, plain
from .problem import Check
from .rules import Fields, array, boolean, integer, some_of, string, typed

_COMMON: Fields = {"action_id": ID, "confirm": CONFIRM, "focus_on_load": boolean, "placeholder": plain(150)}
_ONE: Fields = {**_COMMON, "response_url_enabled": boolean}
_MANY: Fields = {**_COMMON, "max_selected_items": SELECTED_AT_MOST}
_CONVERSATIONS: Fields = {"filter": CONVERSATION_FILTER, "default_to_current_conversation": boolean}
_LISTED: Fields = {"options": array(OPTION, 1, 100), "option_groups": array(OPTION_GROUP, 1, 100)}
_QUERY: Fields = {"min_query_length": integer(0)}
_EITHER = some_of("exactly one", "options", "option_groups")

SELECTS: dict[str, Check] = {
    "static_select": typed({}, {**_COMMON, **_LISTED, "initial_option": OPTION}, _EITHER),
    "external_select": typed({}, {**_COMMON, **_QUERY, "initial_option": OPTION}),
    "users_select": typed({}, {**_COMMON, "initial_user": string()}),
    "conversations_select": typed({}, {**_ONE, **_CONVERSATIONS, "initial_conversation": string()}),
    "channels_select": typed({}, {**_ONE, "initial_channel": string()}),
}

MULTI_SELECTS: dict[str, Check] = {
    "multi_static_select": typed({}, {**_MANY, **_LISTED, "initial_options": array(OPTION, 1, 100)}, _EITHER),
    "multi_external_select": typed({}, {**_MANY, **_QUERY, "initial_options": array(OPTION, 1, 100)}),
    "multi_users_select": typed({}, {**_MANY, "initial_users": array(string())}),
    "multi_conversations_select": typed({}, {**_MANY, **_CONVERSATIONS, "initial_conversations": array(string())}),
    "multi_channels_select": typed({}, {**_MANY, "initial_channels": array(string())}),
}

_DATE = string(like=r"^\d{4}-\d{2}-\d{2}$")
_TIME = string(like=r"^\d{2}:\d{2}$")

PICKERS: dict[str, Check] = {
    "datepicker": typed({}, {**_COMMON, "initial_date": _DATE}),
    "timepicker": typed({}, {**_COMMON, "initial_time": _TIME, "timezone": string()}),
}

# A datetimepicker has no placeholder; its instant is a ten-digit Unix second.
DATETIME_PICKER: dict[str, Check] = {
    "datetimepicker": typed(
        {},
        {
            "action_id": ID,
            "confirm": CONFIRM,
            "focus_on_load": boolean,
            "initial_date_time": integer(1_000_000_000, 9_999_999_999),
        },
    )
}
