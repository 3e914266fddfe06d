"""Vast.ai's endpoints about price increases: those that wait, and a renter's answer to one."""

from typing import Any

from aiohttp import web

from bot.sandbox.market.increases import Increase
from bot.sandbox.market.instances import Instance
from bot.sandbox.market.market import Market
from bot.sandbox.market.vast_errors import NO_INCREASE
from bot.sandbox.market.vast_query import BadQueryError
from bot.sandbox.market.wire import answer, object_body

_HOUR = 3600.0
_MONTH = 30 * 24 * _HOUR
_ID = "pending_price_increase_id"


class Increases:
    """Handlers over one market's price increases."""

    def __init__(self, market: Market) -> None:
        self._world = market.world

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, named as limits count them."""
        path = "/api/v0/instances/"
        return [
            web.get(path + "pending-price-increases/", self.pending, name="vast.increases"),
            web.put(path + "accept-price-increase/", self.accept, name="vast.increases.accept"),
            web.put(path + "reject-price-increase/", self.reject, name="vast.increases.reject"),
        ]

    async def pending(self, _request: web.Request) -> web.Response:
        """Answer with what nobody has answered; prices of compute and disk are by the second."""
        rows = [_row(each, instance) for each, instance in self._waiting()]
        return answer({"success": True, "count": len(rows), "truncated": False, "pending_price_increases": rows})

    async def accept(self, request: web.Request) -> web.Response:
        """Note that the renter accepts."""
        return await self._answered(request, "accepted")

    async def reject(self, request: web.Request) -> web.Response:
        """Note that the renter rejects."""
        return await self._answered(request, "rejected")

    def _waiting(self) -> list[tuple[Increase, Instance]]:
        rented = {each.id: each for each in self._world.instances()}
        asked = [each for each in self._world.increases if each.answer is None]
        return [(each, rented[each.instance_id]) for each in asked if each.instance_id in rented]

    async def _answered(self, request: web.Request, how: str) -> web.Response:
        body = await object_body(request)
        if set(body) != {_ID}:
            raise BadQueryError("extra fields not permitted")
        found = next((each for each, _ in self._waiting() if each.id == body[_ID]), None)
        if found is None:
            return NO_INCREASE.response()
        found.answer = how
        return answer({"success": True, _ID: found.id, "contract_id": found.instance_id})


def _row(increase: Increase, instance: Instance) -> dict[str, Any]:
    listing, machine = instance.listing, instance.listing.machine
    return {
        _ID: increase.id,
        "contract_id": instance.id,
        "host_id": machine.host_id,
        "new_gpu_costpersec": _by(_HOUR, increase.gpu_hour),
        "new_disk_ram_costpersec": _by(_MONTH, increase.disk_month),
        "new_bwu_cost": increase.out_gb,
        "new_bwd_cost": increase.in_gb,
        "new_platform_fee": None,
        "old_gpu_costpersec": listing.price / listing.gpus / _HOUR,
        "old_disk_ram_costpersec": machine.storage_price / _MONTH,
        "old_bwu_cost": machine.inet_up_price,
        "old_bwd_cost": machine.inet_down_price,
        "old_platform_fee": None,
        "contract_end_date": instance.ends_at,
        "ask_end_date": increase.ends_at,
        "created_at": increase.asked_at,
    }


def _by(seconds: float, price: float | None) -> float | None:
    return None if price is None else price / seconds
