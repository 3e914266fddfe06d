"""A listing that fails a filter only because nobody told: unknown is not "no", and whoever asks of one may know."""

from bot.domain.filters import Filter
from bot.domain.listing import Verification
from bot.domain.search import Judged


def untold(judged: Judged) -> tuple[Filter, ...]:
    """Give those of its failures that come from what was not told, in the order of the search.

    A search removes and counts such a listing all the same: what it shows is certain.
    """
    listing = judged.listing
    not_told = {
        Filter.VERIFIED: listing.verification is Verification.UNKNOWN,
        Filter.DATACENTER: listing.datacenter is None,
        Filter.COUNTRY: listing.country is None,
        Filter.RELIABILITY: listing.reliability is None,
        Filter.DISK: listing.disk_gb is None,
        Filter.PRICE_UNKNOWN: True,
        Filter.END_UNKNOWN: True,
    }
    return tuple(failed for failed in judged.fails if not_told.get(failed, False))
