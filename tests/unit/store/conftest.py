"""Databases, and runs to keep in them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from databases import _templates, backend, empty_url, engine, postgres, store, url

from bot.domain.deadlines import DeadlineKind
from bot.domain.deadlines.told import Mark
from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.incidents import IncidentKind
from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import CounterReading, Level, Meter, RateFact
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.runs import Ask, Keeping, Plan, Run
from bot.domain.watching import Incident, Machine, Standing

__all__ = ["_templates", "backend", "empty_url", "engine", "postgres", "store", "url"]

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
REF = ListingRef("vast", "4411")


@pytest.fixture
def now():
    """Noon on a Monday, UTC."""
    return NOW


@pytest.fixture
def an_instance():
    """Make a running machine with eight cards."""

    def make(ref=REF, **changes):
        figures = {
            "ref": ref,
            "machine_id": "77",
            "label": None,
            "state": InstanceState.RUNNING,
            "state_text": "running",
            "gpu": Gpu("H100", 80, Form.SXM),
            "gpu_name": "H100 SXM",
            "gpus": 8,
            "country": "US",
            "compute": MachineRate(Decimal("16.20")),
            "disk_usd_per_gb_month": Decimal("0.144"),
            "disk_gb": Decimal(500),
            "started_at": NOW - HOUR,
            "ends_at": NOW + 90 * HOUR,
            "gpu_use": Decimal("0.97"),
        }
        return Instance(**(figures | changes))

    return make


@pytest.fixture
def a_standing(an_instance):
    """Make the standing of run number so and so, on the instance of the same number."""

    def make(number=1, *, market="vast", machine=None, run=None, **changes):
        ref = ListingRef(market, str(number))
        figures = {
            "id": f"run-{number}",
            "name": f"llama-{number}",
            "owner": "U0ADA",
            "channel": "C0TRAIN",
            "ref": ref,
            "plan": Plan(duration=72 * HOUR, in_gb=Decimal(200), budget=Decimal("900.50")),
            "keeping": Keeping(paths=("/workspace/checkpoints",), every=HOUR, to="/data/copies"),
            "ask": Ask(gpu=GpuAsk("H100", None, Form.SXM), gpus=8, rate=MachineRate(Decimal("16.1"))),
            "tracked_at": NOW + number * timedelta(seconds=1),
            "begun_at": NOW - HOUR,
            "max_duration": 96 * HOUR,
        }
        ref = (run or {}).get("ref", ref)
        facts = {
            "locked": an_instance(ref),
            "seen": an_instance(ref, gpu_use=Decimal("0.5")),
            "seen_at": NOW,
            "levels": (Level(InstanceState.RUNNING, NOW - HOUR, NOW),),
            "rates": (RateFact(Meter.COMPUTE, NOW - HOUR, Decimal("16.20")),),
            "traffic": (CounterReading(NOW, Decimal("1.5"), None),),
        }
        told = frozenset({Mark(DeadlineKind.CONTRACT_END, 72 * HOUR, NOW + 90 * HOUR)})
        return Standing(
            run=Run(**(figures | (run or {}))),
            machine=Machine(**(facts | (machine or {}))),
            **({"told": told} | changes),
        )

    return make


@pytest.fixture
def an_incident():
    """Make an incident about a run."""

    def make(name="one", subject="run-1", kind=IncidentKind.OFFLINE, **changes):
        figures = {"since": NOW, "not_before": NOW - HOUR, "opened_at": NOW}
        return Incident(id=name, subject=subject, kind=kind, **(figures | changes))

    return make
