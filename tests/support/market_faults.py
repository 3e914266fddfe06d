"""Vast.ai's faults as the stand-in makes them, and why the answer is then unknown."""

from datetime import UTC, datetime

from bot.domain.outside import Why
from bot.sandbox.market.faults import Fault

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


VAST_FAULTS = [
    (Fault.UNAUTHORIZED, Why.BAD_KEY),
    (Fault.FORBIDDEN, Why.FORBIDDEN),
    (Fault.BAD_KEY, Why.BAD_KEY),
    (Fault.GONE, Why.DEPRECATED),
    (Fault.RATE_PLAIN, Why.RATE_LIMITED),
    (Fault.RATE_DETAIL, Why.RATE_LIMITED),
    (Fault.RATE_JSON, Why.RATE_LIMITED),
    (Fault.RATE_BODY, Why.RATE_LIMITED),
    (Fault.RATE_HEADER, Why.RATE_LIMITED),
    (Fault.QUOTA, Why.QUOTA),
    (Fault.ERROR_500, Why.SERVER_ERROR),
    (Fault.ERROR_502, Why.SERVER_ERROR),
    (Fault.ERROR_503, Why.SERVER_ERROR),
    (Fault.HTML, Why.UNREADABLE),
    (Fault.SUCCESS_FALSE, Why.REFUSED),
    (Fault.DROPPED, Why.UNREACHABLE),
    (Fault.CUT, Why.HALF_READ),
    (Fault.TRUNCATED, Why.HALF_READ),
    (Fault.LIST, Why.UNREADABLE),
]
