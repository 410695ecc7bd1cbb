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


class ValueType(StrEnum):
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
        return self is not ValueType.TEXT


class Classification(NamedTuple):
    """What the values of a property are, and why they are shared or not."""

    type: ValueType
    reason: str


LITERALS: Mapping[Iri, Classification] = {
    terms.NAME: Classification(ValueType.NAME, "a title or name; of a note its title, of a session its heading"),
    terms.ALTERNATE_NAME: Classification(ValueType.NAME, "another form of a name"),
    terms.PREF_LABEL: Classification(
        ValueType.NAME, "the name of a topic, method or task; of a topic the heading it comes from"
    ),
    terms.ALT_LABEL: Classification(ValueType.NAME, "another form of such a name"),
    terms.LABEL: Classification(ValueType.NAME, "the name to show, else a key or an identifier"),
    terms.KEYWORDS: Classification(ValueType.NAME, "a tag names a topic"),
    terms.LOCATION: Classification(ValueType.NAME, "a place has a name"),
    terms.CITATION_KEY: Classification(ValueType.IDENTIFIER, "stands for a paper"),
    terms.PATH: Classification(ValueType.IDENTIFIER, "which note says something; the name of a file"),
    terms.RULE: Classification(ValueType.CODE, "the name of a rule of kg"),
    terms.QUALIFIER: Classification(ValueType.CODE, "negated or hedged"),
    terms.VERSION: Classification(ValueType.CODE, "the version of kg"),
    terms.AUTHORS_COMPLETE: Classification(ValueType.CODE, "true or false"),
    terms.RATING: Classification(ValueType.NUMBER, "how much a paper is thought of"),
    terms.RATING_SCALE: Classification(ValueType.NUMBER, "the highest such number"),
    terms.CONFIDENCE: Classification(ValueType.NUMBER, "how sure a rule is"),
    terms.PAGE_RANK: Classification(ValueType.NUMBER, "computed from the graph"),
    terms.BETWEENNESS: Classification(ValueType.NUMBER, "computed from the graph"),
    terms.CORE_NUMBER: Classification(ValueType.NUMBER, "computed from the graph"),
    terms.COMMUNITY: Classification(ValueType.NUMBER, "computed from the graph"),
    terms.COMMUNITY_NAME: Classification(ValueType.NAME, "made of names of things"),
    terms.LINE: Classification(ValueType.NUMBER, "where a passage is, without its words"),
    terms.START: Classification(ValueType.NUMBER, "where a passage is, without its words"),
    terms.END: Classification(ValueType.NUMBER, "where a passage is, without its words"),
    terms.DATE_PUBLISHED: Classification(ValueType.DATE, "the year of a paper"),
    terms.DATE_CREATED: Classification(ValueType.DATE, "the day of a note"),
    terms.DATE_MODIFIED: Classification(ValueType.DATE, "the day of a note"),
    terms.START_DATE: Classification(ValueType.DATE, "the day of an event"),
    terms.READ_ON: Classification(ValueType.DATE, "the day a paper was read"),
    terms.FAMILY_NAME: Classification(ValueType.NAME, "a part of the name of a person"),
    terms.BOOK_TITLE: Classification(ValueType.NAME, "the title of a book or of proceedings"),
    terms.JOURNAL_TITLE: Classification(ValueType.NAME, "the title of a journal"),
    terms.SERIES_TITLE: Classification(ValueType.NAME, "the title of a series"),
    terms.PUBLICATION_PLACE: Classification(ValueType.NAME, "a place has a name"),
    terms.ISBN: Classification(ValueType.IDENTIFIER, "stands for a book"),
    terms.ISSN: Classification(ValueType.IDENTIFIER, "stands for a journal or series"),
    terms.EPRINT: Classification(ValueType.IDENTIFIER, "stands for a work in an archive"),
    terms.EPRINT_ARCHIVE: Classification(ValueType.NAME, "an archive has a name"),
    terms.EPRINT_CLASS: Classification(ValueType.IDENTIFIER, "stands for a class of an archive"),
    terms.REPORT_NUMBER: Classification(ValueType.IDENTIFIER, "stands for a report"),
    terms.IN_LANGUAGE: Classification(ValueType.CODE, "the language of a work"),
    terms.SORT_KEY: Classification(ValueType.IDENTIFIER, "where a work stands in a bibliography"),
    terms.ENTRY_TYPE: Classification(ValueType.CODE, "one of the types of BibTeX"),
    terms.BOOK_EDITION: Classification(ValueType.NUMBER, "the edition of a book"),
    terms.CHAPTER: Classification(ValueType.NUMBER, "the number of a chapter"),
    terms.VOLUME_NUMBER: Classification(ValueType.NUMBER, "the volume of a journal or book"),
    terms.ISSUE_NUMBER: Classification(ValueType.NUMBER, "the issue of a journal"),
    terms.SERIES_NUMBER: Classification(ValueType.NUMBER, "the number of a book in its series"),
    terms.PAGINATION: Classification(ValueType.NUMBER, "the pages of a work"),
    terms.PUBLISHED_ON: Classification(ValueType.DATE, "the day or month of a work"),
    terms.QUOTE: Classification(ValueType.TEXT, "the words of the note"),
    terms.FORM: Classification(ValueType.TEXT, "the words of the note for a thing; its names are with the thing"),
    terms.REMARK: Classification(ValueType.TEXT, "what the writer of the notes says of a paper"),
    terms.HIGHLIGHT: Classification(ValueType.TEXT, "words of a paper, chosen by the writer of the notes"),
    terms.ABSTRACT: Classification(ValueType.TEXT, "a text of others that a note has copied"),
    terms.RATING_TEXT: Classification(ValueType.TEXT, "the rating as the note prints it; kg:rating has the number"),
    terms.GENRE: Classification(ValueType.TEXT, "what sort of work it is, in the words of the note"),
    terms.HOW_PUBLISHED: Classification(ValueType.TEXT, "free words of a bibliography"),
    terms.PRINTED_DATE: Classification(ValueType.TEXT, "a date in the words of the note"),
    terms.ACCESSED: Classification(ValueType.TEXT, "a date in the words of the note"),
    terms.REFERENCE_NOTE: Classification(ValueType.TEXT, "free words of a bibliography"),
    terms.CONTENT_HASH: Classification(ValueType.TEXT, "confirms a guess of what a short note says"),
    terms.SETTINGS: Classification(ValueType.TEXT, "may name folders and files of the writer's computer"),
}
"""Every property with literal values -> what they are."""

_SHARED = {f"<{iri}>" for iri, found in LITERALS.items() if found.type.is_shared}
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
