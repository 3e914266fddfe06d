"""The tables. They change by a migration alone.

Words of any length are Text: PostgreSQL would refuse a long one where SQLite takes it.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

from bot.domain.deadlines import EndWatch
from bot.domain.incidents import Watch
from bot.domain.instance import Instance
from bot.domain.listing import ListingRef
from bot.domain.runs import Ask, Keeping, Plan, Progress
from bot.domain.watching import Watches
from bot.store.columns import Exact, Instant, Packed, Span

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Id = BigInteger().with_variant(Integer, "sqlite")

runs = Table(
    "runs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("owner", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("market", Text, nullable=False),
    Column("instance", Text, nullable=False),
    Column("plan", Packed(Plan), nullable=False),
    Column("keeping", Packed(Keeping), nullable=False),
    Column("ask", Packed(Ask), nullable=False),
    Column("progress", Packed(Progress)),
    Column("tracked_at", Instant, nullable=False),
    Column("begun_at", Instant, nullable=False),
    Column("max_duration", Span),
    Column("ended_at", Instant),
    Column("sits_on", Text, unique=True),
    Column("watches", Packed(Watches), nullable=False),
    Column("locked", Packed(Instance), nullable=False),
    Column("seen", Packed(Instance), nullable=False),
    Column("seen_at", Instant, nullable=False),
    Column("deposit", Exact),
    Index("ix_runs_market", "market", "ended_at"),
    Index("ix_runs_ended_at", "ended_at"),
)
"""`name_key` is the name as it is unique. `sits_on` is `market:instance` while the run is live, so that one instance
carries one run at a time; null afterwards. `deposit` is US dollars, null where nobody told."""

levels = Table(
    "levels",
    metadata,
    Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("market", Text, primary_key=True),
    Column("instance", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("state", Text),
    Column("since", Instant, nullable=False),
    Column("seen", Instant, nullable=False),
    Column("stated", Boolean, nullable=False),
)
"""What a machine was seen to be, in order from 0 on; state null is gone."""

rates = Table(
    "rates",
    metadata,
    Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("market", Text, primary_key=True),
    Column("instance", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("meter", Text, nullable=False),
    Column("since", Instant, nullable=False),
    Column("usd", Exact, nullable=False),
)
"""What each meter of a machine costs, in the order in which it came to be known."""

traffic = Table(
    "traffic",
    metadata,
    Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("market", Text, primary_key=True),
    Column("instance", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    Column("in_gb", Exact),
    Column("out_gb", Exact),
)
"""What a machine's counters stood at, in order."""

marks = Table(
    "marks",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("threshold_s", BigInteger, primary_key=True),
    Column("end", Instant, nullable=False),
    Column("told_at", Instant),
)
"""What was told of a subject's deadlines, and when, by our clock; threshold -1 is the latest safe copy start."""

incidents = Table(
    "incidents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("open_key", Text, unique=True),
    Column("since", Instant, nullable=False),
    Column("not_before", Instant),
    Column("opened_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Column("acknowledged_by", Text),
    Column("acknowledged_at", Instant),
    Column("snoozed_by", Text),
    Column("snoozed_until", Instant),
    Index("ix_incidents_subject", "subject", "opened_at"),
    Index("ix_incidents_snoozed", "snoozed_until"),
)
"""`open_key` is `subject kind` while it is open, else null: at most one open incident of a kind on a subject."""

letters = Table(
    "letters",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("to", Text, nullable=False),
    Column("second", Text),
    Column("run", Text),
    Column("incident", Text),
    Column("subject", Text),
    Column("thread", Text),
    Column("broadcast", Boolean, nullable=False),
    Column("facts_type", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("shown", Integer),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Instant, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("sending_since", Instant),
    Column("sent_at", Instant),
    Column("channel", Text),
    Column("ts", Text),
    Column("error", Text),
    Index("ix_letters_due", "state", "not_before", "priority", "id"),
    Index("ix_letters_subject", "subject"),
)
"""What is to be said. A letter is done only with Slack's `ts`; `shown` is the revision that Slack shows."""

acks = Table(
    "acks",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("at", Instant, nullable=False),
)
"""Deadlines that somebody acknowledged, by the letter's subject."""

accounts = Table(
    "accounts",
    metadata,
    Column("market", Text, primary_key=True),
    Column("sight", Packed(Watch[bool]), nullable=False),
    Column("tried_at", Instant),
    Column("last_good", Instant),
    Column("refusal", Text, nullable=False),
    Column("balance", Exact),
    Column("balance_at", Instant),
    Column("burn", Exact),
    Column("missing", Packed(tuple[ListingRef, ...]), nullable=False),
    Column("ending", Packed(EndWatch)),
)

strays = Table(
    "strays",
    metadata,
    Column("market", Text, primary_key=True),
    Column("instance", Text, primary_key=True),
    Column("since", Instant, nullable=False),
    Column("seen", Packed(Instance), nullable=False),
    Column("watch", Packed(Watch[bool]), nullable=False),
)
"""Instances on an account that sit with no run."""

charges = Table(
    "charges",
    metadata,
    Column("market", Text, primary_key=True),
    Column("instance", Text, primary_key=True),
    Column("day", Date, primary_key=True),
    Column("meter", Text, primary_key=True),
    Column("usd", Exact, nullable=False),
    Column("read_at", Instant, nullable=False),
)
"""What the marketplace itself charged, by its own billing day; meter "" is what stands for no meter of ours."""

lines = Table(
    "lines",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    Column("day", Date, nullable=False),
    Column("meter", Text, nullable=False),
    Column("usd", Exact, nullable=False),
    Column("told_at", Instant, nullable=False),
    Column("correction", Boolean, nullable=False),
    Index("ix_lines_run", "run", "day"),
)
"""What was told of each day's cost; late knowledge adds a line and changes none."""

summaries = Table(
    "summaries",
    metadata,
    Column("day", Date, primary_key=True),
    Column("told_at", Instant, nullable=False),
)
"""The team days of which a summary was told: one each."""

notes = Table(
    "notes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", Instant),
    Column("number", BigInteger),
)
"""Single facts of the bot itself: its first start, its last wake, the ticker's term."""
