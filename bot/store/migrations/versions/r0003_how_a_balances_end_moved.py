"""How the end of a balance moved, so that one that moves to and fro is told once."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add it; of what there is, nothing is known yet."""
    op.add_column("accounts", sa.Column("ending", sa.Text()))
