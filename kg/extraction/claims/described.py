"""What references say of a work beyond what every paper has: volume, pages, publisher, editors, type of the entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Detail, Entry
from kg.model import Claim, Iri, Kind, Mention

TEXTS: Mapping[str, Iri] = {
    "type": terms.ENTRY_TYPE,
    "book": terms.BOOK_TITLE,
    "journal": terms.JOURNAL_TITLE,
    "volume": terms.VOLUME_NUMBER,
    "issue": terms.ISSUE_NUMBER,
    "report number": terms.REPORT_NUMBER,
    "series number": terms.SERIES_NUMBER,
    "pages": terms.PAGINATION,
    "chapter": terms.CHAPTER,
    "series": terms.SERIES_TITLE,
    "edition": terms.BOOK_EDITION,
    "place": terms.PUBLICATION_PLACE,
    "published how": terms.HOW_PUBLISHED,
    "date": terms.PUBLISHED_ON,
    "printed date": terms.PRINTED_DATE,
    "note": terms.REFERENCE_NOTE,
    "remark": terms.REMARK,
    "abstract": terms.ABSTRACT,
    "genre": terms.GENRE,
    "sorted by": terms.SORT_KEY,
    "isbn": terms.ISBN,
    "issn": terms.ISSN,
    "archive number": terms.EPRINT,
    "archive": terms.EPRINT_ARCHIVE,
    "archive class": terms.EPRINT_CLASS,
}
"""Name of a detail -> what it says of the work, as a value."""
THINGS: Mapping[str, tuple[Iri, Kind]] = {
    "editor": (terms.EDITOR, Kind.PERSON),
    "publisher": (terms.PUBLISHER, Kind.ORG),
    "organisation": (terms.SOURCE_ORGANIZATION, Kind.ORG),
}
"""Name of a detail -> what it says of the work, and the kind of the thing that it names."""


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim each detail of a reference, and the book that it refers to."""
    subject = context.subject(entry)
    for detail in entry.details:
        if detail.name != "within":
            about, predicate, value = _said(entry, subject, detail)
            yield Claim(about, predicate, value, detail.places, entry.rule, entry.confidence)
        elif entry.within is not None:
            book = context.subject(entry.within)
            yield Claim(subject, terms.IS_PART_OF, book, detail.places, entry.rule, entry.confidence)


def of_work(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim what a paper has, too, of a work that is none: its year and its keywords."""
    subject = context.subject(entry)
    if entry.year is not None:
        place = context.span(entry.year)
        yield Claim(subject, terms.DATE_PUBLISHED, entry.year.text, (place,), entry.rule, entry.confidence)
    for word in entry.keywords:
        yield Claim(subject, terms.KEYWORDS, word.text, (context.span(word),), entry.rule, entry.confidence)


def _said(entry: Entry, subject: Mention, detail: Detail) -> tuple[Mention, Iri, Mention | str]:
    if detail.name == "surname":
        return Mention(detail.places[0], Kind.PERSON, detail.person, entry.rule), terms.FAMILY_NAME, detail.text
    if detail.name in THINGS:
        predicate, kind = THINGS[detail.name]
        return subject, predicate, Mention(detail.places[0], kind, detail.text, entry.rule)
    return subject, TEXTS[detail.name], detail.text
