"""When a deadline was told, so that what a wrong clock told can be told apart."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

INSTANT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add the column; of what was told before nobody knows when it was."""
    op.add_column("marks", sa.Column("told_at", INSTANT))
