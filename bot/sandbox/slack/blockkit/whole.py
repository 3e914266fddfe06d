"""Rules over all the blocks of one payload together: unique ids, one table, two charts, total text."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from .problem import At, Problem
from .tables import letters

MOST_MARKDOWN = 12_000
MOST_CHARTS = 2
# Undocumented: 9,597 characters (15,561 bytes) went through, 11,341 (17,694) came back as
# `msg_blocks_too_long` (slackapi/bolt-js#2867). The stand-in refuses somewhat before the figure seen to fail.
MOST_LETTERS = 11_000

Block = dict[str, object]


def _objects(value: object) -> list[Block]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _nested(block: Block) -> Iterator[Block]:
    """Walk a block and the blocks that it frames."""
    yield block
    framed = [block.get("child_blocks"), block.get("tasks")]
    if block.get("type") == "carousel":
        framed.append(block.get("elements"))
    for child in chain.from_iterable(map(_objects, framed)):
        yield from _nested(child)


def _ids(block: Block, key: str) -> Iterator[str]:
    if isinstance(one := block.get(key), str):
        yield one


def _controls(block: Block) -> Iterator[Block]:
    if block.get("type") != "carousel":
        yield from _objects(block.get("elements"))
    yield from _objects(block.get("actions"))
    yield from _objects([block.get("accessory"), block.get("element")])


def _doubled(ids: Iterator[str]) -> list[str]:
    return [one for one, times in Counter(ids).items() if times > 1]


def _double_ids(blocks: list[Block], at: At) -> Iterator[Problem]:
    every = [inner for block in blocks for inner in _nested(block)]
    for one in _doubled(chain.from_iterable(_ids(block, "block_id") for block in every)):
        yield at.problem(f"`block_id` already exists: {one}")
    for block in every:
        for one in _doubled(chain.from_iterable(_ids(control, "action_id") for control in _controls(block))):
            yield at.problem(f"`action_id` already exists in this block: {one}")


def _counts(blocks: list[Block], at: At) -> Iterator[Problem]:
    kinds = Counter(str(inner.get("type")) for block in blocks for inner in _nested(block))
    if kinds["table"] + kinds["data_table"] > 1:
        yield at.problem("only_one_table_allowed", "only_one_table_allowed")
    if kinds["data_visualization"] > MOST_CHARTS:
        yield at.problem(f"no more than {MOST_CHARTS} data_visualization blocks allowed")


def check_whole(blocks: object, at: At) -> Iterator[Problem]:
    """Check what only all blocks together can break; blocks of a wrong shape are told elsewhere."""
    known = _objects(blocks)
    yield from _double_ids(known, at)
    yield from _counts(known, at)
    if at.surface != "message":
        return
    markdown = [block for block in known if block.get("type") == "markdown"]
    if letters(markdown) > MOST_MARKDOWN:
        yield at.problem(
            f"markdown blocks hold no more than {MOST_MARKDOWN} characters together", "msg_blocks_too_long"
        )
    if letters(known) - letters(markdown) > MOST_LETTERS:
        yield at.problem(f"no more than {MOST_LETTERS} characters of text in all blocks", "msg_blocks_too_long")
