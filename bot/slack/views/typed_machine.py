"""A machine typed in by hand: read, or told at its fields what is wrong."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.domain.gpu import Gpu
from bot.domain.instance import Instance, InstanceState
from bot.domain.listing import BY_HAND, ListingRef, Pricing
from bot.domain.money import MachineRate
from bot.domain.place import country_of
from bot.slack.views.fields import at_fields, field_id, misfilled, moment, number, typed
from bot.slack.views.track_fields import ALL, FORM, OF_MACHINE
from bot.slack.views.typed_card import Refusal, mistyped, typed_card


def typed_by_hand(values: Mapping[str, Any]) -> bool:
    """Whether this is the form in which the machine is typed in."""
    return field_id(FORM, "card") in values


def typed_machine(values: Mapping[str, Any], now: datetime) -> Instance | dict[str, str]:
    """Read the machine that was typed in, or give `errors` for `response_action: errors`.

    Its address is the run's own name, for it has no id that anybody gave it.
    """
    said = typed(FORM, ALL, values)
    if wrong := misfilled(OF_MACHINE, said):
        return at_fields(FORM, wrong)
    gpu = typed_card(said.get("card", ""), number(said.get("memory")))
    gpus, rate, disk = (number(said.get(name)) for name in ("gpus", "rate", "disk"))
    since, until = moment(said.get("since")) or now, moment(said.get("until"))
    wrong = _wrong(said, gpu, since, until, now)
    if wrong or not isinstance(gpu, Gpu) or not gpus or not rate or not disk:
        return at_fields(FORM, wrong)
    return Instance(
        ref=ListingRef(BY_HAND, said.get("as", "")),
        machine_id="typed in",
        label=None,
        state=InstanceState.RUNNING,
        state_text="typed in",
        gpu=gpu,
        gpu_name=said["card"],
        gpus=int(gpus),
        country=country_of(said.get("country")),
        compute=MachineRate(rate),
        disk_usd_per_gb_month=number(said.get("storage")),
        disk_gb=disk,
        started_at=since,
        ends_at=until,
        gpu_use=None,
        in_usd_per_gb=number(said.get("inward")),
        out_usd_per_gb=number(said.get("outward")),
        pricing=Pricing.ON_DEMAND,
    )


def _wrong(
    said: Mapping[str, str], gpu: Gpu | Refusal, since: datetime, until: datetime | None, now: datetime
) -> dict[str, str]:
    wrong = mistyped(said, gpu, ("gpus", "rate", "disk"), "nobody tells")
    if since > now:
        wrong["since"] = "that is still to come"
    if until is not None and until <= now:
        wrong["until"] = "that is past"
    return wrong
