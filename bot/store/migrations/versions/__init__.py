"""The steps, one file each; each names the one before it."""
