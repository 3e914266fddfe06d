import json

import msgspec
import pytest

from bot.domain.outside import Known
from bot.markets.fields import Fields
from bot.markets.half_letters import without_half_letters


def test_an_id_with_a_zero_character_can_be_kept():
    """PostgreSQL refuses it, and the whole account's look would be lost over one label."""
    row = Fields(msgspec.Raw(b'{"id": "44\\u000011", "label": "\\u0000"}'))
    assert ("44\ufffd11", "\ufffd") == (row.word("id"), row.text("label"))


@pytest.mark.parametrize("half", [b'{"id": "\\ud800"}', b'{"id": "\\udc00x"}'])
def test_half_a_surrogate_pair_is_no_json(half):
    """UTF-8 has no such letter; it never gets as far as the database."""
    with pytest.raises(ValueError, match=r"JSON|truncated"):
        Fields(msgspec.Raw(half))


async def test_half_a_letter_in_a_label_sinks_no_list(vast, provider):
    """Somebody's label is not to make the whole account invisible; what is whole in it stays."""
    rows = [{"id": number, "machine_id": 7, "num_gpus": 1, "label": label} for number, label in enumerate(LABELS, 1)]
    answer = {"success": True, "instances": rows, "next_token": None, "total_instances": len(rows)}
    provider.says((200, json.dumps(answer)))
    fact = await vast.instances()
    assert isinstance(fact, Known), fact
    assert [one.label for one in fact.value] == ["a\ufffdb", "\U0001f600", "\\ud800", "\ufffd", "plain"]


LABELS = ["a\ud800b", "\U0001f600", "\\ud800", "\udc00", "plain"]


@pytest.mark.parametrize("text", ["", "plain", "\U0001f600 \\ud800 \\\\", '\u00e9\n"\U0001f680"'])
def test_an_answer_without_half_letters_is_left_as_it_is(text):
    """Pairs, escaped backslashes and all other escapes."""
    body = json.dumps([text]).encode()
    assert without_half_letters(body) == body
