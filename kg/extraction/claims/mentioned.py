"""What names have to do with: the paper whose description names them, else the session or section they stand in.

That is weaker than a stated relation, and said of every name, so that none hangs in the air.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Entry
from kg.extraction.naming import Named
from kg.model import Claim, Kind, Mention

RULE = "description"
_SURE = {Kind.PAPER: 0.9, Kind.SESSION: 0.8, Kind.TOPIC: 0.7}


def make(context: Context) -> Iterator[Claim]:
    """Claim for each name that what it stands in mentions it."""
    titles: dict[int, list[tuple[int, int, Entry]]] = defaultdict(list)
    for entry in context.papers:
        if entry.title is not None and entry.listed:
            titles[entry.title.block].append((entry.title.start, entry.title.end, entry))
    for name in context.names.named:
        holder = _holder(context, name, titles.get(name.block, ()))
        if holder is not None:
            named = context.mention(name)
            yield Claim(holder, terms.MENTIONS, named, (named.span,), RULE, _SURE[holder.kind])


def _holder(context: Context, name: Named, titles: Sequence[tuple[int, int, Entry]]) -> Mention | None:
    """Return what a name stands in, the nearest first."""
    inside = [entry for start, end, entry in titles if start <= name.start and name.end <= end]
    owner = inside[0] if inside else context.owners.get(name.block)
    if owner is not None:
        return context.subject(owner)
    for at in (name.block, *context.outline.above(name.block)):
        if at in context.held:
            return context.session(context.held[at])
    topics = context.outline.topics(name.block)
    if not topics:
        return None
    return Mention(context.span(topics[-1]), Kind.TOPIC, topics[-1].text, "outline")
