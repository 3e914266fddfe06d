"""The outer form of Vast.ai's answers, where HTTP 200 may still be a no."""

from typing import Any, TypeVar

import msgspec

from bot.markets.gate import read_envelope
from bot.markets.line import Answer
from bot.markets.provider import MarketError
from bot.markets.vast.refusals import VAST, refuse


class Envelope(msgspec.Struct):
    """Any answer may say `success` or an `error`; one that says neither means yes."""

    success: bool = True
    error: Any = None

    @property
    def refuses(self) -> bool:
        """Whether this is a no, whatever else stands there."""
        return not self.success or bool(self.error)


EnvelopeT = TypeVar("EnvelopeT", bound=Envelope)

_bare = msgspec.json.Decoder(Envelope)


def read_vast(answer: Answer, decoder: msgspec.json.Decoder[EnvelopeT], *, has_key: bool) -> EnvelopeT:
    """Read the outer form; a refusal is one whatever else is there or missing."""
    try:
        envelope = read_envelope(VAST, answer, decoder)
    except MarketError:
        if _says_no(answer):
            raise refuse(answer, has_key=has_key) from None
        raise
    if envelope.refuses:
        raise refuse(answer, has_key=has_key)
    return envelope


def _says_no(answer: Answer) -> bool:
    try:
        return _bare.decode(answer.body).refuses
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
