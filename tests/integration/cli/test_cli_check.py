import logging

import pytest

from bot.app.doctor import Mark, examine
from bot.config import load_settings
from bot.errors import DatabaseUnusable
from bot.sandbox.clock import SandboxClock

GOOD = ["settings", "bot token", "scopes", "app token", "channel", "database", "vast", "cloudj", "SSH key"]


@pytest.fixture
def ssh_key(tmp_path):
    """Make a key that its owner alone can read."""
    key = tmp_path / "key"
    key.touch(mode=0o600)
    return key


@pytest.fixture
def environ(environ, ssh_key):
    """Add the key to what the bot needs."""
    return environ | {"RUNSITTER_SSH_KEY": str(ssh_key)}


@pytest.fixture
def bad(environ):
    """Examine with some settings changed, and give what is bad by its name. Waits pass quickly."""

    async def look(**changes):
        lines = await examine(load_settings(environ | changes), SandboxClock(rate=60))
        return {line.what: line.says for line in lines if line.mark is Mark.BAD}

    return look


async def test_all_is_well(runs, environ):
    """A line each, exit code 0, nothing on standard error."""
    done = await runs("check", environ=environ)
    assert (0, "") == (done.code, done.err)
    assert [f"ok   {what}" for what in GOOD] == [line.partition(":")[0] for line in done.out.splitlines()]


async def test_what_is_bad_makes_exit_code_1(runs, environ, slack, tmp_path):
    """All the other lines are there as well."""
    slack.revoked.add(slack.bot_token)
    (tmp_path / "file").touch()
    done = await runs("check", environ=environ | {"RUNSITTER_DATA_DIR": str(tmp_path / "file/below")})
    assert (1, "") == (done.code, done.err)
    bad = [line.partition(":")[0] for line in done.out.splitlines() if line.startswith("BAD")]
    assert ["BAD  bot token", "BAD  database"] == bad
    assert "ok   vast" in done.out


async def test_it_works_without_what_run_needs(runs, market_environ):
    """Each missing setting is a line; what can be looked at is looked at."""
    done = await runs("check", environ=market_environ | {"RUNSITTER_CHANEL": "C0TRAINING"})
    assert (1, "") == (done.code, done.err)
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "RUNSITTER_CHANNEL", "RUNSITTER_TIMEZONE"):
        assert f"BAD  settings: {name} is missing but must be" in done.out
    assert "note settings: RUNSITTER_CHANEL is no setting" in done.out
    assert "ok   database" in done.out
    assert "ok   vast" in done.out
    assert "note SSH key" in done.out


async def test_bad_tokens_are_told_with_where_good_ones_are(bad):
    """One line a token."""
    assert "OAuth & Permissions" in (await bad(SLACK_BOT_TOKEN="xoxb-wrong"))["bot token"]
    assert "Basic Information" in (await bad(SLACK_APP_TOKEN="xapp-wrong"))["app token"]


async def test_a_missing_scope_is_named(bad, slack):
    """With what to do."""
    slack.scopes.discard("commands")
    assert {"scopes": "missing commands; add them from manifest.yml and reinstall the app"} == await bad()


async def test_an_archived_channel_is_named(bad, slack):
    """Case f159."""
    slack.workspace.channel(slack.channel_id).is_archived = True
    assert {"channel": f"{slack.channel_id} is archived; unarchive it or set another"} == await bad()


async def test_a_channel_without_the_bot_is_named(bad, slack):
    """Cases f159, f160: the admin channel too."""
    slack.workspace.channel(slack.channel_id).members.discard(slack.bot_user_id)
    told = await bad(RUNSITTER_ADMIN_CHANNEL=slack.channel_id)
    assert {"channel", "admin channel"} == set(told)
    assert "type /invite @Runsitter there" in told["channel"]


async def test_a_channel_that_does_not_exist_is_named(bad):
    """Or a private one without the bot: Slack doesn't tell them apart."""
    assert "channel_not_found; check the id" in (await bad(RUNSITTER_CHANNEL="C0NOWHERE"))["channel"]


@pytest.mark.parametrize("fault", ["drop", "status"])
async def test_a_slack_that_does_not_answer_is_a_line(bad, slack, fault):
    """The line breaks in the middle of the examination: all the rest is told."""
    figure = (503,) if fault == "status" else ()
    getattr(slack.faults, fault)("conversations.info", *figure, times=10)
    told = await bad()
    assert ["channel"] == list(told)
    assert "answer" in told["channel"]


async def test_a_slack_that_is_not_there_is_a_line(bad):
    """Nobody listens at that address."""
    told = await bad(SLACK_API_URL="http://127.0.0.1:9/api/")
    assert ["bot token"] == list(told)
    assert "check the network" in told["bot token"]


async def test_a_wrong_marketplace_key_is_named_with_its_setting(bad):
    """Vast.ai says 404 to it, Cloudj 401."""
    told = await bad(VAST_API_KEY="wrong", CLOUDJ_API_KEY="wrong")
    assert "check VAST_API_KEY" in told["vast"]
    assert "check CLOUDJ_API_KEY" in told["cloudj"]


async def test_a_marketplace_without_a_key_is_a_note(bad):
    """It can be searched all the same."""
    assert {} == await bad(VAST_API_KEY="")


async def test_a_key_file_that_others_can_read_is_bad(bad, ssh_key):
    """With the command that mends it."""
    ssh_key.chmod(0o644)
    assert {"SSH key": f"{ssh_key} can be read by others; run chmod 600 {ssh_key}"} == await bad()


async def test_a_data_folder_that_can_not_be_made_is_bad(bad, ssh_key):
    """A file stands in its way."""
    assert "RUNSITTER_DATA_DIR" in (await bad(RUNSITTER_DATA_DIR=f"{ssh_key}/data"))["database"]


@pytest.mark.parametrize("end", [":port/runs", "@elsewhere.test/runs"])
async def test_a_database_url_that_can_be_read_in_two_ways_is_one_line(runs, environ, end):
    """Without its password, and without what may be the password's end."""
    done = await runs("check", environ=environ | {"DATABASE_URL": f"postgresql://bot:hunter2@hunter3.test{end}"})
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert done.err.startswith("runsitter: DATABASE_URL can't be told apart")
    assert "hunter" not in done.err


async def test_an_unusable_proxy_is_a_line(bad, monkeypatch):
    """All the rest is looked at."""
    monkeypatch.setenv("ALL_PROXY", "socks5://u:hunter2@proxy.test:1")
    told = await bad()
    assert ["marketplaces"] == list(told)
    assert "ALL_PROXY" in told["marketplaces"]
    assert "hunter2" not in told["marketplaces"]


async def test_a_secret_in_place_of_a_path_is_not_shown(runs, environ, ssh_key):
    """Somebody pasted a token where a folder belongs."""
    done = await runs("check", environ=environ | {"RUNSITTER_DATA_DIR": f"{ssh_key}/xoxb-1-2-madeup"})
    assert "BAD  database" in done.out
    assert "madeup" not in done.out + done.err


@pytest.mark.parametrize("error", [DatabaseUnusable("locked"), ZeroDivisionError("xoxb-sandbox-not-a-secret")])
async def test_a_look_that_breaks_takes_no_other_down(bad, monkeypatch, error):
    """Our own fault too is a line, and shows nothing that an error may hold."""

    def breaks(_):
        raise error

    monkeypatch.setattr("bot.app.doctor.check_database", breaks)
    told = await bad()
    assert ["database"] == list(told)
    assert "xoxb" not in told["database"]


async def test_a_part_of_a_secret_that_an_error_quotes_is_not_shown(environ, monkeypatch):
    """A driver may tell the password alone, which has no shape of a secret."""

    def breaks(_):
        raise DatabaseUnusable("no entry for hunter-and-gatherer")

    monkeypatch.setattr("bot.app.doctor.check_database", breaks)
    settings = load_settings(environ | {"DATABASE_URL": "postgresql://bot:hunter-and-gatherer@db.test/runs"})
    before = logging.getLogRecordFactory()
    try:
        lines = await examine(settings, SandboxClock(rate=60))
    finally:
        logging.setLogRecordFactory(before)
    assert "hunter" not in "".join(map(str, lines))
