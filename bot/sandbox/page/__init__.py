"""A plain page for the stand-in workspace: a command box, the answers drawn, and the same as JSON over HTTP."""

from .page import Page, page_routes

__all__ = ["Page", "page_routes"]
