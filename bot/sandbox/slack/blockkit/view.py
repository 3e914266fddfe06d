"""The check of a view: modal or home tab (docs.slack.dev/reference/views)."""

from collections.abc import Iterator

from .blocks import BLOCK
from .objects import plain
from .problem import At, Problem, Surface
from .rules import array, boolean, string, typed
from .whole import check_whole

MOST_BLOCKS = 100

_COMMON = {
    "callback_id": string(255),
    "external_id": string(255),
    "private_metadata": string(3000, least=0),
}
_BLOCKS = {"blocks": array(BLOCK, 1, MOST_BLOCKS)}


def _submit_for_input(view: object, at: At) -> Iterator[Problem]:
    blocks = view.get("blocks") if isinstance(view, dict) else None
    asks = isinstance(blocks, list) and any(isinstance(one, dict) and one.get("type") == "input" for one in blocks)
    if asks and isinstance(view, dict) and "submit" not in view:
        yield at.problem("`submit` is required when the view has an input block")


_MODAL = typed(
    {"title": plain(24), **_BLOCKS},
    {
        **_COMMON,
        "submit": plain(24),
        "close": plain(24),
        "clear_on_close": boolean,
        "notify_on_close": boolean,
        "submit_disabled": boolean,
    },
    _submit_for_input,
)
_HOME = typed(_BLOCKS, _COMMON)


def check_view(view: object) -> list[Problem]:
    """Find every rule that a view breaks; its `type`, modal or home, chooses the rules."""
    kind = view.get("type") if isinstance(view, dict) else None
    if not isinstance(view, dict) or kind not in ("modal", "home"):
        return [Problem("/type", "must be one of: modal, home", "invalid_arguments")]
    surface: Surface = "modal" if kind == "modal" else "home"
    at = At(surface)
    problems = [
        *(_MODAL if surface == "modal" else _HOME)(view, at),
        *check_whole(view.get("blocks"), at / "blocks"),
    ]
    return [Problem(one.pointer, one.sentence, "invalid_arguments") for one in problems]
