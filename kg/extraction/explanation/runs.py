"""The field of each word: what the labeller says of the words of a record, and what the entry says at last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import align
from kg.extraction.entries import Entry, Field
from kg.extraction.records.labelling import Labelled
from kg.model import Note, Span

FIELDS = (
    "title",
    "short name",
    "key",
    "author",
    "others",
    "affiliation",
    "year",
    "venue",
    "presentation",
    "editor",
    "publisher",
    "series",
    "rating",
    "state",
    "keyword",
    "label",
    "remark",
    "link",
    "other link",
)
"""Every field that a word can have, in the order of a legend. An `other link` leads to another paper than the rest."""
_SIGNS = {
    "T": "title",
    "N": "short name",
    "K": "key",
    "F": "author",
    "FB": "author",
    "G": "author",
    "GB": "author",
    "S": "author",
    "X": "others",
    "I": "affiliation",
    "Y": "year",
    "V": "venue",
    "R": "presentation",
    "E": "editor",
    "P": "publisher",
    "C": "series",
    "L": "label",
    "M": "remark",
}
"""Label of a token -> field."""
_SETTLED = frozenset(["title", "short name", "key", "author", "year", "venue", "presentation"])
"""Fields of which the entry says the last word."""
_JOINT = "A"
_FIRST = ("FB", "GB")
"""Labels with which another name begins."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one field: `note.text[start:end]`."""

    start: int
    end: int
    field: str
    text: str
    """As it is understood."""
    kept: bool = True
    """False for words that the labeller took for the field, and the record has something else in it."""


def words(note: Note, labelled: Labelled) -> Iterator[Run]:
    """Yield the runs of tokens with one label; a name goes on over the comma between its parts."""
    record, tokens = labelled.record, labelled.tokens
    for field, first, last in _groups(labelled):
        place = record.place(tokens[first].start, tokens[last].end)
        found = span(note, place)
        if found is not None:
            yield Run(found.start, found.end, field, place.text)


def beside(words: Sequence[Run], final: Sequence[Run]) -> Iterator[Run]:
    """Yield what the labeller says beside the fields of the entry, which are settled later."""
    for run in words:
        if not any(one.field == run.field and one.start < run.end and run.start < one.end for one in final):
            yield replace(run, kept=run.field not in _SETTLED)


def _groups(labelled: Labelled) -> Iterator[tuple[str, int, int]]:
    field, first, last, line = "", 0, 0, -1
    for i, (sign, token) in enumerate(zip(labelled.labels, labelled.tokens, strict=True)):
        here = labelled.record.line_at(token.start)
        if sign == _JOINT and field == "author" and here == line:
            continue
        own = _SIGNS.get(sign, "")
        if own == field and here == line and sign not in _FIRST:
            last = i
            continue
        if field:
            yield field, first, last
        field, first, last, line = own, i, i, here
    if field:
        yield field, first, last


def fields(note: Note, entry: Entry) -> Iterator[Run]:
    """Yield the fields of an entry, the title last: it goes over all others."""
    named = [
        *((field, "keyword") for field in (*entry.keywords, *entry.tags)),
        *((field, "author") for field in entry.authors),
        (entry.venue, "venue"),
        (entry.year, "year"),
        (entry.presentation, "presentation"),
        (entry.rating, "rating"),
        (entry.state, "state"),
        (entry.read, "state"),
        (entry.citekey, "key"),
        (entry.short, "short name"),
        (entry.title, "title"),
    ]
    for field, name in named:
        found = span(note, field) if field is not None else None
        if found is not None and field is not None:
            yield Run(found.start, found.end, name, field.text)


def linked(note: Note, entry: Entry) -> Iterator[Run]:
    """Yield the addresses, first of all runs: what a field says of the text of a link goes over it."""
    for fields, name in ((entry.links, "link"), (entry.disputed, "other link")):
        for field in fields:
            if note.blocks[field.block].prose or note.blocks[field.block].links:
                yield Run(*_address(note, field), name, field.text)


def _address(note: Note, field: Field) -> tuple[int, int]:
    """Return the place of an address in the file; the whole link when it is written otherwise there."""
    place = align.link_span(note, field)
    at = note.text.rfind(field.text, place.start, place.end)
    return (at, at + len(field.text)) if at >= 0 and field.text else (place.start, place.end)


def span(note: Note, field: Field) -> Span | None:
    """Return the place of a field in the file; None for one that has no words of its own."""
    return Span(note.id, *note.blocks[field.block].source(field.start, field.end)) if field.start < field.end else None
