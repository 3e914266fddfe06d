"""What people do in Slack: type, click, pick, submit."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta

from . import messages, payloads
from .blockkit import check_message
from .delivery import Delivery, Kind
from .form import complaints
from .model import Json, Message, View
from .refusal import Refusal, demand
from .sight import WITHIN, Control, Sight
from .values import encoded

NO_AGE = timedelta(0)
DOUBLE = timedelta(milliseconds=80)


class Person(Sight):
    """One person at Slack: each deed is brought to the bot and returns once that was acknowledged or not."""

    async def types(self, text: str, *, channel: str | None = None) -> Delivery:
        """Type a slash command in a channel (id or name; the training channel if none is named)."""
        command, _, rest = text.partition(" ")
        if command not in self._slack.commands:
            raise ValueError(f"{command} is not a command of this app: {sorted(self._slack.commands)}")
        room = self._workspace.channel(channel or self._slack.channel_id)
        payload = payloads.slash_command(self._slack, self.user, room, command, rest.strip())
        delivery = await self._deliver("slash_commands", payload, text)
        if delivery.answer:
            self._show(payload["response_url"], delivery.answer)
        return delivery

    async def says(self, text: str, *, channel: str | None = None, thread: Message | None = None) -> Message:
        """Post a message (`channel="dm"` to the bot itself); a mention or a direct message makes an event."""
        self._acts()
        room = self._workspace.dm(self.id) if channel == "dm" else None
        room = room or self._workspace.channel(channel or self._slack.channel_id)
        content = {
            "text": payloads.escaped(self._workspace, text, names=True),
            "thread_ts": thread.ts if thread else None,
        }
        message = messages.post(self._workspace, room, content, user_id=self.id)
        event = messages.to_json(message) | {"channel": room.id}
        if room.kind == "dm":
            self._slack.courier.spawn(self._slack.event(event | {"channel_type": "im"}))
        elif self._slack.bot_user_id in message.pings:
            self._slack.courier.spawn(self._slack.event(event | {"type": "app_mention"}))
        return message

    async def clicks(
        self,
        what: str,
        *,
        on: Message | None = None,
        aged: timedelta = NO_AGE,
        as_if: Json | None = None,
        within: float = WITHIN,
    ) -> Delivery:
        """Click a button by label or action_id: in the open modal, else on the newest message that has it.

        A confirm dialog is confirmed. `aged` makes the click that much older (`action_ts`); `as_if` replaces
        fields of the button, such as `value` or `action_id`, as a forged or outdated payload would.
        """
        control = await self.finds(what, on=on, within=within)
        return await self._uses(control, as_if or {}, aged)

    async def double_clicks(self, what: str, *, on: Message | None = None, within: float = WITHIN) -> list[Delivery]:
        """Click twice, 80 ms apart by `action_ts`, the second while the first is still under way."""
        control = await self.finds(what, on=on, within=within)
        first, second = self._uses(control, {}, DOUBLE), self._uses(control, {}, NO_AGE)
        return list(await asyncio.gather(first, second))

    async def picks(
        self, what: str, value: object, *, on: Message | None = None, within: float = WITHIN
    ) -> Delivery | None:
        """Pick or type a value (see `values.encoded`); None if the control is an input that tells nobody yet."""
        control = await self.finds(what, on=on, within=within)
        state = encoded(control.element, value)
        if isinstance(control.place, View) and control.element["type"] != "overflow":
            control.place.values[control.block["block_id"]][control.element["action_id"]] = state
        if control.block["type"] == "input" and not control.block.get("dispatch_action"):
            self._workspace.happenings.tell()
            return None
        return await self._uses(control, state, NO_AGE)

    async def fills(self, values: Mapping[str, object]) -> None:
        """Type or pick values in the open modal, each found by label, action_id or block_id."""
        for what, value in values.items():
            await self.picks(what, value)

    async def submits(self, values: Mapping[str, object] | None = None) -> Delivery | None:
        """Fill in and submit the open modal; None if Slack itself objects (see `errors`) and sends nothing."""
        view = await self.sees_modal()
        await self.fills(values or {})
        if view.body.get("submit") is None:
            raise AssertionError(f"the modal {view.title!r} has no submit button")
        view.errors = complaints(view)
        self._workspace.happenings.tell()
        if view.errors:
            return None
        payload = payloads.view_submission(self._slack, self.user, view)
        delivery = await self._deliver("interactive", payload, f"submitting {view.title!r}")
        if delivery.acked:
            self._settle(view, delivery.answer)
        return delivery

    async def closes(self) -> Delivery | None:
        """Close the open modal; None if the bot did not ask to be told."""
        view = await self.sees_modal()
        self._slack.views.close(view)
        if not view.body.get("notify_on_close"):
            return None
        payload = payloads.view_closed(self.user, view, cleared=bool(view.body.get("clear_on_close")))
        return await self._deliver("interactive", payload, f"closing {view.title!r}")

    async def opens_home(self) -> None:
        """Open the app's home tab; the bot is told by an event, which is not waited for."""
        self._acts()
        event = {"type": "app_home_opened", "user": self.id, "tab": "home", "channel": self._workspace.dm(self.id).id}
        self._slack.courier.spawn(self._slack.event(event))

    async def uses_shortcut(self, callback_id: str, *, on: Message | None = None) -> Delivery:
        """Use a global shortcut, or one on a message."""
        if on is None:
            payload = payloads.shortcut(self._slack, self.user, callback_id)
        else:
            payload = payloads.message_shortcut(self._slack, self.user, callback_id, on)
        return await self._deliver("interactive", payload, callback_id)

    def _acts(self) -> None:
        """Note that what this person sees anew is what comes from now on."""
        self._since = self._workspace.happenings.count

    async def _uses(self, control: Control, told: Json, aged: timedelta) -> Delivery:
        act = payloads.action(self._workspace, control.block, control.element, told, aged)
        if isinstance(control.place, View):
            payload = payloads.on_view(self._slack, self.user, control.place, act)
        else:
            state = {act["block_id"]: {act["action_id"]: told}} if "type" in told else {}
            payload = payloads.on_message(self._slack, self.user, control.place, act, state)
        return await self._deliver("interactive", payload, f"using {control.names[0]!r}")

    async def _deliver(self, kind: Kind, payload: Json, doing: str) -> Delivery:
        self._acts()
        delivery = await self._slack.courier.deliver(kind, payload)
        if not delivery.acked:
            self._workspace.trouble(self.id, delivery.outcome, doing)
        return delivery

    def _show(self, response_url: str, answer: Json) -> None:
        """Show the text that came with a command's ack."""
        try:
            demand(check_message(answer))
        except Refusal as refusal:
            self._workspace.refuse("ack", refusal.error, refusal.reasons, answer)
            self._workspace.trouble(self.id, refusal.error, "ack")
        else:
            url = self._slack.replies.urls["/".join(response_url.split("/")[-2:])]
            self._slack.replies.apply(url, answer)

    def _settle(self, view: View, answer: Json | None) -> None:
        try:
            self._slack.views.settle(view, answer)
        except Refusal as refusal:
            self._workspace.refuse("view_submission", refusal.error, refusal.reasons, answer or {})
            self._workspace.trouble(self.id, refusal.error, f"submitting {view.title!r}")
