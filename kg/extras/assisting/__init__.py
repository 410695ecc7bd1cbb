"""The graph for assistants: what people can ask, as tools of the Model Context Protocol. Owner of its SDK."""

from __future__ import annotations

from kg.extras.assisting.server import make_server, serve

__all__ = ["make_server", "serve"]
