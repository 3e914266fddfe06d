"""The small language in which the tables of this package are written: each word makes a check."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from .problem import At, Check, Problem

DATE_TOKEN = "<!date"  # noqa: S105 - a piece of mrkdwn, no secret


def string(most: int | None = None, *, least: int = 1, literal: bool = False, like: str = "") -> Check:
    """Check a string's length in characters; `literal` text is shown as it is, without date tokens."""
    pattern = re.compile(like)

    def check(value: object, at: At) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield at.problem("must be a string")
            return
        if len(value) < least:
            yield at.problem(f"must be more than {least - 1} characters")
        if most is not None and len(value) > most:
            yield at.problem(f"must be less than {most + 1} characters")
        if literal and DATE_TOKEN in value:
            yield at.problem("a <!date> is not resolved in plain text")
        if not pattern.search(value):
            yield at.problem(f"must match {like}")

    return check


def integer(least: int | None = None, most: int | None = None) -> Check:
    """Check a whole number against both ends, ends included."""

    def check(value: object, at: At) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield at.problem("must be an integer")
        elif least is not None and value < least:
            yield at.problem(f"must be at least {least}")
        elif most is not None and value > most:
            yield at.problem(f"must be at most {most}")

    return check


def number(value: object, at: At) -> Iterator[Problem]:
    """Check for a JSON number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        yield at.problem("must be a number")


def boolean(value: object, at: At) -> Iterator[Problem]:
    """Check for true or false."""
    if not isinstance(value, bool):
        yield at.problem("must be a boolean")


def one_of(*allowed: str | int) -> Check:
    """Check for one of a few fixed values."""

    def check(value: object, at: At) -> Iterator[Problem]:
        if value not in allowed or isinstance(value, bool):
            yield at.problem(f"must be one of: {', '.join(map(str, allowed))}")

    return check


def array(item: Check, least: int = 1, most: int | None = None) -> Check:
    """Check a list's length and each of its items."""

    def check(value: object, at: At) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield at.problem("must be an array")
            return
        if len(value) < least:
            yield at.problem(f"no fewer than {least} items allowed")
        if most is not None and len(value) > most:
            yield at.problem(f"no more than {most} items allowed")
        for index, one in enumerate(value):
            yield from item(one, at / index)

    return check


Fields = Mapping[str, Check]
NO_FIELDS: Fields = {}


def fields(required: Fields, optional: Fields = NO_FIELDS, *whole: Check) -> Check:
    """Check an object: nothing missing, nothing unknown, every field right, then the object as a whole."""
    known = {**required, **optional}

    def check(value: object, at: At) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield at.problem("must be an object")
            return
        for name in required:
            if name not in value:
                yield at.problem(f"missing required field: {name}")
        for name, one in value.items():
            if name in known:
                yield from known[name](one, at / name)
            else:
                yield at.problem(f"invalid additional property: {name}")
        for rule in whole:
            yield from rule(value, at)

    return check


def typed(required: Fields = NO_FIELDS, optional: Fields = NO_FIELDS, *whole: Check) -> Check:
    """Check an object whose `type` has already chosen this check."""
    return fields({"type": string(), **required}, optional, *whole)


def by_type(kinds: Mapping[str, Check], allowed_on: Mapping[str, frozenset[str]] | None = None) -> Check:
    """Choose the check by the object's `type`; `allowed_on` names the surfaces of kinds that not all have."""
    surfaces = allowed_on or {}

    def check(value: object, at: At) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield at.problem("must be an object")
            return
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            yield (at / "type").problem(f"unsupported type: {kind}")
            return
        if at.surface not in surfaces.get(kind, {at.surface}):
            yield (at / "type").problem(f"unsupported type on a {at.surface}: {kind}")
            return
        yield from kinds[kind](value, at)

    return check


def some_of(how: Literal["any", "exactly one"], *names: str) -> Check:
    """Check how many of these fields an object has."""

    def check(value: object, at: At) -> Iterator[Problem]:
        present = sum(name in value for name in names) if isinstance(value, dict) else 0
        if present == 0 or (present > 1 and how == "exactly one"):
            yield at.problem(f"{how} of these fields is required: {', '.join(names)}")

    return check
