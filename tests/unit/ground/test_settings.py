"""The settings: what each one reads, and what is said of one that is wrong."""

from datetime import time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings, load_settings, setting_name, stray_settings
from bot.errors import BadSetting
from bot.settings.addresses import HostPort
from bot.settings.sources import environment

ENOUGH = {
    "SLACK_BOT_TOKEN": "xoxb-test",
    "SLACK_APP_TOKEN": "xapp-test",
    "RUNSITTER_CHANNEL": "C0123456789",
    "RUNSITTER_TIMEZONE": "Europe/Berlin",
}
NAMES = [setting_name(field) for field in Settings.model_fields]
GUARDED = [name for name in NAMES if name.endswith(("_TOKEN", "_KEY", "_SECRET", "DATABASE_URL", "HEARTBEAT_URL"))]
GUARDED.remove("RUNSITTER_SSH_KEY")  # the path of a key


def problems(environ: dict[str, str]) -> tuple[str, ...]:
    """Give what is said of settings that are wrong."""
    with pytest.raises(BadSetting) as raised:
        load_settings(environ)
    return raised.value.problems


def refusal(environ: dict[str, str]) -> BadSetting | None:
    """Give the error that the settings end in, if they do."""
    try:
        load_settings(environ)
    except BadSetting as error:
        return error
    return None


def test_the_defaults_are_those_of_the_table() -> None:
    """Nothing has to be set but what nobody can guess."""
    settings = load_settings({})

    assert settings.slack_api_url == "https://slack.com/api/"
    assert settings.vast_url == "https://console.vast.ai"
    assert settings.data_dir == Path.home() / ".local/share/runsitter"
    assert settings.summary_at == time(9)
    assert settings.destroyers == frozenset()
    assert settings.two_person is False
    assert settings.poll_seconds == 60
    assert settings.verify_max_age == timedelta(hours=6)
    assert (settings.ssh_key, settings.ssh_user) == (Path.home() / ".ssh/id_ed25519", "root")
    assert settings.heartbeat_url is None
    assert settings.http == HostPort("127.0.0.1", 8080)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SLACK_API_URL", "http://127.0.0.1:9/api/", "http://127.0.0.1:9/api/"),
        ("SLACK_API_URL", "http://127.0.0.1:9/api", "http://127.0.0.1:9/api/"),
        ("VAST_URL", "http://[::1]:9/", "http://[::1]:9"),
        ("RUNSITTER_DATA_DIR", "~/here", Path("~/here")),
        ("RUNSITTER_TIMEZONE", "America/Los_Angeles", ZoneInfo("America/Los_Angeles")),
        ("RUNSITTER_SUMMARY_AT", "8:05", time(8, 5)),
        ("RUNSITTER_DESTROYERS", "U01, W02 U03,", frozenset({"U01", "W02", "U03"})),
        ("RUNSITTER_TWO_PERSON", "Yes", True),
        ("RUNSITTER_POLL_SECONDS", "1", 1),
        ("RUNSITTER_VERIFY_MAX_AGE", "1h30m", timedelta(minutes=90)),
        ("RUNSITTER_VERIFY_MAX_AGE", "2d", timedelta(days=2)),
        ("RUNSITTER_HEARTBEAT_URL", "OFF", None),
        ("RUNSITTER_HTTP", "[::]:0", HostPort("::", 0)),
        ("RUNSITTER_HTTP", "off", None),
        ("RUNSITTER_CHANNEL", " G01 \n", "G01"),
        ("RUNSITTER_CHANNEL", "  ", None),
    ],
)
def test_a_value_is_read_into_its_type(name: str, value: str, expected: object) -> None:
    """Space around a value is no part of it; a blank one is not set."""
    field = next(field for field in Settings.model_fields if setting_name(field) == name)

    assert expected == _unhomed(getattr(load_settings({name: value}), field))


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("SLACK_BOT_TOKEN", "xapp-test", "must begin with xoxb- (this one begins with xapp-)"),
        ("SLACK_APP_TOKEN", "xoxb-test", "must begin with xapp- (this one begins with xoxb-)"),
        ("SLACK_SIGNING_SECRET", "two words", "one unbroken word"),
        ("SLACK_API_URL", "slack.com/api/", "an http or https URL"),
        ("VAST_URL", "https://host/?key=1", "without user, query and fragment"),
        ("VAST_URL", "https://host:99999", "an http or https URL"),
        ("DATABASE_URL", "mysql://host/name", "sqlite:///FILE or postgresql://"),
        ("DATABASE_URL", "sqlite:///:memory:", "must name a file"),
        ("SLACK_API_URL", "https://slack..com/api/", "an http or https URL"),
        ("VAST_URL", "https://.vast.ai", "an http or https URL"),
        ("RUNSITTER_HEARTBEAT_URL", "https://a..b/ping", "name a host"),
        ("RUNSITTER_HTTP", "a..b:8099", "host:port"),
        ("RUNSITTER_HTTP", "[:::]:8099", "host:port"),
        ("RUNSITTER_HTTP", f"{'a' * 64}:8099", "host:port"),
        ("RUNSITTER_VERIFY_MAX_AGE", "999999d", "at most 3650d"),
        ("RUNSITTER_VERIFY_MAX_AGE", "999999d" * 2000, "at most 3650d"),
        ("RUNSITTER_CHANNEL", "#gpu", "a channel's id such as C0123456789"),
        ("RUNSITTER_ADMIN_CHANNEL", "c0123", "a channel's id"),
        ("RUNSITTER_TIMEZONE", "Europe/Berln", "an IANA zone such as Europe/Berlin"),
        ("RUNSITTER_TIMEZONE", "America", "an IANA zone such as America/"),
        ("RUNSITTER_TIMEZONE", "/etc/localtime", "an IANA zone"),
        ("RUNSITTER_SUMMARY_AT", "24:00", "a time of day such as 09:00"),
        ("RUNSITTER_DESTROYERS", "U01,@anna", "user ids such as U0123456789"),
        ("RUNSITTER_TWO_PERSON", "maybe", "true or false"),
        ("RUNSITTER_POLL_SECONDS", "0", "whole seconds from 1 up"),
        ("RUNSITTER_POLL_SECONDS", "1.5", "whole seconds from 1 up"),
        ("RUNSITTER_VERIFY_MAX_AGE", "6", "with its unit, such as 6h"),
        ("RUNSITTER_VERIFY_MAX_AGE", "0h", "more than nothing"),
        ("RUNSITTER_SSH_USER", "-oProxyCommand=x", "a login name such as root"),
        ("RUNSITTER_HEARTBEAT_URL", "ping", "http:// or https://"),
        ("RUNSITTER_HTTP", "8080", "host:port such as 127.0.0.1:8080, or off"),
        ("RUNSITTER_HTTP", "127.0.0.1:65536", "host:port"),
        ("AWS_REGION", "eu central", "one word"),
    ],
)
def test_a_wrong_setting_is_told_with_what_would_be_right(name: str, value: str, right: str) -> None:
    """The line begins with the setting's name."""
    (problem,) = problems({name: value})

    assert problem.startswith(f"{name} ")
    assert right in problem


def test_several_wrong_settings_are_told_in_one_line() -> None:
    """One start tells all that is wrong, so that it takes one round to mend."""
    with pytest.raises(BadSetting) as raised:
        load_settings({"RUNSITTER_POLL_SECONDS": "-1", "RUNSITTER_HTTP": "x"})

    assert raised.value.exit_code == 2
    assert str(raised.value) == (
        "A setting is wrong or missing, in the environment or in .env: "
        "RUNSITTER_POLL_SECONDS is '-1' but must be whole seconds from 1 up, such as 60; "
        "RUNSITTER_HTTP is 'x' but must be host:port such as 127.0.0.1:8080, or off"
    )


@given(st.sampled_from(NAMES), st.text(min_size=1))
def test_whatever_a_setting_holds_it_is_read_or_refused_in_one_short_line(name: str, value: str) -> None:
    """No value ends in a traceback, breaks the line or floods it."""
    said = str(refusal({name: value}) or "")

    assert said.isprintable()
    assert len(said) < 900


@pytest.mark.parametrize("name", GUARDED)
@pytest.mark.parametrize(
    "value", ["hunter2 hunter2", "xoxb-hunter2", "xapp-hunter2", "https://host/hunter2", "sqlite:///hunter2"]
)
def test_a_secret_is_never_shown(name: str, value: str) -> None:
    """Neither the settings as they print nor the error about a wrong one repeats it."""
    environ = {name: value, "CLOUDJ_API_URL": "https://host"} if name == "CLOUDJ_API_KEY" else {name: value}

    said = refusal(environ) or load_settings(environ)

    assert "hunter2" not in f"{said} {said!r} {getattr(said, '__cause__', None)!r}"


SECRETS = [
    "xoxb-1-2-abcdefghij",
    "xoxb-test",
    "xapp-1-A0-1-abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG",
    "hunter2",
    "0123456789abcdef0123456789abcdef",
    "123456789012",
    "c0ffee-c0ffee",
    "123e4567-e89b-42d3-a456-426614174000",
    "QUJDREVGR0hJSktMTU5PUFFSU1Q=",
    "QUJDREVGRGhpamtsbW5v",
    "correct horse battery staple",
    "https://host/?api_key=hunter2",
    "https://host/#token=hunter2",
    "https://user:hunter2@host",
    "https:/user:hunter2@host",
    "user:hunter2@host",
    "u:pw@host",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", SECRETS)
def test_what_may_be_a_secret_is_never_quoted_whichever_setting_it_stands_in(name: str, value: str) -> None:
    """People paste the right key into the wrong line."""
    said = str(refusal({name: value, "CLOUDJ_API_KEY": "k"} | {name: value}) or "")

    assert value not in said
    assert "hunter2" not in said


@given(
    st.sampled_from(NAMES),
    st.sampled_from(["xoxb-", "xapp-1-", "AKIA", "sk-", "https://u:", ""]),
    st.text("abcdefXYZ0123456789+/=_-.", min_size=20),
)
def test_nothing_as_long_as_a_key_is_quoted(name: str, before: str, rest: str) -> None:
    """Whatever the setting."""
    assert rest not in str(refusal({name: before + rest}) or "")


@pytest.mark.parametrize("value", ["Europe/Berln", "#gpu", "@anna", "maybe", "-1", "6 hours", "24:00", "two words"])
def test_a_plain_word_is_quoted(value: str) -> None:
    """It shows at a glance what is wrong."""
    assert repr(value) in str(refusal({"RUNSITTER_TWO_PERSON": value}))


def test_what_is_not_quoted_is_told_by_its_length() -> None:
    """Enough to know which one it is."""
    (problem,) = problems({"RUNSITTER_CHANNEL": "xoxb-1-2-abcdef"})

    assert problem.startswith("RUNSITTER_CHANNEL is a value of 15 characters (not shown) but must be a channel's id")


@pytest.mark.parametrize("value", ["~nosuchuser/x", "-----BEGIN KEY-----\nAAAA", "-----BEGIN A PRIVATE KEY-----"])
@pytest.mark.parametrize("name", ["RUNSITTER_DATA_DIR", "RUNSITTER_SSH_KEY"])
def test_a_path_that_is_none_is_told(name: str, value: str) -> None:
    """Somebody else's home that isn't there, or the key itself in place of its file."""
    (problem,) = problems({name: value})

    assert problem.startswith(f"{name} is a value of ")


def test_without_a_home_folder_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose user has none."""

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)

    assert "HOME is missing" in str(refusal({}))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_file_in_another_encoding_is_told_with_the_remedy(tmp_path: Path, encoding: str) -> None:
    """PowerShell's `>` writes UTF-16."""
    (tmp_path / ".env").write_text("RUNSITTER_SSH_USER=café\n", encoding)

    with pytest.raises(BadSetting, match=r"\.env is not in UTF-8; save it as UTF-8"):
        environment(tmp_path / ".env")


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    """Windows' editors put one."""
    (tmp_path / ".env").write_text("RUNSITTER_SSH_USER=anna\n", "utf-8-sig")

    assert "anna" == environment(tmp_path / ".env")["RUNSITTER_SSH_USER"]


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of another user's."""

    def refuses(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    (tmp_path / ".env").touch()
    monkeypatch.setattr(Path, "read_text", refuses)

    with pytest.raises(BadSetting, match=r"\.env can't be read \(Permission denied\)"):
        environment(tmp_path / ".env")


def test_the_bot_needs_tokens_a_channel_and_a_zone() -> None:
    """`find` and the sandbox start without; the bot says all that it lacks."""
    with pytest.raises(BadSetting) as raised:
        load_settings({}).for_run()

    missing = [problem.split()[0] for problem in raised.value.problems]
    assert missing == ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "RUNSITTER_CHANNEL", "RUNSITTER_TIMEZONE"]


@pytest.mark.parametrize("left_out", sorted(ENOUGH))
def test_each_of_the_four_is_needed(left_out: str) -> None:
    """What is missing is named alone, with what it must be."""
    environ = {name: value for name, value in ENOUGH.items() if name != left_out}

    (problem,) = load_settings(environ).lacking()
    assert problem.startswith(f"{left_out} is missing but must be ")


def test_an_app_token_means_socket_mode_and_a_signing_secret_alone_http() -> None:
    """With both, the socket goes first."""
    by_http = {name: value for name, value in ENOUGH.items() if name != "SLACK_APP_TOKEN"} | {
        "SLACK_SIGNING_SECRET": "s"
    }

    assert load_settings(ENOUGH).for_run().mode == "socket"
    assert load_settings(ENOUGH | {"SLACK_SIGNING_SECRET": "s"}).for_run().mode == "socket"
    assert load_settings(by_http).for_run().mode == "http"
    assert load_settings(by_http | {"RUNSITTER_HTTP": "off"}).lacking() == [
        "RUNSITTER_HTTP is off but must be host:port for HTTP mode"
    ]


def test_the_settings_of_the_bot_are_those_that_were_read() -> None:
    """Narrowing to what the bot needs changes no value."""
    settings = load_settings(ENOUGH | {"RUNSITTER_POLL_SECONDS": "7"})

    assert dict(settings) == dict(settings.for_run())


@pytest.mark.parametrize("half", [{"CLOUDJ_API_KEY": "k"}, {"CLOUDJ_API_URL": "https://host"}])
def test_half_of_cloudj_is_a_mistake(half: dict[str, str]) -> None:
    """It has no public address of its own, so a key without the URL could ask nobody."""
    (problem,) = problems(half)

    assert problem.startswith("CLOUDJ_API_")
    assert next(iter(half)) not in problem


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exported wins over `.env`; a `$` in the file stands for itself."""
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("SLACK_BOT_TOKEN=xoxb-$HOME\nRUNSITTER_CHANNEL='C01'  # ours\nRUNSITTER_SSH_USER=\n")
    monkeypatch.setenv("RUNSITTER_CHANNEL", "C02")

    settings = load_settings()

    assert settings.slack_bot_token is not None
    assert settings.slack_bot_token.get_secret_value() == "xoxb-$HOME"
    assert settings.channel == "C02"
    assert settings.ssh_user == "root"


def test_a_misspelt_name_is_told_with_the_nearest() -> None:
    """A setting that has no effect is said so; names that aren't ours are none of our business."""
    environ = {"RUNSITTER_TIMEZOEN": "UTC", "RUNSITTER_XYZZY": "1", "SLACK_TEAM": "T", "HOME": "/"} | ENOUGH

    assert stray_settings(environ) == [
        "RUNSITTER_TIMEZOEN is no setting and has no effect; did you mean RUNSITTER_TIMEZONE?",
        "RUNSITTER_XYZZY is no setting and has no effect",
    ]


@pytest.mark.parametrize("page", [".env.example", "README.md"])
def test_every_setting_is_written_down(project: Path, page: str) -> None:
    """What can be set is found by reading, and what is written down can be set."""
    text = (project / page).read_text()

    assert [name for name in NAMES if name not in text] == []


def test_the_example_is_a_file_of_settings_and_nothing_else(project: Path, tmp_path: Path) -> None:
    """Each line of it, also one that is commented out, is a setting with a value that is read."""
    lines = (project / ".env.example").read_text().splitlines()
    uncommented = [line.removeprefix("#") for line in lines if not line.startswith("# ")]
    (tmp_path / "all").write_text("\n".join(uncommented))

    found = {name: value for name, value in environment(tmp_path / "all").items() if name in NAMES}

    assert sorted(found) == sorted(NAMES)
    load_settings(found)


def _unhomed(value: object) -> object:
    return Path("~") / value.relative_to(Path.home()) if isinstance(value, Path) else value


@pytest.mark.parametrize("sign", ["@", "/", "?", "#", "[", "]"])
def test_a_database_password_with_an_unencoded_sign_is_refused_with_how_to_write_it(sign: str) -> None:
    """What stands after the sign would be taken for the host, and be told by each error that names the host."""
    (problem,) = problems({"DATABASE_URL": f"postgresql://bot:hunter{sign}hunter2@db.test/runs"})
    assert f"{sign} as %{ord(sign):02X}" in problem
    assert "hunter" not in problem


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///runs",
        "postgresql:///runs?host=/run/postgresql",
        "postgresql://db.test:5432/runs?sslmode=require",
        "postgresql://bot@[::1]:5432/runs",
        "postgresql://bot:hunter%40hunter2:x@db.test/runs",
        "postgresql+psycopg://bot:hunter2@db.test",
    ],
)
def test_a_database_url_that_says_what_it_means_is_taken(url: str) -> None:
    """With or without login, host, port and name."""
    assert refusal({"DATABASE_URL": url}) is None
