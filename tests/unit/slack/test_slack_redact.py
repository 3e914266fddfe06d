import logging
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.redact import GONE, RedactingFilter, Redactor, install, redact

WORD = st.text("abcXYZ0189", min_size=8, max_size=30)
AROUND = st.text(max_size=40)


@given(
    before=AROUND, kind=st.sampled_from(["xoxb-", "xoxp-", "xoxa-", "xoxe.xoxp-", "xapp-1-"]), word=WORD, after=AROUND
)
def test_a_slack_token_never_survives(before: str, kind: str, word: str, after: str) -> None:
    """Whatever stands around a Slack token, its secret part is gone."""
    told = redact(f"{before} {kind}{word} {after}")
    assert f"{kind}{word}" not in told


@given(before=AROUND, secret=st.text(min_size=6, max_size=30), after=AROUND)
def test_a_known_secret_never_survives(before: str, secret: str, after: str) -> None:
    """A value that is known to be secret is gone, of whatever characters it is made."""
    told = Redactor([secret])(f"{before}{secret}{after}")
    assert GONE in told
    assert secret not in told.replace(GONE, "")


@given(st.text("abc \n.,:0123", max_size=80))
def test_a_text_without_secrets_is_left_as_it_is(text: str) -> None:
    """Plain words, numbers and punctuation pass through."""
    assert text == redact(text)


@given(AROUND, WORD)
def test_redacting_twice_changes_nothing_more(around: str, word: str) -> None:
    """What has been redacted once holds no shape that would be redacted again."""
    once = redact(f"{around} Authorization: Bearer {word} wss://x.test/link?ticket={word}&app_id=A1")
    assert once == redact(once)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("{'Authorization': 'Bearer xoxb-test-1234'}", "xoxb-test-1234"),
        ("authorization: bearer abc.def-123", "abc.def-123"),
        ("wss://wss.test/link/?ticket=made-up-ticket&app_id=A1", "made-up-ticket"),
        ("POST https://hooks.slack.com/commands/T0/1/madeup failed", "madeup"),
        ("postgresql://bot:pa55word@db/runsitter", "pa55word"),
        ("https://console.test/api?api_key=madeup&limit=3", "madeup"),
        ("postgresql://bot:p:a55@db/runsitter", "a55"),
        ('{"api_key": "madeup", "limit": 3}', "madeup"),
        ("{'token': 'made\\'up', 'limit': 3}", "made"),
        ("{'vast_api_key': b'madeup'}", "madeup"),
        ('body="{\\"client_secret\\": \\"madeup\\"}"', "madeup"),
        ("VAST_API_KEY=madeup", "madeup"),
        ("https://console.test/#token=madeup", "madeup"),
        ('{"token": "ma\\"deup", "limit": 3}', "deup"),
        ('body="{\\"token\\": \\"ma\\\\\\"deup\\"}"', "deup"),
        ("token='madeup' next", "madeup"),
        ('token = "it\'s madeup"', "madeup"),
        ("password=ma'deup", "deup"),
        ("api_key: madeup", "madeup"),
        ("Authorization: Basic madeup", "madeup"),
        ("sent Basic bWFkZXVw1", "bWFkZXVw1"),
        ("access_token: madeup", "madeup"),
        ("X-Slack-Signature: v0=madeup", "madeup"),
        ("https:\\/\\/hooks.slack.com\\/commands\\/T0\\/1\\/madeup", "madeup"),
        ("https://hooks.slack-gov.com/commands/T0/1/madeup", "madeup"),
        ("postgresql://bot:pa55@word@db/runsitter", "word"),
    ],
)
def test_other_secrets_go_by_their_shape(text: str, secret: str) -> None:
    """Headers, tickets, hook URLs, keys in queries and passwords in URLs are known by their shape."""
    assert secret in text
    assert secret not in redact(text)


def test_the_rest_of_a_url_stays_readable() -> None:
    """Only the secret goes, so that the log still says where it went wrong."""
    assert f"wss://wss.test/link/?ticket={GONE}&app_id=A1" == redact("wss://wss.test/link/?ticket=madeup&app_id=A1")


@pytest.mark.parametrize(
    "sentence",
    [
        'under "Basic Information" of the app',
        "ok   bot token: workspace Team",
        "app token: Socket Mode opens",
        "token='' and no more",
        "a:b@c",
    ],
)
def test_a_sentence_about_a_secret_stays_readable(sentence: str) -> None:
    """The doctor's lines speak of tokens."""
    assert sentence == redact(sentence)


@pytest.mark.parametrize(
    "part",
    [
        "9",
        "a@",
        "x:",
        "a://",
        "a://b:",
        'token":"',
        "token='\\'",
        "xoxa.a",
        "bearer ",
        "password=",
        'token=a"',
        "\\'",
        "curl -u",
        "cookie:pwd: ",
        "a\\\n",
    ],
)
def test_a_long_text_takes_no_longer_than_its_length(part: str) -> None:
    """A third of a megabyte in no time; where each letter had all others looked at, it would be minutes."""
    begun = time.process_time()
    redact(part * (300_000 // len(part)))
    assert time.process_time() - begun < 10


def test_the_rest_of_a_json_stays_readable() -> None:
    """Only the value goes."""
    assert f'{{"api_key": "{GONE}", "limit": 3}}' == redact('{"api_key": "madeup", "limit": 3}')


def test_a_secret_in_a_url_is_known_in_its_encoded_form_too() -> None:
    """A key with odd characters also goes where it was percent-encoded."""
    assert f"key {GONE}" == Redactor(["a/b c+d=e"])("key a%2Fb%20c%2Bd%3De")


def test_short_values_are_left_alone() -> None:
    """`root` as a value would hide half the log."""
    assert Redactor(["root"])("user root") == "user root"


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


@pytest.fixture
def kept() -> Iterator[tuple[logging.Logger, _Kept]]:
    """Give a logger apart from the others, with a handler that was added after the redaction was set up."""
    before = logging.getLogRecordFactory()
    install(Redactor(["hunter2"]))
    logger, handler = logging.getLogger("apart"), _Kept()
    logger.handlers, logger.propagate = [handler], False
    yield logger, handler
    logging.setLogRecordFactory(before)


def test_a_known_value_is_gone_from_every_record(kept: tuple[logging.Logger, _Kept]) -> None:
    """Whichever logger it is written to, whichever handler writes it."""
    logger, handler = kept
    logger.error("the password is %s", "hunter2")
    assert f"the password is {GONE}\n" == handler.text


def test_arguments_tracebacks_and_stacks_are_redacted(kept: tuple[logging.Logger, _Kept]) -> None:
    """A token in an argument, in an exception or in a stack does not reach the handler."""
    logger, handler = kept
    try:
        raise ValueError("refused xoxb-test-1234")  # noqa: TRY301 - the traceback is what is tested
    except ValueError:
        logger.exception("with %s", "xapp-test-5678", stack_info=True)
    assert "ValueError: refused" in handler.text
    assert "xoxb-test" not in handler.text
    assert "xapp-test" not in handler.text


def test_shapes_and_key_blocks_are_gone_from_the_log(kept: tuple[logging.Logger, _Kept]) -> None:
    """The bot's own log may quote what a host or a marketplace said."""
    logger, handler = kept
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----"
    logger.error("it said %s, %s and %r", "AKIAIOSFODNN7EXAMPLE", key, {"cmd": "train --token madeup-7 --lr 1"})
    assert f"it said {GONE}, {GONE} and {{'cmd': 'train --token {GONE} --lr 1'}}\n" == handler.text.replace(
        "\n    ", ""
    )


def test_a_record_with_wrong_arguments_neither_raises_nor_leaks(kept: tuple[logging.Logger, _Kept]) -> None:
    """A careless log call is still told, still redacted."""
    logger, handler = kept
    logger.error("two %s %s", "xoxb-test-1234")  # noqa: PLE1206 - the mistake is what is tested
    assert f"two %s %s ('{GONE}',)\n" == handler.text


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x85", "\u2028"])
def test_text_from_outside_forges_no_line_of_the_log(kept: tuple[logging.Logger, _Kept], end: str) -> None:
    """A team's name or an error's words may hold a newline; what follows it never begins a line."""
    logger, handler = kept
    logger.info("Runsitter serves %s", f"Team{end}2026-11-30 12:00:00 INFO forged\x1b[2K")
    try:
        raise ValueError(f"Team{end}2026-11-30 12:00:00 INFO forged")  # noqa: TRY301 - the traceback is what is tested
    except ValueError:
        logger.exception("broke")
    assert "forged" in handler.text
    assert not [line for line in handler.text.splitlines() if line.startswith("2026")]
    assert "\x1b" not in handler.text


def test_the_filter_lets_everything_through() -> None:
    """It rewrites; it never hides a record."""
    record = logging.LogRecord("x", logging.INFO, "f", 1, "hello", (), None)
    assert RedactingFilter().filter(record)
    assert record.getMessage() == "hello"
