"""Which blocks and elements a surface refuses (docs, @slack/types 3.2.0).

Sources disagree on tables in a home tab: the docs list them, Tightknit's tests saw them refused.
They are refused here.
"""

from .problem import Surface

_ALL: frozenset[Surface] = frozenset({"message", "modal", "home"})

_REFUSED_BLOCKS: dict[Surface, frozenset[str]] = {
    "message": frozenset({"alert", "file"}),
    "modal": frozenset(
        {
            "card",
            "carousel",
            "container",
            "context_actions",
            "data_table",
            "data_visualization",
            "file",
            "markdown",
            "plan",
            "table",
            "task_card",
        }
    ),
    "home": frozenset({"alert", "context_actions", "markdown", "plan", "task_card", "file", "table", "data_table"}),
}

BLOCK_SURFACES: dict[str, frozenset[str]] = {
    block: frozenset(surface for surface in _ALL if block not in _REFUSED_BLOCKS[surface])
    for block in frozenset[str]().union(*_REFUSED_BLOCKS.values())
}

_MODAL = frozenset({"modal"})
_MESSAGE = frozenset({"message"})

ELEMENT_SURFACES: dict[str, frozenset[str]] = {
    "email_text_input": _MODAL,
    "number_input": _MODAL,
    "url_text_input": _MODAL,
    "file_input": _MODAL,
    "datetimepicker": frozenset({"message", "modal"}),
    "feedback_buttons": _MESSAGE,
    "icon_button": _MESSAGE,
    "workflow_button": _MESSAGE,
}
