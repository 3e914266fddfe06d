"""What the command line prints: the same answers as in Slack, for a terminal and for programs."""
