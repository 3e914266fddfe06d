"""The tables: made by migrations alone, and exactly those that the bot works with."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from bot.errors import DatabaseTooNew, DatabaseUnusable
from bot.store.engine import open_engine
from bot.store.tables import metadata
from bot.store.upgrade import VERSION_TABLE, Report, revision_of, revisions, upgrade, upgrade_in

NEWEST = revisions()[-1]


def differences(engine):
    """Give what a migration would have to change for the tables to be those of the bot."""
    with engine.begin() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        )
        return compare_metadata(context, metadata)


def test_the_migrated_tables_are_the_ones_that_the_bot_works_with(engine):
    """Types, keys, indexes and constraints: nobody changed a table without a migration."""
    assert differences(engine) == []
    named = {name for table in metadata.tables.values() for name in _names(table.constraints | table.indexes)}
    found = inspect(engine)
    there = {name for table in metadata.tables for name in _found(found, table)}
    assert named == there


def test_every_revision_leads_to_the_newest_step_by_step(empty_url):
    """A database of any older version is brought forward."""
    engine = open_engine(empty_url)
    before = None
    for revision in revisions():
        assert upgrade_in(engine, revision) == Report(before, revision)
        before = revision
    assert differences(engine) == []
    engine.dispose()


def test_a_new_database_is_made_and_a_second_upgrade_changes_nothing(empty_url):
    """Starting the bot again is no event."""
    assert str(upgrade(empty_url)) == f"brought from nothing to revision {NEWEST}"
    assert str(upgrade(empty_url)) == f"at revision {NEWEST}, as it was"


def test_a_database_of_a_newer_version_is_refused_and_left_alone(engine, url):
    """An old bot on new tables would write nonsense; it says which version to start."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE runsitter_revision SET version_num = '9999'"))

    with pytest.raises(DatabaseTooNew, match=r"newer Runsitter; start that version.*is at revision 9999"):
        upgrade(url)
    with engine.begin() as connection:
        assert revision_of(connection) == "9999"


def test_several_that_start_at_once_make_the_tables_once(empty_url):
    """Two replicas of a new version come up together; one upgrades, the others find it done."""
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: upgrade(empty_url), range(4)))
    assert sorted(reports, key=str) == [Report(NEWEST, NEWEST)] * 3 + [Report(None, NEWEST)]


def test_an_upgrade_that_fails_leaves_what_was_there(empty_url):
    """Somebody else's table is in the way of one of ours: none of the others is made either."""
    engine = create_engine(empty_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE strays (mine INTEGER)"))

    with pytest.raises(DatabaseUnusable, match=r"strays.*already exists"):
        upgrade(empty_url)
    assert inspect(engine).get_table_names() == ["strays"]
    engine.dispose()


def _names(parts):
    return {str(part.name) for part in parts if part.name}


def _found(found, table):
    lists = (found.get_indexes(table), found.get_unique_constraints(table), found.get_foreign_keys(table))
    return {one["name"] for parts in lists for one in parts} | {found.get_pk_constraint(table)["name"]}
