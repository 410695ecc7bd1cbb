"""What names and identifies things: title, short name, key and addresses of a paper, other names by definition."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction import align, shapes
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.links import Role, read_link
from kg.model import Claim, Iri, Kind, Mention, Span


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim name, other names, key and addresses of a paper."""
    subject = context.subject(entry)
    for predicate, place in (
        (terms.NAME, entry.title),
        (terms.ALTERNATE_NAME, entry.short or _short(entry.title)),
        (terms.CITATION_KEY, entry.citekey),
    ):
        if place is not None:
            yield _claim(entry, subject, predicate, place.text, context.span(place))
    for link in entry.links:
        yield from _address(context, entry, subject, link)


def _address(context: Context, entry: Entry, subject: Mention, link: Field) -> Iterator[Claim]:
    if not link.text.startswith(("http://", "https://", "ftp://")):
        return
    place = align.link_span(context.note, link)
    address = read_link(link.text)
    yield _claim(entry, subject, terms.URL, link.text, place)
    if address.canonical and address.role is Role.PAPER:
        yield _claim(entry, subject, terms.SAME_AS, address.canonical, place)
    if address.role is Role.CODE:
        yield _claim(entry, subject, terms.CODE_REPOSITORY, link.text, place)


def _short(title: Field | None) -> Field | None:
    if title is None or len(title.text) != title.end - title.start:
        return None
    found = shapes.short_name(title.text)
    if found is None:
        return None
    start, end = found
    return Field(title.text[start:end], title.block, title.start + start, title.start + end)


def _claim(entry: Entry, subject: Mention, predicate: Iri, value: str, place: Span) -> Claim:
    """Claim with the rule and the confidence of the entry."""
    return Claim(subject, predicate, value, (place,), entry.rule, entry.confidence)


RULE = "definition"


def of_definitions(context: Context) -> Iterator[Claim]:
    """Claim the expansion of each short form that the note defines, in prose or a title, as another name of it."""
    for alias in context.names.aliases:
        short, long = context.mention(alias.short), context.mention(alias.long)
        labelled = short.kind in (Kind.METHOD, Kind.TASK)
        predicate = terms.ALT_LABEL if labelled else terms.ALTERNATE_NAME
        place = Span(context.note.id, min(short.span.start, long.span.start), max(short.span.end, long.span.end))
        yield Claim(short, predicate, long.text, (place,), RULE, 0.9)
        yield Claim(long, predicate, short.text, (place,), RULE, 0.9)
