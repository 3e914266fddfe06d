"""The Slack app as manifest.yml asks for it."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from bot.slack.scopes import REQUIRED_SCOPES
from bot.words import VERBS


@pytest.fixture
def manifest(project: Path) -> dict[str, Any]:
    """Read manifest.yml."""
    loaded: dict[str, Any] = yaml.safe_load((project / "manifest.yml").read_text())
    return loaded


@pytest.fixture
def schema(project: Path) -> Draft7Validator:
    """Read Slack's own schema."""
    return Draft7Validator(json.loads((project / "tests/data/slack/manifest.schema.2.0.0.json").read_text()))


def test_slack_would_take_it(manifest: dict[str, Any], schema: Draft7Validator) -> None:
    """It is valid against Slack's schema."""
    assert [error.message for error in schema.iter_errors(manifest)] == []


@pytest.mark.parametrize(
    ("part", "key", "wrong"), [("display_information", "name", "n" * 36), ("settings", "sockets", 1)]
)
def test_the_schema_would_refuse_a_wrong_one(
    manifest: dict[str, Any], schema: Draft7Validator, part: str, key: str, wrong: object
) -> None:
    """A name that is too long and a key that isn't known are errors, so the test above says something."""
    manifest[part][key] = wrong

    assert list(schema.iter_errors(manifest)) != []


def test_it_asks_for_the_scopes_that_the_doctor_looks_for(manifest: dict[str, Any]) -> None:
    """One list, in two places that must not drift apart."""
    assert sorted(REQUIRED_SCOPES) == sorted(manifest["oauth_config"]["scopes"]["bot"])


def test_each_scope_says_why(project: Path) -> None:
    """A scope without a reason beside it is one too many."""
    lines = (project / "manifest.yml").read_text().partition("    bot:\n")[2].partition("\nsettings:")[0].splitlines()

    assert len(lines) == len(REQUIRED_SCOPES)
    assert [line for line in lines if " # " not in line] == []


def test_names_arrive_as_ids_over_the_bots_own_socket(manifest: dict[str, Any]) -> None:
    """No public address is needed, no event is subscribed to, and nobody's name is parsed."""
    (command,) = manifest["features"]["slash_commands"]

    assert command["command"] == "/gpu"
    assert command["should_escape"] is True
    assert manifest["settings"]["socket_mode_enabled"] is True
    assert "event_subscriptions" not in manifest["settings"]


def test_the_hint_names_the_commands_that_exist(manifest: dict[str, Any]) -> None:
    """No more and no less, in the order of the help."""
    (command,) = manifest["features"]["slash_commands"]

    assert command["usage_hint"].split(" | ") == [verb.name for verb in VERBS]
