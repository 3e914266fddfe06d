"""The one place where a verdict is kept: how things stand and what is to be said, in the same transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.domain.watching import AccountStanding, Standing, Verdict
from bot.store import accounts, incidents, letters, standings


def keep_run(c: Connection, before: Standing, verdict: Verdict[Standing], now: datetime) -> None:
    """Keep what one look at a run's machine means."""
    keep_runs(c, [before], [verdict], now)


def keep_runs(c: Connection, before: Sequence[Standing], verdicts: Sequence[Verdict[Standing]], now: datetime) -> None:
    """Keep what a poll means for many runs, each with its verdict."""
    standings.save_all(c, [(was, verdict.standing) for was, verdict in zip(before, verdicts, strict=True)])
    for verdict in verdicts:
        _keep_rest(c, verdict, now)


def keep_account(c: Connection, before: AccountStanding, verdict: Verdict[AccountStanding], now: datetime) -> None:
    """Keep what a poll means for an account."""
    accounts.save(c, before, verdict.standing)
    _keep_rest(c, verdict, now)


def _keep_rest(c: Connection, verdict: Verdict[Any], now: datetime) -> None:
    """Close before opening, since a kind may do both; what was open already is told by whoever opened it."""
    for incident in verdict.closed:
        incidents.close(c, incident.id, incident.closed_at or now)
    unopened = {incident.id for incident in verdict.opened if not incidents.open_(c, incident)}
    for letter in verdict.letters:
        if letter.incident not in unopened:
            letters.put(c, letter, now)
    for card in verdict.cards:
        if not letters.put(c, card, now):
            letters.revise(c, card.key, card.facts, now)
