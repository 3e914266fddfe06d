"""What the bot asks of a workspace: the least that the commands of today need."""

REQUIRED_SCOPES = frozenset({"commands", "chat:write", "channels:read", "groups:read"})
"""The bot token's scopes, the same as in manifest.yml."""
