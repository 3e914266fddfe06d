import signal
import socket

import pytest

from bot.sandbox.market import Fault

FIND = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"


async def test_without_tokens_it_says_what_is_missing(runs, market_environ):
    """Exit code 2, a line for each, and where to look."""
    done = await runs("run", environ=market_environ)
    assert (2, "") == (done.code, done.out)
    *lines, hint = done.err.splitlines()
    names = ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "RUNSITTER_CHANNEL", "RUNSITTER_TIMEZONE"]
    said = [line[: line.index(" the ")] for line in lines]
    assert [f"runsitter: {name} is missing but must be" for name in names] == said
    assert "`runsitter check`" in hint
    assert "`runsitter sandbox`" in hint


@pytest.mark.parametrize(("name", "value"), [("SLACK_BOT_TOKEN", "xoxb-wrong"), ("SLACK_APP_TOKEN", "xapp-wrong")])
async def test_a_bad_token_is_one_clear_line(runs, environ, name, value):
    """Which, and where a good one is to be found; exit code 2, so that no supervisor tries it for ever."""
    done = await runs("run", environ=environ | {name: value})
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert f"refuses {name}" in done.err
    assert value not in done.err


async def test_a_busy_port_is_one_clear_line(runs, environ):
    """Maybe a second Runsitter has it."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        done = await runs("run", environ=environ | {"RUNSITTER_HTTP": where})
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert "RUNSITTER_HTTP is taken" in done.err
    assert where in done.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_when_told_and_leaves_nothing(starts, environ, slack, number):
    """Exit code 0, without a traceback or a warning, and its connection is closed."""
    async with starts("run", environ=environ) as process:
        await slack.connected(within=30)
        process.told(number)
        done = await process.ended()
    assert (0, "") == (done.code, done.out)
    assert [] == slack.socket.connections


async def test_an_answer_in_the_making_is_still_delivered(starts, environ, slack, market):
    """SIGTERM while the marketplace takes its time: the person gets the answer, then the process ends."""
    market.faults.vast.on(Fault.SLOW, seconds=1.5)
    ada = slack.person("ada")
    async with starts("run", environ=environ) as process:
        await slack.connected(within=30)
        assert (await ada.types(FIND)).acked
        process.told(signal.SIGTERM)
        await ada.sees("can finish your 72 h run", within=20)
        assert 0 == (await process.ended()).code


async def test_it_can_be_ended_while_slack_does_not_answer(starts, environ, slack, until):
    """A start that hangs is ended as promptly as a bot that runs."""
    slack.faults.hang("auth.test")
    async with starts("run", environ=environ) as process:
        await until(lambda: slack.calls("auth.test"))
        process.told(signal.SIGTERM)
        assert 0 == (await process.ended()).code


async def test_a_misspelt_setting_is_told_with_the_nearest(starts, environ, slack):
    """In the log; it stops nothing."""
    async with starts("run", environ=environ | {"RUNSITTER_TIMEZON": "UTC"}) as process:
        await slack.connected(within=30)
        process.told(signal.SIGTERM)
        done = await process.ended()
    assert 0 == done.code
    assert "RUNSITTER_TIMEZON is no setting and has no effect; did you mean RUNSITTER_TIMEZONE?" in done.err
