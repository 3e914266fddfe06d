"""A few numbers in Prometheus's text format (version 0.0.4), by hand: gauges and counters without labels."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.slack.inbound import InboundHealth

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Metric:
    """One number. The unit is the end of the name: `_seconds`, `_total`."""

    name: str
    value: float
    help: str
    kind: Literal["gauge", "counter"] = "gauge"


def render(metrics: Iterable[Metric]) -> str:
    """Write metrics as Prometheus reads them."""
    return "".join(
        f"# HELP {metric.name} {_one_line(metric.help)}\n"
        f"# TYPE {metric.name} {metric.kind}\n"
        f"{metric.name} {metric.value!r}\n"
        for metric in metrics
    )


def inbound_metrics(health: InboundHealth) -> list[Metric]:
    """Give the numbers of how well Slack is heard; what is not known is left out."""
    told: list[tuple[str, float | None, str, Literal["gauge", "counter"]]] = [
        ("fresh", int(health.fresh), "1 while Slack is heard.", "gauge"),
        ("connected", int(health.connected_since is not None), "1 while a way in is open.", "gauge"),
        ("heard_age_seconds", health.heard_age, "Seconds since Slack's last sign.", "gauge"),
        ("connections", health.connections, "Connections that Slack counted at the last hello.", "gauge"),
        ("reconnects_total", health.reconnects, "Links opened after the first.", "counter"),
    ]
    return [
        Metric(f"runsitter_slack_{name}", float(value), text, kind)
        for name, value, text, kind in told
        if value is not None
    ]


def _one_line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")
