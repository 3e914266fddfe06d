"""What Alembic runs: the steps, on the connection that `bot.store.upgrade` hands over and in its transaction."""

from alembic import context

from bot.store.tables import metadata

given = context.config.attributes
context.configure(
    connection=given["connection"],
    target_metadata=metadata,
    version_table=given["version_table"],
    render_as_batch=True,  # SQLite alters a table by making it anew
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
