"""What already runs on the accounts, for answers that weigh a balance."""

import logging
from collections.abc import Mapping
from decimal import Decimal

from bot.errors import DatabaseUnusable
from bot.timing import in_time
from handlers.desk import Desk

log = logging.getLogger(__name__)

_PATIENCE = 2.0
"""Seconds that a search waits for what runs now, which it needs only for one line."""


async def burning(desk: Desk) -> Mapping[str, Decimal]:
    """Give what each account's machines cost now, in US dollars per hour, by marketplace, where that is known.

    A search is worth more than this: it is answered also while the database is busy, or not to be used.
    """
    try:
        rows = await in_time(desk.clock, _PATIENCE, desk.runs.accounts())
        return {row.market: row.burn for row in rows or () if row.burn is not None}
    except DatabaseUnusable:
        log.warning("what runs now could not be read, so a balance is weighed without it", exc_info=True)
        return {}
