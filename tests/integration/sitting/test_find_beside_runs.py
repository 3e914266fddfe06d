"""A find while something runs: money that the account's machines take is none for another one."""

import re
from datetime import timedelta

HOUR = timedelta(hours=1)
FIND = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"


async def test_a_balance_that_a_running_machine_takes_does_not_cover_another(sitter):
    """It covered the listing as long as nothing ran."""
    await sitter.starts()
    sitter.world.account.deposited = 4_000
    assert "balance $4,000 covers price + deposit" in (await sitter.hears(FIND)).says
    await sitter.tracks(sitter.rents(ends_in=300 * HOUR))
    burn = sum(one.listing.price for one in sitter.world.instances())
    sitter.world.account.deposited = 1_600 + burn * 80
    await sitter.polls(2)
    said = (await sitter.hears(FIND)).says
    assert "too low by" in said
    assert "that what already runs takes until then" in said
    (listing,) = set(re.findall(r"vast:\d+", said)[:1])
    check = await sitter.hears(f"/gpu check {listing} for 72h disk 500GB in 200GB out 300GB")
    assert "that what already runs takes until then" in check.says
