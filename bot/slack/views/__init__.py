"""Facts turned into Block Kit: pure functions, nothing from outside unescaped, nothing over Slack's limits."""
