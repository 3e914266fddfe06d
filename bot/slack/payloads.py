"""What a payload must have before Bolt looks for its handler: without it, Bolt's own search would break."""

from typing import Any


def is_whole(body: Any) -> bool:
    """Tell whether a payload has what its type promises. One that has not, or of no known type, reaches no handler.

    A command has no type; whatever has one is taken for that, as Bolt takes it.
    """
    match body:
        case {"command": str()} if "type" not in body:
            return True
        case (
            {"type": "url_verification"}
            | {"type": "event_callback", "event": {"type": str()}}
            | {"type": "block_actions", "actions": [{"action_id": str()}, *_]}
            | {"type": "interactive_message", "callback_id": str(), "actions": [{}, *_]}
            | {"type": "block_suggestion", "action_id": str()}
            | {"type": "view_submission" | "view_closed", "view": {"type": str(), "callback_id": str()}}
            | {"type": "shortcut" | "message_action", "callback_id": str()}
            | {"type": "dialog_submission" | "dialog_cancellation" | "dialog_suggestion", "callback_id": str()}
        ):
            return True
    return False
