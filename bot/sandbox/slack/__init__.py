"""A stand-in for Slack on loopback: Web API, Socket Mode or signed HTTP, and people who use it."""

from .delivery import Delivery
from .faults import Faults
from .happenings import NotSeenError
from .model import Channel, Message, Refused, Trouble, User, View
from .people import Person
from .sight import Control
from .standin import SCOPES, SlackStandIn

__all__ = [
    "SCOPES",
    "Channel",
    "Control",
    "Delivery",
    "Faults",
    "Message",
    "NotSeenError",
    "Person",
    "Refused",
    "SlackStandIn",
    "Trouble",
    "User",
    "View",
]
