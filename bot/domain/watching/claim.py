"""A run that sits on an instance of an account, as far as the account's letters name it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.listing import ListingRef


@dataclass(frozen=True, slots=True)
class Claim:
    """A run's instance, name and owner (a Slack user's id); `live` until its machine is gone."""

    ref: ListingRef
    name: str
    owner: str
    live: bool = True


def names_of(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Name the runs that are live."""
    return tuple(claim.name for claim in claims if claim.live)


def owners_of(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Give the owners of the runs that are live, each once."""
    return tuple(dict.fromkeys(claim.owner for claim in claims if claim.live))
