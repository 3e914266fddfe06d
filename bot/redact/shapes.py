"""What secrets look like: keys that tell their kind, values by their name, option or header, passwords in addresses.

Our own, after a look at what there is: detect-secrets (no release since 2024) finds secrets in source files, replaces
nothing, and knows no key of Hugging Face, Weights & Biases or Anthropic; CredSweeper brings pandas and onnxruntime.

Each shape is bounded, or ends in its only unbounded part, so that none reads a long word more than a few times over.
"""

import re

from bot.redact.commands import COMMANDS
from bot.redact.gone import GONE
from bot.redact.headers import HEADERS, QUOTED
from bot.redact.marks import MARKED
from bot.redact.options import OPTIONS
from bot.redact.short_names import SHORT_NAMES

_NO_WORD = "".join(
    rf"(?<!{word}_)(?<!{word}-)"
    for word in ("bos", "eos", "sos", "pad", "unk", "sep", "cls", "mask", "per", "image", "video", "audio")
)
"""A training's tokens are words or parts of one: `pad_token`, `loss_per_token`."""

_NOTHING = r"(?!(?:none|null|true|false)(?![\w-]))"
"""The dump of a training's arguments is full of keys that are not set."""

_STRONG = (
    r"(?:api|access|secret|account)[_-]?key|secret|signature|password|passwd|passphrase|private[_-]?key"
    rf"|[_-]{_NO_WORD}token"
)
"""How the names of secrets end, also before a colon; what a bare `token:` says is often a sentence."""

_KEYS = (
    rf"{_STRONG}|{_NO_WORD}token|ticket|shared[_-]?access[_-]?key|x-(?:amz|goog)-credential"
    r"|(?-i:[A-Z]_(?:KEY|PASS|PWD))"
)
"""The same in queries, in JSON and in assignments."""

_HEX40 = r"(?<!\w)[0-9a-f]{40}(?!\w)"
"""A key of Weights & Biases as it was until 2025; a commit looks the same, so what is said before it tells."""

_WORD = r"[\w/+.=~-]"
_WITH_DIGIT = rf"(?={_WORD}{{0,200}}\d){_WORD}"

_SAID = (
    (r"(?a:\b(?:xox[a-z](?:[.-][a-z]{1,20})?|xapp|xwfp)-[\w-]+)", GONE),
    (r"((?:\bbearer|authorization\W{1,8}(?:basic|token|key))\s{1,20})[\w.~+/=-]{4,}", rf"\1{GONE}"),
    (r"(\bbasic\s{1,20})(?=[\w.~+/=-]{0,200}[\d+/=])[\w.~+/=-]{4,}", rf"\1{GONE}"),
    (r"(https?:(?:\\?/){2}hooks\.slack(?:-gov)?\.com\\?/)[^\s\"'<>]+", rf"\1{GONE}"),
    # an assignment: bare, in which a quote only counts as its end where no letter follows it
    (rf"((?:{_KEYS})=){_NOTHING}(?:[^\s&\"'<>]|(?<=\w)[\"'](?=\w))+", rf"\1{GONE}"),
    # a shared access signature of Azure; a short sig is none
    (r"((?<!\w)sig=)[\w%+/=-]{20,}", rf"\1{GONE}"),
    # JSON, Python's own writing of a dictionary, also quoted once more, and a quoted assignment
    (rf"""((?:{_KEYS})(?:\\?["'])?\s{{0,20}}[:=]\s{{0,20}}b?){QUOTED}""", rf"\1\2\3{GONE}"),
    (rf"((?:{_STRONG}):\s{{0,20}}){_NOTHING}[^\s,;\"'<>\\]{{4,}}", rf"\1{GONE}"),
    # an ini file's, and words that somebody wrote
    (rf"((?:{_STRONG})[ \t]{{1,9}}=[ \t]{{1,9}}){_WITH_DIGIT}{{8,1000}}(?=[\s,;]|$)", rf"\1{GONE}"),
    (rf"((?:(?:api|access)[ _-]key|password|passphrase)[ \t]{{1,9}}){_WITH_DIGIT}{{16,}}", rf"\1{GONE}"),
    (rf"((?:api[ _-]?key|wandb[ \t]{{1,9}}login)[^\n]{{0,80}}?){_HEX40}", rf"\1{GONE}"),
    (r"(\w{1,30}://[^\s/:@]{0,4000}+:)[^\s/]{1,4000}(?=@)", rf"\1{GONE}"),
)

_ALL = (*HEADERS, *_SAID, *SHORT_NAMES, *COMMANDS, *OPTIONS)

SHAPES = (
    (re.compile(MARKED), GONE),
    *((re.compile(shape, re.IGNORECASE | re.DOTALL), instead) for shape, instead in _ALL),
)
"""Each with what stands in its place, in their order."""
