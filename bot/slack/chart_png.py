"""The picture of cost against estimate: JSON on stdin, a PNG on stdout, in a process of its own.

matplotlib takes a second and 100 MB, which neither the bot's event loop nor its memory shall feel.
"""

import json
import sys
import warnings
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

WIDTH, HEIGHT, DPI = 10.0, 5.6, 120
"""Inches, and dots per inch: 1,200 by 672 dots, which Slack shows at half that width."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Okabe and Ito's, told apart by the colour-blind as well."""
MARKS = "osD^vP"

_INK, _FAINT = "#1a1a1a", "#d9d9d9"
_MOST_MARKS = 40
_MOST_TICKS = 8
_MOST_NAME = 40
_COST: dict[str, Any] = {"linestyle": "-", "linewidth": 2.6}
_ESTIMATE: dict[str, Any] = {"linestyle": (0, (5, 3)), "linewidth": 1.8}

Run = Mapping[str, Any]


def main() -> None:
    """Draw what stands on stdin: `{title, below, runs: [{name, cost: [[ISO date, dollars]], estimate: …}]}`."""
    sys.stdout.buffer.write(picture(json.load(sys.stdin)))


def picture(told: Mapping[str, Any]) -> bytes:
    """Draw the chart and give it as a PNG."""
    mpl.rcParams.update({"font.size": 13, "text.color": _INK, "axes.labelcolor": _INK, "text.parse_math": False})
    warnings.filterwarnings("ignore", message="Glyph .* missing")  # a name in a script that the font hasn't
    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    for index, run in enumerate(told["runs"]):
        _line(axes, run["estimate"], index, _ESTIMATE)
        _line(axes, run["cost"], index, _COST)
    _frame(axes, told)
    _ticks(axes, {date.fromisoformat(day) for run in told["runs"] for day, _ in [*run["cost"], *run["estimate"]]})
    _legends(figure, axes, told["runs"])
    out = BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()


def _line(axes: Axes, points: Sequence[Sequence[Any]], index: int, style: Mapping[str, Any]) -> None:
    """Draw one line, its days marked where that helps; a line of one day is nothing but its mark."""
    if not points:
        return
    marked = len(points) == 1 or (style is _COST and len(points) <= _MOST_MARKS)
    mark: dict[str, Any] = {"marker": MARKS[index % len(MARKS)], "markersize": 7} if marked else {}
    if style is _ESTIMATE:
        mark |= {"markerfacecolor": "white"}
    days = [date.fromisoformat(day) for day, _ in points]
    axes.plot(days, [usd for _, usd in points], color=COLOURS[index % len(COLOURS)], **mark, **style)  # type: ignore[arg-type] # dates are plotted


def _frame(axes: Axes, told: Mapping[str, Any]) -> None:
    axes.set_title(told["title"], loc="left", fontsize=16, fontweight="bold", pad=12)
    axes.set_ylabel("US dollars")
    axes.set_xlabel(told["below"])
    axes.set_ylim(bottom=0)
    axes.margins(x=0.04)
    axes.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda usd, _: f"${usd:,.2f}".removesuffix(".00")))
    axes.grid(color=_FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _ticks(axes: Axes, days: Collection[date]) -> None:
    """Name some of the days, the last among them."""
    newest_first = sorted(days, reverse=True)
    named = newest_first[:: -(-len(newest_first) // _MOST_TICKS) or 1]
    axes.set_xticks(named, [f"{day:%b} {day.day}" for day in named])  # type: ignore[arg-type] # dates are plotted


def _legends(figure: Figure, axes: Axes, runs: Sequence[Run]) -> None:
    """Name each run by its colour and mark below the picture, and say in it what the two kinds of line are."""
    kinds = [Line2D([], [], color=_INK, **style) for style in (_COST, _ESTIMATE)]
    axes.legend(kinds, ["cost", "estimate"], loc="upper left", frameon=False)
    lines = [
        Line2D([], [], color=COLOURS[i % len(COLOURS)], marker=MARKS[i % len(MARKS)], markersize=7, **_COST)
        for i in range(len(runs))
    ]
    # matplotlib leaves out labels that begin with an underscore, so none does
    labels = [f"\u2009{_cut(run['name'])}" for run in runs]
    figure.legend(lines, labels, loc="outside lower center", ncols=2, frameon=False)


def _cut(name: str) -> str:
    return name if len(name) <= _MOST_NAME else f"{name[: _MOST_NAME - 1]}\u2026"


if __name__ == "__main__":
    main()
