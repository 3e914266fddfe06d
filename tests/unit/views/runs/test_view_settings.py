from collections.abc import Callable

from bot.config import load_settings
from bot.slack.views.settings import settings_answer

Told = Callable[..., str]

ENVIRON = {
    "SLACK_BOT_TOKEN": "xoxb-test-bot",
    "SLACK_APP_TOKEN": "xapp-test-app",
    "RUNSITTER_CHANNEL": "C0TRAIN",
    "RUNSITTER_TIMEZONE": "Europe/Berlin",
    "RUNSITTER_DESTROYERS": "U0ADA",
    "RUNSITTER_POLL_SECONDS": "30",
    "DATABASE_URL": "postgresql://bot:hidden-word@db.test/x",
    "AWS_ACCESS_KEY_ID": "AKIATEST",
    "HOME": "/home/bot",
}


def test_settings_are_told_by_name_value_and_default(told: Told):
    """Those that were set stand out."""
    text = told(settings_answer(load_settings(ENVIRON).for_run()), "U0ADA", "C0TRAIN")
    for line in (
        "`RUNSITTER_CHANNEL`: *#C0TRAIN*",
        "`RUNSITTER_TIMEZONE`: *Europe/Berlin*",
        "`RUNSITTER_POLL_SECONDS`: *30* (default 60)",
        "`RUNSITTER_DESTROYERS`: *@U0ADA* (default nobody)",
        "`RUNSITTER_VERIFY_MAX_AGE`: 6 h, the default",
        "`RUNSITTER_SUMMARY_AT`: 09:00, the default",
        "`RUNSITTER_HTTP`: 127.0.0.1:8080, the default",
    ):
        assert line in text


def test_secrets_are_told_as_set_or_not_set(told: Told):
    """Promise 10: no part of one, whatever its kind."""
    text = told(settings_answer(load_settings(ENVIRON)), "U0ADA", "C0TRAIN")
    assert not any(secret in text for secret in ("xoxb", "xapp", "hidden-word", "db.test", "AKIATEST"))
    assert "`SLACK_BOT_TOKEN`: *set*" in text
    assert "`DATABASE_URL`: *set*" in text
    assert "`AWS_ACCESS_KEY_ID`: *set*" in text
    assert "`VAST_API_KEY`: not set, the default" in text
