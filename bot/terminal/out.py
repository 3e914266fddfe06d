"""Printing, to a terminal that may not know every letter and a pipe whose reader may leave."""

import os
import sys


class ReaderGone(Exception):
    """Whoever read standard output has left, as `head` does: there is nobody to tell, and nothing is wrong."""


def tell(*lines: str) -> None:
    """Print lines to standard output now; letters that its encoding lacks become `?`. Raises ReaderGone."""
    encoding = sys.stdout.encoding or "utf-8"
    text = "".join(f"{line}\n" for line in lines).encode(encoding, "replace").decode(encoding)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # else the interpreter would flush the rest at its end, and complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ReaderGone from None
