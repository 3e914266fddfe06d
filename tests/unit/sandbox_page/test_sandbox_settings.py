"""Which of somebody's own settings mean something in the sandbox."""

from types import SimpleNamespace

from bot.cli_sandbox import _lines, heeded, passed_over

OWN = {
    "RUNSITTER_TIMEZONE": "Europe/Berlin",
    "RUNSITTER_SUMMARY_AT": "12:40",
    "RUNSITTER_CHANNEL": "C0TEAM",
    "RUNSITTER_ADMIN_CHANNEL": " ",
    "VAST_API_KEY": "a-secret",
    "PATH": "/bin",
}


def test_the_teams_zone_and_its_morning_are_taken():
    """So that a daily summary can be seen within the minute; a blank one is not set."""
    assert heeded(OWN) == {"RUNSITTER_TIMEZONE": "Europe/Berlin", "RUNSITTER_SUMMARY_AT": "12:40"}
    assert heeded({"RUNSITTER_SUMMARY_AT": " "}) == {}


def test_what_has_no_effect_is_named_in_one_line_without_its_value():
    """A channel or a key of the real team never reaches the sandbox's bot, and that is said."""
    sandbox = SimpleNamespace(asked_port=1, port=1, url="http://127.0.0.1:1/", rented="")
    said = _lines(sandbox, passed_over(OWN))
    assert "Set, but not used in the sandbox: RUNSITTER_CHANNEL, VAST_API_KEY." in said
    assert "a-secret" not in str(said)
    assert not any("not used" in line for line in _lines(sandbox, passed_over({})))
