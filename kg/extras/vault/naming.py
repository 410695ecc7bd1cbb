"""Where the page of a thing is: a folder for each kind, and file names that every system and every link takes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from kg.model import Kind
from kg.publishing.networks.reading import Node

SOURCES = "Sources"
"""The page with the list of notes."""
LONGEST = 100
"""Characters of a name, without its suffix."""
_LONGEST_BYTES = 200
"""Systems allow 255 bytes, of which a number, a suffix and the marks of programs that sync take some."""
_COLON = re.compile(r":\s+")
_DIVIDING = re.compile(r"[/\\|:]+")
_FORBIDDEN = re.compile(r'[*?"<>#^\[\]%]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|\Z)", re.IGNORECASE)
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class KindPages(NamedTuple):
    """How a vault stores a kind."""

    folder: str
    title: str
    """Of many."""
    word: str
    """For one."""


KIND_PAGES: dict[str, KindPages] = {
    Kind.PAPER: KindPages("papers", "Papers", "Paper"),
    Kind.PERSON: KindPages("people", "People", "Person"),
    Kind.METHOD: KindPages("methods", "Methods", "Method"),
    Kind.DATASET: KindPages("datasets", "Datasets", "Dataset"),
    Kind.TASK: KindPages("tasks", "Tasks", "Task"),
    Kind.TOPIC: KindPages("topics", "Topics", "Topic"),
    Kind.VENUE: KindPages("venues", "Conferences", "Conference"),
    Kind.EDITION: KindPages("editions", "Conferences by year", "Conference"),
    Kind.PERIODICAL: KindPages("journals", "Journals and books", "Journal or book"),
    Kind.WORK: KindPages("works", "Other works", "Work"),
    Kind.ORG: KindPages("organisations", "Organisations", "Organisation"),
    Kind.SESSION: KindPages("sessions", "Sessions", "Session"),
    Kind.AWARD: KindPages("awards", "Awards", "Award"),
}
"""Every kind of thing, in the order of the index; notes have no page."""


def file_name(text: str) -> str:
    """Return a name for a file, without its suffix, that says what the text says.

    >>> [file_name(t) for t in ("BERT: Pre-training", "A/B [draft] #1", "CON", "../..", "x" * 300)][:4]
    ['BERT - Pre-training', 'A-B draft 1', 'CON_', 'untitled']
    """
    shown = "".join(" " if unicodedata.category(c) in _HIDDEN else c for c in unicodedata.normalize("NFC", text))
    plain = _FORBIDDEN.sub(" ", _DIVIDING.sub("-", _COLON.sub(" - ", shown)))
    name = _cut(" ".join(plain.split()).strip(" .-_~") or "untitled")
    return f"{name}_" if _RESERVED.match(name) else name


def _cut(name: str) -> str:
    """Cut a name to what systems allow, between two characters."""
    short = name[:LONGEST]
    while len(short.encode()) > _LONGEST_BYTES:
        short = short[:-1]
    while short != name and short and unicodedata.combining(name[len(short)]):
        short = short[:-1]
    return short.strip(" .-_~") or "untitled"


def paths(nodes: Iterable[Node], *, avoid: Iterable[str] = ()) -> dict[str, str]:
    """Give each thing its own file: IRI -> path without suffix; no two differ only in case.

    The first by IRI has the bare name, others get a number at the end.

    Args:
        nodes: the things.
        avoid: names that no file may have, because links without a folder lead to other files with these names.
    """
    others = {_key(name) for name in avoid}
    taken: set[str] = set()
    found: dict[str, str] = {}
    for node in nodes:
        name = file_name(node.name)
        stem = f"{KIND_PAGES[node.kind].folder}/{name}{' (kg)' * (_key(name) in others)}"
        path, number = stem, 1
        while _key(path) in taken:
            number += 1
            path = f"{stem} {number}"
        taken.add(_key(path))
        found[node.iri] = path
    return found


def _key(path: str) -> str:
    """Reduce a path to what file systems that ignore case and accents' spelling compare."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())
