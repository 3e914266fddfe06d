import asyncio
import struct
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.summary import Chart, Series
from bot.ports import Sent, Unclear
from bot.sandbox.slack import SlackStandIn
from bot.slack.charts import Charts
from bot.slack.client import open_client
from bot.slack.drawing import draw, sheet
from bot.slack.messenger import Messenger

TRAINING = "C0TRAINING"
POST = "chat.postMessage"
PNG = b"\x89PNG\r\n\x1a\n and so on"
DAY = date(2026, 11, 30)


def series(name, *costs):
    """Make a run's figures: what it cost at the end of each day, an estimate 10 % above."""
    days = [DAY - timedelta(days=len(costs) - 1 - n) for n in range(len(costs))]
    cost = tuple(zip(days, map(Decimal, costs), strict=True))
    return Series(name, cost, tuple((day, usd * Decimal("1.1")) for day, usd in cost))


CHART = Chart(DAY, (series("llama-ft", 100, 250, 400), series("whisper", 40)))


@pytest.fixture
async def slack():
    """Run a workspace that takes no charts of Slack's own."""
    async with SlackStandIn() as standin:
        standin.accepts_data_visualization = False
        yield standin


@pytest.fixture
async def web(slack, hasty):
    """Give the bot's own client, with waits that don't wait."""
    async with open_client(slack.bot_token, hasty, api_url=slack.api_url, answer_within=5.0) as client:
        yield client


@pytest.fixture
def pictures():
    """Give what drawing gives: a picture, until a test takes it away."""
    return [PNG]


@pytest.fixture
async def post(web, hasty, pictures):
    """Post the chart in the thread of a summary and give what came of it."""

    async def drawn(_):
        return pictures[0] if pictures else None

    messenger = Messenger(web, hasty, charts=Charts(web, hasty, draw=drawn))
    summary = await web.chat_postMessage(channel=TRAINING, text="the summary")

    async def posting(chart=CHART):
        letter = Letter(key="chart:1", kind=Kind.SUMMARY, to=TRAINING, facts=chart, priority=Priority.SUMMARY)
        return await messenger.post(letter, TRAINING, (TRAINING, summary["ts"]))

    return posting


def kinds(message):
    """Name a message's blocks."""
    return [block["type"] for block in message.blocks]


async def test_slacks_own_chart_goes_where_the_workspace_takes_it(post, slack):
    """In the summary's thread, words first."""
    slack.accepts_data_visualization = True
    assert isinstance(await post(), Sent)
    summary, chart = slack.messages
    assert (chart.thread_ts, kinds(chart)) == (summary.ts, ["section", "data_visualization"])
    assert slack.files.by_id == {}


async def test_a_picture_goes_where_the_workspace_refuses_it(post, slack):
    """Uploaded without a channel and without alt_txt, looked at until it is ready, then shown in a block."""
    sent = await post()
    _, chart = slack.messages
    assert (sent.ts, kinds(chart)) == (chart.ts, ["section", "image"])
    (file,) = slack.files.by_id.values()
    assert (file.content, file.alt_txt, file.shared_in) == (PNG, "", set())
    assert chart.blocks[1]["slack_file"] == {"id": file.id}
    assert "llama-ft" in chart.blocks[1]["alt_text"]
    assert chart.metadata["event_payload"]["key"] == "chart:1"
    assert slack.refused == []


async def test_a_workspace_that_refused_once_is_not_asked_again(post, slack):
    """As long as the process lives."""
    await post()
    await post()
    assert [call.outcome for call in slack.api.calls if call.method == POST] == ["ok", "invalid_blocks", "ok", "ok"]


async def test_a_picture_that_is_slow_to_be_ready_is_waited_for(post, slack, hasty):
    """Too early, the block would be refused."""
    slack.files.ready_after = 4
    await post()
    assert kinds(slack.messages[1]) == ["section", "image"]
    assert hasty.slept == [0.5, 1.0, 2.0]


async def test_a_picture_that_no_block_may_show_follows_by_itself(post, slack):
    """The words carry the key; the picture stands below them in the thread (python-slack-sdk#1658)."""
    slack.files.only_shared = True
    sent = await post()
    summary, words, picture = slack.messages
    assert (sent.ts, kinds(words)) == (words.ts, ["section"])
    assert (picture.thread_ts, picture.files[0]["title"]) == (summary.ts, "Cost against estimate")
    assert slack.refused == []


async def _not_drawn(_slack, pictures):
    pictures.clear()


async def _never_ready(slack, _pictures):
    slack.files.ready_after, slack.files.lose_shares = 99, 1


async def _upload_fails(slack, _pictures):
    slack.faults.status("upload", 500, times=2)


async def _no_scope(slack, _pictures):
    slack.scopes.discard("files:write")


async def _complete_fails(slack, _pictures):
    slack.faults.error("files.completeUploadExternal", "internal_error", times=2)


@pytest.mark.parametrize("trouble", [_not_drawn, _never_ready, _upload_fails, _no_scope, _complete_fails])
async def test_without_a_picture_the_words_go_alone(post, slack, pictures, trouble):
    """Whatever of it fails changes nothing else."""
    await trouble(slack, pictures)
    assert isinstance(await post(), Sent)
    _, words = slack.messages
    assert kinds(words) == ["section"]
    assert "llama-ft" in words.says


async def test_a_chart_without_figures_is_words(post, slack, pictures):
    """Nothing is drawn."""
    pictures.clear()
    assert isinstance(await post(Chart(DAY, ())), Sent)
    assert kinds(slack.messages[1]) == ["section"]


async def test_an_unclear_answer_is_for_the_queue(post, slack):
    """It might stand already, so no picture is posted after it."""
    slack.faults.status(POST, 503)
    assert await post() == Unclear("HTTP 503")
    assert len(slack.calls(POST)) == 2


def test_the_sheet_names_the_dearest_runs_in_their_order():
    """The same that the words name, and how many are left out."""
    chart = Chart(DAY, tuple(series(f"run-{cost}", cost) for cost in (5, 90, 7, 60, 80)))
    text = sheet(chart)
    assert [name in text for name in ("run-5", "run-90", "run-7", "run-60", "run-80")] == [
        False,
        True,
        False,
        True,
        True,
    ]
    assert text.index("run-90") < text.index("run-60") < text.index("run-80")
    assert "2 cheaper not drawn" in text


async def test_the_picture_is_drawn_by_another_process():
    """A PNG of 1,200 by 672 dots, whatever a run is called."""
    png = await draw(Chart(DAY, (series("_llama $x^2$", 100, 250, 400), series("模型", 40))))
    assert png is not None
    assert struct.unpack(">II", png[16:24]) == (1200, 672)


async def test_a_run_without_an_estimate_is_drawn_too():
    """Its cost alone."""
    (bare, _) = CHART.series
    assert await draw(Chart(DAY, (replace(bare, estimate=()),)))


async def test_a_process_that_hangs_is_ended(monkeypatch, caplog):
    """And leaves nothing behind."""
    start, begun = asyncio.create_subprocess_exec, []

    async def hanging(program, *_, **pipes):
        begun.append(await start(program, "-c", "import time; time.sleep(600)", **pipes))
        return begun[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", hanging)
    assert await draw(CHART, within=1.0) is None
    assert begun[0].returncode == -9
    assert "not drawn: TimeoutError" in caplog.text


async def test_a_process_that_breaks_is_told(monkeypatch, caplog):
    """With its last words in the log."""
    monkeypatch.setattr("bot.slack.drawing.sheet", lambda _: "no JSON")
    assert await draw(CHART) is None
    assert "exit code 1" in caplog.text
    assert "JSONDecodeError" in caplog.text
