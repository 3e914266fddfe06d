import asyncio
import logging
import signal

import pytest

from bot import cli_sandbox
from bot.app.run import run_bot
from bot.config import load_settings


def handled():
    """Give the signals that the loop handles, and take them away."""
    loop = asyncio.get_running_loop()
    return [number for number in (signal.SIGTERM, signal.SIGINT) if loop.remove_signal_handler(number)]


async def test_a_bot_that_has_ended_takes_no_signals_any_more(environ, slack, clock):
    """Whoever ran it gets them back; else Ctrl-C would reach nobody."""
    running = asyncio.create_task(run_bot(load_settings(environ).for_run(), clock))
    await slack.connected()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [] == handled()


async def test_a_bot_that_could_not_start_takes_no_signals_either(environ, slack, clock):
    """A bad token, for instance."""
    slack.revoked.add(slack.bot_token)
    with pytest.raises(Exception, match="SLACK_BOT_TOKEN"):
        await run_bot(load_settings(environ).for_run(), clock)
    assert [] == handled()


async def test_the_sandbox_logs_without_its_keys_too(monkeypatch, caplog):
    """What it plays with is made up, but whoever tries it should see how the bot's own log looks."""
    before = logging.getLogRecordFactory()

    async def bot(settings, _clock, *, started):  # noqa: ARG001 - it ends before it has started
        logging.getLogger("bot").error("the key is %s", settings.vast_api_key.get_secret_value())

    monkeypatch.setattr(cli_sandbox, "run_bot", bot)
    try:
        assert 0 == await cli_sandbox.play(port=0, listings=1)
    finally:
        logging.setLogRecordFactory(before)
        handled()
    assert "the key is [redacted]" in caplog.text
