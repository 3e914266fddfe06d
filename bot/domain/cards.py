"""Which card for which job: a short table in our own words, and what each costs now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.gpu import Form, Gpu, GpuAsk, is_datacenter
from bot.domain.listing import Listing, Pricing, Verification
from bot.domain.money import GpuRate

PRICED_IN = "US"


@dataclass(frozen=True, slots=True)
class CardAdvice:
    """A card, exactly, and the jobs that it suits."""

    gpu: Gpu
    good_for: str

    @property
    def datacenter(self) -> bool:
        """Whether it is a datacenter card, which new accounts may not be allowed to rent."""
        return is_datacenter(self.gpu)

    @property
    def ask(self) -> GpuAsk:
        """The ask that means exactly this card."""
        return GpuAsk(self.gpu.family, self.gpu.memory_gb, self.gpu.form)


CARDS: tuple[CardAdvice, ...] = (
    CardAdvice(Gpu("B200", 180), "the largest models, where an H100's memory is the limit and time is dear"),
    CardAdvice(Gpu("H200", 141, Form.SXM), "H100 jobs that need more memory: long contexts, bigger batches"),
    CardAdvice(Gpu("H100", 80, Form.SXM), "large models, full fine-tunes, several cards that talk to each other a lot"),
    CardAdvice(Gpu("H100", 94, Form.NVL), "models that just miss 80 GB, on one card or a linked pair"),
    CardAdvice(
        Gpu("A100", 80, Form.SXM), "full fine-tunes of mid-size models when the H100's speed is not worth its price"
    ),
    CardAdvice(Gpu("A100", 40, Form.SXM), "mid-size fine-tunes and several cards on a smaller budget"),
    CardAdvice(Gpu("L40S", 48), "LoRA and vision training beyond 24 GB on one card; slow between cards"),
    CardAdvice(Gpu("RTX 5090", 32), "LoRA, diffusion and sweeps that need somewhat more than 24 GB"),
    CardAdvice(Gpu("RTX 4090", 24), "LoRA, vision and diffusion training, sweeps: whatever fits in 24 GB"),
)


def cheapest_per_gpu(cards: Sequence[CardAdvice], listings: Iterable[Listing]) -> Mapping[Gpu, GpuRate]:
    """Give the lowest price per GPU-hour, compute alone, of each card among what could be rented in the US now.

    Only verified hosts at on-demand prices count; a card that is not on offer is not in the answer.
    """
    wanted = {card.gpu for card in cards}
    cheapest: dict[Gpu, GpuRate] = {}
    for listing in listings:
        gpu = listing.gpu
        if not isinstance(gpu, Gpu) or gpu not in wanted or listing.compute is None or not _rentable(listing):
            continue
        rate = listing.compute.per_gpu(listing.gpus)
        cheapest[gpu] = min(rate, cheapest.get(gpu, rate))
    return cheapest


def _rentable(listing: Listing) -> bool:
    return (
        listing.rentable
        and listing.pricing is Pricing.ON_DEMAND
        and listing.country == PRICED_IN
        and listing.verification in (Verification.VERIFIED, Verification.NOT_A_NOTION)
        and not listing.mixed
    )
