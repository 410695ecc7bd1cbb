"""How two things are connected, in sentences with the words of the notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.asking.finding import Directory, nearest
from kg.asking.knowledge import Knowledge
from kg.asking.path import LONGEST, connect, verdict
from kg.asking.subjects import Subject, count_notes, find_subjects
from kg.asking.wording import is_iri, kind_word
from kg.exploring.rendering import written
from kg.rdf import Answer

LONGEST_NAME = 500
CHOICES = 20
"""Most things that are offered if a name is ambiguous."""


class Choice(NamedTuple):
    """What may be meant by a name."""

    value: str
    """What means only this."""
    name: str
    what: str
    notes: int
    place: str


class End(NamedTuple):
    """One end of a path, as it was typed."""

    text: str
    found: Subject | None
    choices: tuple[Choice, ...]
    """What may be meant, if the name is ambiguous."""

    @property
    def value(self) -> str:
        """What means the same again: the IRI of one thing, or else the name."""
        return self.found.iri if self.found and not self.found.says else self.text


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show how two subjects are connected, once both are known."""
    ends = [_end(knowledge, given[name][:LONGEST_NAME].strip()) for name in ("from", "to")]
    first, second = (end.found for end in ends)
    found = told = None
    if first and second:
        found = connect(knowledge, first, second)
        told = verdict(found, LONGEST)
    return written("path.html", knowledge, given, here="path", ends=ends, found=found, told=told)


def _end(knowledge: Knowledge, text: str) -> End:
    """Find what is meant by a name, or what may be."""
    fitting = find_subjects(knowledge.store, text) if text else []
    if len(fitting) == 1:
        named = fitting[0].name if fitting[0].typed or is_iri(text) else text
        return End(named, fitting[0], ())
    if fitting:
        return End(text, None, tuple(_choices(knowledge, text, fitting)))
    near = nearest(Directory(knowledge.store), text) if text else []
    return End(text, None, tuple(Choice(one.iri, one.name, kind_word(one.kind), one.notes, one.place) for one in near))


def _choices(knowledge: Knowledge, text: str, fitting: Sequence[Subject]) -> Iterator[Choice]:
    for place, one in enumerate(fitting[:CHOICES], start=1):
        notes, what = count_notes(knowledge.store, one), one.says or kind_word(one.kind)
        yield Choice(f"{text}#{place}", one.name, what, notes, one.things[0].place)
