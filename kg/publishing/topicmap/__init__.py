"""The topic map: one HTML file to open, search and click, drawn with pyvis."""

from __future__ import annotations

from pathlib import Path

from kg.analytics.project import Queryable
from kg.publishing.topicmap.content import read
from kg.publishing.topicmap.drawing import draw

__all__ = ["write"]


def write(store: Queryable, path: Path, *, title: str = "Topic map") -> None:
    """Write the map of a graph as one HTML file.

    The same graph gives the same bytes. The file is written in one go, so that a browser never sees half a map.
    """
    from kg.publishing.topicmap.page import render

    content = read(store)
    path.write_bytes(render(content, draw(content), title=title).encode("utf-8"))
