"""From a reference as read to an entry: its parts as fields of the block, the links beside it."""

from __future__ import annotations

from kg.extraction import align, citations
from kg.extraction.details import fill
from kg.extraction.entries import Entry, Field
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.loose import read_loose
from kg.model import Block, LinkKind, MarkKind

_MARKS = {MarkKind.EM: "em", MarkKind.STRONG: "strong"}


def make_entry(rule: str, block: Block, index: int, where: tuple[int, int], cited: citations.Citation) -> Entry:
    """Make an entry of the reference read in a range of the prose; labels of links are no authors and no venue."""
    start, end = where
    title = place(cited.title, index, start)
    people = [author for author in cited.authors if not _is_label(block, author, start)]
    entry = Entry(
        rule,
        title,
        round(min(0.95, max(cited.confidence, 0.5)), 4),
        title=title,
        authors=tuple(place(author, index, start) for author in people),
        complete=cited.complete if people else None,
        year=place(cited.year, index, start) if cited.year else None,
        venue=place(cited.venue, index, start) if cited.venue and not _is_label(block, cited.venue, start) else None,
        links=own_links(block, index, start, end),
        blocks=(index,),
    )
    return fill(entry, read_loose(block, index, start + cited.title.end, end)) if not cited.venue else entry


def place(part: citations.Part, index: int, start: int) -> Field:
    """Give a part of a reference as a field of the block whose prose has the reference from `start` on."""
    return Field(align.one_line(part.text), index, start + part.start, start + part.end)


def runs(block: Block, start: int, end: int) -> list[tuple[int, int, str]]:
    """Give the bold and italic runs and the texts of links in `prose[start:end]`, counted from `start`."""
    marks = [(m.start, m.end, _MARKS[m.kind]) for m in block.marks if m.kind in _MARKS]
    marks += [
        (k.start, k.end, "link")
        for k in block.links
        if k.kind is LinkKind.INLINE and not is_link_label(block.prose[k.start : k.end])
    ]
    return sorted((max(a, start) - start, min(b, end) - start, kind) for a, b, kind in marks if a < end and start < b)


def _is_label(block: Block, part: citations.Part, start: int) -> bool:
    """Say whether a part of a reference is the label of a link: `[PDF](...)`."""
    linked = any(k.start < start + part.end and start + part.start < k.end for k in block.links)
    return linked and is_link_label(part.text)
