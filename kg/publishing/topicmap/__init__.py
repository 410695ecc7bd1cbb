"""The topic map: one HTML file to open, search and click, drawn with pyvis."""

from __future__ import annotations

from pathlib import Path

from kg.analytics.project import Queryable
from kg.publishing.topicmap.content import read
from kg.publishing.topicmap.drawing import draw

__all__ = ["write"]


def write(store: Queryable, path: Path, *, title: str = "Topic map") -> str:
    """Write the map of a graph as one HTML file; give the state of the graph that it shows.

    The same graph gives the same bytes. The file is written in one go, so that a browser never sees half a map.
    """
    from kg.publishing.topicmap.page import render, state_of

    content = read(store)
    state = state_of(content)
    path.write_bytes(render(content, draw(content), title=title, state=state).encode("utf-8"))
    return state
