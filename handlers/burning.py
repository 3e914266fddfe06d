"""What already runs on the accounts, for answers that weigh a balance."""

import logging
from collections.abc import Mapping
from decimal import Decimal

from bot.errors import DatabaseUnusable
from handlers.desk import Desk

log = logging.getLogger(__name__)


async def burning(desk: Desk) -> Mapping[str, Decimal]:
    """Give what each account's machines cost now, in US dollars per hour, by marketplace, where that is known.

    A search is worth more than this: it is answered also while the database is not to be used.
    """
    try:
        return {row.market: row.burn for row in await desk.runs.accounts() if row.burn is not None}
    except DatabaseUnusable:
        log.warning("what runs now could not be read, so a balance is weighed without it", exc_info=True)
        return {}
