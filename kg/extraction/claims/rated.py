"""What the writer of a note thinks of a paper, whether it is read, and when it was."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms, untrusted
from kg.extraction import appraisal, citing, ratings, states
from kg.extraction.citing import Citation
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.model import Claim, Iri, Span

_STATES = {states.TO_READ: terms.TO_READ, states.READING: terms.READING, states.READ: terms.READ}
_SURE = 0.9


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim rating, scale and printed form of it, reading state and day of reading of a paper."""
    said: list[tuple[Iri, str | float, Field]] = []
    if entry.rating is not None:
        said += _rated(context, entry.rating)
    if entry.state is not None:
        said.append((terms.READING_STATE, _STATES[entry.state.text], entry.state))
    if entry.read is not None:
        said.append((terms.READ_ON, entry.read.text, entry.read))
    for predicate, value, place in said:
        subject = context.subject(entry)
        where = Span(context.note.id, *appraisal.evidence(context.note, place))
        headed = place.block in context.outline.above(entry.blocks[0] if entry.blocks else entry.anchor.block)
        evidence = (where, subject.span) if headed else (where,)
        yield Claim(subject, predicate, value, evidence, entry.rule, entry.confidence)


def cited(context: Context, citation: Citation) -> Iterator[Claim]:
    """Claim the reading state of a paper that the item of a list of tasks cites."""
    subject = citing.paper_of(context, citation)
    state = appraisal.of_citation(context.note, citation.place)
    if subject is not None and state is not None:
        where = Span(context.note.id, *appraisal.evidence(context.note, state))
        yield Claim(subject, terms.READING_STATE, _STATES[state.text], (where,), citing.NAME, _SURE)


def _rated(context: Context, place: Field) -> Iterator[tuple[Iri, str | float, Field]]:
    printed = context.note.blocks[place.block].prose[place.start : place.end]
    number = untrusted.number(place.text)
    yield terms.RATING, int(number) if number.is_integer() else number, place
    rating = ratings.read(printed)
    if rating is not None and rating.scale:
        yield terms.RATING_SCALE, rating.scale, place
    yield terms.RATING_TEXT, printed, place
