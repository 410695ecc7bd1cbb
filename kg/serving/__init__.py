"""The graph over HTTP: SPARQL and Graph Store Protocol, and pages for people. Owner of Starlette and uvicorn."""

from __future__ import annotations

from kg.serving.app import make_app, serve
from kg.serving.options import Options

__all__ = ["Options", "make_app", "serve"]
