"""Modals and home tabs: opening, pushing, updating, publishing, and a submission's answer."""

from .blockkit import Problem, check_view
from .model import Json, View
from .refusal import Refusal, demand
from .values import first_values
from .workspace import APP_ID, BOT_ID, TEAM_ID, TRIGGER_LIFE, Trigger, Workspace

DEEPEST = 3  # views in a modal's stack


class Views:
    """What each person has open."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def open(self, trigger_id: str, body: Json) -> View:
        """Open a modal in place of whatever modal the person had."""
        trigger = self._spend(trigger_id, body)
        view = self._new(trigger.user_id, body)
        self._workspace.modals[trigger.user_id] = [view]
        return self._told(view)

    def push(self, trigger_id: str, body: Json) -> View:
        """Put a modal on top of the one in which the trigger was made."""
        trigger = self._spend(trigger_id, body)
        stack = self._workspace.modals.get(trigger.user_id, [])
        if not stack or not trigger.modal:
            raise Refusal("invalid_arguments", "[ERROR] a view is pushed with a trigger from an open modal")
        return self.push_on(stack, body)

    def push_on(self, stack: list[View], body: Json) -> View:
        """Put a modal, already found to be right, on a stack."""
        if len(stack) >= DEEPEST:
            raise Refusal("push_limit_reached")
        view = self._new(stack[0].user_id, body, previous=stack[-1])
        stack.append(view)
        return self._told(view)

    def update(self, args: Json, body: Json) -> View:
        """Change an open modal, found by `view_id` or `external_id`; a stale `hash` is refused."""
        demand(_checked(body, "modal"))
        every = [view for stack in self._workspace.modals.values() for view in stack]
        if not (args.get("view_id") or args.get("external_id")):
            raise Refusal("invalid_arguments", "[ERROR] view_id or external_id is required")
        for view in every:
            if view.id == args.get("view_id") or view.body.get("external_id") == args.get("external_id", ...):
                self._fresh(view, args)
                return self.change(view, body)
        raise Refusal("not_found")

    def change(self, view: View, body: Json) -> View:
        """Give a view a new body; what was typed under an unchanged block_id and action_id stays."""
        view.body = {**body, "blocks": self._workspace.ids.filled(body["blocks"])}
        old, view.values = view.values, first_values(view.blocks)
        for block_id, states in view.values.items():
            kept = old.get(block_id, {})
            states.update({action_id: kept[action_id] for action_id in states.keys() & kept.keys()})
        view.errors = {}
        return self._told(view)

    def publish(self, user_id: str, args: Json, body: Json) -> View:
        """Show a home tab to one person."""
        demand(_checked(body, "home"))
        old = self._workspace.homes.get(user_id)
        if old is None:
            view = self._workspace.homes[user_id] = self._new(user_id, body)
            return self._told(view)
        self._fresh(old, args)
        return self.change(old, body)

    def close(self, view: View, *, all_of_them: bool = False) -> None:
        """Close the top view, or the whole stack."""
        stack = self._workspace.modals.get(view.user_id, [])
        self._workspace.modals[view.user_id] = [] if all_of_them or view.body.get("clear_on_close") else stack[:-1]
        self._workspace.happenings.tell()

    def settle(self, view: View, answer: Json | None) -> None:
        """Apply the answer to a submission: nothing closes the view; errors, update, push, clear. May refuse."""
        match (answer or {}).get("response_action"):
            case None if not answer:
                self.close(view)
            case "clear":
                self.close(view, all_of_them=True)
            case "errors":
                self._blame(view, answer or {})
            case "update":
                body = (answer or {}).get("view")
                demand(_checked(body, "modal"))
                self.change(view, dict(body or {}))
            case "push":
                body = (answer or {}).get("view")
                demand(_checked(body, "modal"))
                self.push_on(self._workspace.modals[view.user_id], dict(body or {}))
            case other:
                raise Refusal("invalid_response", f"[ERROR] unknown response_action: {other}")

    def _blame(self, view: View, answer: Json) -> None:
        inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
        errors = answer.get("errors")
        if not isinstance(errors, dict) or not errors or not set(errors) <= inputs:
            raise Refusal("invalid_response", f"[ERROR] errors must name input blocks among {sorted(inputs)}: {errors}")
        view.errors = {block_id: str(why) for block_id, why in errors.items()}
        self._told(view)

    def _spend(self, trigger_id: str, body: Json) -> Trigger:
        demand(_checked(body, "modal"))
        trigger = self._workspace.triggers.get(trigger_id)
        if trigger is None:
            raise Refusal("invalid_trigger_id")
        if trigger.used:
            raise Refusal("exchanged_trigger_id")
        if self._workspace.now() - trigger.made > TRIGGER_LIFE:
            raise Refusal("expired_trigger_id")
        trigger.used = True
        return trigger

    def _new(self, user_id: str, body: Json, previous: View | None = None) -> View:
        filled = {**body, "blocks": self._workspace.ids.filled(body["blocks"])}
        view_id = self._workspace.ids.new("V")
        root_id, previous_id = (previous.root_id, previous.id) if previous else (view_id, None)
        return View(view_id, "", user_id, filled, root_id, previous_id, first_values(filled["blocks"]))

    def _fresh(self, view: View, args: Json) -> None:
        if args.get("hash") not in (None, view.hash):
            raise Refusal("hash_conflict")

    def _told(self, view: View) -> View:
        view.hash = f"{self._workspace.ids.ts()}.{self._workspace.ids.new('h')}"
        view.change = self._workspace.happenings.tell()
        return view


def _checked(body: object, kind: str) -> list[Problem]:
    problems = check_view(body)
    if isinstance(body, dict) and body.get("type") != kind:
        problems.append(Problem("/type", f"must be a {kind} here", "invalid_arguments"))
    return problems


def to_json(view: View) -> Json:
    """Write a view as the Web API and the payloads carry it."""
    told: Json = {
        "private_metadata": "",
        "callback_id": "",
        "external_id": "",
        "clear_on_close": False,
        "notify_on_close": False,
        "close": None,
        "submit": None,
    }
    return told | {
        **view.body,
        "id": view.id,
        "team_id": TEAM_ID,
        "app_id": APP_ID,
        "bot_id": BOT_ID,
        "app_installed_team_id": TEAM_ID,
        "state": {"values": view.values},
        "hash": view.hash,
        "root_view_id": view.root_id,
        "previous_view_id": view.previous_id,
    }
