"""Paths that a run keeps: `/workspace/checkpoints,/workspace/logs`, in quotes where they have spaces."""

import re
from collections.abc import Sequence
from posixpath import normpath

from bot.words.literal import literal
from bot.words.problem import cut
from bot.words.reading import Bad, Got
from bot.words.typed import ITEM, read_typed

MOST_PATHS = 20
_LONGEST = 300
_EXAMPLE = "keep /workspace/checkpoints,/workspace/logs"
PATHS = rf"{ITEM}(?:,{ITEM})*"
_PATHS = re.compile(rf'{PATHS}(?P<apart>(?:\s(?="?/){PATHS})*)(?=[\s,]|$)')
_ITEM = re.compile(ITEM)
_PATTERN = re.compile(r"[*?$\\]")


def read_paths(text: str, start: int) -> Got[tuple[str, ...]] | Bad:
    """Read absolute paths between commas; of those with spaces between them it is asked whether they are several."""
    first, found = read_typed(text, start, "which paths?", _EXAMPLE), _PATHS.match(text, start)
    if isinstance(first, Bad) or found is None:
        return first if isinstance(first, Bad) else Bad(first.end, "is not understood.", example=_EXAMPLE)
    paths: list[str] = []
    for item in _ITEM.findall(found[0]):
        path = read_path(item.strip('"'), quoted=item.startswith('"'))
        if isinstance(path, str):
            paths.append(path)
            continue
        return Bad(found.end(), f"{path.why[:-1]}: `{cut(item)}`." if paths else path.why, example=_EXAMPLE)
    kept = tuple(dict.fromkeys(paths))
    if found["apart"]:
        return Bad(found.end(), "is several paths; write commas between.", (say_paths(kept),), _EXAMPLE)
    return _refused(kept, found.end()) or Got(kept, found.end())


def read_path(path: str, *, quoted: bool) -> str | Bad:
    """Read one absolute path into its plain form; what a shell would expand is taken literally only in quotes."""
    if why := _why_not(path, quoted=quoted):
        return Bad(0, why)
    return "/" + normpath(path).strip("/")


def say_paths(paths: Sequence[str]) -> str:
    """Write paths so that they read back as themselves."""
    return ",".join(map(literal, paths))


def _why_not(path: str, *, quoted: bool) -> str | None:
    if not path.startswith("/"):
        return "is not a whole path from / on."
    if len(path) > _LONGEST:
        return f"is too long; a path has at most {_LONGEST} characters."
    if ".." in path.split("/"):
        return "leads out of itself with `..`."
    if normpath(path).strip("/") == "":
        return "is the whole machine; name the folders that matter."
    if not quoted and _PATTERN.search(path):
        return "is a pattern; name the folder, or write quotes where that is its name letter by letter."
    return None


def _refused(paths: Sequence[str], end: int) -> Bad | None:
    if len(paths) > MOST_PATHS:
        return Bad(end, f"is {len(paths)} paths; {MOST_PATHS} is the most.")
    inner = {path for path in paths for other in paths if path.startswith(f"{other}/")}
    outer = tuple(path for path in paths if path not in inner)
    return Bad(end, "has a path within another.", (say_paths(outer),)) if inner else None
