"""Which papers a note cites in its text, and which are cited in what it says of another paper."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction import citing, itself
from kg.extraction.citing import Citation
from kg.extraction.context import Context
from kg.extraction.entries import Entry
from kg.model import Claim, Mention, Span

_SURE = 0.95


def make(context: Context, citation: Citation) -> Iterator[Claim]:
    """Claim that the note, and the paper that its place is about, cite a paper."""
    cited = citing.paper_of(context, citation)
    if cited is not None:
        yield from _cited(context, citation, cited, context.owners.get(citation.place.block))


def passing(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim that the note cites a paper that it names in passing."""
    if not entry.listed:
        owner = context.owners.get(entry.anchor.block)
        yield from _cited(context, Citation(entry.anchor, entry), context.subject(entry), owner)


def _cited(context: Context, citation: Citation, cited: Mention, owner: Entry | None) -> Iterator[Claim]:
    note = itself.itself(context.note)
    link = citation.whole
    place = Span(context.note.id, link.source_start, link.source_end) if link else context.span(citation.place)
    where = (citation.reference.mention.span if citation.reference is not None else place,)
    if note is not None:
        yield Claim(note, terms.CITATION, cited, where, citing.NAME, _SURE)
    if owner is not None and context.subject(owner) != cited:
        yield Claim(context.subject(owner), terms.CITATION, cited, where, citing.NAME, _SURE)
