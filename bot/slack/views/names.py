"""What marketplaces, machines and cards are called in answers: our label, and theirs beside it where it differs."""

from bot.domain.gpu import Conflict, Gpu
from bot.domain.listing import BY_HAND, Listing, ListingRef
from bot.slack.views.text import Mrkdwn, code, esc, say

_MARKETS = {"vast": "Vast.ai", "cloudj": "Cloudj", BY_HAND: "typed in by hand"}
_MIB = "MiB"


def market_name(short: str) -> Mrkdwn:
    """Give a marketplace's own name for the short one used in ids."""
    return esc(_MARKETS.get(short, short), 40)


def called(ref: ListingRef) -> str:
    """Name a listing within a sentence, by the id that a command takes if it has one."""
    return "the listing you typed" if ref.by_hand else str(ref)


def machine(listing: Listing) -> Mrkdwn:
    """Name a listing and its machine: the id that a command takes, and the only durable identity."""
    if listing.ref.by_hand:
        return esc("The listing you typed")
    return say(
        "{market} {ref} \u00b7 machine {machine}",
        market=market_name(listing.ref.market),
        ref=code(str(listing.ref), 60),
        machine=esc(listing.machine_id, 40),
    )


def card(listing: Listing) -> Mrkdwn:
    """Name a listing's card with its memory (case b35), and the marketplace's name where it differs (case b41)."""
    gpu, theirs = listing.gpu, listing.gpu_name
    if isinstance(gpu, Gpu):
        bare = gpu.label.removesuffix(f" {gpu.memory_gb} GB")
        if theirs.casefold() in {bare.casefold(), gpu.label.casefold()}:
            return esc(gpu.label)
        return say('{label} \u00b7 "{theirs}"', label=gpu.label, theirs=esc(theirs, 60))
    kind = "contradicts itself" if isinstance(gpu, Conflict) else "not recognised"
    memory = "memory not told" if gpu.memory_mib is None else f"{gpu.memory_mib:,} {_MIB}"
    return say('"{theirs}" ({kind}, {memory})', theirs=esc(theirs, 60), kind=kind, memory=memory)


def place(listing: Listing) -> Mrkdwn:
    """Name a listing's country."""
    return esc(listing.country or "country not told", 40)
