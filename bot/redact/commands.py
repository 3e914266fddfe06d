"""Passwords that stand right behind an option, `-pX`, which only after some commands is no port and no path."""

from bot.redact.gone import GONE

_WORD = r"(?:\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|\\.|\S)+"
"""A word of a shell, of which any part may be quoted."""
_GAP = r"[ \t\"',]{1,6}"
"""Between two words of a command line, also where it is printed as a list."""
_DATABASES = r"(?:mysql|mariadb|mycli|mongo)(?:dump|admin|import|check|show|sh|restore|-dump|-admin)?"
_CLIENTS = rf"(?<![\w.-])(?:{_DATABASES}|(?:docker|podman)[ \t]{{1,9}}login|7z[ar]?)(?![\w.-])[^\n]{{0,300}}?"
_SSHPASS = rf"(?<![\w.-])sshpass{_GAP}(?:-v{_GAP})?"
_CURL = r"(?<![\w.-])curl(?![\w.-])[^\n]{0,300}?"
_USER = r"-[a-zA-Z]{0,8}[uU][ \t]{0,9}"
_NAME = r"[^\s:\"'/]{1,64}:"


def _after(command: str, option: str) -> tuple[tuple[str, str], ...]:
    """Hide the word that an option begins; an option that stands in quotes itself ends with them."""
    return (
        (rf"({command}([\"'])(?-i:{option}))(?:(?!\2)[^\n])+", rf"\1{GONE}"),
        (rf"({command}(?<![^\s,])(?-i:{option})){_WORD}", rf"\1{GONE}"),
    )


COMMANDS = (
    *_after(_SSHPASS, r"-p[ \t]{0,9}"),
    (rf"({_SSHPASS}[\"']-p[\"'],?[ \t]{{1,9}}([\"']))(?:(?!\2)[^\n])+", rf"\1{GONE}"),
    *_after(_CLIENTS, r"-p"),
    *_after(_CURL, rf"{_USER}{_NAME}"),
    (rf"({_CURL}(?-i:{_USER})([\"']){_NAME})(?:(?!\2)[^\n])+", rf"\1{GONE}"),
)
"""Each with what stands in its place."""
