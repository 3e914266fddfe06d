"""What a 429 of Slack's may ask for: believed up to a bound, and what is no number of seconds asks for nothing."""

import pytest
from slack_sdk.errors import SlackApiError

from bot.ports import Later
from bot.slack.posts import LONGEST_BELIEVED
from bot.slack.verdicts import answered


class _Answer:
    status_code, data = 429, {"ok": False, "error": "ratelimited"}

    def __init__(self, headers):
        self.headers = headers


async def _refused(headers):
    raise SlackApiError("429", _Answer(headers))


@pytest.mark.parametrize(
    ("told", "wait"),
    [
        ("1", 1.0),
        ("30", 30.0),
        ("900", LONGEST_BELIEVED),
        ("901", LONGEST_BELIEVED),
        ("1000000000", LONGEST_BELIEVED),
        ("9" * 5000, LONGEST_BELIEVED),
        *((odd, 0.0) for odd in ("", "0", "-5", "nan", "inf", "1e9", "Fri, 31 Dec 1999 23:59:59 GMT", "\u0664\u0662")),
    ],
)
async def test_no_retry_after_silences_a_channel_for_long(told, wait):
    """Case f157. Nobody said when: it is tried again after 1, 2, 4 ... 60 seconds."""
    assert Later(wait, "ratelimited") == await answered(_refused({"Retry-After": told}))


async def test_a_429_without_a_header_asks_for_nothing():
    """As a proxy in between may answer."""
    assert Later(0.0, "ratelimited") == await answered(_refused({}))
