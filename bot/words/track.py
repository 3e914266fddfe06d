"""`track`: an instance, the run on it, and what the run keeps, in any order."""

from dataclasses import fields
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.money import GpuRate, MachineRate
from bot.domain.runs import Ask, Keeping
from bot.words.hear import Command, Gaps, hear
from bot.words.money import Rate
from bot.words.nothing import taken_back
from bot.words.one_word import in_one_word
from bot.words.problem import Misread, Problem
from bot.words.said import Said
from bot.words.track_ask import TrackAsk
from bot.words.track_settings import track_grammar

_WHICH = Problem("", "Which instance? For example `vast:4411`, or `by-hand` for a machine of no marketplace.")
_NOT_BOTH = Problem("", "`by-hand` is for a machine without an id; say either `by-hand` or the id.")
_WHICH_GPU = Problem("", "`gpu none` and a GPU: which of the two?")
_WHICH_COUNT = Problem("", "`gpus none` and a number of GPUs: which of the two?")
_HOW_MANY = Problem("", "`rate`: for how many GPUs? Say the price of the whole machine, or how many: `x8`.")

_OF_MACHINE = frozenset(one.name for one in fields(Ask))
"""By hand nothing is asked of a machine, so none of it can be taken back."""


def read_track(text: str, zone: ZoneInfo, now: datetime) -> TrackAsk | Misread:
    """Read a run to sit with. The name and the duration may be missing: then a form asks for them."""
    of_hand = track_grammar(zone, now, by_hand=True)
    grammar = of_hand if "by_hand" in hear(text, of_hand).said else track_grammar(zone, now)
    command = Command(grammar, _gaps, _ask)
    ask = command.read(text)
    return in_one_word(grammar.tidy(text), ask, command.read, grammar.names) if isinstance(ask, Misread) else ask


def _gaps(said: Said) -> Gaps:
    gaps = [] if "ref" in said or "by_hand" in said else [("vast", _WHICH)]
    if "ref" in said and "by_hand" in said:
        gaps.append(("by-hand", _NOT_BOTH))
    if isinstance(said.get("rate"), GpuRate) and "gpus" not in said:
        gaps.append(("rate", _HOW_MANY))
    if "gpu" in said and "no_gpu" in said:
        gaps.append(("gpu", _WHICH_GPU))
    if "gpus" in said and "no_gpus" in said:
        gaps.append(("gpus", _WHICH_COUNT))
    return gaps


def _ask(said: Said) -> TrackAsk:
    return TrackAsk(
        ref=said.get("ref"),
        name=said.get("name"),
        duration=said.get("duration"),
        margin=said.get("margin"),
        in_gb=said.get("in_gb"),
        out_gb=said.get("out_gb"),
        budget=said.get("budget"),
        keeping=Keeping(
            paths=said.get("keep", ()), every=said.get("checkpoint_every"), to=said.get("to"), ssh=said.get("ssh")
        ),
        owner=said.get("owner"),
        ask=_machine(said),
        disk_gb=said.get("disk_gb"),
        ends_at=said.get("by"),
        none=taken_back(said) - (_OF_MACHINE if "by_hand" in said else frozenset()),
    )


def _machine(said: Said) -> Ask:
    gpus, rate = said.get("gpus"), said.get("rate")
    return Ask(
        gpu=said.get("gpu"),
        gpus=gpus,
        countries=said.get("countries"),
        rate=rate.for_machine(gpus) if isinstance(rate, GpuRate) and gpus else _whole(rate),
        machine_id=said.get("machine_id"),
    )


def _whole(rate: Rate | None) -> MachineRate | None:
    return rate if isinstance(rate, MachineRate) else None
