"""Other names of a thing by definition: `Low-Rank Adaptation (LoRA)`."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction.context import Context, Sentence
from kg.model import Claim, Kind, Span

RULE = "definition"


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim the expansion of a short form that the sentence defines as another name of it."""
    for alias in context.names.defined(sentence.block):
        if not sentence.start <= alias.short.start < sentence.end:
            continue
        short, long = context.mention(alias.short), context.mention(alias.long)
        labelled = short.kind in (Kind.METHOD, Kind.TASK)
        predicate = terms.ALT_LABEL if labelled else terms.ALTERNATE_NAME
        place = Span(context.note.id, min(short.span.start, long.span.start), max(short.span.end, long.span.end))
        yield Claim(short, predicate, long.text, (place,), RULE, 0.9)
        yield Claim(long, predicate, short.text, (place,), RULE, 0.9)
