"""What Vast.ai answers when it refuses, as documented or recorded."""

from collections.abc import Mapping

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market.faults import Fault
from bot.sandbox.market.limits import quota_exceeded, too_frequent
from bot.sandbox.market.wire import Canned

_THRESHOLD = 3.0


def refusal(status: int, error: str, msg: str, **more: object) -> Canned:
    """Return the usual error body."""
    return Canned(status, {"success": False, "error": error, "msg": msg, **more})


NO_KEY = refusal(403, "auth_error", "This action requires login.")
BAD_KEY = refusal(404, "auth_error", "Invalid user key")
V0_LIST = refusal(410, "deprecated_endpoint", "/api/v0/instances/ is deprecated. Use /api/v1/instances/ instead.")
NO_INCREASE = refusal(404, "no_pending_price_increase", "No pending price increase.")
NO_INSTANCE = refusal(404, "no_such_instance", "No such instance.")
NO_CHARGES_RANGE = Canned(
    400,
    {"success": False, "msg": "Must provide both 'day' gte and lte filters for instance charges"},
)


def ask_missing(ask_id: int) -> Canned:
    """Return the refusal of an offer id that the market does not know."""
    text = f"error 404/3603: no_such_ask Instance type by id {ask_id} is not available."
    return refusal(404, "invalid_args", text, ask_id=ask_id)


def ask_gone(ask_id: int) -> Canned:
    """Return the refusal of an offer that somebody was quicker to rent."""
    text = f"error 410/3907: no_such_ask Instance type {ask_id} is no longer available."
    return refusal(410, "no_such_ask", text, ask_id=ask_id)


def vast_canned(clock: SandboxClock) -> Mapping[Fault, Canned]:
    """Return the answers that Vast.ai's faults are made of; the quota's names the coming midnight."""
    plain, detail, json, body = too_frequent(_THRESHOLD)
    return {
        Fault.UNAUTHORIZED: refusal(401, "auth_error", "Invalid API key."),
        Fault.FORBIDDEN: NO_KEY,
        Fault.BAD_KEY: BAD_KEY,
        Fault.GONE: V0_LIST,
        Fault.RATE_PLAIN: plain,
        Fault.RATE_DETAIL: detail,
        Fault.RATE_JSON: json,
        Fault.RATE_BODY: body,
        Fault.RATE_HEADER: Canned(429, json.body, headers={"Retry-After": "3"}),
        Fault.QUOTA: quota_exceeded(clock),
        Fault.SUCCESS_FALSE: refusal(200, "server_error", "Something went wrong."),
    }
