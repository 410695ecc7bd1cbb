"""Read a text as a note and give what one rule finds in it, with what is noted beside its papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kg.extraction import appraisal
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.rules import records
from kg.model import Note
from kg.notes.draft import Content, Source
from kg.notes.markdown import read_markdown

Rule = Callable[[Page], Iterable[Entry | Unread]]
Reader = Callable[[Source], Content]


def found(text: str, *, rule: Rule = records.find, name: str = "n.md", read: Reader = read_markdown) -> list[Entry]:
    """Give the entries of a text; every place in them lies within its block."""
    content = read(Source(name, text))
    note = Note(name, text, content.blocks, content.title, content.meta)
    entries = list(appraisal.complete(Page(note).with_found(rule(Page(note)))).entries)
    for entry in entries:
        for place in (entry.title, entry.year, entry.venue, *entry.authors):
            assert place is None or 0 <= place.start < place.end <= len(note.blocks[place.block].prose)
    return entries
