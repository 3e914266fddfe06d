"""Private keys run over many lines, of which a log's tail may hold any part."""

import base64
import hashlib

import pytest

from bot.redact import GONE, redact

RAW = b"".join(hashlib.sha512(bytes([n])).digest() for n in range(18))
TEXT = base64.b64encode(RAW).decode()


def body(width):
    """Give the lines between the two marks."""
    return [TEXT[at : at + width] for at in range(0, len(TEXT), width)]


def leaked(told, lines):
    """Give the lines of a key that can still be read."""
    return [line for line in lines if line in told]


KINDS = ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"]


@pytest.mark.parametrize("width", [64, 70, 76])
@pytest.mark.parametrize("part", ["whole", "no end", "no beginning", "middle"])
def test_no_line_of_a_private_key_survives(width, part):
    """Whether its beginning scrolled away, its end is not written yet, or both."""
    for kind in KINDS:
        begins = [f"-----BEGIN {kind}-----"] if part in ("whole", "no end") else []
        ends = [f"-----END {kind}-----"] if part in ("whole", "no beginning") else []
        told = redact("\n".join(["step 1 loss 2.5", *begins, *body(width), *ends, "step 2 loss 2.4"]))
        assert f"step 1 loss 2.5\n{GONE}\nstep 2 loss 2.4" == told


@pytest.mark.parametrize("prefix", ["    ", "2026-11-30 12:00:00 INFO ", "| ", "[rank0]: "])
def test_a_key_is_gone_also_where_each_line_has_something_before_it(prefix):
    """As a logger writes it, or YAML."""
    lines = body(64)
    every = ["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", "after"]
    told = redact("\n".join(f"{prefix}{line}" for line in every))
    assert leaked(told, lines) == []
    assert "after" in told


def test_what_another_process_wrote_in_between_stays():
    """Eight ranks write into one log."""
    lines = body(64)
    told = redact("\n".join(["-----BEGIN PRIVATE KEY-----", *lines[:3], "step 7 loss 1.9", *lines[3:], "done at 3"]))
    assert leaked(told, lines) == []
    assert "step 7 loss 1.9" in told
    assert "done at 3" in told


@pytest.mark.parametrize("newline", ["\\n", "\\\\n", "\\r\\n"])
def test_a_key_in_json_is_gone(newline):
    """As a service account's file holds it, in one line."""
    lines = body(64)
    block = newline.join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----"])
    told = redact(f'{{"private_key_id": 7, "key": "{block}{newline}", "kind": "service"}}')
    assert leaked(told, lines) == []
    assert '"kind": "service"}' in told


def test_an_encrypted_key_goes_with_its_headers():
    """The old form has two lines of text and an empty one."""
    lines = body(64)
    head = ["-----BEGIN RSA PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,ABCDEF", ""]
    assert GONE == redact("\n".join([*head, *lines, "-----END RSA PRIVATE KEY-----"]))


def test_a_public_certificate_and_hashes_stay():
    """Nobody is hurt by them, and a digest tells which file it was."""
    digests = [hashlib.sha256(bytes([n])).hexdigest() for n in range(5)]
    text = "\n".join(["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIO host", *digests, "no PRIVATE KEY here"])
    assert text == redact(text)
