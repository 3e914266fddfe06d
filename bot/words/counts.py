"""How many GPUs: `x8`, `8x`, `x 8`, `8 gpus`; and whole numbers such as steps."""

import re

from bot.words.reading import END, FLAGS, Bad, Got, Reader, limited, no_value

MOST_GPUS = 64
_MOST_GLUED = 16
"""A larger number that is glued to a name may be its memory: `a100:40`, `v100x32`."""

_IN_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen"),
)
_NO_COUNT = r"(?:weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|steps?|checkpoints?)"
COUNT_IN_WORDS = (
    rf"(?P<word>{'|'.join(_IN_WORDS)})"
    rf"(?:\s(?:gpus?|cards?){END}|(?=\s(?!{_NO_COUNT}{END})(?:[a-z]{{1,10}}\s)?[a-z]{{0,10}}[-]?\d))"
)
"""A count in words before a card or the word for it: `eight h100`, `two rtx 4090`, `four gpus`."""
_COUNT_IN_WORDS = re.compile(COUNT_IN_WORDS, FLAGS)

_WHOLE = re.compile(rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d{{1,15}})(?P<k>k?){END}", FLAGS)
_GLUED = re.compile(r"(?P<name>\S*\d[a-z]*)x(?P<count>\d{1,3})|(?P<named>[a-z]\S*):(?P<number>\d{1,3})", FLAGS)
GPUS = (
    rf"x(?P<after>[-+]?\d[\d.]*){END}"
    rf"|x\s(?P<after_space>[-+]?\d{{1,3}}){END}(?!\sgi?b?{END})"
    rf"|(?P<before>[-+]?\d{{1,3}}(?:\.\d+)?)"
    rf"(?:x(?=[a-z\d])|\s?x{END}|[\s-]?(?:gpus?|cards?){END})"
    rf"|(?P<many>\d{{4,15}})(?:x|gpus){END}"
)
"""A count by its shape. After a space at most three digits are one, for `x 4090` names a card."""
SIZED = rf"\s(?:gpus?|cards?|[gtm]i?b|g|percent|%|x(?!\s\d{{1,3}}{END})){END}"
COUNTED = rf"(?:{SIZED}|\s(?:timed\s)?steps?{END})"
"""What makes the number before it a count or a size, and no day or year."""
_GPUS = re.compile(GPUS, FLAGS)


def read_whole(text: str, start: int) -> Got[int] | Bad:
    """Read a whole number: `50000`, `50,000`, `50k`."""
    found = _WHOLE.match(text, start)
    if found is None:
        return no_value(text, start, "how many?", "a whole number")
    return Got(int(found["digits"].replace(",", "")) * (1000 if found["k"] else 1), found.end())


def whole(least: int, most: int, example: str) -> Reader[int]:
    """Give a reader of whole numbers within limits, both included."""

    def refuse(value: int) -> str | None:
        return None if least <= value <= most else f"must be {least:,} to {most:,}."

    return limited(read_whole, refuse, example)


def read_gpus(text: str, start: int) -> Got[int] | Bad:
    """Read a count of GPUs that is known by its shape."""
    found = _GPUS.match(text, start)
    if found is None or found.lastgroup is None:
        return Bad(start, "how many GPUs?", example="x8")
    number = found[found.lastgroup]
    if not number.isdecimal() or not 1 <= int(number) <= MOST_GPUS:
        return Bad(found.end(), f"is not possible; a machine has 1 to {MOST_GPUS} GPUs.", example="x8")
    return Got(int(number), found.end())


def read_count_in_words(text: str, start: int) -> Got[int] | Bad:
    """Read a count in words."""
    found = _COUNT_IN_WORDS.match(text, start)
    if found is None:
        return Bad(start, "how many GPUs?", example="x8")
    return Got(_IN_WORDS.index(found["word"].lower()) + 1, found.end())


def glued_count(word: str) -> tuple[str, str] | None:
    """Part a name from a count that is glued to it: `h100x8` and `h100:8` are `h100` and `x8`."""
    found = _GLUED.fullmatch(word)
    if found is None:
        return None
    name, count = (found["name"] or found["named"]), (found["count"] or found["number"])
    if int(count) > _MOST_GLUED or not any(char.isdigit() for char in name):
        return None
    return name, f"x{count}"
