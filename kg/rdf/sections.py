"""The order of things in files: in sections, papers first, and places in a note as they come.

Every writer puts triples in this one order, so that equal graphs give equal bytes. It rests on the IRIs alone, so that
a changed note changes the lines about its own things and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kg.iris import DEFAULT_BASE, part
from kg.model import Iri

_PATHS = {
    "paper": "Papers",
    "work": "Other works",
    "person": "People",
    "org": "Organisations",
    "method": "Methods",
    "dataset": "Datasets",
    "task": "Tasks",
    "topic": "Topics",
    "venue": "Venues",
    "session": "Sessions and talks",
    "award": "Awards",
    "note": "Notes",
}
_PARTS = {"c": "Passages", "m": "Mentions", "e": "Evidence"}
"""First character of the name of a part of a note; see `kg.rdf.provenance`."""
_REST = "About this graph, and whatever else"

PART_TITLES = tuple(_PARTS.values())
"""Of the sections of a graph of evidence."""
TITLES = (*_PATHS.values(), *_PARTS.values(), _REST)
_RANK = {title: f"{rank:02}" for rank, title in enumerate(TITLES)}
_PLACE = re.compile(r"char=([0-9]+),([0-9]+)>$")
_PART = re.compile(r"(?:#|/~)(?:(c)har=[0-9]+,[0-9]+|([me])-[0-9a-f]+)>$")


_EVIDENCE = (part(Iri(""), "evidence"), part(Iri("#"), "evidence")[1:])


def holds_evidence(graph: Iri) -> bool:
    """Return whether a graph, by its name, holds evidence instead of facts."""
    return graph.endswith(_EVIDENCE)


def note_of(graph: Iri) -> Iri:
    """Return the note whose evidence a graph holds.

    >>> note_of(Iri("https://kg.example/note/a.md#evidence"))
    'https://kg.example/note/a.md'
    """
    return Iri(next(graph.removesuffix(end) for end in _EVIDENCE if graph.endswith(end)))


class Sections:
    """Sorts the subjects of a graph; subjects are spelled as in N-Triples."""

    def __init__(self, base: str = DEFAULT_BASE) -> None:
        self._start = len(base) + 1
        self._base = f"<{base}"

    def order(self, subject: str) -> str:
        """Return the sort key of a subject: the section, then the IRI, with a thing before its parts.

        >>> sections = Sections("https://kg.example/")
        >>> sorted(["<https://kg.example/topic/a>", "<https://kg.example/paper/b#author-1>",
        ...     "<https://kg.example/paper/b>"], key=sections.order)[-1]
        '<https://kg.example/topic/a>'
        """
        rank = _RANK[self.title(subject)]
        place = _PLACE.search(subject)
        if place is not None:
            return f"{rank}{subject[: place.start()]}{place[1]:0>12},{place[2]:0>12}"
        return rank + subject.replace(">", " ", 1)

    def title(self, subject: str) -> str:
        """Return the title of the section of a subject."""
        if not subject.startswith(self._base):
            return _REST
        path = subject[self._start : subject.find("/", self._start)]
        if path == "note":
            found = _PART.search(subject)
            return _PARTS[found[1] or found[2]] if found else _PATHS[path]
        return _PATHS.get(path, _REST)

    def in_order(self, lines: Iterable[str]) -> list[str]:
        """Sort lines of N-Triples by subject, predicate and object."""
        known: dict[str, str] = {}
        order = self.order

        def key(line: str) -> tuple[str, str]:
            subject, _, rest = line.partition(" ")
            if subject not in known:
                known[subject] = order(subject)
            return known[subject], rest

        return sorted(lines, key=key)

    def keys(self) -> Callable[[str], tuple[str, str]]:
        """Return a sort key for lines; it is fast for lines that are already in order."""
        last = place = ""

        def key(line: str) -> tuple[str, str]:
            nonlocal last, place
            subject, _, rest = line.partition(" ")
            if subject != last:
                last, place = subject, self.order(subject)
            return place, rest

        return key


def title_order(title: str) -> str:
    """Return a sort key before every subject of a section, and after those of the previous section."""
    return _RANK[title]
