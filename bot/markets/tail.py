"""The last lines of a text that is as long as its writer likes."""

NO_CONTAINER = "no such container"
"""What Docker says in place of a log, as long as there is nothing that could have written one."""


def last_lines(text: str, lines: int, *, cut: bool = False) -> tuple[str, ...]:
    """Give the last lines, oldest first. `cut` says that the text begins in the middle of a line, which is left out.

    Of a line that a progress bar wrote over and over, the last state is given, as a terminal would show it.
    """
    found = text.split("\n")
    if cut and len(found) > 1:
        del found[0]
    if found and not found[-1]:
        del found[-1]
    shown = [line.rstrip("\r").rpartition("\r")[2] for line in found]
    if len(shown) == 1 and NO_CONTAINER in shown[0].lower():
        return ()
    return tuple(shown[-lines:])
