"""Runsitter: a Slack bot that sits with multi-day training runs on rented GPU machines."""

__version__ = "0.1.0"
