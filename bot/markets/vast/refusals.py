"""What Vast.ai means when it says no: four forms of 429, a bad key as 404, success: false under 200."""

from datetime import UTC, datetime, timedelta

from bot.domain.outside import Why
from bot.markets.complaint import Complaint, read_complaint
from bot.markets.line import Answer
from bot.markets.provider import MarketError, Provider
from bot.markets.refusals import by_status

VAST = Provider("vast", "Vast.ai", "VAST_API_KEY", "VAST_URL")

_DAY = timedelta(days=1)
_SLACK = timedelta(hours=1)


def refuse(answer: Answer, *, has_key: bool) -> MarketError:
    """Read an answer that is a refusal: codes first, for a status alone decides nothing here."""
    complaint = read_complaint(answer)
    error = _by_code(answer, complaint, has_key=has_key)
    return error or by_status(VAST, answer.status, complaint, has_key=has_key)


def _by_code(answer: Answer, complaint: Complaint, *, has_key: bool) -> MarketError | None:
    match complaint.code:
        case "auth_error" if "login" in complaint.text:
            return VAST.forbidden() if has_key else VAST.no_key()
        case "auth_error":
            return VAST.bad_key(answer.status)
        case "search_quota_exceeded":
            return quota(_quota_ends(answer))
        case "rate_limit_exceeded":
            return VAST.rate_limited(complaint.again_in)
        case "deprecated_endpoint":
            return VAST.deprecated()
    return None


def quota(until: datetime) -> MarketError:
    """Tell that the day's searches are used up, and until when."""
    return MarketError(
        Why.QUOTA,
        "Vast.ai's daily quota of searches is used up (429): no search goes out until it starts anew at 00:00 UTC. "
        "See who else searches with this VAST_API_KEY.",
        again_at=until,
        code="search_quota_exceeded",
    )


def _quota_ends(answer: Answer) -> datetime:
    """Read the instant in X-RateLimit-Reset where it can be one, else take the next midnight UTC."""
    midnight = answer.at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
    told = answer.headers.get("x-ratelimit-reset", "")
    if not (told.isascii() and told.isdecimal() and len(told) <= len("4102444800")):
        return midnight
    reset = datetime.fromtimestamp(int(told), UTC)
    return reset if answer.at < reset <= midnight + _SLACK else midnight
