"""What is kept comes back the same, digit for digit and to the microsecond, from either database."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, Integer, MetaData, Table, delete, insert, select
from sqlalchemy.exc import StatementError

from bot.domain.gpu import Conflict, Gpu, Unrecognised
from bot.domain.instance import Instance
from bot.domain.runs import Ask, Keeping, Plan
from bot.domain.watching import Watches
from bot.store.columns import Exact, Instant, Packed, Span, pack, unpack

TRIAL = Table(
    "trial",
    MetaData(),
    Column("n", Integer, primary_key=True),
    Column("at", Instant),
    Column("usd", Exact),
    Column("span", Span),
    Column("gpu", Packed(Gpu | Conflict | Unrecognised)),
)
ZONES = st.sampled_from([UTC, ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Chatham"), timezone(timedelta(hours=-9.5))])
INSTANTS = st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1), timezones=ZONES)  # noqa: DTZ001 - hypothesis adds the zone
CENTURIES = timedelta(days=100_000)
AMOUNTS = st.decimals(allow_nan=False, allow_infinity=False)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
GPUS = st.builds(Gpu, WORDS, st.integers(0, 999)) | st.builds(Conflict, WORDS, st.none(), WORDS)
ONE_TABLE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=30)


@pytest.fixture
def trial(engine):
    """Make a table with a column of each kind; gives what keeps one row and reads it again."""
    with engine.begin() as connection:
        TRIAL.create(connection)

    def keep(**values):
        with engine.begin() as connection:
            connection.execute(delete(TRIAL))
            connection.execute(insert(TRIAL).values(n=1, **values))
            return connection.execute(select(*(TRIAL.c[name] for name in values))).one()

    return keep


@ONE_TABLE
@given(at=INSTANTS, usd=AMOUNTS, span=st.timedeltas(-CENTURIES, CENTURIES), gpu=GPUS | st.builds(Unrecognised, WORDS))
def test_every_kind_of_value_comes_back_as_it_was_kept(trial, at, usd, span, gpu):
    """Instants in UTC whatever zone they came in, money with every digit and zero that it had."""
    found = trial(at=at, usd=usd, span=span, gpu=gpu)

    assert (at.astimezone(UTC), span, gpu) == (found.at, found.span, found.gpu)
    assert found.at.tzinfo is UTC
    assert usd.as_tuple() == found.usd.as_tuple()


def test_nothing_comes_back_as_nothing(trial):
    """Unknown is a value, and no kind of column makes a zero or an epoch of it."""
    assert (None, None, None, None) == tuple(trial(at=None, usd=None, span=None, gpu=None))


@pytest.mark.parametrize("hour", [0, 1])
def test_both_of_two_hours_of_the_same_name_are_kept_apart(trial, hour):
    """Case a27's hour: clocks go back, and 02:30 comes twice."""
    twice = datetime(2026, 10, 25, 2, 30, fold=hour, tzinfo=ZoneInfo("Europe/Berlin"))
    assert datetime(2026, 10, 25, hour, 30, tzinfo=UTC) == trial(at=twice).at


def test_a_naive_instant_is_refused(trial):
    """Case a27. Nobody knows when it was."""
    with pytest.raises(StatementError, match="a naive datetime can't be kept"):
        trial(at=datetime(2026, 11, 30, 12))  # noqa: DTZ001 - the point of it


@pytest.mark.parametrize("wrong", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_what_is_no_amount_is_refused(trial, wrong):
    """It would spoil every sum that it is read into."""
    with pytest.raises(StatementError, match="no amount that can be kept"):
        trial(usd=Decimal(wrong))


@ONE_TABLE
@given(ats=st.lists(INSTANTS.map(lambda at: at.astimezone(UTC)), min_size=2, max_size=6, unique=True))
def test_instants_sort_as_they_come(engine, ats):
    """What is due by now is found by comparing, in the database."""
    with engine.begin() as connection:
        TRIAL.drop(connection, checkfirst=True)
        TRIAL.create(connection)
        connection.execute(insert(TRIAL), [{"n": n, "at": at} for n, at in enumerate(ats)])
        earlier = connection.scalars(select(TRIAL.c.at).where(TRIAL.c.at < ats[0]).order_by(TRIAL.c.at)).all()
    assert sorted(at for at in ats if at < ats[0]) == earlier


@pytest.mark.parametrize("kind", [Plan, Keeping, Ask, Watches, Instance], ids=lambda kind: kind.__name__)
def test_a_row_from_before_a_field_was_there_is_read(kind, a_standing):
    """A newer version's field has a default, and an older version's row lacks it."""
    standing = a_standing()
    value = {Plan: standing.run.plan, Keeping: standing.run.keeping, Ask: standing.run.ask}.get(kind)
    value = value or {Watches: standing.watches, Instance: standing.machine.seen}[kind]

    assert value == unpack(kind, pack(kind, value))
    assert value == unpack(kind, pack(kind, value).replace("{", '{"field_of_a_newer_version":1,', 1))
    if kind not in {Plan, Instance}:
        assert kind() == unpack(kind, "{}")


def test_an_instance_kept_by_an_older_version_is_read():
    """As the first version that kept any wrote it, without what came later."""
    row = (
        '{"ref":{"market":"vast","id":"4411"},"machine_id":"77","label":null,"state":"running","state_text":"running",'
        '"gpu":{"family":"H100","memory_gb":80,"form":"SXM"},"gpu_name":"H100 SXM","gpus":8,"country":"US",'
        '"compute":{"usd_per_hour":"16.20"},"disk_usd_per_gb_month":"0.144","disk_gb":"500",'
        '"started_at":"2026-11-30T11:00:00Z","ends_at":null,"gpu_use":"0.97"}'
    )
    assert Decimal("16.20") == unpack(Instance, row).compute.usd_per_hour
    assert datetime(2026, 11, 30, 11, tzinfo=UTC) == unpack(Instance, row).started_at
