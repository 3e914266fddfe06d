"""`runsitter db`: the database brought up to date, backed up and brought back."""

import asyncio
from pathlib import Path

from bot.app.database import database_url
from bot.config import load_settings
from bot.store.backup import back_up
from bot.store.engine import open_engine
from bot.store.restore import restore
from bot.store.trouble import where_of
from bot.store.upgrade import upgrade
from bot.terminal.out import tell


async def tend(deed: str, file: str | None) -> int:
    """Do what was asked, say what was done, and give the exit code. Raises RunsitterError where it can't be done."""
    tell(*await asyncio.to_thread(_done, deed, database_url(load_settings()), file))
    return 0


def _done(deed: str, url: str, file: str | None) -> list[str]:
    where = where_of(open_engine(url).url)
    if file is None:
        return [f"{where} is {upgrade(url)}."]
    if deed == "backup":
        back_up(url, Path(file))
        return [f"{where} is backed up to {file}."]
    report, kept = restore(url, Path(file))
    former = [] if kept is None else [f"What was there before is kept as {kept}."]
    return [f"{where} is restored from {file}, {report}.", *former]
