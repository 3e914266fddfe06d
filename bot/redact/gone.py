"""What stands where a secret stood."""

GONE = "[redacted]"
