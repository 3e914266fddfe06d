"""`compose.yaml`: what it sets there is, and no secret stands in it."""

import re

import pytest
import yaml
from sqlalchemy import make_url

from bot.config import Settings, load_settings, setting_name
from bot.store.engine import open_engine

PASSWORD = "${POSTGRES_PASSWORD:?set it in .env}"


@pytest.fixture(scope="module")
def services(project):
    """Give the services, by name."""
    return yaml.safe_load((project / "compose.yaml").read_text())["services"]


def test_what_the_bot_is_set_to_are_settings_of_the_bot(services):
    """And good ones: what it would read here is read."""
    environ = services["bot"]["environment"]
    assert set(environ) <= {setting_name(field) for field in Settings.model_fields}
    settings = load_settings({name: value.replace(PASSWORD, "made0up") for name, value in environ.items()})
    assert str(settings.data_dir) == "/data"


def test_the_bot_and_the_database_speak_of_the_same(services):
    """Name, user and password are one on both sides, and the host is the service."""
    url = make_url(services["bot"]["environment"]["DATABASE_URL"].replace(PASSWORD, "made0up"))
    given = services["db"]["environment"]

    assert (url.username, url.database) == (given["POSTGRES_USER"], given["POSTGRES_DB"])
    assert (url.host, given["POSTGRES_PASSWORD"]) == ("db", PASSWORD)
    assert open_engine(url.render_as_string(hide_password=False)).dialect.name == "postgresql"


def test_the_bot_waits_for_a_healthy_database(services):
    """And the database says whether it is, of the very one that the bot uses."""
    assert services["bot"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert services["db"]["healthcheck"]["test"] == ["CMD", "pg_isready", "--username=runsitter", "--dbname=runsitter"]


def test_both_keep_their_data_in_named_volumes(services, project):
    """A new container finds what the old one wrote."""
    named = yaml.safe_load((project / "compose.yaml").read_text())["volumes"]
    kept = {name: volume.split(":") for name in services for volume in services[name]["volumes"]}
    assert kept == {"bot": ["data", "/data"], "db": ["database", "/var/lib/postgresql"]}
    assert set(named) == {"data", "database"}


def test_no_secret_stands_in_it(project):
    """What is one comes from `.env`, and its absence is said before anything starts."""
    text = (project / "compose.yaml").read_text()
    assert re.findall(r"(?i)[a-z_]*(?:password|token|secret|key)[a-z_]*: (?!\$\{)", text) == []
    assert yaml.safe_load(text)["services"]["bot"]["env_file"] == ".env"
