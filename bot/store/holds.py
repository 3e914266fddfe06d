"""What only one process has at a time: a locked file beside SQLite, a session's lock in PostgreSQL."""

from contextlib import suppress
from typing import Protocol

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import AnotherRunsitter
from bot.store.lock import FileLock
from bot.store.trouble import unusable

SESSION_LOCK = 0x7469636B6572
"""PostgreSQL's advisory lock of the ticker, in each database its own."""


class Hold(Protocol):
    """What only one process has at a time, and loses with its life."""

    def take(self) -> bool:
        """Take it if nobody has it."""
        ...

    def held(self) -> bool:
        """Tell whether it is surely still there."""
        ...

    def release(self) -> None:
        """Let go of it, if it is held."""
        ...


class FileHold:
    """SQLite: the lock file beside it."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock
        self._path = lock.path

    def take(self) -> bool:
        """Never again: what was lost while it was held, another may have. Raises AnotherRunsitter."""
        raise AnotherRunsitter(f"{self._path} was deleted or replaced while this process held it")

    def held(self) -> bool:
        """Tell whether the file is the one that was locked."""
        return self._lock.held()

    def release(self) -> None:
        """Let go of the file."""
        self._lock.release()


class SessionHold:
    """PostgreSQL: an advisory lock of a session that does nothing else; the server lets go of it with the session."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def take(self) -> bool:
        """Take the lock in a new session, if no other session has it."""
        self.release()
        try:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            if connection.scalar(select(func.pg_try_advisory_lock(SESSION_LOCK))):
                self._connection = connection
                return True
            connection.close()
        except SQLAlchemyError as error:
            raise unusable(self._engine.url, error) from error
        return False

    def held(self) -> bool:
        """Ask the server something: a session that answers has its lock."""
        if self._connection is None:
            return False
        try:
            self._connection.execute(select(1))
        except SQLAlchemyError:
            self.release()
            return False
        return True

    def release(self) -> None:
        """Give the lock back where the server still answers, and end the session."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with connection, suppress(SQLAlchemyError):
                connection.execute(select(func.pg_advisory_unlock(SESSION_LOCK)))
