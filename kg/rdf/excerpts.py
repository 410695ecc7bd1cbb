"""What a graph needs of the text of a note: its title, its front matter, and the words where something was read."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.model import Block, BlockKind, Excerpt, Extraction, Note, Span
from kg.rdf.statements import META

_FRONT_MATTER = {"yaml", "toml"}


def excerpt(note: Note, extraction: Extraction) -> Excerpt:
    """Extract from a note what its graphs will say and quote."""
    title = _title_place(note) if note.title else None
    fields = tuple(_fields(note))
    places = {mention.span for mention in extraction.mentions}
    places.update(span for claim in extraction.claims for span in claim.evidence)
    places.update(span for _, _, span in fields)
    if title is not None:
        places.add(title)
    quotes = {span: (note.line(span.start), note.text[span.start : span.end]) for span in sorted(places)}
    return Excerpt(note.id, note.sha256, note.title, title, fields, quotes)


def _title_place(note: Note) -> Span | None:
    """Find where the title of a note stands: in its front matter, else in the first block that holds it."""
    for block in note.blocks:
        start = block.prose.find(note.title)
        if start >= 0:
            return _span(note, block, start, start + len(note.title))
    return None


def _fields(note: Note) -> Iterator[tuple[str, str, Span]]:
    for block in note.blocks:
        if block.kind is not BlockKind.RECORD or block.info not in _FRONT_MATTER:
            continue
        for field in block.fields:
            value = block.prose[field.start : field.end].strip()
            span = _span(note, block, field.start, field.end) if field.name in META and value else None
            if span is not None:
                is_day = META[field.name] == terms.DATE_MODIFIED
                yield field.name, value[:10] if is_day else value.lstrip("#"), span


def _span(note: Note, block: Block, start: int, end: int) -> Span | None:
    try:
        return Span(note.id, *block.source(start, end))
    except (ValueError, IndexError):
        return None
