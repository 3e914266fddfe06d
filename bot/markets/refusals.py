"""What an HTTP status means where the marketplace's own code says nothing better."""

import httpx

from bot.markets.complaint import Complaint
from bot.markets.provider import MarketError, Provider


def by_status(provider: Provider, status: int, complaint: Complaint, *, has_key: bool) -> MarketError:
    """Tell of an answer that is not 200, or of a 200 that says no."""
    if httpx.codes.is_redirect(status):
        error = provider.moved(status)
    elif httpx.codes.is_server_error(status):
        error = provider.server_error(status, complaint.again_in)
    elif status == httpx.codes.UNAUTHORIZED:
        error = provider.bad_key(status) if has_key else provider.no_key()
    elif status == httpx.codes.FORBIDDEN:
        error = provider.forbidden() if has_key else provider.no_key()
    elif status == httpx.codes.GONE:
        error = provider.deprecated()
    elif status == httpx.codes.TOO_MANY_REQUESTS:
        error = provider.rate_limited(complaint.again_in)
    else:
        error = provider.refused(status, complaint.code)
    error.code, error.status = complaint.code, status
    return error
