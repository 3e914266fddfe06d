"""The rich_text block: sections, lists, quotes, preformatted text, and their leaves (@slack/types 3.2.0)."""

from .problem import Check
from .rules import array, boolean, by_type, fields, integer, one_of, string, typed

_STYLE = fields(
    {},
    dict.fromkeys(
        ("bold", "italic", "strike", "code", "underline", "highlight", "client_highlight", "unlink"), boolean
    ),
)
_STYLED = {"style": _STYLE}

LEAVES: dict[str, Check] = {
    "text": typed({"text": string(literal=True)}, _STYLED),
    "link": typed({"url": string(3000)}, {**_STYLED, "text": string(), "unsafe": boolean}),
    "date": typed(
        {"timestamp": integer(0), "format": string()},
        {**_STYLED, "url": string(3000), "fallback": string()},
    ),
    "emoji": typed({"name": string()}, {**_STYLED, "unicode": string(), "url": string(3000)}),
    "broadcast": typed({"range": one_of("here", "channel", "everyone")}, _STYLED),
    "channel": typed({"channel_id": string()}, _STYLED),
    "color": typed({"value": string()}, _STYLED),
    "team": typed({"team_id": string()}, _STYLED),
    "user": typed({"user_id": string()}, _STYLED),
    "usergroup": typed({"usergroup_id": string()}, _STYLED),
}

_BORDER = {"border": one_of(0, 1)}
_RUN = array(by_type(LEAVES), 0)
_WORDS = array(by_type({"text": LEAVES["text"], "link": LEAVES["link"]}), 0)
_SECTION = typed({"elements": _RUN})

PARTS: dict[str, Check] = {
    "rich_text_section": _SECTION,
    "rich_text_list": typed(
        {"style": one_of("bullet", "ordered"), "elements": array(by_type({"rich_text_section": _SECTION}))},
        {**_BORDER, "indent": integer(0, 8), "offset": integer(0)},
    ),
    "rich_text_quote": typed({"elements": _RUN}, _BORDER),
    "rich_text_preformatted": typed({"elements": _WORDS}, {**_BORDER, "language": string()}),
}

RICH_TEXT = typed({"elements": array(by_type(PARTS))}, {"block_id": string(255)})
