"""Which proxy to take. The SDK reads HTTPS_PROXY but not NO_PROXY, and would send loopback through it too."""

import ipaddress
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from slack_sdk.proxy_env_variable_loader import load_http_proxy_from_env


def proxy_for(url: str) -> str | None:
    """Give the proxy that the environment names for this URL; None: go straight there."""
    host = urlsplit(url).hostname
    if not host or _is_loopback(host) or proxy_bypass(host):
        return None
    return load_http_proxy_from_env()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
