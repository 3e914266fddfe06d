"""Passwords that stand behind an option, `-pX`, which only after some commands is no port and no path."""

from bot.redact.gone import GONE

_WORD = r"(?:\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|\\.|\S)+"
"""A word of a shell, of which any part may be quoted."""
_GAP = r"[ \t\"',]{1,6}"
"""Between two words of a command line, also where it is printed as a list."""
_REST = r"[^\n|;&]{0,300}?"
"""What stands between a command and its option; what comes after it in the same line is another's."""
_DATABASES = r"(?:mysql|mariadb|mycli|mongo)(?:dump|admin|import|check|show|sh|restore|-dump|-admin)?"
_CLIENTS = rf"(?<![\w.-])(?:{_DATABASES}|(?:docker|podman)[ \t]{{1,9}}login|7z[ar]?)(?![\w.-])[^\n]{{0,300}}?"
_SSHPASS = rf"(?<![\w.-])sshpass{_GAP}(?:-v{_GAP})?"
_REDIS = rf"(?<![\w.-])(?:redis|valkey|keydb)-cli(?![\w.-]){_REST}"
_LDAP = rf"(?<![\w.-])ldap(?:search|add|modify|delete|whoami|passwd|compare|modrdn)(?![\w.-]){_REST}"
_ZIP = rf"(?<![\w.-])(?:un)?zip(?![\w.-]){_REST}"
_SAMBA = rf"(?<![\w.-])(?:smb(?:client|get|map)|rpcclient)(?![\w.-]){_REST}"
_OPENSSL = rf"(?<![\w.-])openssl(?![\w.-]){_REST}"
_LFTP = rf"(?<![\w.-])lftp(?![\w.-]){_REST}"
_CURL = r"(?<![\w.-])curl(?![\w.-])[^\n]{0,300}?"
_HTPASSWD = (
    r"(?<![\w.-])htpasswd(?:[ \t]{1,9}-\w{1,8}){0,4}[ \t]{1,9}-\w{0,8}b\w{0,8}(?:[ \t]{1,9}[^\s-]\S{0,200}){1,2}"
)
_USER = r"-[a-zA-Z]{0,8}[uU][ \t]{0,9}"
_NAME = r"[^\s:\"'/]{1,64}:"


def _after(command: str, option: str) -> tuple[tuple[str, str], ...]:
    """Hide the word that an option begins; an option that stands in quotes itself ends with them."""
    return (
        (rf"({command}([\"'])(?-i:{option}))(?:(?!\2)[^\n])+", rf"\1{GONE}"),
        (rf"({command}(?<![^\s,])(?-i:{option})){_WORD}", rf"\1{GONE}"),
    )


def _behind(command: str, option: str) -> tuple[tuple[str, str], ...]:
    """Hide it also where it is a word of its own, and where the command is printed as a list."""
    listed = rf"({command}[\"'](?-i:{option})[\"'],?[ \t]{{1,9}}([\"']))(?:(?!\2)[^\n])+"
    return (*_after(command, rf"{option}[ \t]{{0,9}}"), (listed, rf"\1{GONE}"))


def _named(command: str, option: str, name: str) -> tuple[tuple[str, str], ...]:
    """Hide what follows a name, as in `-u me:X`; both may stand in quotes."""
    quoted = rf"({command}(?-i:{option})([\"']){name})(?:(?!\2)[^\n])+"
    return (*_after(command, rf"{option}{name}"), (quoted, rf"\1{GONE}"))


COMMANDS = (
    *_behind(_SSHPASS, r"-p"),
    *_after(_CLIENTS, r"-p"),
    *_behind(_REDIS, r"(?:-a|--pass(?=[ \t\"']))"),
    *_behind(_LDAP, r"-w"),
    *_behind(_ZIP, r"-P"),
    *_named(_SAMBA, r"(?:-U|--user=?)[ \t]{0,9}", r"[^\s%\"']{1,64}%"),
    *_named(_OPENSSL, r"-pass(?:in|out)?[ \t]{1,9}", r"pass:"),
    *_named(_LFTP, r"-u[ \t]{0,9}", r"[^\s,\"']{1,64},"),
    *_named(_CURL, _USER, _NAME),
    *_named(_CURL, r"(?:-[a-zA-Z]{0,8}b|--cookie=?)[ \t]{0,9}", r"(?=[^\s=\"';]{1,200}=)"),
    (rf"({_HTPASSWD})[ \t]{{1,9}}{_WORD}", rf"\1 {GONE}"),
)
"""Each with what stands in its place."""
