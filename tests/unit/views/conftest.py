"""Facts to show, and the one judge of what is shown: Slack's limits and nothing from outside unescaped."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import pytest

from bot.domain.advice import advise
from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef, Listings, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.outside import Fact, Known, Unknown, Why
from bot.domain.search import search
from bot.sandbox.slack.blockkit import check_message, check_view
from bot.services.find import Found
from bot.services.offers import Answer
from bot.slack.message import Message

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Berlin")
DATE = re.compile(r"<!date\^\d+\^\{date_short_pretty\} \{time\}\|\d{4}-\d\d-\d\d \d\d:\d\d UTC>")
NEED = Need(
    gpu=GpuAsk("H100", None, Form.SXM),
    gpus=8,
    duration=timedelta(hours=72),
    disk_gb=Decimal(500),
    in_gb=Decimal(200),
    out_gb=Decimal(300),
)
LISTING = Listing(
    ref=ListingRef("vast", "4411"),
    machine_id="68475",
    gpu=Gpu("H100", 80, Form.SXM),
    gpu_name="H100 SXM",
    gpus=8,
    country="US",
    compute=MachineRate(Decimal("18.00")),
    disk_usd_per_gb_month=Decimal("0.20"),
    in_usd_per_gb=Decimal("0.00390625"),
    out_usd_per_gb=Decimal("0.02"),
    disk_gb=Decimal(2100),
    uplink_mbps=Decimal(2000),
    reliability=Decimal("0.9934"),
    ends_at=NOW + timedelta(days=10),
    verification=Verification.VERIFIED,
    url="https://cloud.vast.ai/?offer=4411",
)
FAILED = Unknown(
    Why.SERVER_ERROR, "Vast.ai answered 502. Try again in a minute.", NOW, "vast", NOW + timedelta(minutes=1)
)


class Build(Protocol):
    """Changes the usual thing in some fields."""

    def __call__(self, **changes: Any) -> Any:
        """Give it."""
        ...


@pytest.fixture
def now() -> datetime:
    """Give the instant at which every test happens."""
    return NOW


@pytest.fixture
def zone() -> ZoneInfo:
    """Give the team's zone."""
    return ZONE


@pytest.fixture
def need() -> Build:
    """Give a maker of needs: 8 x H100 SXM for 72 h unless changed."""
    return lambda **changes: replace(NEED, **changes)


@pytest.fixture
def listing() -> Build:
    """Give a maker of listings on which that need can finish unless changed; `id` sets its address."""

    def build(id: str = "4411", market: str = "vast", **changes: Any) -> Listing:  # noqa: A002 - the listing's word
        return replace(LISTING, ref=ListingRef(market, id), **changes)

    return build


@pytest.fixture
def failed() -> Unknown:
    """Give the answer of a marketplace that could not be read."""
    return FAILED


@pytest.fixture
def found() -> Callable[..., Found]:
    """Give a maker of answers to a find out of listings, judged by the real search and advice."""
    return find_in


def find_in(
    rows: Sequence[Listing],
    need: Need = NEED,
    *,
    age: timedelta = timedelta(seconds=40),
    failures: dict[str, Unknown] | None = None,
    wider: tuple[Answer, ...] = (),
    balances: dict[str, Fact[Account]] | None = None,
    hidden_by_name: int = 0,
    **about: Any,
) -> Found:
    """Judge rows as the service does. `about` are fields of Listings, such as `truncated`."""
    answered = Answer("vast", Known(Listings(rows=tuple(rows), **about), NOW - age, "vast"))
    failing = tuple(Answer(market, fact) for market, fact in (failures or {}).items())
    outcome = search(need, rows, NOW, about.get("unreadable", 0))
    return Found(
        need=need,
        outcome=outcome,
        answers=(answered, *failing) if "vast" not in (failures or {}) else failing,
        as_of=NOW - age,
        asked_at=NOW,
        advice=None if outcome.fits else advise(need, rows, NOW),
        wider=wider,
        balances=balances or {},
        hidden_by_name=hidden_by_name,
    )


@pytest.fixture
def shown() -> Callable[[Message], str]:
    """Give the judge of messages: every rule of Slack's, nothing live from outside; it gives all text to look in."""

    def judge(message: Message) -> str:
        payload = {"text": message.text, "blocks": list(message.blocks)}
        assert check_message(payload) == []
        assert "\n" not in message.text
        return _literal(payload)

    return judge


@pytest.fixture
def told(shown: Callable[[Message], str]) -> Callable[..., str]:
    """Give the same judge for messages that mention people or channels: the ids that may live are named, no other."""

    def judge(message: Message, *alive: str) -> str:
        def tame(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: tame(one) for name, one in value.items()}
            if isinstance(value, list | tuple):
                return [tame(one) for one in value]
            if isinstance(value, str):
                for id in alive:  # noqa: A001 - Slack's word
                    value = value.replace(f"<@{id}>", f"@{id}").replace(f"<#{id}>", f"#{id}")
            return value

        text = shown(Message(tame(message.text), tuple(tame(message.blocks))))
        assert check_message({"text": message.text, "blocks": list(message.blocks)}) == []
        return text

    return judge


@pytest.fixture
def formed() -> Callable[[dict[str, Any]], str]:
    """Give the judge of modals, as `shown` is of messages."""

    def judge(view: dict[str, Any]) -> str:
        assert check_view(view) == []
        return _literal(view)

    return judge


def _literal(payload: object) -> str:
    text = "\n".join(_texts(payload))
    assert "<" not in DATE.sub("", text)
    assert not any(ord(c) < 32 and c != "\n" for c in text)
    assert not any(c in text for c in "\u202e\u2066\u200b\u200f\x7f")
    return text


def _texts(value: object, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _texts(one, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one, key)
    elif isinstance(value, str) and key not in {"value", "url", "private_metadata"}:
        yield value
