"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

INSTANT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make them."""
    _accounts()
    _acks()
    _charges()
    _incidents()
    _letters()
    _marks()
    _notes()
    _runs()
    _strays()
    _summaries()
    _levels()
    _lines()
    _rates()
    _traffic()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("sight", sa.Text(), nullable=False),
        sa.Column("tried_at", INSTANT),
        sa.Column("last_good", INSTANT),
        sa.Column("refusal", sa.Text(), nullable=False),
        sa.Column("balance", sa.Text()),
        sa.Column("balance_at", INSTANT),
        sa.Column("burn", sa.Text()),
        sa.Column("missing", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("market", name="pk_accounts"),
    )


def _acks() -> None:
    op.create_table(
        "acks",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="pk_acks"),
    )


def _charges() -> None:
    op.create_table(
        "charges",
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("usd", sa.Text(), nullable=False),
        sa.Column("read_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("market", "instance", "day", "meter", name="pk_charges"),
    )


def _incidents() -> None:
    op.create_table(
        "incidents",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("open_key", sa.Text()),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("not_before", INSTANT),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("closed_at", INSTANT),
        sa.Column("acknowledged_by", sa.Text()),
        sa.Column("acknowledged_at", INSTANT),
        sa.Column("snoozed_by", sa.Text()),
        sa.Column("snoozed_until", INSTANT),
        sa.PrimaryKeyConstraint("id", name="pk_incidents"),
        sa.UniqueConstraint("open_key", name="uq_incidents_open_key"),
    )
    op.create_index("ix_incidents_snoozed", "incidents", ["snoozed_until"])
    op.create_index("ix_incidents_subject", "incidents", ["subject", "opened_at"])


def _letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("to", sa.Text(), nullable=False),
        sa.Column("second", sa.Text()),
        sa.Column("run", sa.Text()),
        sa.Column("incident", sa.Text()),
        sa.Column("subject", sa.Text()),
        sa.Column("thread", sa.Text()),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("facts_type", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", INSTANT, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("sending_since", INSTANT),
        sa.Column("sent_at", INSTANT),
        sa.Column("channel", sa.Text()),
        sa.Column("ts", sa.Text()),
        sa.Column("error", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        sa.UniqueConstraint("key", name="uq_letters_key"),
    )
    op.create_index("ix_letters_due", "letters", ["state", "not_before", "priority", "id"])
    op.create_index("ix_letters_subject", "letters", ["subject"])


def _marks() -> None:
    op.create_table(
        "marks",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("threshold_s", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("end", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("subject", "kind", "threshold_s", name="pk_marks"),
    )


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", INSTANT),
        sa.Column("number", sa.BigInteger()),
        sa.PrimaryKeyConstraint("name", name="pk_notes"),
    )


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("keeping", sa.Text(), nullable=False),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("progress", sa.Text()),
        sa.Column("tracked_at", INSTANT, nullable=False),
        sa.Column("begun_at", INSTANT, nullable=False),
        sa.Column("max_duration", sa.BigInteger()),
        sa.Column("ended_at", INSTANT),
        sa.Column("sits_on", sa.Text()),
        sa.Column("watches", sa.Text(), nullable=False),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.UniqueConstraint("name_key", name="uq_runs_name_key"),
        sa.UniqueConstraint("sits_on", name="uq_runs_sits_on"),
    )
    op.create_index("ix_runs_ended_at", "runs", ["ended_at"])
    op.create_index("ix_runs_market", "runs", ["market", "ended_at"])


def _strays() -> None:
    op.create_table(
        "strays",
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.Column("watch", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("market", "instance", name="pk_strays"),
    )


def _summaries() -> None:
    op.create_table(
        "summaries",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("told_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_summaries"),
    )


def _levels() -> None:
    op.create_table(
        "levels",
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.Text()),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("seen", INSTANT, nullable=False),
        sa.Column("stated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_levels_run_runs", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "market", "instance", "n", name="pk_levels"),
    )


def _lines() -> None:
    op.create_table(
        "lines",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("usd", sa.Text(), nullable=False),
        sa.Column("told_at", INSTANT, nullable=False),
        sa.Column("correction", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_lines_run_runs", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_lines"),
    )
    op.create_index("ix_lines_run", "lines", ["run", "day"])


def _rates() -> None:
    op.create_table(
        "rates",
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("usd", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_rates_run_runs", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "market", "instance", "n", name="pk_rates"),
    )


def _traffic() -> None:
    op.create_table(
        "traffic",
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("market", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("in_gb", sa.Text()),
        sa.Column("out_gb", sa.Text()),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_traffic_run_runs", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "market", "instance", "n", name="pk_traffic"),
    )
