"""Which database the settings mean."""

from bot.config import Settings
from bot.store.engine import database_in


def database_url(settings: Settings) -> str:
    """Give the SQLAlchemy URL that was set, else that of the SQLite file in the data folder."""
    secret = settings.database_url
    return database_in(settings.data_dir) if secret is None else secret.get_secret_value()
