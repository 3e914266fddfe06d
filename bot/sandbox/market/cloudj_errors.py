"""What the assumed Cloudj contract answers when it refuses: `{error: {code, message}}`."""

from collections.abc import Mapping

from bot.sandbox.market.faults import Fault
from bot.sandbox.market.wire import Canned


def refusal(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Canned:
    """Return an error body of the contract."""
    return Canned(status, {"error": {"code": code, "message": message}}, headers)


BAD_KEY = refusal(401, "unauthorized", "This API key is not known.")
NO_SUCH = refusal(404, "not_found", "There is no such thing.")
BAD_REQUEST = refusal(400, "bad_request", "A parameter is not valid.")

CLOUDJ_CANNED: Mapping[Fault, Canned] = {
    Fault.UNAUTHORIZED: BAD_KEY,
    Fault.FORBIDDEN: refusal(403, "forbidden", "This key may not do that."),
    Fault.ACCOUNT_LEVEL: refusal(403, "account_level", "This GPU class is not available at your account level."),
    Fault.CONFLICT: refusal(409, "conflict", "The instance is changing; try again."),
    Fault.RATE_HEADER: refusal(429, "rate_limited", "Too many requests.", {"Retry-After": "3"}),
}
