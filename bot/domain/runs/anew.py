"""What is said anew of a run goes over what had been said; what is left out stays."""

from collections.abc import Collection
from dataclasses import fields, replace
from typing import TypeVar

from bot.domain.runs.ask import Ask
from bot.domain.runs.run import Keeping

T = TypeVar("T", Ask, Keeping)


def over(old: T, new: T, none: Collection[str] = ()) -> T:
    """Put every field that was said over an old one; None, and no paths, were not, unless it is to be so by `none`."""
    said = {one.name: getattr(new, one.name) for one in fields(new)}
    return replace(old, **{name: value for name, value in said.items() if name in none or value not in (None, ())})
