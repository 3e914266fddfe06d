"""The outer form of Vast.ai's answers, where HTTP 200 may still be a no."""

from typing import TypeVar

import msgspec

from bot.markets.gate import read_envelope
from bot.markets.line import Answer
from bot.markets.provider import MarketError
from bot.markets.vast.refusals import VAST, refuse


class Envelope(msgspec.Struct):
    """Any answer may say `success`; one that doesn't means yes."""

    success: bool = True


EnvelopeT = TypeVar("EnvelopeT", bound=Envelope)

_bare = msgspec.json.Decoder(Envelope)


def read_vast(answer: Answer, decoder: msgspec.json.Decoder[EnvelopeT], *, has_key: bool) -> EnvelopeT:
    """Read the outer form; `success: false` is a refusal whatever else is there or missing."""
    try:
        envelope = read_envelope(VAST, answer, decoder)
    except MarketError:
        if _says_no(answer):
            raise refuse(answer, has_key=has_key) from None
        raise
    if not envelope.success:
        raise refuse(answer, has_key=has_key)
    return envelope


def _says_no(answer: Answer) -> bool:
    try:
        return not _bare.decode(answer.body).success
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
