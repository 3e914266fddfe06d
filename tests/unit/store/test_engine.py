"""A file of SQLite's that several open for the first time in the same moment."""

import sqlite3

import pytest

from bot.store import engine


def test_a_file_that_another_holds_while_it_is_turned_to_write_ahead_is_waited_for(tmp_path, monkeypatch):
    """SQLite refuses that at once, however long it would wait for a lock: it is tried again until the other is done."""
    file, pauses = tmp_path / "runsitter.db", []
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            other.execute("ROLLBACK")

    monkeypatch.setattr(engine.time, "sleep", pause)
    mine = sqlite3.connect(file, timeout=0)
    engine._write_ahead(mine)
    assert mine.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert len(pauses) == 3
    mine.close()
    other.close()


def test_what_stays_held_is_given_up_in_the_end(tmp_path, monkeypatch):
    """By the monotonic clock, so that nobody waits for ever for a program that hangs."""
    file, passed = tmp_path / "runsitter.db", iter(range(0, 100, 10))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(engine.time, "sleep", lambda _: None)
    monkeypatch.setattr(engine.time, "monotonic", lambda: next(passed))
    mine = sqlite3.connect(file, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        engine._write_ahead(mine)
    mine.close()
    other.close()
