"""Who wrote a paper, in order, and whether the list is complete."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Entry
from kg.model import Claim, Kind, Mention


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim each author; the order of authors is the order of the claims."""
    subject = context.subject(entry)
    for author in entry.authors:
        place = context.span(author)
        person = Mention(place, Kind.PERSON, author.text, entry.rule)
        yield Claim(subject, terms.AUTHOR, person, (place,), entry.rule, entry.confidence)
    if entry.authors and entry.complete is not None:
        place = context.span(entry.authors[-1])
        yield Claim(subject, terms.AUTHORS_COMPLETE, entry.complete, (place,), entry.rule, entry.confidence)
