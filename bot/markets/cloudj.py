"""Cloudj behind the port `Marketplace`, on an API that is ASSUMED: no public description of one was found.

All that is assumed stands in this file. JSON, Bearer key, times RFC 3339 in UTC, money as decimal strings in US
dollars, pages by cursor, errors as `{error: {code, message}}`:

- `GET /v1/listings?model=&cursor=`, `GET /v1/instances?cursor=`, `GET /v1/instances/{id}`, `GET /v1/account`;
- `price_per_minute` and `locked_price_per_minute` are the whole machine's, without disk and traffic;
- `bandwidth_price_per_gb` holds for both ways; link speeds are not told; there are no bids and no verification;
- `gpu_utilisation` is percent; an instance that is gone answers 404 with an error code;
- `traffic_in_gb` and `traffic_out_gb` count since the start; `GET /v1/instances/{id}/logs?tail=` answers
  `{lines: [text]}`, oldest first; charges by day, price increases and one instance's deposit are not told;
  no pace is prescribed.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from urllib.parse import quote

import httpx
import msgspec

from bot.domain.account import Charge, PriceIncrease
from bot.domain.gpu import Conflict, Gpu, GpuAsk, Unrecognised, cloudj_slugs, identify, parse_memory
from bot.domain.instance import Account, Instance, InstanceState
from bot.domain.listing import Listing, ListingRef, Listings, Pricing, Verification
from bot.domain.money import MachineRate
from bot.domain.outside import Fact, Known, Unknown, Why
from bot.domain.place import country_of
from bot.markets import values
from bot.markets.complaint import read_complaint
from bot.markets.fields import Fields
from bot.markets.gate import one_each, read_envelope, read_rows, reason, settle
from bot.markets.line import PATIENCE, Answer, Line
from bot.markets.pages import Page, all_pages, nothing
from bot.markets.provider import MarketError, Provider
from bot.markets.refusals import by_status
from bot.markets.tail import last_lines
from bot.ports import Clock

CLOUDJ = Provider("cloudj", "Cloudj", "CLOUDJ_API_KEY", "CLOUDJ_API_URL")

_DEPLOY_PAGE = "https://app.cloudj.net/deploy/gpu?model="
_MINUTES = 60
_PERCENT = 100
_MOST_GPUS = 1024
_MOST_DAYS = 36_500
_MOST_PORT = 65535
_MOST_LINES = 1000
_STATES = {
    "starting": InstanceState.PENDING,
    "running": InstanceState.RUNNING,
    "stopped": InstanceState.STOPPED,
    "offline": InstanceState.OFFLINE,
}

Word = str | int


class _Listings(msgspec.Struct):
    listings: list[msgspec.Raw]
    next_cursor: str | None = None


class _Instances(msgspec.Struct):
    instances: list[msgspec.Raw]
    next_cursor: str | None = None


class _Account(msgspec.Struct):
    balance: Decimal
    level: Word | None = None


class _Lines(msgspec.Struct):
    lines: list[str]


class _Listing(msgspec.Struct):
    id: Word
    machine_id: Word
    model: str
    gpus: int
    gpu_memory_gb: float | str | None = None
    country: str | None = None
    price_per_minute: Decimal | None = None
    storage_price_per_gb_month: Decimal | None = None
    bandwidth_price_per_gb: Decimal | None = None
    disk_available_gb: Decimal | None = None
    reliability: Decimal | None = None
    max_duration_days: Decimal | None = None
    available_until: datetime | None = None
    account_level_required: Word | None = None


_listings = msgspec.json.Decoder(_Listings)
_instances = msgspec.json.Decoder(_Instances)
_instance = msgspec.json.Decoder(msgspec.Raw)
_account = msgspec.json.Decoder(_Account, strict=False)
_lines = msgspec.json.Decoder(_Lines)
_listing = msgspec.json.Decoder(_Listing, strict=False)


class Cloudj:
    """Cloudj. Everything needs a key. `patience` is seconds for one question, all its pages included."""

    name = CLOUDJ.source

    def __init__(
        self, client: httpx.AsyncClient, *, url: str, key: str | None, clock: Clock, patience: float = PATIENCE
    ) -> None:
        self._line = Line(CLOUDJ, client, url, key, clock, _refuse, patience=patience)

    async def listings(self, gpu: GpuAsk | None, pricing: Pricing) -> Fact[Listings]:
        """List what is on offer, filtered by nothing but the model. Nothing is offered for bids."""
        return await settle(self._line, self._search(gpu, pricing))

    async def listing(self, listing_id: str) -> Fact[Listing | None]:
        """Look one listing up: in the whole list, for there is no other way."""
        return await settle(self._line, self._find(listing_id))

    async def instances(self, heard: Callable[[], None] = nothing) -> Fact[Sequence[Instance]]:
        """List every instance of the account, all pages; `heard` is called for each that came."""
        return await settle(self._line, self._rented(heard), by_page=True)

    async def instance(self, instance_id: str) -> Fact[Instance | None]:
        """Look up one instance; Known(None) when it is gone."""
        return await settle(self._line, self._one(instance_id))

    async def deposit(self, instance_id: str) -> Fact[Decimal]:  # noqa: ARG002 -- nobody is asked
        """Tell that only the sum of an account's deposits is assumed to be told, not the part of one instance."""
        return self._not_offered(
            "Cloudj is not known to tell the deposit of one instance: its console shows what is held."
        )

    async def account(self) -> Fact[Account]:
        """Ask what the account can spend, deposits already taken off, and its level."""
        return await settle(self._line, self._spendable())

    async def charges(self, start: date, end: date) -> Fact[Sequence[Charge]]:  # noqa: ARG002 -- nobody is asked
        """Tell that Cloudj is not known to tell its charges."""
        return self._not_offered("Cloudj is not known to tell its charges by day: compare with its console.")

    async def price_increases(self) -> Fact[Sequence[PriceIncrease]]:
        """Tell that Cloudj is not known to have price increases: the price is locked at deploy."""
        return self._not_offered("Cloudj locks the price at deploy and is not known to let hosts ask for more.")

    async def logs(self, instance_id: str, lines: int) -> Fact[tuple[str, ...]]:
        """Read the last lines, at most 1,000, that an instance's container wrote."""
        return await settle(self._line, self._said(instance_id, min(max(lines, 1), _MOST_LINES)))

    def list_seconds(self, rows: int) -> float:  # noqa: ARG002 -- however many
        """Give 0: no pace is prescribed."""
        return 0.0

    def _not_offered(self, sentence: str) -> Unknown:
        return Unknown(Why.NOT_OFFERED, sentence, self._line.clock.now(), self.name)

    async def _search(self, gpu: GpuAsk | None, pricing: Pricing) -> Known[Listings]:
        self._line.require_key()
        slugs: Sequence[str | None] = [None] if gpu is None else cloudj_slugs(gpu)
        if pricing is Pricing.BID or not slugs:
            return Known(Listings(rows=()), self._line.clock.now(), self.name)
        raws: list[msgspec.Raw] = []
        ats: list[datetime] = []
        for slug in slugs:
            more, at = await self._list(slug)
            raws += more
            ats.append(at)
        rows, unreadable = await read_rows(CLOUDJ, raws, partial(_read_listing, as_of=ats[0]))
        listed, contradicted = one_each(rows)
        return Known(Listings(rows=listed, unreadable=unreadable + contradicted), ats[0], self.name)

    async def _list(self, slug: str | None) -> tuple[list[msgspec.Raw], datetime]:
        async def fetch(cursor: str | None) -> Page:
            answer = await self._line.get("/v1/listings", _given(model=slug, cursor=cursor))
            page = read_envelope(CLOUDJ, answer, _listings)
            return Page(page.listings, page.next_cursor, answer.at)

        return await all_pages(self._line, fetch)

    async def _find(self, listing_id: str) -> Known[Listing | None]:
        found = await self._search(None, Pricing.ON_DEMAND)
        row = next((row for row in found.value.rows if row.ref.id == listing_id), None)
        if row is None and found.value.unreadable:
            raise CLOUDJ.unreadable("the listing may be among those that can't be read")
        return Known(row, found.at, found.source)

    async def _rented(self, heard: Callable[[], None]) -> Known[tuple[Instance, ...]]:
        self._line.require_key()

        async def fetch(cursor: str | None) -> Page:
            answer = await self._line.get("/v1/instances", _given(cursor=cursor))
            page = read_envelope(CLOUDJ, answer, _instances)
            heard()
            return Page(page.instances, page.next_cursor, answer.at)

        raws, at = await all_pages(self._line, fetch)
        rows = {row.ref: row for row in map(_read_instance, raws)}
        return Known(tuple(rows.values()), at, self.name)

    async def _one(self, instance_id: str) -> Known[Instance | None]:
        self._line.require_key()
        try:
            answer = await self._line.get(_path(instance_id))
        except MarketError as error:
            # A 404 without the contract's error code may be a wrong address, and proves nothing gone.
            if error.status != httpx.codes.NOT_FOUND or not error.code:
                raise
            return Known(None, self._line.clock.now(), self.name)
        row = _read_instance(read_envelope(CLOUDJ, answer, _instance))
        if row.ref.id != instance_id:
            raise CLOUDJ.unreadable("another instance than the one that was asked for")
        return Known(row, answer.at, self.name)

    async def _said(self, instance_id: str, lines: int) -> Known[tuple[str, ...]]:
        self._line.require_key()
        answer = await self._line.get(_path(instance_id) + "/logs", {"tail": str(lines)})
        said = read_envelope(CLOUDJ, answer, _lines).lines
        return Known(last_lines("".join(f"{line}\n" for line in said), lines), answer.at, self.name)

    async def _spendable(self) -> Known[Account]:
        self._line.require_key()
        answer = await self._line.get("/v1/account")
        account = read_envelope(CLOUDJ, answer, _account)
        try:
            balance = values.money("balance", account.balance)
        except values.OddValueError as odd:
            raise CLOUDJ.unreadable(str(odd)) from None
        level = None if account.level is None else str(account.level)
        return Known(Account(balance=balance, level=level), answer.at, self.name)


def _path(instance_id: str) -> str:
    return "/v1/instances/" + quote(instance_id, safe="")


def _given(**params: str | None) -> dict[str, str]:
    return {name: value for name, value in params.items() if value is not None}


def _refuse(answer: Answer) -> MarketError:
    complaint = read_complaint(answer)
    if complaint.code != "account_level":
        return by_status(CLOUDJ, answer.status, complaint, has_key=True)
    return MarketError(
        Why.ACCOUNT_LEVEL,
        "Cloudj does not offer this GPU class at your account level: contact its support early, raising it takes time.",
        code=complaint.code,
    )


def _read_listing(raw: msgspec.Raw, as_of: datetime) -> Listing:
    row = _listing.decode(raw)
    if not 1 <= row.gpus <= _MOST_GPUS or not row.model.strip():
        raise values.OddValueError("impossible `gpus` or `model`")
    traffic = values.amount("bandwidth_price_per_gb", row.bandwidth_price_per_gb, values.MOST_USD)
    level = row.account_level_required
    return Listing(
        ref=ListingRef(CLOUDJ.source, str(row.id)),
        machine_id=str(row.machine_id),
        gpu=_card(row.model, row.gpu_memory_gb),
        gpu_name=row.model,
        gpus=row.gpus,
        country=country_of(row.country),
        compute=_rate("price_per_minute", row.price_per_minute),
        disk_usd_per_gb_month=values.amount(
            "storage_price_per_gb_month", row.storage_price_per_gb_month, values.MOST_USD
        ),
        in_usd_per_gb=traffic,
        out_usd_per_gb=traffic,
        disk_gb=values.amount("disk_available_gb", row.disk_available_gb),
        uplink_mbps=None,
        reliability=values.amount("reliability", row.reliability, Decimal(1)),
        ends_at=_end(row, as_of),
        verification=Verification.NOT_A_NOTION,
        account_level=None if level is None else str(level),
        url=_DEPLOY_PAGE + quote(row.model, safe=""),
    )


def _end(row: _Listing, as_of: datetime) -> datetime | None:
    """Take the earlier of the host's date and of what a deploy now could last at most."""
    days = values.amount("max_duration_days", row.max_duration_days, Decimal(_MOST_DAYS))
    longest = None if days is None else as_of + timedelta(days=float(days))
    until = values.utc("available_until", row.available_until)
    return min((end for end in (until, longest) if end is not None), default=None)


def _rate(field: str, usd_per_minute: Decimal | None) -> MachineRate | None:
    per_minute = values.amount(field, usd_per_minute, values.MOST_USD)
    per_hour = None if per_minute is None else values.price(field, per_minute * _MINUTES)
    return None if per_hour is None else MachineRate(per_hour)


def _locked_rate(row: Fields) -> MachineRate | None:
    per_minute = row.amount("locked_price_per_minute", values.MOST_USD)
    return MachineRate(per_minute * _MINUTES) if per_minute else None


def _card(model: str, memory: float | str | None) -> Gpu | Conflict | Unrecognised:
    return identify(model, None if memory is None else parse_memory(memory))


def _read_instance(raw: msgspec.Raw) -> Instance:
    try:
        return _instance_of(Fields(raw))
    except ValueError as error:
        raise CLOUDJ.unreadable(f"an instance: {reason(error)}") from None


def _instance_of(row: Fields) -> Instance:
    use, port, status = row.amount("gpu_utilisation", values.PERCENT), row.get("ssh_port", int), row.text("status")
    model, gpus = row.text("model") or "", row.must("gpus", int)
    traffic = row.amount("bandwidth_price_per_gb", values.MOST_USD)
    if gpus < 1:
        raise values.OddValueError("impossible `gpus`")
    return Instance(
        ref=ListingRef(CLOUDJ.source, str(row.word("id"))),
        machine_id=str(row.word("machine_id")),
        label=row.text("label"),
        state=_STATES.get(status or "", InstanceState.UNKNOWN),
        state_text=(status or "not said")[:40],
        gpu=_card(model, row.get("gpu_memory_gb", float)),
        gpu_name=model,
        gpus=gpus,
        country=country_of(row.text("country")),
        compute=_locked_rate(row),
        disk_usd_per_gb_month=row.amount("storage_price_per_gb_month", values.MOST_USD),
        disk_gb=row.amount("disk_gb"),
        started_at=row.moment("deployed_at"),
        ends_at=row.moment("available_until"),
        gpu_use=None if use is None else use / _PERCENT,
        ssh_host=row.text("ssh_host"),
        ssh_port=port if port is not None and 0 < port <= _MOST_PORT else None,
        disk_used_gb=row.amount("disk_used_gb"),
        traffic_in_gb=row.amount("traffic_in_gb"),
        traffic_out_gb=row.amount("traffic_out_gb"),
        in_usd_per_gb=traffic,
        out_usd_per_gb=traffic,
        pricing=Pricing.ON_DEMAND,
    )
