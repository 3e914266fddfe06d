"""Which response_urls are Slack's: the bot posts answers to no other address, whoever names it."""

from yarl import URL

_HOSTS = ("slack.com", "slack-gov.com")


def is_slacks(url: str, api_url: str) -> bool:
    """Tell whether this is https on a host of Slack's, or on the very origin of the Web API that the bot was given.

    Read as aiohttp will read it, so that both see the same host. A name and password or another port are not Slack's.
    """
    try:
        asked, api = URL(url), URL(api_url)
        if asked.host is None or asked.user is not None or asked.password is not None:
            return False
        if asked.origin() == api.origin():
            return True
    except ValueError:
        return False
    slacks = any(asked.host == host or asked.host.endswith(f".{host}") for host in _HOSTS)
    return slacks and asked.scheme == "https" and asked.is_default_port()
