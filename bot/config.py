"""The settings, read once at the start from the environment or `.env`.

A wrong or missing one is a `BadSetting`: one line that says which, why and what would be right.
"""

from collections.abc import Mapping
from datetime import time, timedelta
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, SecretStr, ValidationError
from pydantic_core import ErrorDetails

from bot.errors import BadSetting
from bot.settings import addresses, guarded, people, plain, sources
from bot.settings.addresses import HostPort

_OTHERS = ("SLACK_", "VAST_", "CLOUDJ_", "DATABASE_", "AWS_")
_NEEDED = {
    "slack_bot_token": "the bot token, which begins with xoxb-",
    "slack_app_token": "the app-level token, which begins with xapp- (or set SLACK_SIGNING_SECRET for HTTP mode)",
    "channel": "the id of the channel for summaries and alerts, such as C0123456789",
    "timezone": "the team's IANA zone, such as Europe/Berlin",
}

Secret = Annotated[SecretStr | None, PlainValidator(guarded.secret)]
Web = Annotated[str | None, PlainValidator(addresses.api_base)]
Channel = Annotated[str | None, PlainValidator(people.channel)]
Word = Annotated[str | None, PlainValidator(plain.word)]
FilePath = Annotated[Path, PlainValidator(plain.path)]


def setting_name(field: str) -> str:
    """Give the name that a field is set by: `poll_seconds` by RUNSITTER_POLL_SECONDS."""
    upper = field.upper()
    return upper if upper.startswith(_OTHERS) else f"{sources.OURS}{upper}"


class Settings(BaseModel):
    """Every setting, with its default. Secrets show as asterisks wherever they are printed."""

    model_config = ConfigDict(frozen=True, alias_generator=setting_name, hide_input_in_errors=True)

    slack_bot_token: Annotated[SecretStr | None, PlainValidator(guarded.token("xoxb-"))] = None
    slack_app_token: Annotated[SecretStr | None, PlainValidator(guarded.token("xapp-"))] = None
    slack_signing_secret: Secret = None
    slack_api_url: Annotated[str, PlainValidator(addresses.slashed_api_base)] = "https://slack.com/api/"
    vast_api_key: Secret = None
    vast_url: Annotated[str, PlainValidator(addresses.api_base)] = "https://console.vast.ai"
    cloudj_api_key: Secret = None
    cloudj_api_url: Web = None
    database_url: Annotated[SecretStr | None, PlainValidator(guarded.database_url)] = None
    data_dir: FilePath = Field(default_factory=lambda: Path.home() / ".local/share/runsitter")
    channel: Channel = None
    admin_channel: Channel = None
    timezone: Annotated[ZoneInfo | None, PlainValidator(plain.zone)] = None
    summary_at: Annotated[time, PlainValidator(plain.clock_time)] = time(9)
    destroyers: Annotated[frozenset[str], PlainValidator(people.users)] = frozenset()
    two_person: Annotated[bool, PlainValidator(plain.truth)] = False
    poll_seconds: Annotated[int, PlainValidator(plain.whole_seconds)] = 60
    verify_max_age: Annotated[timedelta, PlainValidator(plain.duration)] = timedelta(hours=6)
    ssh_key: FilePath = Field(default_factory=lambda: Path.home() / ".ssh/id_ed25519")
    ssh_user: Annotated[str, PlainValidator(people.login)] = "root"
    aws_endpoint_url: Web = None
    aws_access_key_id: Word = None
    aws_secret_access_key: Secret = None
    aws_region: Word = None
    heartbeat_url: Annotated[SecretStr | None, PlainValidator(guarded.secret_url)] = None
    http: Annotated[HostPort | None, PlainValidator(addresses.host_port)] = HostPort("127.0.0.1", 8080)

    def lacking(self) -> list[str]:
        """Give one line for each thing that `runsitter run` needs and that is not set."""
        lacks = [field for field in _NEEDED if getattr(self, field) is None]
        if self.slack_signing_secret is not None and "slack_app_token" in lacks:
            lacks.remove("slack_app_token")
            if self.http is None:
                return [*_missing(lacks), "RUNSITTER_HTTP is off but must be host:port for HTTP mode"]
        return _missing(lacks)

    def for_run(self) -> "RunSettings":
        """Give the same with what `runsitter run` needs known to be there; raises BadSetting."""
        if lacks := self.lacking():
            raise BadSetting(*lacks)
        return RunSettings.model_construct(**dict(self))


class RunSettings(Settings):
    """Settings with all that the bot itself needs."""

    slack_bot_token: SecretStr
    channel: str
    timezone: ZoneInfo

    @property
    def mode(self) -> Literal["socket", "http"]:
        """How Slack reaches the bot: over its own socket where there is an app token, else by HTTP requests."""
        return "http" if self.slack_app_token is None else "socket"


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from a mapping; without one from the environment and `.env`. Raises BadSetting."""
    found = sources.filled(sources.environment() if environ is None else environ)
    try:
        settings = Settings.model_validate(found)
    except ValidationError as error:
        raise BadSetting(*map(_problem, error.errors())) from None  # the cause would show what was set
    except RuntimeError:  # a default lies in the home folder, and there is none
        raise BadSetting(
            "HOME is missing but must be the home folder, or set RUNSITTER_DATA_DIR and RUNSITTER_SSH_KEY"
        ) from None
    if (settings.cloudj_api_key is None) != (settings.cloudj_api_url is None):
        lacks = "cloudj_api_url" if settings.cloudj_api_url is None else "cloudj_api_key"
        raise BadSetting(f"{setting_name(lacks)} is missing but must go with the other CLOUDJ_ setting")
    return settings


def stray_settings(environ: Mapping[str, str] | None = None) -> list[str]:
    """Give one line for each RUNSITTER_ name that is set and is no setting, with the nearest that is."""
    return sources.strays(
        sources.environment() if environ is None else environ, map(setting_name, Settings.model_fields)
    )


def _missing(fields: list[str]) -> list[str]:
    return [f"{setting_name(field)} is missing but must be {_NEEDED[field]}" for field in fields]


def _problem(error: ErrorDetails) -> str:
    return f"{error['loc'][0]} {error['ctx']['error']}"
