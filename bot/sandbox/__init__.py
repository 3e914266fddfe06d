"""Stand-ins for Slack, a marketplace and hosts: to try the bot out, and for tests. They import nothing else."""
