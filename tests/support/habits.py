"""What kg makes of the notes of one habit, in the words a test about it uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from places import TESTS

from kg import extraction, notes, resolution, terms
from kg.model import Claim, Entity, Iri, Kind, Mention, Note, Resolution
from kg.pipeline.extracting import _pipeline
from kg.settings import Settings

HABITS = TESTS / "support" / "habits"


@dataclass
class Paper:
    """A paper as it is shown: texts are those of the claims, things are called by their names."""

    title: str = ""
    authors: list[str] = field(default_factory=list)
    """In the order of the longest list; names that only other lists have come last."""
    complete: bool = False
    """Whether some note gives all authors."""
    years: set[str] = field(default_factory=set)
    venues: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    """Addresses as written and as all notes share them."""
    keys: set[str] = field(default_factory=set)
    short: set[str] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)
    remarks: list[str] = field(default_factory=list)
    highlights: list[str] = field(default_factory=list)
    abstracts: list[str] = field(default_factory=list)
    awards: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    """Notes that name it."""

    @property
    def label(self) -> str:
        """Its title, or what else there is to recognise it by."""
        called = [self.title, *sorted(self.keys), *sorted(self.short), *sorted(self.links)]
        return next(filter(None, called), "")


@dataclass
class Habit:
    """The graph of one folder of notes."""

    papers: dict[str, Paper]
    """By title; a second paper of the same title has ` (2)` behind it."""
    _named: dict[Kind, set[str]]
    _facts: dict[Iri, set[tuple[str, str]]]
    _places: dict[Iri, dict[str, str]]

    def named(self, kind: Kind) -> set[str]:
        """Names of the things of a kind."""
        return self._named[kind]

    @property
    def persons(self) -> set[str]:
        return self.named(Kind.PERSON)

    @property
    def methods(self) -> set[str]:
        return self.named(Kind.METHOD)

    def facts(self, predicate: Iri) -> set[tuple[str, str]]:
        """Pairs of what is related: papers and notes by title, other things by name."""
        return self._facts[predicate]

    def of(self, subject: str, predicate: Iri) -> set[str]:
        """What one subject is related to."""
        return {other for one, other in self._facts[predicate] if one == subject}

    def line(self, predicate: Iri, text: str) -> str:
        """The line of the note where a text stands."""
        return self._places[predicate][text]


@cache
def build(habit: str) -> Habit:
    """Read, extract and resolve the notes of a habit."""
    readings = list(notes.read_all(HABITS / habit, settings=Settings()))
    read = {reading.note.id: reading.note for reading in readings if reading.note is not None}
    extractions = [extraction.extract(note, _pipeline("")) for note in read.values()]
    resolved = resolution.resolve(extractions)
    claims = [claim for one in extractions for claim in one.claims if not claim.qualifier and _known(claim, resolved)]
    entities = {entity.iri: entity for entity in resolved.entities}
    by_subject: dict[Iri, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_subject[resolved.iris[claim.subject]].append(claim)
    shown = {iri: entity.name for iri, entity in entities.items()}
    papers: dict[str, Paper] = {}
    for iri, entity in entities.items():
        if entity.kind is Kind.PAPER:
            paper = _paper(entity, by_subject[iri], resolved, shown)
            shown[iri] = _free(paper.label or iri, papers)
            papers[shown[iri]] = paper
    named: dict[Kind, set[str]] = defaultdict(set)
    for iri, entity in entities.items():
        named[entity.kind].add(shown[iri])
    return Habit(papers, named, _facts(claims, resolved, shown), _places(claims, read))


def _known(claim: Claim, resolved: Resolution) -> bool:
    """Say whether the graph has a claim: both things are known, and are not the same."""
    about = resolved.iris.get(claim.subject)
    return about is not None and (
        not isinstance(claim.object, Mention) or resolved.iris.get(claim.object, about) != about
    )


def _free(label: str, taken: Iterable[str]) -> str:
    called = [label, *(f"{label} ({count})" for count in range(2, 100))]
    return next(name for name in called if name not in taken)


def _facts(claims: Iterable[Claim], resolved: Resolution, shown: dict[Iri, str]) -> dict[Iri, set[tuple[str, str]]]:
    facts: dict[Iri, set[tuple[str, str]]] = defaultdict(set)
    for claim in claims:
        facts[claim.predicate].add((shown[resolved.iris[claim.subject]], _object(claim, resolved, shown)))
    return facts


def _object(claim: Claim, resolved: Resolution, shown: dict[Iri, str]) -> str:
    if isinstance(claim.object, Mention):
        return shown[resolved.iris[claim.object]]
    return str(claim.object)


def _places(claims: Iterable[Claim], read: dict[str, Note]) -> dict[Iri, dict[str, str]]:
    places: dict[Iri, dict[str, str]] = defaultdict(dict)
    for claim in claims:
        if not isinstance(claim.object, Mention):
            where = claim.evidence[0]
            note = read[where.note]
            places[claim.predicate][str(claim.object)] = note.text.splitlines()[note.line(where.start) - 1]
    return places


_SETS = {
    terms.DATE_PUBLISHED: "years", terms.PRESENTED_AT: "venues", terms.IS_PART_OF: "venues", terms.URL: "links",
    terms.SAME_AS: "links", terms.CITATION_KEY: "keys", terms.ALTERNATE_NAME: "short", terms.ABOUT: "topics",
    terms.AWARD: "awards",
}  # fmt: skip
_LISTS = {terms.REMARK: "remarks", terms.HIGHLIGHT: "highlights", terms.ABSTRACT: "abstracts"}


def _paper(entity: Entity, claims: Iterable[Claim], resolved: Resolution, shown: dict[Iri, str]) -> Paper:
    paper = Paper(title=entity.name, notes={mention.span.note for mention in entity.mentions})
    lists: dict[Mention, list[str]] = defaultdict(list)
    for claim in claims:
        value = _object(claim, resolved, shown)
        if claim.predicate == terms.AUTHOR:
            lists[claim.subject].append(value)
        elif claim.predicate == terms.AUTHORS_COMPLETE:
            paper.complete = paper.complete or claim.object is True
        elif claim.predicate in _SETS:
            getattr(paper, _SETS[claim.predicate]).add(value)
        elif claim.predicate in _LISTS and value not in getattr(paper, _LISTS[claim.predicate]):
            getattr(paper, _LISTS[claim.predicate]).append(value)
    ordered = sorted(lists.values(), key=len, reverse=True)
    paper.authors = list(dict.fromkeys(name for names in ordered for name in names))
    return paper
