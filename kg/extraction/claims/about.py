"""What a paper is about by its place in the outline and by its tags."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.model import Claim, Kind, Mention

RULE = "outline"


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim the topic of a paper with the topics above it, and its tags."""
    subject = context.subject(entry)
    block = entry.blocks[0] if entry.blocks else entry.anchor.block
    path = [_topic(context, place) for place in context.outline.topics(block)]
    if path:
        yield Claim(subject, terms.ABOUT, path[-1], (path[-1].span,), RULE, 0.9)
    for above, below in pairwise(path):
        yield Claim(below, terms.BROADER, above, (below.span, above.span), RULE, 0.9)
    for tag in (*entry.tags, *entry.keywords):
        yield Claim(subject, terms.KEYWORDS, tag.text, (context.span(tag),), entry.rule, entry.confidence)


def _topic(context: Context, place: Field) -> Mention:
    return Mention(context.span(place), Kind.TOPIC, place.text, RULE)
