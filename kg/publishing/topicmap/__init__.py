"""The topic map: one HTML file to open, search and click, drawn with pyvis."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

from kg.publishing.topicmap import memory
from kg.publishing.topicmap.memory import Memory
from kg.rdf import Store
from kg.text import file_title
from kg.writing import write_bytes

__all__ = ["Opening", "Written", "memory", "write"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Where the notes are, and how a map opens them."""

    notes: Path
    """The folder of the notes, or the one note."""
    seen: str
    """Path from the map to their folder, so that no map contains a machine path; "" if there is no such path."""
    program: str
    """One of `kg.settings.NOTE_PROGRAMS`."""

    @classmethod
    def of(cls, notes: Path, at: Path, program: str) -> Self:
        """Describe how a map at a path opens notes."""
        folder = notes if notes.is_dir() else notes.parent
        try:
            seen = Path(os.path.relpath(folder.resolve(), at.resolve().parent)).as_posix()
        except ValueError:  # on Windows nothing leads from one drive to another
            seen = ""
        return cls(notes, seen, program)

    @property
    def title(self) -> str:
        """The name of the folder of the notes, or of the one note."""
        return self.notes.resolve().name if self.notes.is_dir() else file_title(self.notes.name)


class Written(NamedTuple):
    """The result of writing a map."""

    state: str
    """Of the graph that it shows."""
    memory: Memory
    """What to remember for the next map."""


def write(
    store: Store,
    path: Path,
    *,
    title: str = "Topic map",
    opening: Opening | None = None,
    remembered: Memory | None = None,
) -> Written:
    """Write the map of a graph as one HTML file.

    The same graph gives the same bytes. The file is written in one go, so that a browser never sees half a map.

    Args:
        title: what the notes are called; the page adds how many notes and papers there are.
        opening: where the notes are, with what the user wants of themes, and how they are opened; without it, only the
            quotes in the graph are shown, without links to the notes.
        remembered: the memory of the previous map; without it, the map is drawn as if it were the first.
    """
    # Who only wants to know what a map remembers does not wait for networkx and scipy.
    from kg.analytics import look_out
    from kg.publishing.topicmap.content import find_sentences, read
    from kg.publishing.topicmap.drawing import draw
    from kg.publishing.topicmap.page import render, state_of
    from kg.publishing.topicmap.themes import wishes

    content = read(store)
    state = state_of(content)
    before = remembered.of(state) if remembered else Memory()
    drawing = draw(content, before, wishes(opening.notes if opening else None))
    said = find_sentences(store, opening.notes, content) if opening else {}
    notes = {"root": opening.seen if opening else "", "with": opening.program if opening else ""}
    themes = dict(zip(drawing.themes.names, drawing.themes.members, strict=True))
    about = {"title": title, "opening": notes, "root": store.base}
    page = render(content, drawing, said, outlook=look_out(store, themes), about=about)
    write_bytes(path, page.encode("utf-8"))
    parts = tuple((part.name, part.members) for part in drawing.themes.parts)
    earlier = replace(before, state="", earlier=None)
    found = drawing.themes.found
    return Written(state, Memory(state, themes, memory.places(drawing.views), parts, found, earlier))
