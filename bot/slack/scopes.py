"""What the bot asks of a workspace: the least that its commands and messages need."""

REQUIRED_SCOPES = frozenset(
    {
        *("commands", "chat:write", "im:write", "files:read", "files:write"),
        *("channels:read", "channels:history", "groups:read", "groups:history", "im:history"),
    }
)
"""The bot token's scopes, the same as in manifest.yml."""
