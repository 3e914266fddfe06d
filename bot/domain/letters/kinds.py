"""What kinds of message there are, and which goes first."""

from enum import IntEnum, StrEnum


class Kind(StrEnum):
    """The kind in a message's metadata; a stable interface."""

    CARD = "card"
    SUMMARY = "summary"
    DEADLINE = "deadline"
    OFFLINE = "offline"
    BACK = "back"
    GONE = "gone"
    IDLE = "idle"
    FORECAST = "forecast"
    BALANCE = "balance"
    PRICE_INCREASE = "price_increase"
    DISK = "disk"
    HARDWARE = "hardware"
    UNCLAIMED = "unclaimed"
    NOT_VISIBLE = "not_visible"
    VISIBLE = "visible"
    HEALTH = "health"


class Priority(IntEnum):
    """What goes first where messages wait (case f157): the lower number."""

    DEADLINE = 0
    ALERT = 1
    DETAIL = 2
    SUMMARY = 3
    CARD = 4
