"""Delivering: Slack is made to agree with the letters, whatever Slack, the network or a restart does meanwhile."""

from bot.services.delivering.delivery import Delivery
from bot.services.delivering.health import DeliveryHealth

__all__ = ["Delivery", "DeliveryHealth"]
