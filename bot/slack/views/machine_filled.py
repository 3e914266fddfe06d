"""What the form fills in of a machine that is typed in by hand: as it was typed before, and over it what was said."""

from decimal import Decimal

from bot.domain.gpu import Gpu
from bot.domain.instance import Instance
from bot.domain.money import MachineRate
from bot.words.reading import plain as digits
from bot.words.track_ask import TrackAsk


def machine_filled(ask: TrackAsk, known: Instance | None) -> dict[str, str]:
    """Give the texts of the fields by name; `known` is the machine of a run that is sat with already."""
    filled = ({} if known is None else _typed_before(known)) | _said(ask)
    return {name: text for name, text in filled.items() if text}


def _typed_before(row: Instance) -> dict[str, str]:
    return {
        "card": row.gpu_name,
        "memory": str(row.gpu.memory_gb) if isinstance(row.gpu, Gpu) else "",
        "gpus": str(row.gpus),
        "rate": _rate(row.compute),
        "disk": _number(row.disk_gb),
        "storage": _number(row.disk_usd_per_gb_month),
        "inward": _number(row.in_usd_per_gb),
        "outward": _number(row.out_usd_per_gb),
        "country": row.country or "",
        "until": "" if row.ends_at is None else str(int(row.ends_at.timestamp())),
    }


def _said(ask: TrackAsk) -> dict[str, str]:
    """Give what the words said, and nothing else; a card brings its own memory or none."""
    gpu = ask.ask.gpu
    said: dict[str, str] = {}
    if gpu is not None:
        said |= {"card": gpu.label, "memory": "" if gpu.memory_gb is None else str(gpu.memory_gb)}
    if ask.ask.gpus is not None:
        said["gpus"] = str(ask.ask.gpus)
    if ask.ask.rate is not None:
        said["rate"] = _rate(ask.ask.rate)
    if ask.ask.countries:
        said["country"] = ask.ask.countries[0]
    if ask.disk_gb is not None:
        said["disk"] = digits(ask.disk_gb)
    if ask.ends_at is not None:
        said["until"] = str(int(ask.ends_at.timestamp()))
    return said


def _rate(rate: MachineRate | None) -> str:
    return "" if rate is None else digits(rate.usd_per_hour)


def _number(value: Decimal | None) -> str:
    return "" if value is None else digits(value)
