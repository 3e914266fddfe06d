"""JSON may write half a surrogate pair, which is no letter: one in somebody's label would sink a whole list."""

import re

_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
_MARK = rb"\ufffd"
_MOST_ESCAPES = 100_000
"""With more than so many, mending would hold up the loop for longer than the answer is worth."""


def without_half_letters(body: bytes | bytearray) -> bytes | bytearray:
    """Put the mark for a letter that can't be shown in the place of each half; an answer without any is given back."""
    if (b"\\ud" not in body and b"\\uD" not in body) or body.count(b"\\") > _MOST_ESCAPES:
        return body
    return _ESCAPE.sub(lambda found: _MARK if found[1] else found[0], body)
