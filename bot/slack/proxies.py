"""Which proxy to take. The SDK reads HTTPS_PROXY but not NO_PROXY, and would send loopback through it too."""

import ipaddress
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from slack_sdk.proxy_env_variable_loader import load_http_proxy_from_env

from bot.errors import BadNetwork
from bot.settings.addresses import is_web


def proxy_for(url: str) -> str | None:
    """Give the proxy that the environment names for this URL; None: go straight there.

    Raises BadNetwork where it is no http or https address: aiohttp speaks nothing else, and its errors would repeat it.
    """
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None  # whoever connects there says what is wrong with it
    if not host or _is_loopback(host) or proxy_bypass(host):
        return None
    proxy = load_http_proxy_from_env()
    if proxy is not None and not is_web(proxy.strip()):
        raise BadNetwork("the way to Slack must be an http or https address")
    return proxy


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
