"""How a marketplace's failures are told: one error type inside the adapters, one sentence with a remedy for people."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.outside import Unknown, Why


class MarketError(Exception):
    """An answer that is none. Stays inside `bot.markets`; the port turns it into Unknown.

    `again_in` is seconds until asking again may help, `again_at` the same as an instant where the marketplace names
    one. `code` is the marketplace's own error code, "" without one; `status` the HTTP status, 0 without one.
    """

    def __init__(
        self,
        why: Why,
        sentence: str,
        *,
        again_in: float | None = None,
        again_at: datetime | None = None,
        code: str = "",
    ) -> None:
        super().__init__(sentence)
        self.why = why
        self.sentence = sentence
        self.again_in = again_in
        self.again_at = again_at
        self.code = code
        self.status = 0

    def unknown(self, source: str, now: datetime) -> Unknown:
        """Give the fact that the port answers."""
        again_at = self.again_at
        if again_at is None and self.again_in is not None:
            again_at = now + timedelta(seconds=self.again_in)
        return Unknown(self.why, self.sentence, now, source, again_at)


@dataclass(frozen=True, slots=True)
class Provider:
    """How a marketplace and its settings are called; `source` is its short name in ids.

    The methods make the errors. No sentence quotes a key, a header or a body: bodies hold HTML, tokens and mentions.
    """

    source: str
    name: str
    key_setting: str
    url_setting: str

    def bad_key(self, status: int) -> MarketError:
        """Tell of a key that the marketplace does not know."""
        odd = " (it answers 404 for that)" if status == 404 else f" ({status})"  # noqa: PLR2004 -- HTTP
        return MarketError(Why.BAD_KEY, f"{self.name} did not accept the API key{odd}: check {self.key_setting}.")

    def impossible_key(self) -> MarketError:
        """Tell of a key that can't even be sent."""
        return MarketError(
            Why.BAD_KEY,
            f"The API key for {self.name} has characters that no key has: copy it again into {self.key_setting}.",
        )

    def no_key(self) -> MarketError:
        """Tell that this needs a key and there is none."""
        return MarketError(Why.NOT_SET_UP, f"{self.name} wants an API key for this: set {self.key_setting}.")

    def bad_url(self) -> MarketError:
        """Tell of an address that is none."""
        return MarketError(
            Why.NOT_SET_UP,
            f"{self.url_setting} is no web address: it starts with https:// and names {self.name}'s API.",
        )

    def forbidden(self) -> MarketError:
        """Tell of a key that is known but may not."""
        return MarketError(
            Why.FORBIDDEN,
            f"{self.name} does not let this API key do that (403): "
            f"put a key with the permission into {self.key_setting}.",
        )

    def deprecated(self) -> MarketError:
        """Tell of an address that the marketplace has retired."""
        return MarketError(
            Why.DEPRECATED,
            f"{self.name} has retired the address that was asked (410): "
            f"check {self.url_setting}, else update Runsitter.",
        )

    def moved(self, status: int) -> MarketError:
        """Tell of a redirect, which is not followed because the key would go along."""
        return MarketError(
            Why.REFUSED, f"{self.name} sends us to another address ({status}): correct {self.url_setting}."
        )

    def rate_limited(self, again_in: float | None) -> MarketError:
        """Tell that the marketplace is asked too often."""
        wait = "in a minute" if again_in is None else f"in {again_in:.0f} s"
        return MarketError(
            Why.RATE_LIMITED,
            f"{self.name} is asked too often (429): it can be asked again {wait}. "
            "If this goes on, raise RUNSITTER_POLL_SECONDS, or see who else uses this key or address.",
            again_in=again_in,
        )

    def server_error(self, status: int, again_in: float | None = None) -> MarketError:
        """Tell of a fault at the marketplace."""
        return MarketError(
            Why.SERVER_ERROR,
            f"{self.name} has a fault of its own ({status}), your settings are not the cause: "
            "try again in a few minutes.",
            again_in=again_in,
        )

    def refused(self, status: int, code: str = "") -> MarketError:
        """Tell of a refusal that has no better word; `code` must be one safe word."""
        word = f"{status} {code}".strip()
        return MarketError(
            Why.REFUSED,
            f"{self.name} refused the request ({word}): check {self.url_setting}, else update Runsitter.",
            code=code,
        )

    def unreadable(self, what: str) -> MarketError:
        """Tell of an answer in a form that is not known; `what` holds nothing of the body."""
        return MarketError(
            Why.UNREADABLE,
            f"{self.name} answered in a form that Runsitter does not know ({what}): "
            f"check {self.url_setting}, else update Runsitter.",
        )

    def half_read(self) -> MarketError:
        """Tell of an answer that broke off."""
        return MarketError(Why.HALF_READ, f"{self.name}'s answer broke off before its end: try again.")

    def half_listed(self) -> MarketError:
        """Tell of a list whose pages could not all be read."""
        return MarketError(
            Why.HALF_READ,
            f"{self.name}'s list came without all its pages, so nothing is concluded from it: try again.",
        )

    def slow(self, seconds: float) -> MarketError:
        """Tell that the time was up."""
        return MarketError(Why.SLOW, f"{self.name} did not finish its answer within {seconds:g} s: try again.")

    def unreachable(self) -> MarketError:
        """Tell that no connection came about."""
        return MarketError(
            Why.UNREACHABLE,
            f"{self.name} can't be reached: check this machine's network, and {self.url_setting} if it is set.",
        )
