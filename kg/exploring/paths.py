"""How two things are connected, in sentences with the words of the notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kg.asking.finding import Found, find, nearest
from kg.asking.knowledge import Knowledge
from kg.asking.path import LONGEST, connect, verdict
from kg.exploring.writing import written
from kg.rdf import Answer

LONGEST_NAME = 500
CHOICES = 20
"""Most things that are offered if a name is ambiguous."""


class End(NamedTuple):
    """One end of a path, as it was typed."""

    text: str
    found: Found | None
    others: tuple[Found, ...]
    """Things that may be meant, if the name is ambiguous."""


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show how two things are connected, once both are known."""
    ends = [_end(knowledge, given[name][:LONGEST_NAME].strip()) for name in ("from", "to")]
    first, second = (end.found for end in ends)
    found = told = None
    if first and second:
        found = connect(knowledge, first.iri, second.iri)
        told = verdict(found, LONGEST)
    return written("path.html", knowledge, given, here="path", ends=ends, found=found, told=told)


def _end(knowledge: Knowledge, text: str) -> End:
    """Find what is meant by a name, or what may be."""
    fitting = find(knowledge.store, text) if text else []
    if len(fitting) == 1:
        return End(text, fitting[0], ())
    return End(text, None, tuple(fitting[:CHOICES] or (nearest(knowledge.store, text) if text else ())))
