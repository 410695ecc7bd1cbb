"""BibTeX, for LaTeX and every reference manager: the types and fields that the standard styles know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg import terms
from kg.extraction.issued import is_part_of_year
from kg.extraction.issued import read as read_date
from kg.personal_names import PersonalName
from kg.publishing.bibliography.latex import encode, encode_lines, encode_title, verbatim
from kg.publishing.bibliography.work import Work

_HEAD = "% Encoding: UTF-8\n"
"""JabRef reads the encoding off this line; to BibTeX it is a comment."""
_EDTF = re.compile(r"[\d/.X-]+(?:[?%]|\\textasciitilde\{\})?")
"""A date that biblatex reads, and BibTeX does not: `2019/..`, `1984~`."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_PLAIN = (
    ("volume", terms.VOLUME_NUMBER),
    ("series", terms.SERIES_TITLE),
    ("edition", terms.BOOK_EDITION),
    ("chapter", terms.CHAPTER),
    ("pages", terms.PAGINATION),
    ("type", terms.GENRE),
    ("publisher", terms.PUBLISHER),
    ("pagetotal", terms.NUMBER_OF_PAGES),
    ("address", terms.PUBLICATION_PLACE),
    ("location", terms.EVENT_PLACE),
    ("howpublished", terms.HOW_PUBLISHED),
    ("language", terms.IN_LANGUAGE),
    ("key", terms.SORT_KEY),
    ("isbn", terms.ISBN),
    ("issn", terms.ISSN),
)
"""Fields that are a text as it stands."""
_BEHIND = {"techreport": "institution", "phdthesis": "school", "mastersthesis": "school"}
"""Type -> the field of the organisation behind a work; `organization` for all others."""


def render(works: Sequence[Work]) -> str:
    """Write works; books that others refer to come after these, as BibTeX requires."""
    books = {work.within.iri for work in works if work.within is not None}
    ordered = sorted(works, key=lambda work: work.iri in books)
    return "\n".join([_HEAD, *(_entry(work, is_book=work.iri in books) for work in ordered)])


def _entry(work: Work, *, is_book: bool) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(work, is_book=is_book))
    return f"@{work.type}{{{work.key},\n{fields}}}\n"


def _fields(work: Work, *, is_book: bool) -> Iterator[tuple[str, str]]:
    roles = (
        ("author", work.authors, work.complete),
        ("editor", work.editors, True),
        ("translator", work.translators, True),
    )
    for name, people, complete in roles:
        if people:
            listed = [*map(_person, people), *([] if complete else ["others"])]
            yield name, f"{{{' and '.join(listed)}}}"
    texts = (*_titles(work, is_book=is_book), *_plain(work), *_identifiers(work), *_words(work))
    for name, text in texts:
        if text:
            yield name, f"{{{text}}}"
        if name == "journal":
            yield from _date(work)


def _titles(work: Work, *, is_book: bool) -> Iterator[tuple[str, str]]:
    """Yield the titles; others inherit that of the book that they refer to, and BibTeX looks for it as `booktitle`."""
    yield "title", encode_title(work.title, work.held)
    yield "shorttitle", encode(work.short)
    wants_book = work.type in {"inproceedings", "incollection"} and work.within is None
    stated = work.text(terms.BOOK_TITLE) or (work.title if is_book else "")
    yield "booktitle", encode(stated or (work.book if wants_book else ""))
    wants_journal = work.type == "article" or not (wants_book or work.within)
    elsewhere = "eventtitle" in work.others or (work.arxiv and work.journal.casefold() == "arxiv")
    wants_journal = wants_journal and not elsewhere
    yield "journal", encode(work.text(terms.JOURNAL_TITLE) or (work.journal if wants_journal else ""))


def _date(work: Work) -> Iterator[tuple[str, str]]:
    """Yield year and month; a month is a macro, so that each style prints it in its way."""
    year, month, day = work.date
    printed = {_place_of_printed(work): encode(work.text(terms.PRINTED_DATE)).replace("–", "--")}
    if year and _EDTF.fullmatch(printed.get("year", "")):
        yield "date", f"{{{work.text(terms.PRINTED_DATE)}}}"
        del printed["year"]
    if year or printed.get("year"):
        yield "year", f"{{{printed.get('year') or year}}}"
    if not month:
        _, month, day, _ = read_date(printed.get("month", ""))
    if month:
        name = _MONTHS[(month - 1) % 12]
        yield "month", f"{{{day}~}} # {name}" if day else name
    elif printed.get("month"):
        yield "month", f"{{{printed['month']}}}"


def _place_of_printed(work: Work) -> str:
    """Return the field of a date in other words: a part of a year is a month, and what is none of both a note."""
    printed, year = work.text(terms.PRINTED_DATE), work.date[0]
    if is_part_of_year(printed):
        return "month"
    return "year" if not year or str(year) in printed else "note"


def _plain(work: Work) -> Iterator[tuple[str, str]]:
    for name, predicate in _PLAIN:
        text = encode(work.text(predicate))
        yield name, text.replace("–", "--") if name in {"pages", "volume"} else text
        if name == "volume":
            yield "number", encode(work.number).replace("–", "--")
    yield _BEHIND.get(work.type, "organization"), encode(work.text(terms.SOURCE_ORGANIZATION))
    yield "crossref", work.within.key if work.within is not None else ""


def _identifiers(work: Work) -> Iterator[tuple[str, str]]:
    yield "doi", verbatim(work.doi)
    yield "eprint", verbatim(work.arxiv or work.text(terms.EPRINT))
    yield "archiveprefix", "arXiv" if work.arxiv else encode(work.text(terms.EPRINT_ARCHIVE))
    yield "primaryclass", encode(work.text(terms.EPRINT_CLASS))
    yield "pmid", work.pmid
    yield "pmcid", work.pmcid
    yield "url", verbatim(work.url)
    yield "ids", ", ".join(work.other_keys)
    yield "urldate", encode(work.text(terms.ACCESSED))


def _words(work: Work) -> Iterator[tuple[str, str]]:
    yield "keywords", encode(work.listed_keywords)
    yield "abstract", encode_lines(work.text(terms.ABSTRACT))
    issued = work.text(terms.PRINTED_DATE) if _place_of_printed(work) == "note" else ""
    yield "note", encode(", ".join(filter(None, (work.text(terms.REFERENCE_NOTE), issued))))
    yield "annote", encode_lines(work.remark)
    for name, text in work.others.items():
        written = verbatim(text) if "://" in text and " " not in text else encode(text)
        yield name, written.replace("\\_", "_") if name == "file" else written  # which JabRef takes as it stands


def _person(name: PersonalName) -> str:
    """Write a name as `von Last, Jr, First`, which leaves nothing to guess.

    >>> _person(PersonalName("Aäron", "van den", "Oord", "")), _person(PersonalName("", "", "Meta AI", ""))
    ('van den Oord, Aäron', '{Meta AI}')
    """
    if not (name.given or name.particle):
        whole = encode(name.family)
        return f"{{{whole}}}" if " " in name.family or _divides(name.family) else whole
    parts = (name.surname, name.suffix, name.given)
    return ", ".join(f"{{{encode(part)}}}" if _divides(part) else encode(part) for part in parts if part)


def _divides(part: str) -> bool:
    """Return whether BibTeX would divide a part of a name."""
    return "," in part or part.casefold() == "others" or "and" in part.casefold().split()
