"""Extractions made by hand, for tests of what comes after reading."""

from __future__ import annotations

from kg import terms
from kg.model import Claim, Extraction, Iri, Kind, Mention, Span


def paper(note: str, at: int, **facts: str | list[str]) -> Extraction:
    """Make the extraction of a note with one paper at a place, from the facts that are claimed of it."""
    span = Span(note, at, at + 1)
    subject = Mention(span, Kind.PAPER, str(facts.get("title", facts.get("key", "x"))), "rule")
    claims = []
    for name, predicate in _PREDICATES.items():
        values = facts.get(name, [])
        for number, value in enumerate([values] if isinstance(values, str) else values):
            what: Mention | str = value
            if name == "author":
                what = Mention(Span(note, at + number + 1, at + number + 2), Kind.PERSON, value, "rule")
            claims.append(Claim(subject, predicate, what, (span,), "rule", 0.9))
    people = [c.object for c in claims if isinstance(c.object, Mention)]
    return Extraction(note, (subject, *people), tuple(claims))


_PREDICATES: dict[str, Iri] = {
    "title": terms.NAME,
    "short": terms.ALTERNATE_NAME,
    "key": terms.CITATION_KEY,
    "url": terms.URL,
    "author": terms.AUTHOR,
    "year": terms.DATE_PUBLISHED,
}
