"""Using exactly one control of a message or modal, and filling in a modal, by ids rather than by labels."""

from bot.sandbox.slack import Control, Delivery, Message, Person, SlackStandIn, View, payloads
from bot.sandbox.slack.model import Json, controls
from bot.sandbox.slack.people import NO_AGE
from bot.sandbox.slack.values import encoded

from .asked import AskedWronglyError

_CLICKED = ("button", "workflow_button", "icon_button", "feedback_buttons")


def control_at(
    place: Message | View, action_id: str, *, block_id: str | None = None, value: str | None = None
) -> Control:
    """Find the one control with this action_id; `block_id` and a button's `value` tell it from others with the same."""
    found = [
        Control(place, block, element)
        for block, element in controls(place.blocks)
        if element["action_id"] == action_id
        and block_id in (None, block["block_id"])
        and value in (None, element.get("value"))
    ]
    if len(found) != 1:
        raise AskedWronglyError(
            f"{len(found)} controls are called {action_id!r} there; block_id and value tell them apart"
        )
    return found[0]


async def use(slack: SlackStandIn, person: Person, control: Control, picked: object) -> Delivery | None:
    """Click a button or pick in a menu; None for a control that tells nobody before the modal is submitted."""
    state = {} if control.element["type"] in _CLICKED else _state(control.element, picked)
    act = payloads.action(slack.workspace, control.block, control.element, state, NO_AGE)
    if isinstance(control.place, Message):
        values = {act["block_id"]: {act["action_id"]: state}} if state else {}
        payload = payloads.on_message(slack, person.user, control.place, act, values)
    else:
        _fill(control.place, control, state)
        if control.block["type"] == "input" and not control.block.get("dispatch_action"):
            return None
        payload = payloads.on_view(slack, person.user, control.place, act)
    delivery = await slack.courier.deliver("interactive", payload)
    if not delivery.acked:
        slack.workspace.trouble(person.id, delivery.outcome, f"using {control.names[0]!r}")
    return delivery


def fill_in(view: View, values: Json) -> None:
    """Type and pick all of `{block_id: {action_id: picked}}` (`picked` as `values.encoded` takes it)."""
    for block_id, by_action in values.items():
        for action_id, picked in by_action.items():
            control = control_at(view, action_id, block_id=block_id)
            _fill(view, control, _state(control.element, picked))


def _fill(view: View, control: Control, state: Json) -> None:
    kept = view.values.get(control.block["block_id"], {})
    if control.element["action_id"] in kept:
        kept[control.element["action_id"]] = state


def _state(element: Json, picked: object) -> Json:
    try:
        return encoded(element, picked)
    except (KeyError, ValueError) as error:
        raise AskedWronglyError(f"{element['type']} can't take {picked!r}: {error}") from None
