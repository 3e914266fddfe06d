"""Passwords under names so short that trainings use them too (`pass 3/10`, `pwd: /workspace`), and Jupyter's tokens.

What is said of a pass is a figure, a few words or a path; what is none of them is taken for a password.
"""

from bot.redact.gone import GONE
from bot.redact.headers import QUOTED

_OWNERS = r"(?:db|sql|mysql|pg|postgres|redis|mongo|smtp|mail|ftp|http|ssh|ssl|admin|root|user|auth|login)[_-]?"
_NAME = rf"(?:(?<!\w)(?<!\w-)|(?<![a-z]){_OWNERS})(?:pass|pwd)"
_PATH = r"(?<=pwd)(?!\\?[\"']?\s{0,20}[:=]\s{0,20}\\?[\"']?(?:[/~.\\]|[a-z]:[/\\]))|(?<=pass)"
"""A pwd is also the folder one is in."""

_UNIT = (
    r"(?:[mun]?s|sec|min|[hdkmgx%]|[kmgt]i?b|it|iters?|steps?|epochs?|samples?|tokens?)?(?:/[a-z]{1,9})?"
    r"(?=[\s,;|)\]}\"'\\]|$)"
)
_FIGURE = rf"[+-]?(?=[\d.])(?!\d{{8}})[\d.,:/_]{{1,24}}(?:e[+-]?\d{{1,3}})?{_UNIT}"
_SAID = (
    r"(?:none|null|nil|true|false|yes|no|ok|on|off|forward|backward|fwd|bwd|train|eval|test|valid|validation|"
    r"warmup|first|second|third|last|final|single|one|two|all|prefill|decode|optimizer)(?![\w-])"
)
_VARIABLE = r"(?-i:\$\{?[A-Z_]{1,40}\}?(?!\w))|<"
_ORDINARY = rf"(?:[\[({{]?{_FIGURE}|{_SAID}|{_VARIABLE})"

_MIXED = r"(?=[^\s\d]{0,200}\d)(?=[^\sa-z]{0,200}[a-z])"
_NO_NAME = r"(?:(?=[^\s_/.(]{6,200}(?:\s|$))|(?-i:(?=[^\sA-Z]{0,200}[A-Z])(?=[^\sa-z]{0,200}[a-z])))"
"""A test or a model that passes has underscores, dots or slashes in its name, and seldom large letters too."""

_RANDOM = r"(?=[^\W\d_]{0,200}\d)(?=\d{0,200}[a-z])[a-z0-9]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

_NAMED = rf"{_NAME}(?:{_PATH})"

SHORT_NAMES = (
    (rf"({_NAMED}=)(?!{_ORDINARY})(?:[^\s&\"'<>]|(?<=\w)[\"'](?=\w))+", rf"\1{GONE}"),
    (
        rf"({_NAMED}(?:\\?[\"'])?\s{{0,20}}[:=]\s{{0,20}}b?)(?!\\?[\"']{_ORDINARY}){QUOTED}",
        rf"\1\2\3{GONE}",
    ),
    # after a colon a word or a sentence is no password, nor is the name of a test that passed
    (
        rf"((?-i:(?!PASS)){_NAMED}[ \t]{{0,9}}[:=][ \t]{{0,9}})(?!{_ORDINARY}){_MIXED}{_NO_NAME}[^\s,;\"'<>]{{6,}}",
        rf"\1{GONE}",
    ),
    (
        r"(jupyter[^\n]{0,80}?token[ \t:=\"']{1,6})(?!(?:is|was|of|or|in|to|for|and|has|not|from)\b)[^\s\"'<>]{4,}",
        rf"\1{GONE}",
    ),
    (rf"((?<![\w-])token:[ \t]{{0,20}})(?:{_RANDOM})[\w-]*", rf"\1{GONE}"),
)
"""Each with what stands in its place."""
