from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.listing import ListingRef
from bot.domain.outside import Unknown
from bot.redact import Redactor
from bot.slack.views.logs import logs_answer, no_log
from bot.slack.views.preformatted import preformatted, visible

Told = Callable[..., str]

REF = ListingRef("vast", "4411")


def test_the_last_lines_are_shown_as_they_were_written(told: Told, now: Any):
    """Indentation stays; the text names the last line."""
    text = told(logs_answer("llama-ft", REF, ["step 1", "  loss 0.5"], now))
    assert text.startswith("llama-ft: the last 2 lines of its log; the last line: loss 0.5")
    assert "```\nstep 1\n  loss 0.5\n```" in text


def test_a_log_cannot_leave_its_block(told: Told, now: Any):
    """Case f161: fences, backticks, mentions and links are letters."""
    text = told(logs_answer("x", REF, ["``` <!channel> `a` <https://x.test|ok> & *b*"], now))
    assert "\u02cb\u02cb\u02cb &lt;!channel&gt; \u02cba\u02cb" in text
    assert text.count("```") == 2


def test_addresses_and_secrets_are_left_out(told: Told, now: Any):
    """Promise 10: an address of a log may be the key to it."""
    lines = [
        "upload to https://s3.test/log?X-Amz-Signature=abc done",
        "token=abcdef123456 and xoxb-1234-abcd",
        "Authorization: Bearer abcdefgh",
    ]
    text = told(logs_answer("x", REF, lines, now))
    assert not any(secret in text for secret in ("s3.test", "abcdef123456", "xoxb-1234", "abcdefgh"))
    assert "upload to [address left out] done" in text


@pytest.mark.parametrize(
    "address",
    [
        "s3.amazonaws.com/vast-logs/0123.log?X-Amz-Signature=abcdef&X-Amz-Date=2026",
        "vast-logs.s3.us-east-1.amazonaws.com/0123.log",
        "storage.googleapis.com/bucket/checkpoint.pt",
        "acc.blob.core.windows.net/container",
        "10.0.0.1:8080/path?token=abc",
        "10.0.0.1:8888/lab",
        "localhost:8888/lab/tree",
        "box.example.org:22022/private",
        "hooks.slack.com/services/T0/B0/madeup",
        "/proxy/path?key=abc",
    ],
)
def test_an_address_without_a_scheme_is_left_out_too(told: Told, now: Any, address: str):
    """Promise 10: whoever has a terminal pastes it as it is."""
    text = told(logs_answer("x", REF, [f"upload to {address} done"], now))
    assert "upload to [address left out] done" in text
    assert address not in text


@pytest.mark.parametrize(
    "line",
    [
        "step 41000/50000 loss 0.71 eval.step:100/500 (epoch:3/10)",
        "Saving /workspace/checkpoints/model-00001-of-00007.safetensors",
        "rendezvous at 10.0.0.1:29500 by c10d, train.py:120: warning",
        "what is it? x=1",
    ],
)
def test_what_only_looks_like_an_address_stays(told: Told, now: Any, line: str):
    """Steps of so many, files, ports."""
    assert f"```\n{line}\n```" in told(logs_answer("x", REF, [line], now))


def test_the_bots_own_keys_are_hidden_by_value(told: Told, now: Any):
    """Promise 10: a container that echoes them back has them from nowhere else."""
    hide = Redactor(["plainwords"])
    assert "key [redacted] end" in told(logs_answer("x", REF, ["key plainwords end"], now, hide))
    assert "plain" not in told(logs_answer("x", REF, [f"{'y' * 390} plainwords"], now, hide))


def test_a_secret_that_is_cut_with_its_line_is_not_shown_by_half(told: Told, now: Any):
    """What was hidden before it makes the line so short that its cut end would be seen."""
    line = f"--token {'y' * 1570} --name plainwords-and-more"
    assert "plain" not in told(logs_answer("x", REF, [line], now, Redactor(["plainwords-and-more"])))


def test_a_key_of_many_lines_is_one_word(told: Told, now: Any):
    """Whatever part of it the last lines are."""
    body = [f"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8c{n:02}" for n in range(9)]
    lines = [*body, "-----END PRIVATE KEY-----", "step 2"]
    assert "```\n[redacted]\nstep 2\n```" in told(logs_answer("x", REF, lines, now))


def test_a_secret_is_seen_through_colours(told: Told, now: Any):
    """And through letters that nobody sees."""
    lines = ["ghp_\x1b[31mAbCdEfGhIjKl\u200bMnOpQrStUvWxYz\x1b[0m0123456789 ok"]
    assert "```\n[redacted] ok\n```" in told(logs_answer("x", REF, lines, now))


def test_colours_go_and_of_a_progress_bar_the_last_state_stays():
    """As a terminal would show it."""
    assert visible("\x1b[32mok\x1b[0m") == "ok"
    assert visible("10%\r20%\r30%") == "30%"
    assert visible("a\tb\x00\u202e") == "a   b"


def test_what_does_not_fit_is_counted(told: Told, now: Any):
    """Case f154: the newest lines are kept, and no line is endless."""
    text = told(logs_answer("x", REF, [f"line {n} {'y' * 90}" for n in range(500)], now))
    assert "line 499 " in text
    assert "lines before these did not fit." in text
    assert len(visible("z" * 9000)) == 400


def test_an_empty_log_says_nothing_yet(told: Told, now: Any):
    """Which is no error."""
    assert "its log says nothing yet" in told(logs_answer("x", REF, [], now))


def test_a_log_that_could_not_be_read_says_nothing_of_the_training(told: Told, failed: Unknown):
    """Unknown is not dead."""
    text = told(no_log("x", REF, failed))
    assert "Vast.ai answered 502" in text
    assert "says nothing about the training" in text


def test_the_log_of_a_machine_by_hand_is_looked_at_on_the_machine(told: Told, failed: Unknown):
    """One plain sentence with what to do instead, and no word of a failure."""
    text = told(no_log("lab-box", ListingRef("by-hand", "R1"), failed))
    assert text.startswith(
        "lab-box was typed in by hand, so no marketplace can be asked for its log: look at it on the machine itself."
        " `/gpu progress lab-box 1000/50000` tells how far it is."
    )
    assert "could not be read" not in text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=600) | st.just("&" * 3000), max_size=60))
def test_any_log_is_one_message_that_slack_takes(told: Told, now: Any, lines: list[str]):
    """Whatever a training prints."""
    told(logs_answer("x", REF, lines, now))
    block, dropped = preformatted(lines)
    assert len(block) <= 3000
    assert 0 <= dropped <= len(lines)
