"""Commands written over several lines: a secret may stand on the line after its name."""

from collections.abc import Callable


def with_joined(text: str, hide: Callable[[str], str]) -> str:
    """Join the lines that end in a backslash with those after them, where `hide` then finds a secret in them.

    Others stay as they are: what a training prints is not to be reflowed.
    """
    kept: list[str] = []
    group: list[str] = []
    for line in text.split("\n"):
        group.append(line)
        if not line.removesuffix("\r").endswith("\\"):
            kept += _shown(group, hide)
            group = []
    return "\n".join([*kept, *_shown(group, hide)])


def _shown(lines: list[str], hide: Callable[[str], str]) -> list[str]:
    if not lines[1:]:
        return lines
    one = _as_a_shell_reads(lines)
    safe = hide(one)
    return lines if safe == one else [safe]


def _as_a_shell_reads(lines: list[str]) -> str:
    """Make one line of them. Between a name's `=` and its value no indentation is left, whoever put it there."""
    parts = [lines[0].removesuffix("\r").removesuffix("\\")]
    for line in lines[1:]:
        rest = line.removesuffix("\r").removesuffix("\\")
        bare = rest.lstrip(" \t")
        wide = len(bare) < len(rest) and not parts[-1].endswith(("=", " ", "\t"))
        parts.append(f" {bare}" if wide else bare)
    return "".join(parts)
