"""What of a graph can be shown to others: names, identifiers, numbers and dates, but no text of the notes.

`LITERALS` sorts every property of the ontology whose values are literals, with the reason. What is not in the table is
left out, so that a property which nobody has thought about is never shared by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from kg import iris, terms
from kg.model import Iri, Kind


class Sort(StrEnum):
    """What the values of a property are."""

    NAME = "name"
    IDENTIFIER = "identifier"
    NUMBER = "number"
    DATE = "date"
    CODE = "code"
    """One of a few words of kg's own."""
    TEXT = "text"
    """Words of the notes, or what tells of them: left out."""

    @property
    def is_shared(self) -> bool:
        """Whether an export with names only includes such values."""
        return self is not Sort.TEXT


class Sorted(NamedTuple):
    """What the values of a property are, and why they are shared or not."""

    sort: Sort
    reason: str


LITERALS: Mapping[Iri, Sorted] = {
    terms.NAME: Sorted(Sort.NAME, "a title or name; of a note its title, of a session its heading"),
    terms.ALTERNATE_NAME: Sorted(Sort.NAME, "another form of a name"),
    terms.PREF_LABEL: Sorted(Sort.NAME, "the name of a topic, method or task; of a topic the heading it comes from"),
    terms.ALT_LABEL: Sorted(Sort.NAME, "another form of such a name"),
    terms.LABEL: Sorted(Sort.NAME, "the name to show, else a key or an identifier"),
    terms.KEYWORDS: Sorted(Sort.NAME, "a tag names a topic"),
    terms.LOCATION: Sorted(Sort.NAME, "a place has a name"),
    terms.CITATION_KEY: Sorted(Sort.IDENTIFIER, "stands for a paper"),
    terms.PATH: Sorted(Sort.IDENTIFIER, "which note says something; the name of a file"),
    terms.RULE: Sorted(Sort.CODE, "the name of a rule of kg"),
    terms.QUALIFIER: Sorted(Sort.CODE, "negated or hedged"),
    terms.VERSION: Sorted(Sort.CODE, "the version of kg"),
    terms.AUTHORS_COMPLETE: Sorted(Sort.CODE, "true or false"),
    terms.RATING: Sorted(Sort.NUMBER, "how much a paper is thought of"),
    terms.RATING_SCALE: Sorted(Sort.NUMBER, "the highest such number"),
    terms.CONFIDENCE: Sorted(Sort.NUMBER, "how sure a rule is"),
    terms.PAGE_RANK: Sorted(Sort.NUMBER, "computed from the graph"),
    terms.BETWEENNESS: Sorted(Sort.NUMBER, "computed from the graph"),
    terms.CORE_NUMBER: Sorted(Sort.NUMBER, "computed from the graph"),
    terms.COMMUNITY: Sorted(Sort.NUMBER, "computed from the graph"),
    terms.COMMUNITY_NAME: Sorted(Sort.NAME, "made of names of things"),
    terms.LINE: Sorted(Sort.NUMBER, "where a passage is, without its words"),
    terms.START: Sorted(Sort.NUMBER, "where a passage is, without its words"),
    terms.END: Sorted(Sort.NUMBER, "where a passage is, without its words"),
    terms.DATE_PUBLISHED: Sorted(Sort.DATE, "the year of a paper"),
    terms.DATE_CREATED: Sorted(Sort.DATE, "the day of a note"),
    terms.DATE_MODIFIED: Sorted(Sort.DATE, "the day of a note"),
    terms.START_DATE: Sorted(Sort.DATE, "the day of an event"),
    terms.READ_ON: Sorted(Sort.DATE, "the day a paper was read"),
    terms.FAMILY_NAME: Sorted(Sort.NAME, "a part of the name of a person"),
    terms.BOOK_TITLE: Sorted(Sort.NAME, "the title of a book or of proceedings"),
    terms.JOURNAL_TITLE: Sorted(Sort.NAME, "the title of a journal"),
    terms.SERIES_TITLE: Sorted(Sort.NAME, "the title of a series"),
    terms.PUBLICATION_PLACE: Sorted(Sort.NAME, "a place has a name"),
    terms.ISBN: Sorted(Sort.IDENTIFIER, "stands for a book"),
    terms.ISSN: Sorted(Sort.IDENTIFIER, "stands for a journal or series"),
    terms.EPRINT: Sorted(Sort.IDENTIFIER, "stands for a work in an archive"),
    terms.EPRINT_ARCHIVE: Sorted(Sort.NAME, "an archive has a name"),
    terms.EPRINT_CLASS: Sorted(Sort.IDENTIFIER, "stands for a class of an archive"),
    terms.REPORT_NUMBER: Sorted(Sort.IDENTIFIER, "stands for a report"),
    terms.IN_LANGUAGE: Sorted(Sort.CODE, "the language of a work"),
    terms.SORT_KEY: Sorted(Sort.IDENTIFIER, "where a work stands in a bibliography"),
    terms.ENTRY_TYPE: Sorted(Sort.CODE, "one of the types of BibTeX"),
    terms.BOOK_EDITION: Sorted(Sort.NUMBER, "the edition of a book"),
    terms.CHAPTER: Sorted(Sort.NUMBER, "the number of a chapter"),
    terms.VOLUME_NUMBER: Sorted(Sort.NUMBER, "the volume of a journal or book"),
    terms.ISSUE_NUMBER: Sorted(Sort.NUMBER, "the issue of a journal"),
    terms.SERIES_NUMBER: Sorted(Sort.NUMBER, "the number of a book in its series"),
    terms.PAGINATION: Sorted(Sort.NUMBER, "the pages of a work"),
    terms.PUBLISHED_ON: Sorted(Sort.DATE, "the day or month of a work"),
    terms.QUOTE: Sorted(Sort.TEXT, "the words of the note"),
    terms.FORM: Sorted(Sort.TEXT, "the words of the note for a thing; its names are with the thing"),
    terms.REMARK: Sorted(Sort.TEXT, "what the writer of the notes says of a paper"),
    terms.HIGHLIGHT: Sorted(Sort.TEXT, "words of a paper, chosen by the writer of the notes"),
    terms.ABSTRACT: Sorted(Sort.TEXT, "a text of others that a note has copied"),
    terms.RATING_TEXT: Sorted(Sort.TEXT, "the rating as the note prints it; kg:rating has the number"),
    terms.GENRE: Sorted(Sort.TEXT, "what sort of work it is, in the words of the note"),
    terms.HOW_PUBLISHED: Sorted(Sort.TEXT, "free words of a bibliography"),
    terms.PRINTED_DATE: Sorted(Sort.TEXT, "a date in the words of the note"),
    terms.ACCESSED: Sorted(Sort.TEXT, "a date in the words of the note"),
    terms.REFERENCE_NOTE: Sorted(Sort.TEXT, "free words of a bibliography"),
    terms.CONTENT_HASH: Sorted(Sort.TEXT, "confirms a guess of what a short note says"),
    terms.SETTINGS: Sorted(Sort.TEXT, "may name folders and files of the writer's computer"),
}
"""Every property with literal values -> what they are."""

_SHARED = {f"<{iri}>" for iri, told in LITERALS.items() if told.sort.is_shared}
_PREDICATE, _OBJECT, _NAMES = (f"<{iri}>" for iri in (terms.PREDICATE, terms.OBJECT, terms.NAMES))


def names_only(lines: Iterable[str], *, base: str) -> list[str]:
    """Remove every text of the notes from lines of N-Triples; the order stays.

    Evidence for a text is removed completely, and so is a candidate, which may be any word of a note. All lines about
    one subject must be among those given.

    Args:
        lines: of a graph.
        base: where the IRIs of the graph begin.
    """
    candidate = f"<{base}{iris.path(Kind.CANDIDATE)}/"
    parts = [tuple(line.split(" ", 2)) for line in lines]
    literal = {subject for subject, predicate, rest in parts if predicate == _OBJECT and rest[0] == '"'}
    shared = {s for s, predicate, rest in parts if predicate == _PREDICATE and rest.removesuffix(" .") in _SHARED}
    withheld = literal - shared
    withheld |= {s for s, predicate, rest in parts if predicate == _NAMES and rest.startswith(candidate)}
    return [
        f"{subject} {predicate} {rest}"
        for subject, predicate, rest in parts
        if subject not in withheld
        and not (subject.startswith(candidate) or rest.startswith(candidate))
        and (rest[0] != '"' or predicate in _SHARED or predicate == _OBJECT)
    ]
