"""Secrets on command lines, which trainings and `set -x` print: `--token X`, `-p X`, `-u name:X`."""

from bot.redact.gone import GONE

_NAMES = r"token|(?:api|access|secret|private)[_-]?key|secret|password|passwd|passphrase"

_OPTION = rf"(?<![\w-])--?(?:[a-z0-9]{{1,20}}[_-]){{0,4}}(?:{_NAMES})[ \t]{{1,9}}"

_OF_HELP = (
    r"(?!(?-i:[A-Z_]{0,20}(?:TOKEN|KEY|SECRET|PASSWORD|PASSPHRASE|PORT|STRING|TEXT|VALUE))(?!\w)|[-<$\[{(|])"
    r"(?!(?:to|is|or|and|was|are|with|for|in|has|not|option|flag|argument|must|if|when|as|which|that|the|a|"
    r"true|false|none|null)(?![\w-]))"
)
"""What follows an option in a help text or in a sentence about it."""

_NO_PASSWORD = "".join(
    rf"(?<!\b{command} )"
    for command in (
        *("mkdir", "ssh", "scp", "sftp", "cp", "rsync", "tar", "install", "patch", "unzip", "read", "kill", "nc"),
        *("pytest", "python", "python3", "run", "compose", "log", "show", "diff", "add", "nvidia-smi"),
    )
)
"""Commands of which `-p` is a port, a path or parents, when it comes first."""

OPTIONS = (
    (rf"({_OPTION}([\"']))(?:(?!\2)[^\n]){{1,400}}", rf"\1{GONE}"),
    (rf"({_OPTION}){_OF_HELP}(?![\"'])\S+", rf"\1{GONE}"),
    (rf"((?<!\S){_NO_PASSWORD}-p[ \t]{{1,9}}){_OF_HELP}(?![/.~]|[\d:.-]{{1,40}}(?:\s|$))\S{{4,}}", rf"\1{GONE}"),
    (r"((?<!\S)(?:-u|--user)[ \t=]{1,9}[\"']?[^\s:\"']{1,64}:)(?!\d{1,9}(?:\s|$))[^\s\"']+", rf"\1{GONE}"),
)
"""Each with what stands in its place."""
