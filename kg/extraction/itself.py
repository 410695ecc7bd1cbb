"""A note as a thing among others: the mention that stands for the note itself, and those of the notes it links to."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote

from kg.extraction.entries import Field
from kg.model import Kind, Link, LinkKind, Mention, Note, Span
from kg.text import MARKDOWN, file_title

NAME = "note"
LINK = "note-link"
_NOTES = (*MARKDOWN, ".txt", ".html", ".htm", ".bib", ".ipynb", ".org", ".rst", ".tex")
_NO_NOTE = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".mp3", ".mp4", ".webm", ".canvas", ".excalidraw", ".csv",
    ".docx", ".pptx", ".xlsx", ".zip", ".base",
)  # fmt: skip


def itself(note: Note) -> Mention | None:
    """Return the mention of a note itself, at its first character that is no white space; none of an empty note."""
    start = len(note.text) - len(note.text.lstrip())
    if start == len(note.text):
        return None
    name = note.title or file_title(note.id)
    return Mention(Span(note.id, start, start + 1), Kind.NOTE, name, NAME)


def links(note: Note) -> Iterator[tuple[Field, Mention]]:
    """Yield the links of a note to notes: the place of each, and the mention of the note it leads to."""
    for index, block in enumerate(note.blocks):
        for link in block.links:
            called = target(note, link)
            if called and link.source_start < link.source_end:
                place = Span(note.id, link.source_start, link.source_end)
                yield Field(called, index, link.start, link.end), Mention(place, Kind.NOTE, called, LINK)


def target(note: Note, link: Link) -> str:
    """Return what a link calls the note that it leads to: a name, or the path of a file; "" when it leads to no note.

    The path of an ordinary link begins at the folder of its note, the name in a wikilink nowhere.
    """
    plain = link.target.split("#", 1)[0].strip()
    if not plain or "://" in plain or len(plain) > 1000:
        return ""
    suffix = PurePosixPath(plain).suffix.lower()
    if link.kind is LinkKind.WIKI:
        return "" if suffix in _NO_NOTE else plain
    if link.kind is not LinkKind.INLINE or suffix not in _NOTES or plain.startswith(("mailto:", "www.")):
        return ""
    folder = "" if plain.startswith("/") else posixpath.dirname(note.id)
    path = posixpath.normpath(posixpath.join(folder, unquote(plain).lstrip("/")))
    return "" if path.startswith("..") else path
