"""Puts it together, once: only here the adapters and the handlers are known."""
