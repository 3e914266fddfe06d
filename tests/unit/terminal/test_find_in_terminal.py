import pytest

from bot.sandbox.clock import SandboxClock
from bot.terminal.find import find_in_terminal
from bot.terminal.out import tell


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Stand in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "GPU"),
        ("h100 x8 for 72h disk 500GB max 2", "per hour or per minute"),
        ("h100 x8 for 72h diks 500GB", "disk"),
        ("h100 x8 for 72h disk 500GB bid", "outbid"),
        ("h100 x8 for 72h disk 500GB \x1b[2J", "did not understand"),
        ("<!channel>" * 300, "did not understand"),
    ],
)
async def test_words_that_are_not_understood_are_asked_back_on_standard_error(
    words, says, capsys, tmp_path, monkeypatch
):
    """Exit code 2, nothing for a program to read, and nobody is asked: sockets would be refused here."""
    monkeypatch.chdir(tmp_path)
    code = await find_in_terminal(words, SandboxClock(), as_json=True)
    told = capsys.readouterr()
    assert (2, "") == (code, told.out)
    assert says in told.err
    assert "\x1b" not in told.err


def test_each_line_is_told_on_its_own(capsys):
    """What is printed is there at once, with its line's end."""
    tell("one", "two \u2026")
    assert "one\ntwo \u2026\n" == capsys.readouterr().out
