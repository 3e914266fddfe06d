"""Accounts at marketplaces: how each stands, and what sits there with no run."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, select

from bot.domain.watching import AccountStanding, Stray
from bot.domain.watching.titles import account_subject
from bot.store import incidents, marks
from bot.store.rows import put_over
from bot.store.tables import accounts, strays

_FIELDS = tuple(column.name for column in accounts.c)
_ONE = select(accounts).where(accounts.c.market == bindparam("of_market"))
_LOCKED = _ONE.with_for_update()
_STRAYS = (
    select(strays.c.seen, strays.c.since, strays.c.watch)
    .where(strays.c.market == bindparam("of_market"))
    .order_by(strays.c.since, strays.c.instance)
)


def load(c: Connection, market: str, *, lock: bool = False) -> AccountStanding:
    """Give how a marketplace's account stands; one that was never looked at is all well and all unknown."""
    row = c.execute(_LOCKED if lock else _ONE, {"of_market": market}).mappings().one_or_none()
    return AccountStanding(
        **(row or {"market": market}),
        told=marks.of_subject(c, account_subject(market)),
        strays=_strays(c, market),
        open=incidents.of_account(c, market),
    )


def lock(c: Connection, subject: str) -> None:
    """Wait until nobody else judges the account of a subject, and let nobody until the transaction ends."""
    market = subject.removeprefix(account_subject(""))
    c.execute(select(accounts.c.market).where(accounts.c.market == market).with_for_update())


def save(c: Connection, before: AccountStanding, after: AccountStanding) -> None:
    """Write what differs, but for the open incidents, which have ways of their own."""
    if _row(before) != _row(after) or before.tried_at is None:
        put_over(c, accounts, [_row(after)])
    marks.save(c, [(account_subject(after.market), before.told, after.told)])
    known = _by_instance(before)
    now_there = _by_instance(after)
    _forget(c, after.market, known.keys() - now_there.keys())
    put_over(c, strays, [_stray_row(stray) for id_, stray in now_there.items() if known.get(id_) != stray])


def _row(standing: AccountStanding) -> dict[str, Any]:
    return {name: getattr(standing, name) for name in _FIELDS}


def _strays(c: Connection, market: str) -> tuple[Stray, ...]:
    rows = c.execute(_STRAYS, {"of_market": market})
    return tuple(Stray(seen=seen, since=since, watch=watch) for seen, since, watch in rows)


def _by_instance(standing: AccountStanding) -> Mapping[str, Stray]:
    return {stray.seen.ref.id: stray for stray in standing.strays}


def _stray_row(stray: Stray) -> dict[str, Any]:
    ref = stray.seen.ref
    return {
        "market": ref.market,
        "instance": ref.id,
        "since": stray.since,
        "seen": stray.seen,
        "watch": stray.watch,
    }


def _forget(c: Connection, market: str, instances: set[str]) -> None:
    if instances:
        is_it = and_(strays.c.market == market, strays.c.instance == bindparam("of_instance"))
        c.execute(delete(strays).where(is_it), [{"of_instance": instance} for instance in sorted(instances)])
