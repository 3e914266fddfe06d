"""What `bot.config` is made of: the kinds of value a setting takes, and where settings come from."""
