"""Printing, to a terminal that may not know every letter and a pipe whose reader may leave."""

import contextlib
import os
import sys
from typing import TextIO

from bot.errors import RunsitterError
from bot.redact import redact


class ReaderGone(Exception):
    """Whoever read standard output has left, as `head` does: there is nobody to tell, and nothing is wrong."""


class CannotPrint(RunsitterError):
    """Standard output cannot be written to, so the answer is lost."""


def tell(*lines: str) -> None:
    """Print lines to standard output now; letters that its encoding lacks become `?`.

    Raises ReaderGone or CannotPrint.
    """
    if sys.stdout is None:  # the shell closed it
        raise CannotPrint
    try:
        sys.stdout.write(_spelt("".join(f"{line}\n" for line in lines), sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go()
        raise ReaderGone from None
    except OSError as error:
        _let_go()
        raise CannotPrint(str(error.strerror)) from None


def complain(line: str) -> None:
    """Print one line to standard error, without what has the shape of a secret; where that fails nobody can be told."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(_spelt(f"{redact(line)}\n", sys.stderr))
            sys.stderr.flush()


def settle() -> None:
    """Write out what others have printed; where it can't be, drop it, for the interpreter would complain at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _let_go()


def _let_go() -> None:
    """Send whatever is still buffered nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _spelt(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
