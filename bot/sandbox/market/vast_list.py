"""The v1 list of instances: filters on stored columns, 25 rows a page, a token to the next."""

import base64
import binascii
from functools import partial
from typing import Any

import msgspec

from bot.sandbox.market.instances import Instance
from bot.sandbox.market.vast_instance import STORED, row, stored
from bot.sandbox.market.vast_query import BadQueryError, condition

MOST_ROWS = 25
_ROWS_BELOW_ONE = 5


def page(
    instances: list[Instance],
    now: float,
    *,
    select: dict[str, dict[str, Any]],
    order: list[dict[str, str]],
    limit: int,
    after: str | None,
    columns: list[str],
) -> dict[str, Any]:
    """Return one page of the list. Raises BadQueryError for computed columns, odd operators and odd tokens."""
    chosen = _sorted(_chosen(instances, select, now), order, now)
    start = 0 if after is None else _start(after, chosen)
    size = min(limit, MOST_ROWS) if limit > 0 else _ROWS_BELOW_ONE
    shown = chosen[start : start + size]
    more = start + size < len(chosen)
    return {
        "success": True,
        "instances_found": len(chosen),
        "total_instances": len(instances),
        "label_counts": _label_counts(instances),
        "next_token": _token(shown[-1].id, start + size) if more else None,
        "instances": [_projected(row(instance, now), columns) for instance in shown],
    }


def _chosen(instances: list[Instance], select: dict[str, dict[str, Any]], now: float) -> list[Instance]:
    for column, ops in select.items():
        _check(column)
        for op, operand in ops.items():
            passes = condition(op, operand)
            instances = [each for each in instances if passes(stored(each, column, now))]
    return instances


def _sorted(instances: list[Instance], order: list[dict[str, str]], now: float) -> list[Instance]:
    for key in reversed(order):
        _check(key["col"])
        read = partial(_sort_key, column=key["col"], now=now)
        instances = sorted(instances, key=read, reverse=key.get("dir") == "desc")
    return instances


def _sort_key(instance: Instance, column: str, now: float) -> tuple[bool, Any]:
    value: Any = stored(instance, column, now)
    return value is None, 0 if value is None else value


def _check(column: str) -> None:
    if column not in STORED:
        raise BadQueryError(f"{column} is a computed column and cannot be filtered or sorted on")


def _label_counts(instances: list[Instance]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in instances:
        counts[each.label or ""] = counts.get(each.label or "", 0) + 1
    return counts


def _projected(fields: dict[str, Any], columns: list[str]) -> dict[str, Any]:
    return fields if "*" in columns else {name: fields.get(name) for name in columns}


def _token(last_id: int, offset: int) -> str:
    return base64.b64encode(msgspec.json.encode({"values": {"id": last_id}, "offset": offset})).decode()


def _start(token: str, chosen: list[Instance]) -> int:
    """Return where the next page starts: after the row that ended the last one, wherever it is now."""
    try:
        payload = msgspec.json.decode(base64.b64decode(token, validate=True))
        last, offset = payload["values"]["id"], payload["offset"]
    except (binascii.Error, msgspec.DecodeError, KeyError, TypeError) as error:
        raise BadQueryError("after_token: not a token") from error
    places = [place for place, each in enumerate(chosen) if each.id == last]
    return places[0] + 1 if places else int(offset) - 1
