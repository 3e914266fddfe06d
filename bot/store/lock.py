"""The file that says that a process works with an SQLite database: locked as long as that lives, however it ends."""

import fcntl
import os
from pathlib import Path

from bot.errors import AnotherRunsitter, DatabaseUnusable


class FileLock:
    """Holds `FILE.lock` beside a database. The kernel lets go of it with the process, a kill -9 too (case g167)."""

    def __init__(self, database: Path) -> None:
        """Take it. Raises AnotherRunsitter where a process has it, DatabaseUnusable where it can't be made."""
        self.path = database.with_name(f"{database.name}.lock")
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise DatabaseUnusable(f"{self.path} cannot be made ({error.strerror})") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 32, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            if isinstance(error, BlockingIOError):
                raise AnotherRunsitter(f"process {holder or 'unknown'} holds {self.path}") from error
            raise DatabaseUnusable(f"{self.path} cannot be locked ({error.strerror})") from error
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def held(self) -> bool:
        """Tell whether what is locked is still the file that another would try."""
        try:
            mine, there = os.fstat(self._file), self.path.stat()
        except OSError:
            return False
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)

    def release(self) -> None:
        """Let go. The file stays: one that is deleted could be locked twice."""
        os.close(self._file)
