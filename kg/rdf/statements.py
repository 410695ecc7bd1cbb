"""What a note says, as lines of N-Triples: its facts in one graph, its evidence in the graph beside it.

Of the text of the note, that needs an excerpt: title, front matter, and the words where something was read.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from kg import terms
from kg.iris import part
from kg.model import (
    LITERATURE,
    Block,
    BlockKind,
    Called,
    Claim,
    Excerpt,
    Extraction,
    Iri,
    Kind,
    Mention,
    Note,
    Problem,
    Span,
)
from kg.rdf.provenance import Ledger
from kg.rdf.syntax import RdfFormat, parse
from kg.rdf.turtle import Spelled, Turtle
from kg.rdf.values import Fact, Term, node, string, term
from kg.untrusted import shown

LABELLED = frozenset({Kind.METHOD, Kind.TASK, Kind.TOPIC, Kind.CANDIDATE})
"""Kinds that SKOS names (`prefLabel`, `altLabel`); the others have `name` and `alternateName`."""

NAMING = frozenset({terms.NAME, terms.PREF_LABEL, terms.ALT_LABEL})
"""What names a thing of any kind; which of these it is follows from the kind."""
META = {
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
"""Field of the front matter -> what it says of the note."""
_META_RULE = "front-matter"


class Graphs(NamedTuple):
    """The two graphs of a note."""

    note: Iri
    """IRI of the note and of the graph of its facts; that of the evidence is `#evidence` behind it."""
    lines: list[str]
    """The facts as lines of N-Triples without their ends, in the order of sections."""
    facts: Spelled
    evidence: Spelled | None
    """With the parts of the note under the empty prefix; None when there is none."""

    @property
    def beside(self) -> Iri:
        """IRI of the graph of evidence."""
        return part(self.note, "evidence")

    def evidence_lines(self, turtle: Turtle) -> list[str]:
        """Return the evidence as lines of N-Triples, with numbers as the store writes them."""
        if self.evidence is None:
            return []
        whole = f"{turtle.head()}{turtle.local(self.beside)}{self.evidence.body}".encode()
        return [f"{quad.triple} .".replace('.0"^^', '"^^') for quad in parse(whole, RdfFormat.TURTLE)]


def note_graphs(
    excerpt: Excerpt, extraction: Extraction, called: Mapping[Mention, Called], *, run: Iri, turtle: Turtle
) -> Graphs:
    """Write one note.

    Facts are in the graph `{base}note/{id}`, evidence in `{base}note/{id}#evidence`. What a note denies (`negated`) is
    in the evidence only. Nothing is related to itself: a quotation from the paper that a note is about is not a
    citation. Values that cannot be written are left out here and reported by `unwritable`.

    Args:
        called: which things its mentions name; other mentions are skipped.
        run: the run that read it.
    """
    ledger = Ledger(excerpt, base=turtle.base)
    _state_note(ledger, excerpt, run)
    _state_meta(ledger, excerpt, extraction, called)
    # A note that names itself, or a note by a link, mentions no thing.
    for mention in sorted({m for m in extraction.mentions if m.kind is not Kind.NOTE and m in called}):
        thing = called[mention]
        ledger.mention(node(thing.iri), mention, _following(mention, thing))
    own = {_fact(claim, called) for claim in extraction.claims if claim.predicate == terms.ABOUT}
    about = {value for subject, _, value in filter(None, own) if subject == ledger.subject}
    for claim in extraction.claims:
        said = _fact(claim, called)
        cites = claim.predicate == terms.CITATION and claim.subject.kind is Kind.NOTE
        if said is None or said[0] == said[2] or (cites and said[2] in about):
            continue
        if _follows_from_its_name(claim):
            ledger.state(*said)
        else:
            ledger.witness(said, claim.evidence, claim.rule, sure=claim.confidence, how=claim.qualifier)
    lines, rows = turtle.sections.in_order(ledger.facts()), ledger.evidence(turtle)
    beside = turtle.rows(part(ledger.note, "evidence"), rows) if rows else None
    return Graphs(ledger.note, lines, turtle.graph(ledger.note, lines), beside)


def _following(mention: Mention, called: Called) -> Iterator[Fact]:
    """Yield what follows for a thing from a name of it: its class, and that it is called so.

    Of a paper or another work none does: what stands for it in a note may be a key, a link or words that point at it.
    """
    thing = node(called.iri)
    yield thing, terms.TYPE, node(terms.CLASSES[called.kind])
    if called.kind not in LITERATURE and mention.text.strip():
        chosen, other = name_predicates(called.kind)
        yield thing, chosen if mention.text == called.name else other, string(mention.text)


def _follows_from_its_name(claim: Claim) -> bool:
    """Return whether a name alone says a fact: "ICLR 2025" is one of the ICLRs. Its mention is the evidence."""
    of_series = claim.predicate == terms.SUPER_EVENT and claim.subject.kind is Kind.EDITION
    return of_series and claim.evidence == (claim.subject.span,) and not claim.qualifier


def unwritable(extraction: Extraction, called: Container[Mention]) -> tuple[Problem, ...]:
    """Report the claims of a note whose value a graph cannot hold: an invalid address, an invalid year."""
    return tuple(
        Problem(
            code="bad-value",
            message=f"left out: {claim.predicate.replace('#', '/').rsplit('/', 1)[-1]} cannot be {shown(claim.object)}",
            note=extraction.note,
            span=claim.evidence[0],
        )
        for claim in extraction.claims
        if claim.subject in called
        and not isinstance(claim.object, Mention)  # a citation that fits nothing, or a session of its own
        and term(claim.predicate, claim.object) is None
    )


def name_predicates(kind: Kind) -> tuple[Iri, Iri]:
    """Return the predicates of the name to show and of the other names, for a kind of thing."""
    return (terms.PREF_LABEL, terms.ALT_LABEL) if kind in LABELLED else (terms.NAME, terms.ALTERNATE_NAME)


def _state_note(ledger: Ledger, excerpt: Excerpt, run: Iri) -> None:
    ledger.state(ledger.subject, terms.TYPE, node(terms.DIGITAL_DOCUMENT_CLASS))
    ledger.state(ledger.subject, terms.TYPE, node(terms.ENTITY_CLASS))
    ledger.state(ledger.subject, terms.PATH, string(excerpt.note))
    ledger.state(ledger.subject, terms.CONTENT_HASH, string(excerpt.sha256))
    ledger.state(ledger.subject, terms.WAS_GENERATED_BY, node(run))
    if excerpt.title:
        fact = ledger.state(ledger.subject, terms.NAME, string(excerpt.title))
        if excerpt.title_place is not None:
            ledger.witness(fact, [excerpt.title_place], "title")


def _state_meta(ledger: Ledger, excerpt: Excerpt, extraction: Extraction, called: Mapping[Mention, Called]) -> None:
    people = {m.text: called.get(m) for m in sorted(extraction.mentions) if m.kind is Kind.PERSON}
    for name, value, span in excerpt.fields:
        predicate = META[name]
        if predicate == terms.AUTHOR:
            person = people.get(value)
            found = node(person.iri) if person else None
        else:
            found = term(predicate, value)
        if found is not None:
            ledger.witness((ledger.subject, predicate, found), [span], _META_RULE)


def _fact(claim: Claim, called: Mapping[Mention, Called]) -> Fact | None:
    subject = called.get(claim.subject)
    if subject is None:
        return None
    predicate = claim.predicate
    found: Term | None
    if isinstance(claim.object, Mention):
        thing = called.get(claim.object)
        found = node(thing.iri) if thing and thing.iri != subject.iri else None
    else:
        predicate = _naming(predicate, claim.object, subject)
        found = term(predicate, claim.object)
    return None if found is None else (node(subject.iri), predicate, found)


def _naming(predicate: Iri, value: object, called: Called) -> Iri:
    """Choose the predicate of a name: one form is the name to show, every other is an alternative."""
    is_name = predicate in NAMING or (predicate == terms.ALTERNATE_NAME and called.kind not in LITERATURE)
    if not is_name:
        return predicate
    chosen, other = name_predicates(called.kind)
    return chosen if value == called.name else other


_FRONT_MATTER = {"yaml", "toml"}


def excerpt(note: Note, extraction: Extraction) -> Excerpt:
    """Extract from a note what its graphs will say and quote."""
    title = _title_place(note) if note.title else None
    fields = tuple(_fields(note))
    places = {mention.span for mention in extraction.mentions}
    places.update(span for claim in extraction.claims for span in claim.evidence)
    places.update(span for _, _, span in fields)
    if title is not None:
        places.add(title)
    quotes = {span: (note.line(span.start), note.text[span.start : span.end]) for span in sorted(places)}
    return Excerpt(note.id, note.sha256, note.title, title, fields, quotes)


def _title_place(note: Note) -> Span | None:
    """Find where the title of a note stands: in its front matter, else in the first block that holds it."""
    for block in note.blocks:
        start = block.prose.find(note.title)
        if start >= 0:
            return _span(note, block, start, start + len(note.title))
    return None


def _fields(note: Note) -> Iterator[tuple[str, str, Span]]:
    for block in note.blocks:
        if block.kind is not BlockKind.RECORD or block.info not in _FRONT_MATTER:
            continue
        for field in block.fields:
            value = block.prose[field.start : field.end].strip()
            span = _span(note, block, field.start, field.end) if field.name in META and value else None
            if span is not None:
                is_day = META[field.name] == terms.DATE_MODIFIED
                yield field.name, value[:10] if is_day else value.lstrip("#"), span


def _span(note: Note, block: Block, start: int, end: int) -> Span | None:
    try:
        return Span(note.id, *block.source(start, end))
    except (ValueError, IndexError):
        return None
