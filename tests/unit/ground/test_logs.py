import pytest

from bot.app.logs import secrets_of
from bot.config import load_settings
from bot.redact import Redactor


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("SLACK_BOT_TOKEN", "xoxb-test", "xoxb-test"),
        ("DATABASE_URL", "postgresql://bot:hunter2@db/runs", "hunter2"),
        ("DATABASE_URL", "postgresql://bot:hunter%202@db/runs", "hunter 2"),
        ("DATABASE_URL", "postgresql://bot:hunter%202@db/runs", "hunter%202"),
        ("DATABASE_URL", "postgresql://db/runs?user=bot&password=hunter2", "hunter2"),
        ("RUNSITTER_HEARTBEAT_URL", "https://ping.test/abc-def-123", "/abc-def-123"),
        ("RUNSITTER_HEARTBEAT_URL", "https://ping.test/abc-def-123/start", "abc-def-123"),
        ("RUNSITTER_HEARTBEAT_URL", "https://ping.test/?id=abc-def-123", "abc-def-123"),
        ("RUNSITTER_HEARTBEAT_URL", "https://me:hunter2@ping.test/", "hunter2"),
    ],
)
def test_a_secret_part_of_a_setting_is_hidden_alone_too(name, value, part):
    """An error of a driver's or a client's quotes a part, not the whole URL."""
    redact = Redactor(secrets_of(load_settings({name: value})))
    assert part not in redact(f"failed: {part!r}").replace("redacted", "")


@pytest.mark.parametrize("url", ["postgresql://[::1]/runs", "sqlite:////var/lib/runsitter/runs.db"])
def test_an_address_without_a_secret_hides_nothing_of_it(url):
    """A file's name may be read, and where there is no password nothing is hidden."""
    assert {url} >= set(secrets_of(load_settings({"DATABASE_URL": url}))) - {""}
