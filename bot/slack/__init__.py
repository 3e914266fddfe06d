"""Slack in and out: the client, the ways in and their watchdog, and how answers go back."""
