"""Private keys in PEM, which run over many lines, also where a log's tail holds only a part of one."""

import re

from bot.redact.gone import GONE

_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_BODY = re.compile(r"(?:^|[\s|>\"'])(?![0-9a-f]+[\"',]*$)[A-Za-z0-9+/]{40,}={0,2}(?:\\{1,2}[nr])*[\"',]*\s*$")
"""A line that ends in much base64. Digests in hex are none."""
_REST = re.compile(r"[\s|>\"']*[A-Za-z0-9+/]{0,76}={0,2}(?:\\{1,2}[nr])*[\"',]*\s*")
"""The last line of a key is short; its headers end with an empty line."""
_HEADER = re.compile(r"[\s|>\"']*(?:Proc-Type|DEK-Info|Comment|Version):")
_ALONE = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[A-Za-z0-9+/]{60,76}")
_FEWEST_ALONE = 3
"""So many lines of nothing but base64 are a key of which neither end is seen."""
_MOST_LINES = 400
"""A key of 16,384 bits has some 200 lines; a beginning whose end never comes hides no more than so many."""


def without_key_blocks(text: str) -> str:
    """Replace each private key, or the part of one that is there, by one line."""
    lines = text.split("\n")
    if not any(_BODY.search(line) or _BEGIN.search(line) or _END.search(line) for line in lines):
        return text
    blocks = _Blocks()
    for line in lines:
        blocks.take(line)
    return "\n".join(blocks.ended())


class _Blocks:
    """Lines taken one after the other. Of those in a block, what is plainly no part of a key stays."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._left = 0  # how many lines may still be of the block that has begun
        self._floor = 0  # what is kept from here on came after the last block
        self._alone = 0
        self._after_body = False

    def take(self, line: str) -> None:
        """Keep a line, or hide it."""
        begin = _BEGIN.search(line)
        if begin:
            self._begin(line, begin)
        elif end := _END.search(line):
            self._end(line[end.end() :])
        elif self._left > 0:
            self._inside(line)
        else:
            self._outside(line)

    def ended(self) -> list[str]:
        """Give what is kept when nothing more comes."""
        self._hide_alone()
        return self._kept

    def _begin(self, line: str, begin: re.Match[str]) -> None:
        self._hide_alone()
        end = _END.search(line, begin.end())
        self._kept.append(line[: begin.start()] + GONE + (line[end.end() :] if end else ""))
        self._left, self._after_body = (0, False) if end else (_MOST_LINES, True)
        self._floor = len(self._kept)

    def _inside(self, line: str) -> None:
        self._left -= 1
        is_body = bool(_BODY.search(line) or _HEADER.match(line))
        if is_body or (self._after_body and _REST.fullmatch(line)):
            self._after_body = is_body
        else:
            self._kept.append(line)

    def _outside(self, line: str) -> None:
        if _ALONE.fullmatch(line.strip()):
            self._alone += 1
        elif self._alone >= _FEWEST_ALONE and _REST.fullmatch(line):
            self._hide_alone()
            return
        else:
            self._hide_alone()
        self._kept.append(line)

    def _end(self, rest: str) -> None:
        """Close a block. One whose beginning was not seen is looked for backwards, at most to the one before."""
        if self._left == 0:
            self._hide_before()
        self._left = self._alone = 0
        self._floor = len(self._kept)
        if rest.strip("\"', \\nr"):
            self._kept.append(rest)

    def _hide_before(self) -> None:
        kept = self._kept
        start = max(self._floor, len(kept) - _MOST_LINES)
        found = [at for at in range(start, len(kept)) if _BODY.search(kept[at])]
        if kept and len(kept) - 1 not in found and start < len(kept) and _REST.fullmatch(kept[-1]):
            found.append(len(kept) - 1)
        first = found[0] if found else len(kept)
        hidden = set(found)
        stays = [line for at, line in enumerate(kept[first:], first) if at not in hidden]
        kept[first:] = stays if first > 0 and kept[first - 1] == GONE else [GONE, *stays]

    def _hide_alone(self) -> None:
        """Hide lines of nothing but base64, where they are many."""
        if self._alone >= _FEWEST_ALONE:
            self._kept[-self._alone :] = [GONE]
        self._alone = 0
