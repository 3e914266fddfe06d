import logging
import signal
import sys

import pytest

from bot import cli


@pytest.fixture(autouse=True)
def factory():
    """Take back what the command line sets for its whole process."""
    before = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(before)


def breaks_with(error):
    """Give a command that breaks."""

    async def command(_):
        raise error

    return command


def test_an_error_that_nobody_foresaw_is_one_line_and_a_traceback_without_secrets(monkeypatch, capsys, caplog):
    """Exit code 1, never silence; a token in the error's words is not shown."""
    monkeypatch.setattr(cli, "_check", breaks_with(LookupError("no xoxb-1-2-madeup here")))

    assert 1 == cli.main(["check"])
    assert "runsitter: unexpected LookupError; please report it\n" == capsys.readouterr().err
    assert "LookupError: no [redacted] here" in caplog.text
    assert "madeup" not in caplog.text


def test_ctrl_c_is_told_as_the_shell_expects(monkeypatch, capsys):
    """Without a word."""
    monkeypatch.setattr(cli, "_check", breaks_with(KeyboardInterrupt()))

    assert 128 + signal.SIGINT == cli.main(["check"])
    assert "" == capsys.readouterr().err


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stream_that_is_not_there_breaks_nothing(monkeypatch, stream):
    """A service may run with both closed."""
    monkeypatch.setattr(cli, "_check", breaks_with(LookupError("x")))
    monkeypatch.setattr(sys, stream, None)

    assert 1 == cli.main(["check"])
