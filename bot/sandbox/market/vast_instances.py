"""Vast.ai's endpoints about instances: list, look, rent, manage, destroy, logs."""

from typing import Any

from aiohttp import web

from bot.sandbox.market.instances import Instance
from bot.sandbox.market.market import Market
from bot.sandbox.market.vast_errors import NO_INSTANCE, V0_LIST, ask_gone, ask_missing, refusal
from bot.sandbox.market.vast_instance import row
from bot.sandbox.market.vast_list import MOST_ROWS, page
from bot.sandbox.market.vast_offer import verification
from bot.sandbox.market.wire import answer, int_query, json_query, object_body
from bot.sandbox.market.world import NotForRentError

_Order = list[dict[str, str]]

_LABEL_AT_CREATE = 256
_LABEL_LATER = 1024
_SMALLEST_DISK_GB = 8.0


class Instances:
    """Handlers over one market's Vast.ai instances."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._world = market.world

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, named as limits count them."""
        one = r"/api/v0/instances/{id:\d+}/"
        return [
            web.get("/api/v1/instances/", self.list, name="vast.list"),
            web.get("/api/v0/instances/", self.old_list, name="vast.old"),
            web.get("/api/v0/instances/filters/", self.filters, name="vast.filters"),
            web.put(r"/api/v0/asks/{id:\d+}/", self.create, name="vast.create"),
            web.get(one, self.show, name="vast.show"),
            web.put(one, self.manage, name="vast.manage"),
            web.delete(one, self.destroy, name="vast.destroy"),
            web.get(r"/api/v0/instances/balance/{id:\d+}/", self.balance, name="vast.deposit"),
            web.put("/api/v0/instances/", self.manage_many, name="vast.manage.many"),
            web.delete("/api/v0/instances/", self.destroy_many, name="vast.destroy.many"),
            web.put(r"/api/v0/instances/reboot/{id:\d+}/", self.acknowledge, name="vast.manage.reboot"),
            web.put(r"/api/v0/instances/recycle/{id:\d+}/", self.acknowledge, name="vast.manage.recycle"),
            web.put(r"/api/v0/instances/request_logs/{id:\d+}/", self.request_logs, name="vast.logs"),
            web.get("/public.vast.ai/instance_logs/{name}.log", self.log, name="vast.log"),
        ]

    async def list(self, request: web.Request) -> web.Response:
        """Answer with one page of the v1 list."""
        return answer(
            page(
                self._world.instances(),
                self._world.now,
                select=json_query(request, "select_filters", dict[str, dict[str, Any]], {}),
                order=json_query(request, "order_by", _Order, [{"col": "id", "dir": "asc"}]),
                limit=int_query(request, "limit", MOST_ROWS),
                after=request.query.get("after_token"),
                columns=json_query(request, "select_cols", list[str], ["*"]),
            )
        )

    async def old_list(self, _request: web.Request) -> web.Response:
        """Answer that the v0 list is gone."""
        return V0_LIST.response()

    async def filters(self, _request: web.Request) -> web.Response:
        """Answer with the values that filters can take."""
        combinations = [
            {
                "actual_status": each.actual_status,
                "verification": verification(each.listing.machine.vericode),
                "gpu_name": each.listing.machine.card.name,
            }
            for each in self._world.instances()
        ]
        return answer({"filters": combinations})

    async def show(self, request: web.Request) -> web.Response:
        """Answer with one row under a plural key, or null where it is gone."""
        instance = self._named(request)
        return answer({"instances": None if instance is None else row(instance, self._world.now)})

    async def balance(self, request: web.Request) -> web.Response:
        """Answer with what would be paid back of an instance's prepayment; no discount was earned by it."""
        instance = self._named(request)
        if instance is None:
            return NO_INSTANCE.response()
        told = {"refundable_deposit": instance.deposit, "total_discount": 0.0, "discount_months": 0.0}
        return answer({"success": True, **told})

    async def create(self, request: web.Request) -> web.Response:
        """Rent an offer; `new_contract` is the instance's id."""
        ask_id = int(request.match_info["id"])
        body = await object_body(request)
        label = body.get("label")
        if isinstance(label, str) and len(label) > _LABEL_AT_CREATE:
            return refusal(400, "label_too_long", f"label exceeds {_LABEL_AT_CREATE} characters").response()
        if not body.get("image"):
            return refusal(400, "invalid_args", "image is required").response()
        disk = max(float(body.get("disk") or 0.0), _SMALLEST_DISK_GB)
        if ask_id not in self._world.listings:
            return ask_missing(ask_id).response()
        try:
            instance = self._world.rent(ask_id, disk_gb=disk, label=label, image=str(body["image"]))
        except NotForRentError:
            return ask_gone(ask_id).response()
        _take_environment(instance, body)
        return answer({"success": True, "new_contract": instance.id, "instance_api_key": "sandbox"})

    async def manage(self, request: web.Request) -> web.Response:
        """Stop, start or label an instance."""
        instance = self._named(request)
        if instance is None:
            return NO_INSTANCE.response()
        return self._manage(instance, await object_body(request))

    async def manage_many(self, request: web.Request) -> web.Response:
        """Stop or start those of `ids` that are there."""
        body = await object_body(request)
        for each in body.get("ids", []):
            instance = self._own(int(each))
            if instance is not None:
                self._manage(instance, body)
        return answer({"success": True})

    async def destroy(self, request: web.Request) -> web.Response:
        """Acknowledge the end of an instance; it may still be seen for a while."""
        instance = self._named(request)
        if instance is None:
            return NO_INSTANCE.response()
        self._world.destroy(instance.id)
        return answer({"success": True, "msg": "instance destroyed"})

    async def destroy_many(self, request: web.Request) -> web.Response:
        """Destroy those of `instance_ids` that are there."""
        body = await object_body(request)
        for each in body.get("instance_ids", []):
            if self._own(int(each)) is not None:
                self._world.destroy(int(each))
        return answer({"success": True})

    async def acknowledge(self, request: web.Request) -> web.Response:
        """Answer a reboot or recycle, which change nothing that is shown."""
        return NO_INSTANCE.response() if self._named(request) is None else answer({"success": True})

    async def request_logs(self, request: web.Request) -> web.Response:
        """Let the host upload its log, and say where."""
        instance = self._named(request)
        if instance is None:
            return NO_INSTANCE.response()
        name = self._market.logs.request(instance, await object_body(request))
        prefix = request.path.partition("/api/v0/")[0]
        url = request.url.origin().with_path(f"{prefix}/public.vast.ai/instance_logs/{name}.log")
        return answer({"success": True, "result_url": str(url), "msg": "log request sent"})

    async def log(self, request: web.Request) -> web.Response:
        """Answer with the uploaded text, without asking for a key; 403 until it is there."""
        text = self._market.logs.read(request.match_info["name"])
        if text is None:
            return web.Response(status=403, text="<Error><Code>AccessDenied</Code></Error>")
        return web.Response(text=text)

    def _manage(self, instance: Instance, body: dict[str, Any]) -> web.Response:
        label = body.get("label")
        if isinstance(label, str) and len(label) > _LABEL_LATER:
            return refusal(400, "label_too_long", f"label exceeds {_LABEL_LATER} characters").response()
        if "label" in body:
            instance.label = label
        match body.get("state"):
            case None:
                pass
            case "stopped":
                self._world.stop(instance.id)
            case "running":
                self._world.start(instance.id)
            case state:
                return refusal(400, "invalid_args", f"unknown state {state!r}").response()
        return answer({"success": True})

    def _named(self, request: web.Request) -> Instance | None:
        return self._own(int(request.match_info["id"]))

    def _own(self, instance_id: int) -> Instance | None:
        instance = self._world.instance(instance_id)
        return instance if instance is not None and instance.market == "vast" else None


def _take_environment(instance: Instance, body: dict[str, Any]) -> None:
    env = body.get("env")
    if isinstance(env, dict):
        instance.extra_env = [[str(name), str(value)] for name, value in env.items()]
    onstart = body.get("onstart")
    instance.onstart = onstart if isinstance(onstart, str) else None
