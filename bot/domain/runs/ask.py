"""What a run asked of its machine: the instance that it got is compared with it."""

from dataclasses import dataclass

from bot.domain.gpu import GpuAsk
from bot.domain.money import MachineRate


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What was said of the machine before it was rented; None was not said and is not compared.

    `rate` is the quoted compute rate of the whole machine, without disk. `machine_id` is the listing's own.
    """

    gpu: GpuAsk | None = None
    gpus: int | None = None
    countries: tuple[str, ...] | None = None
    rate: MachineRate | None = None
    machine_id: str | None = None
