"""What a note says, as lines of N-Triples: its facts in one graph, its evidence in the graph beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kg import terms
from kg.iris import part
from kg.model import (
    Block,
    BlockKind,
    Claim,
    Entity,
    Extraction,
    Iri,
    Kind,
    Mention,
    Note,
    Problem,
    Resolution,
    Span,
)
from kg.rdf.provenance import Ledger
from kg.rdf.syntax import RdfFormat, parse
from kg.rdf.turtle import Turtle
from kg.rdf.values import Fact, Term, node, string, term

LABELLED = frozenset({Kind.METHOD, Kind.TASK, Kind.TOPIC})
"""Kinds that SKOS names (`prefLabel`, `altLabel`); the others have `name` and `alternateName`."""

_NAMING = {terms.NAME, terms.PREF_LABEL, terms.ALT_LABEL}
_FRONT_MATTER = {"yaml", "toml"}
_META = {
    "tags": terms.KEYWORDS,
    "tag": terms.KEYWORDS,
    "keywords": terms.KEYWORDS,
    "modified": terms.DATE_MODIFIED,
    "updated": terms.DATE_MODIFIED,
    "lastmod": terms.DATE_MODIFIED,
    "date-modified": terms.DATE_MODIFIED,
    "author": terms.AUTHOR,
    "authors": terms.AUTHOR,
}
_META_RULE = "front-matter"


class Graphs(NamedTuple):
    """The two graphs of a note."""

    note: Iri
    """IRI of the note and of the graph of its facts; that of the evidence is `#evidence` behind it."""
    facts: list[str]
    """Lines of N-Triples, without their ends, in no order."""
    evidence: str
    """Rows of TriG, with the parts of the note under the empty prefix; see `Turtle.rows`."""

    @property
    def beside(self) -> Iri:
        """IRI of the graph of evidence."""
        return part(self.note, "evidence")

    def evidence_lines(self, turtle: Turtle) -> list[str]:
        """Give the evidence as lines of N-Triples, with numbers as the store writes them."""
        whole = f"{turtle.head()}{turtle.local(self.beside)}{self.evidence}".encode()
        return [f"{quad.triple} .".replace('.0"^^', '"^^') for quad in parse(whole, RdfFormat.TURTLE)]


def note_graphs(note: Note, extraction: Extraction, resolution: Resolution, *, run: Iri, turtle: Turtle) -> Graphs:
    """Write one note.

    Facts are in the graph `{base}note/{id}`, evidence in `{base}note/{id}#evidence`. What a note denies (`negated`) is
    in the evidence only. Nothing is related to itself: what a note quotes from the paper that it is about is no
    citation. Values that cannot be written are left out here and reported by `unwritable`.
    """
    names = _names(_ByIdentity(resolution))
    ledger = Ledger(note, base=turtle.base)
    _state_note(ledger, note, run)
    _state_meta(ledger, note, extraction, resolution)
    for mention in _of_things(extraction, resolution):
        entity = names[resolution.iris[mention]]
        ledger.mention(node(entity.iri), mention, _following(mention, entity))
    own = {_fact(claim, resolution, names) for claim in extraction.claims if claim.predicate == terms.ABOUT}
    about = {value for subject, _, value in filter(None, own) if subject == ledger.subject}
    for claim in extraction.claims:
        said = _fact(claim, resolution, names)
        if said is None or said[0] == said[2] or (_cites(claim) and said[2] in about):
            continue
        if _follows_from_its_name(claim):
            ledger.state(*said)
        else:
            ledger.witness(said, claim.evidence, claim.rule, sure=claim.confidence, how=claim.qualifier)
    return Graphs(ledger.note, ledger.facts(), ledger.evidence(turtle))


def _following(mention: Mention, entity: Entity) -> Iterator[Fact]:
    """Give what follows for a thing from a name of it: its class, and that it is called so.

    Of a paper no name follows: what stands for it in a note may be a key, a link or words that point at it.
    """
    thing = node(entity.iri)
    yield thing, terms.TYPE, node(terms.CLASSES[entity.kind])
    if entity.kind is not Kind.PAPER and mention.text.strip():
        chosen, other = name_predicates(entity.kind)
        yield thing, chosen if mention.text == entity.name else other, string(mention.text)


def _follows_from_its_name(claim: Claim) -> bool:
    """Say whether a name alone says a fact: "ICLR 2025" is one of the ICLRs. Its mention is the evidence."""
    of_series = claim.predicate == terms.SUPER_EVENT and claim.subject.kind is Kind.EDITION
    return of_series and claim.evidence == (claim.subject.span,) and not claim.qualifier


def _cites(claim: Claim) -> bool:
    return claim.subject.kind is Kind.NOTE and claim.predicate == terms.CITATION


def unwritable(extraction: Extraction, resolution: Resolution) -> tuple[Problem, ...]:
    """Report the claims of a note whose value has no place in a graph: an invalid address, an invalid year."""
    names = _names(_ByIdentity(resolution))
    return tuple(
        Problem(
            code="bad-value",
            message=f"left out: {_local(claim.predicate)} cannot be {claim.object!r}",
            note=extraction.note,
            span=claim.evidence[0],
        )
        for claim in extraction.claims
        if claim.subject in resolution.iris
        and not isinstance(claim.object, Mention)  # a citation that fits nothing, or a session of its own
        and _fact(claim, resolution, names) is None
    )


def name_predicates(kind: Kind) -> tuple[Iri, Iri]:
    """Give the predicates of the one name to show and of the other names, for a kind of thing."""
    return (terms.PREF_LABEL, terms.ALT_LABEL) if kind in LABELLED else (terms.NAME, terms.ALTERNATE_NAME)


class _ByIdentity:
    """A resolution as a key of a cache: one resolution serves all notes of a build, and is too large to be hashed."""

    __slots__ = ("resolution",)

    def __init__(self, resolution: Resolution) -> None:
        self.resolution = resolution

    def __hash__(self) -> int:
        return id(self.resolution)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and self.resolution is other.resolution


@lru_cache(maxsize=1)
def _names(key: _ByIdentity) -> dict[Iri, Entity]:
    return {entity.iri: entity for entity in key.resolution.entities}


def _state_note(ledger: Ledger, note: Note, run: Iri) -> None:
    ledger.state(ledger.subject, terms.TYPE, node(terms.DIGITAL_DOCUMENT_CLASS))
    ledger.state(ledger.subject, terms.TYPE, node(terms.ENTITY_CLASS))
    ledger.state(ledger.subject, terms.PATH, string(note.id))
    ledger.state(ledger.subject, terms.CONTENT_HASH, string(note.sha256))
    ledger.state(ledger.subject, terms.WAS_GENERATED_BY, node(run))
    if note.title:
        fact = ledger.state(ledger.subject, terms.NAME, string(note.title))
        place = _title_place(note)
        if place is not None:
            ledger.witness(fact, [place], "title")


def _title_place(note: Note) -> Span | None:
    """Find where the title of a note stands: in its front matter, else in the first block that holds it."""
    for block in note.blocks:
        start = block.prose.find(note.title)
        if start >= 0:
            return _span(note, block, start, start + len(note.title))
    return None


def _state_meta(ledger: Ledger, note: Note, extraction: Extraction, resolution: Resolution) -> None:
    people = {m.text: resolution.iris.get(m) for m in sorted(extraction.mentions) if m.kind is Kind.PERSON}
    for block in note.blocks:
        if block.kind is not BlockKind.RECORD or block.info not in _FRONT_MATTER:
            continue
        for name, value, span in _named(note, block):
            predicate = _META.get(name)
            if predicate == terms.AUTHOR:
                iri = people.get(value)
                found: Term | None = node(iri) if iri else None
            else:
                found = term(predicate, value) if predicate else None
            if predicate and found is not None:
                ledger.witness((ledger.subject, predicate, found), [span], _META_RULE)


def _named(note: Note, block: Block) -> Iterator[tuple[str, str, Span]]:
    for field in block.fields:
        value = block.prose[field.start : field.end].strip()
        span = _span(note, block, field.start, field.end)
        if value and span is not None:
            yield field.name, value[:10] if _META.get(field.name) == terms.DATE_MODIFIED else value.lstrip("#"), span


def _span(note: Note, block: Block, start: int, end: int) -> Span | None:
    try:
        return Span(note.id, *block.source(start, end))
    except (ValueError, IndexError):
        return None


def _of_things(extraction: Extraction, resolution: Resolution) -> list[Mention]:
    """Give the mentions of things, in order; that a note names itself or a note by a link is no mention of a thing."""
    return sorted(m for m in set(extraction.mentions) & resolution.iris.keys() if m.kind is not Kind.NOTE)


def _fact(claim: Claim, resolution: Resolution, names: dict[Iri, Entity]) -> Fact | None:
    subject = resolution.iris.get(claim.subject)
    if subject is None:
        return None
    predicate = claim.predicate
    found: Term | None
    if isinstance(claim.object, Mention):
        iri = resolution.iris.get(claim.object)
        found = node(iri) if iri and iri != subject else None
    else:
        predicate = _naming(predicate, claim.object, names.get(subject))
        found = term(predicate, claim.object)
    return None if found is None else (node(subject), predicate, found)


def _naming(predicate: Iri, value: object, entity: Entity | None) -> Iri:
    """Choose the predicate of a name: one form is the name to show, every other is an alternative."""
    is_name = predicate in _NAMING or (predicate == terms.ALTERNATE_NAME and entity and entity.kind is not Kind.PAPER)
    if entity is None or not is_name:
        return predicate
    chosen, other = name_predicates(entity.kind)
    return chosen if value == entity.name else other


def _local(predicate: Iri) -> str:
    return predicate.replace("#", "/").rsplit("/", 1)[-1]
