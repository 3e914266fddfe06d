"""A strict check from tables of Block Kit payloads: every limit that Slack documents or was seen to hold."""

from .message import check_message
from .problem import Problem
from .view import check_view

__all__ = ["Problem", "check_message", "check_view"]
