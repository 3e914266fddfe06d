"""The data_visualization block (docs.slack.dev, 2026-06-16).

Newer sources allow 12 series and segments; the docs' 6 stand here.
"""

from collections.abc import Iterator

from .problem import At, Check, Problem
from .rules import array, by_type, fields, number, string, typed

MOST_SERIES = 6
MOST_POINTS = 20
LABEL = string(20, literal=True)

_POINT = fields({"label": LABEL, "value": number})
_SERIES = fields({"name": LABEL, "data": array(_POINT, 1, MOST_POINTS)})
_AXES = fields(
    {"categories": array(LABEL, 1, MOST_POINTS)},
    {"x_label": string(50, literal=True), "y_label": string(50, literal=True)},
)


def _names(value: object, key: str) -> list[object]:
    """Read one key of each object in a list; whatever has another shape is left to the other checks."""
    return [item.get(key) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _unique_names(value: object, at: At) -> Iterator[Problem]:
    names = _names(value.get("series"), "name") if isinstance(value, dict) else []
    if len(set(map(repr, names))) < len(names):
        yield (at / "series").problem("series names must be unique")


def _one_point_per_category(value: object, at: At) -> Iterator[Problem]:
    series, axes = (value.get("series"), value.get("axis_config")) if isinstance(value, dict) else (None, None)
    if not isinstance(series, list) or not isinstance(axes, dict):
        return
    for index, one in enumerate(series):
        if isinstance(one, dict) and _names(one.get("data"), "label") != axes.get("categories"):
            yield (at / "series" / index / "data").problem("must have exactly one point per category, in their order")


_XY = typed(
    {"series": array(_SERIES, 1, MOST_SERIES), "axis_config": _AXES},
    {},
    _unique_names,
    _one_point_per_category,
)
_CHARTS: dict[str, Check] = {
    "line": _XY,
    "bar": _XY,
    "area": _XY,
    "pie": typed({"segments": array(_POINT, 1, MOST_SERIES)}),
}

CHARTS: dict[str, Check] = {
    "data_visualization": typed(
        {"title": string(50, literal=True), "chart": by_type(_CHARTS)}, {"block_id": string(255)}
    ),
}
