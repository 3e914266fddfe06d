"""`track`: the run, its machine and what it keeps, in plain words; names, paths and addresses letter by letter."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Form, GpuAsk
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.runs import Ask, Keeping, Plan
from bot.words import TRACK_CLAUSES, TrackAsk, say_track
from bot.words.reserved import KEEP, MACHINE, NAME, OTHERS, OWNER, SSH, TO
from bot.words.track_settings import track_grammar

RUN = "vast:4411 as llama-ft for 72h"
WHOLE = (
    "vast:4411 as llama-ft for 72h margin 20% in 200GB out 300GB budget $900 "
    "keep /workspace/checkpoints,/workspace/logs every 1h to /data/copies ssh root@host:2222 owner <@U123|ann>"
)


def test_everything_that_can_be_said_of_a_run_is_read(track):
    """The line of the stable interface."""
    expected = TrackAsk(
        ref=ListingRef("vast", "4411"),
        name="llama-ft",
        duration=timedelta(hours=72),
        margin=Decimal("0.2"),
        in_gb=Decimal(200),
        out_gb=Decimal(300),
        budget=Decimal(900),
        keeping=Keeping(
            paths=("/workspace/checkpoints", "/workspace/logs"),
            every=timedelta(hours=1),
            to="/data/copies",
            ssh="root@host:2222",
        ),
        owner="U123",
    )
    assert expected == track(WHOLE)


def test_what_was_not_said_of_a_plan_is_as_every_plan_has_it(track):
    """One default, not two."""
    assert Plan(duration=timedelta(hours=72)) == track(RUN).plan


def test_what_the_machine_was_asked_to_be_is_kept_to_compare(track):
    """Case b55: the count that was asked for, and the card, the country and the price."""
    expected = Ask(
        gpu=GpuAsk("H100", None, Form.SXM),
        gpus=8,
        countries=("US",),
        rate=MachineRate(Decimal("17.20")),
        machine_id="33271",
    )
    said = "h100-sxm x8 country US machine-id 33271"
    assert expected == track(f"{RUN} {said} rate $17.20/h").ask
    assert expected == track(f"{RUN} {said} max $2.15/gpu/h").ask


@pytest.mark.parametrize(
    ("typed", "complete"),
    [
        (RUN, True),
        ("vast:4411", False),
        ("vast:4411 as llama-ft", False),
        ("vast:4411 for 72h", False),
        ("by-hand", False),
        ("by hand as llama-ft for 72h", False),
    ],
)
def test_no_form_opens_where_instance_name_and_duration_are_there(track, typed, complete):
    """A machine that is typed in by hand always needs one."""
    assert (complete, typed.startswith("by")) == (track(typed).complete, track(typed).by_hand)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("llama_ft_", "llama_ft_"),
        ("*llama*", "*llama*"),
        ("llama-ft,", "llama-ft"),
        ('"llama,ft"', "llama,ft"),
        ('"for"', "for"),
        ("für-dich", "für-dich"),
        ("--", "--"),
        ("&lt;!channel&gt;", "<!channel>"),
        ("<!channel>", "<!channel>"),
        ("<https://x.test|verified>", "<https://x.test|verified>"),
        ('"a&amp;lt;b"', "a&lt;b"),
    ],
)
def test_a_name_is_taken_letter_by_letter(track, typed, name):
    """Case f161: whatever it means elsewhere, it is a name, and is written back as one."""
    ask = track(f"vast:4411 as {typed} for 72h")
    assert (name, timedelta(hours=72)) == (ask.name, ask.duration)
    assert ask == track(say_track(ask))


@pytest.mark.parametrize("spelled", [spelled for clause in TRACK_CLAUSES for spelled in clause.spelled])
def test_every_clause_of_the_help_is_understood(track, spelled):
    """Each spelling alone, after an id, none a mistake."""
    assert "4411" == track(f"vast:4411 {spelled}").ref.id


def test_every_name_of_a_setting_is_a_word_of_the_grammar(zone, now):
    """A setting that is added is added there, or `keep NAME` would take its name for a value."""
    names = f"{NAME}, {KEEP}, {TO}, {SSH}, {OWNER}, {MACHINE}, {OTHERS}".split(", ")
    assert sorted(set(track_grammar(zone, now).names)) == sorted(names)
