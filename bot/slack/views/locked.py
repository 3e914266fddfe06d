"""What a machine is locked at: its rate, and what is held for it."""

from decimal import Decimal

from bot.domain.instance import Instance
from bot.domain.money import MachineRate, disk_rate
from bot.slack.views.figures import rates, usd


def locked_rate(machine: Instance) -> str:
    """Write the locked rate with the disk where both prices were told, else what of it was."""
    disk = disk_of(machine)
    if machine.compute is None or disk is None:
        return f"{rates(machine.compute, max(machine.gpus, 1))}, without its disk"
    return f"{rates(machine.compute + disk, max(machine.gpus, 1))}, disk in it"


def disk_of(machine: Instance) -> MachineRate | None:
    """Give what its disk costs; None where its price or its size was not told."""
    if machine.disk_usd_per_gb_month is None or machine.disk_gb is None:
        return None
    return disk_rate(machine.disk_usd_per_gb_month, machine.disk_gb)


def deposit_words(deposit: Decimal | None) -> str:
    """Write what is held for it and would be given back, in US dollars; None is unknown, which is not nothing."""
    if deposit is None:
        return "deposit unknown"
    return f"deposit {usd(deposit)}, refundable" if deposit else "no refundable deposit"
