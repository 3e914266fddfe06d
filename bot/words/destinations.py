"""Where copies go: a folder `/data/copies`, `ssh://user@host/path`, `s3://bucket/prefix`."""

import re

from bot.words.addresses import address_of
from bot.words.paths import read_path
from bot.words.reading import Bad
from bot.words.typed import Typed, typed

_EXAMPLE = "to s3://bucket/llama-ft"
_SSH = re.compile(r"ssh://([^\s/]+)(/.*)?", re.IGNORECASE)
_S3 = re.compile(r"s3://([^\s/]+)/*(.*)", re.IGNORECASE)
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_COPIED = re.compile(r"([^\s/:]+@[^\s/:]+|[\w-]+(?:\.[\w-]+)+):(/.*)")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_EXPANDED = re.compile(r"[*?$\\]")
_WITHOUT_PREFIX = "needs a prefix, so that the copies of two runs never mix."


def destination_of(word: Typed) -> str | Bad:
    """Give the destination that a word is, in its plain form."""
    if ":***@" in word.text:
        return Bad(word.end, "has a password; keys and the settings say who may write.", example=_EXAMPLE)
    if found := _SSH.fullmatch(word.text):
        return _over_ssh(found[1], found[2] or "", word)
    if found := _S3.fullmatch(word.text):
        return _in_bucket(found[1], found[2], word)
    if (found := _COPIED.fullmatch(word.text)) and address_of(found[1]):
        return Bad(word.end, "is how scp spells it.", (f"ssh://{found[1]}{found[2]}",), _EXAMPLE)
    if _SCHEME.match(word.text):
        return Bad(word.end, "is no place that copies can go; folders, ssh:// and s3:// are.", example=_EXAMPLE)
    return _folder(word.text, word)


read_destination = typed("where to?", _EXAMPLE, destination_of)
"""Reads where copies go."""


def _folder(path: str, word: Typed, before: str = "") -> str | Bad:
    found = read_path(path, quoted=word.quoted)
    return f"{before}{found}" if isinstance(found, str) else Bad(word.end, found.why, example=_EXAMPLE)


def _over_ssh(host: str, path: str, word: Typed) -> str | Bad:
    address = address_of(host)
    if address is None:
        return Bad(word.end, "has no address that ssh reaches.", example="to ssh://user@host/data/llama-ft")
    if not path.strip("/"):
        return Bad(word.end, "needs a folder.", example="to ssh://user@host/data/llama-ft")
    return _folder(path, word, f"ssh://{address}")


def _in_bucket(bucket: str, prefix: str, word: Typed) -> str | Bad:
    if not _BUCKET.fullmatch(bucket) or ".." in bucket:
        return Bad(word.end, "has no name of a bucket.", example=_EXAMPLE)
    if not prefix.strip("/"):
        return Bad(word.end, _WITHOUT_PREFIX, example=_EXAMPLE)
    return _folder(f"/{prefix}", word, f"s3://{bucket}")
