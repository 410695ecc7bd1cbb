"""What a note or a paper points to: the papers that it cites in its text, and the names that it mentions.

What has to do with a name is the paper whose description names it, else the session or section it stands in. That is
weaker than a stated relation, and said of every name, so that none hangs in the air.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg import terms
from kg.extraction import citing, linking
from kg.extraction.citing import Citation
from kg.extraction.context import Context
from kg.extraction.entries import Entry
from kg.extraction.naming import Named
from kg.model import Claim, Kind, Mention, Span

RULE = "description"
_SURE_OF = {Kind.PAPER: 0.9, Kind.SESSION: 0.8, Kind.TOPIC: 0.7}


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
            yield Claim(holder, terms.MENTIONS, named, (named.span,), RULE, _SURE_OF[holder.kind])


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
    return Mention(context.span(topics[-1]), Kind.TOPIC, topics[-1].text, "outline", 0.9)


_SURE = 0.95


def cited(context: Context, citation: Citation) -> Iterator[Claim]:
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
    note = linking.note_itself(context.note)
    link = citation.whole
    place = Span(context.note.id, link.source_start, link.source_end) if link else context.span(citation.place)
    where = (citation.reference.mention.span if citation.reference is not None else place,)
    if note is not None:
        yield Claim(note, terms.CITATION, cited, where, citing.NAME, _SURE)
    if owner is not None and context.subject(owner) != cited:
        yield Claim(context.subject(owner), terms.CITATION, cited, where, citing.NAME, _SURE)
