"""Facts from outside: a value with when and from where, or unknown with why. From unknown follows no action."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Why(StrEnum):
    """Why an outside fact is unknown."""

    BAD_KEY = "bad key"
    FORBIDDEN = "forbidden"
    ACCOUNT_LEVEL = "account level"
    RATE_LIMITED = "rate limited"
    QUOTA = "daily quota used up"
    DEPRECATED = "endpoint is gone"
    SERVER_ERROR = "server error"
    REFUSED = "request refused"
    UNREADABLE = "unreadable answer"
    HALF_READ = "half an answer"
    SLOW = "no answer in time"
    UNREACHABLE = "unreachable"
    NOT_SET_UP = "not set up"
    NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True)
class Known(Generic[T_co]):
    """A value, when it was true (aware UTC), and who said so (a marketplace's name)."""

    value: T_co
    at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No value: why, one sentence with the particular and the remedy, and when asking again may help."""

    why: Why
    sentence: str
    at: datetime
    source: str
    retry_at: datetime | None = None


Fact = Known[T_co] | Unknown
