"""Stand-ins for Slack, a marketplace and a rented host: to try the bot out, and for tests. Imports nothing of the rest."""
