"""Figures as people read them: each with its unit, money per machine and per GPU, times in the reader's zone."""

from datetime import UTC, datetime, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from bot.domain.money import GpuRate, MachineRate, hours
from bot.slack.views.text import Mrkdwn

NOT_TOLD = "not told"

_WHOLE_FROM = Decimal(100)
_CENT = Decimal("0.01")
_MOST_PLACES = 9
_GIGABIT = 1000
_ABSURD = Decimal(10) ** 12
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def usd(amount: Decimal) -> str:
    """Write a sum in dollars: whole from $100 on, in cents below."""
    sign, size = ("-" if amount < 0 else ""), abs(amount)
    if size >= _ABSURD:
        return f"{sign}${size:.2e}"
    if 0 < size < _CENT:
        return f"{sign}under 1 ct"
    return f"{sign}${size:,.{0 if size >= _WHOLE_FROM else 2}f}"


def hourly(rate: MachineRate | GpuRate, places: int = 0) -> str:
    """Write a rate in dollars per hour: in cents, below $1 with three decimals where they tell something."""
    amount = rate.usd_per_hour
    if abs(amount) >= _ABSURD:
        return f"${amount:.2e}/h"
    return f"${trimmed(amount, places or (3 if amount < 1 else 2), least=2)}/h"


def hourly_apart(rate: MachineRate, other: MachineRate) -> tuple[str, str]:
    """Write two rates with as many decimals as it takes to tell them apart, should they differ."""
    pairs = ((hourly(rate, places), hourly(other, places)) for places in (0, *range(3, _MOST_PLACES)))
    return next((pair for pair in pairs if pair[0] != pair[1]), (hourly(rate), hourly(other)))


def usd_range(low: Decimal, high: Decimal) -> str:
    """Write a range of dollars, or the one figure where both read the same."""
    first, last = usd(low), usd(high)
    return first if first == last else f"{first} to {last}"


def rates(rate: MachineRate | None, gpus: int) -> str:
    """Write a price per hour for the machine and per GPU, always both (case a20); of one GPU they are the same."""
    if rate is None:
        return "price per hour not told"
    if gpus == 1:
        return hourly(rate)
    return f"{hourly(rate)} machine, {hourly(rate.per_gpu(gpus))} per GPU"


def traffic_price(usd_per_gb: Decimal | None) -> str:
    """Write a traffic price per TB (1,000 GB)."""
    if usd_per_gb is None:
        return NOT_TOLD
    return "free" if usd_per_gb == 0 else f"{usd(usd_per_gb * 1000)}/TB"


def trimmed(value: Decimal, places: int, least: int = 0) -> str:
    """Write at most so many decimals, without idle zeros beyond the least."""
    whole, _, decimals = f"{value:,.{places}f}".partition(".")
    kept = decimals.rstrip("0").ljust(least, "0")
    return f"{whole}.{kept}" if kept else whole


def size(gb: Decimal | None) -> str:
    """Write GB (10^9 bytes), from 1,000 on as TB."""
    if gb is None:
        return NOT_TOLD
    return f"{trimmed(gb / 1000, 2)} TB" if gb >= 1000 else f"{trimmed(gb, 1)} GB"  # noqa: PLR2004 - GB in a TB


def link_speed(mbps: Decimal) -> str:
    """Write a link's speed, from 1,000 Mbit/s on in Gbit/s."""
    return f"{trimmed(mbps / _GIGABIT, 2)} Gbit/s" if mbps >= _GIGABIT else f"{trimmed(mbps, 1)} Mbit/s"


def share(fraction: Decimal | None) -> str:
    """Write a reliability the way it is typed, cut and never rounded up: 0.9499 is not 0.95."""
    if fraction is None:
        return NOT_TOLD
    return trimmed(fraction.quantize(Decimal("0.001"), rounding=ROUND_FLOOR), 3, least=2)


def percent(fraction: Decimal) -> str:
    """Write a fraction as a percentage."""
    return f"{trimmed(fraction * 100, 1)} %"


def span(length: timedelta) -> str:
    """Write a span in its two largest units, cut rather than rounded: `3 d 4 h`."""
    if length < timedelta(minutes=1):
        return "under a minute"
    days, rest = divmod(length, _DAY)
    whole_hours, rest = divmod(rest, _HOUR)
    minutes = rest // timedelta(minutes=1)
    named = [(days, "d"), (whole_hours, "h"), (0 if days else minutes, "min")]
    return " ".join(f"{number} {unit}" for number, unit in named if number)


def run_hours(length: timedelta) -> str:
    """Write a run's length the way it is planned, in hours: `72 h`."""
    return f"{trimmed(hours(length), 1)} h"


def short_by(missing: timedelta) -> str:
    """Write how much time is missing, rounded up: `short by 0.8 d`."""
    unit, name = (_DAY, "d") if missing >= _DAY / 2 else (_HOUR, "h")
    tenths = (hours(missing) / hours(unit)).quantize(Decimal("0.1"), rounding=ROUND_CEILING)
    return f"short by {trimmed(tenths, 1)} {name}"


def ago(age: timedelta) -> str:
    """Write how old something is (case b49)."""
    if age < timedelta(seconds=1):
        return "just now"
    return f"{age.seconds} s ago" if age < timedelta(minutes=1) else f"{span(age)} ago"


def plural(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: `1 machine`, `1,200 machines`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def utc(instant: datetime) -> str:
    """Write an instant in UTC, for where Slack shows no zone of the reader's."""
    return f"{instant.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def date(instant: datetime) -> Mrkdwn:
    """Write an instant so that each reader sees it in their own zone; in mrkdwn only, never in plain_text."""
    return Mrkdwn(f"<!date^{int(instant.timestamp())}^{{date_short_pretty}} {{time}}|{utc(instant)}>")
