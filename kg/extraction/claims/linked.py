"""Part a note says of itself: other names, the notes it links to, the paper it is about."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction import itself
from kg.extraction.card import read_front_matter
from kg.extraction.context import Context
from kg.extraction.pieces import find_words
from kg.extraction.records.labels import Part
from kg.model import Claim


def make(context: Context) -> Iterator[Claim]:
    """Claim the aliases of a note, the notes it links to, and the paper that it is about."""
    note = itself.itself(context.note)
    if note is None:
        return
    for index, start, end in read_front_matter(context.note).places(Part.ALIAS):
        block = context.note.blocks[index]
        for alias in find_words(block, index, (start, end), edges=" \t[]\"'", spaced=False):
            yield Claim(note, terms.ALTERNATE_NAME, alias.text, (context.span(alias),), itself.NAME, 1.0)
    for _, other in itself.links(context.note):
        yield Claim(note, terms.LINKS_TO, other, (other.span,), itself.LINK, 1.0)
    entry = context.whole
    if entry is not None:
        place = context.span(entry.anchor)
        yield Claim(note, terms.ABOUT, context.subject(entry), (place,), entry.rule, entry.confidence)
