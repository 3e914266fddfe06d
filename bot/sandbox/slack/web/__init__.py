"""The Web API over HTTP."""
