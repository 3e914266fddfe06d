"""What deposit is held for a run's machine, as it was read when the run was tracked."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add it; of the runs that there are, nobody asked."""
    op.add_column("runs", sa.Column("deposit", sa.Text()))
