from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.people import Person, is_ours, person_of

SLASH = {"command": "/gpu", "user_id": "U0", "team_id": "T_HOME", "enterprise_id": "E_HOME", "channel_id": "C0"}
CLICK = {
    "type": "block_actions",
    "team": {"id": "T_HOME"},
    "enterprise": {"id": "E_HOME"},
    "user": {"id": "U0", "team_id": "T_OTHER"},
    "channel": {"id": "C0"},
}
VIEW = {"type": "view_submission", "team": {"id": "T_HOME"}, "user": {"id": "U0", "team_id": "T_HOME"}, "view": {}}
MENTION = {
    "type": "event_callback",
    "team_id": "T_HOME",
    "event": {"type": "app_mention", "user": "U0", "team": "T_OTHER", "channel": "C0"},
}
HOME_OPENED = {
    "type": "event_callback",
    "team_id": "T_HOME",
    "event": {"type": "app_home_opened", "user": "U0", "channel": "D0"},
}


@pytest.mark.parametrize(
    ("body", "person"),
    [
        (SLASH, Person("U0", "T_HOME", "E_HOME", "C0")),
        (CLICK, Person("U0", "T_OTHER", None, "C0")),
        (VIEW, Person("U0", "T_HOME", None, None)),
        (MENTION, Person("U0", "T_OTHER", None, "C0")),
        (HOME_OPENED, Person("U0", "T_HOME", None, "D0")),
        (HOME_OPENED | {"is_ext_shared_channel": True}, Person("U0", None, None, "D0")),
        ({"event": {"type": "team_join", "user": {"id": "U1"}}, "team_id": "T_HOME"}, Person("U1", "T_HOME")),
        (
            {"event": {"user": "U0", "item": {"channel": "C1"}}, "team_id": "T_HOME"},
            Person("U0", "T_HOME", None, "C1"),
        ),
        (
            {"type": "block_actions", "user": {"id": "U0"}, "container": {"channel_id": "C2"}},
            Person("U0", None, None, "C2"),
        ),
        ({"type": "event_callback", "event": {"type": "tokens_revoked"}}, None),
        ({}, None),
    ],
)
def test_who_asks_is_read_from_every_kind_of_payload(body: dict[str, Any], person: Person | None) -> None:
    """The person's own workspace counts, not that of the conversation."""
    assert person == person_of(body)


def test_a_person_of_another_workspace_is_refused_in_our_own_channel() -> None:
    """Case f146: `team: T_HOME`, `user.team_id: T_OTHER` is a guest, even beside our enterprise."""
    assert not is_ours(person_of(CLICK), "T_HOME", "E_HOME")


def test_a_person_of_the_house_is_ours() -> None:
    """Our workspace, or another of our organization where the payload says so of the person."""
    assert is_ours(person_of(SLASH), "T_HOME")
    assert is_ours(Person("U0", "T_SISTER", "E_HOME"), "T_HOME", "E_HOME")
    assert is_ours(Person("W0", "E_HOME"), "T_HOME", "E_HOME")


@pytest.mark.parametrize("person", [None, Person("U0"), Person("U0", None, "E_HOME"), Person("U0", "T_OTHER")])
def test_not_said_means_no(person: Person | None) -> None:
    """Without a workspace nobody is let in."""
    assert not is_ours(person, "T_HOME", "E_HOME")


def test_a_bot_that_does_not_know_its_workspace_lets_nobody_in() -> None:
    """Empty never equals empty here."""
    assert not is_ours(Person("U0", "T_HOME"), "")
    assert not is_ours(Person("U0", "T_OTHER", None), "T_HOME", None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["user", "user_id", "id", "team_id", "team", "event", "channel", "item", "container", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON.filter(lambda made: isinstance(made, dict)))
def test_an_odd_payload_neither_raises_nor_opens_the_door(body: dict[str, Any]) -> None:
    """Whatever shape arrives, it is read or it is nobody."""
    assert not is_ours(person_of(body), "T_HOME", "E_HOME")
