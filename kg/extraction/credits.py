"""What a sentence puts behind a name to credit it: `(Lind et al., 2017)`, `(SIGIR 2020)`, `by Jane Doe and others`.

Rules over prose read it here; whole lines about a paper are records, and read as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kg.extraction import align, names
from kg.extraction.citation_forms import DATED, whole
from kg.extraction.citations.people import is_surname
from kg.extraction.entries import Entry, Field
from kg.extraction.gazetteer import is_place
from kg.extraction.linking import own_links
from kg.extraction.venues import read_venue
from kg.links import find_identifiers
from kg.model import Block

_BRACKET = re.compile(r"[\s\"”’»*_,.]{0,4}[(\[]([^()\[\]\n]{2,160})[)\]]")
_PIECE = r"(?:(?:[^\W\d_a-z]\.-?){1,3}|(?:St|Jr|Sr)\.|[^\W\d_a-z][\w'’-]*)"
"""Initials, or a word, behind which a full stop ends the sentence."""
_NAME = rf"{_PIECE}(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|{_PIECE})){{1,4}}"
_SURNAME = r"[^\W\d_a-z][^\W\d_]+(?:-[^\W\d_a-z][^\W\d_]+)?"
_STYLE = re.compile(r"(?:Dr|Prof|Mrs?|Ms|Sir)\.?\s")
_STYLED = rf"(?:{_STYLE.pattern}){{0,2}}{_NAME}"
_BY = re.compile(
    rf"[\"”’»*_,)\]\s]{{0,4}}(?:\([^()\n]{{2,90}}\),?\s*)?(?:by|from|of)\s+(?P<who>{_STYLED}(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s*&\s*){_STYLED})*)"
)
_LAST = re.compile(rf"[\"”’»*_)\]]{{0,4}},\s(?P<who>{_NAME}(?:,\s{_NAME})*)\s*(?:$|\n)")
_MORE = re.compile(
    r",?\s*(?:et al|and (?:others|colleagues|co-?workers|partners|his|her|their|the)|with\s)", re.IGNORECASE
)
_FAR = 80
"""Characters before a title in which names may stand."""
_DIGITS, _LETTERS = 4, 3
"""Of a year, and at least of the abbreviation of a journal."""
_BY_BEFORE = re.compile(
    rf"\b(?:by|von|par|por|di)\s(?P<who>{_STYLED}(?:(?:,\s(?:and\s)?|\sand\s|\s?&\s?){_STYLED}){{0,5}}),?:?\s{{1,3}}[\"“«„]$"
)
_BEFORE_TITLE = re.compile(
    r"(?P<amid>(?<![\w-])(?!(?:in|from|at|of|the|on|with|by|für|dans|en)\s)[a-z]{2,20}\s)?"
    rf"(?<![\w.])(?P<who>{_SURNAME}(?:(?:,\s+|,?\s+and\s+|\s*&\s*){_SURNAME}){{0,3}})(?P<others>\s+et al\.?)?"
    r"(?:,?\s{0,2}\(?(?P<year>(?:1[5-9]|20)\d\d)[a-z]?\)?)?"
    r"(?:[,:]|['’]s?(?:\s(?:paper|article|book|essay|review|study))?|\s(?:paper|article))?\s{1,3}[\"“«„]$"
)


@dataclass(frozen=True, slots=True)
class Credit:
    """What is said of the paper that a name calls."""

    authors: tuple[Field, ...] = ()
    complete: bool | None = None
    year: Field | None = None
    venue: Field | None = None
    links: tuple[Field, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.authors or self.year or self.venue or self.links)


def credited(entry: Entry, *credits: Credit) -> Entry:
    """Complete an entry by what credits it; what the entry has, or an earlier credit, stays."""
    for credit in credits:
        entry = replace(
            entry,
            authors=entry.authors or credit.authors,
            complete=entry.complete if entry.authors else credit.complete,
            year=entry.year or credit.year,
            venue=entry.venue or credit.venue,
            links=tuple(dict.fromkeys(entry.links + credit.links)),
        )
    return entry


def in_front(block: Block, index: int, start: int, title: int) -> Credit:
    """Return the authors between the beginning of a link and the title in its text: `[Ann Lind: On moss](...)`."""
    named = names.split_names(block.prose[start : max(start, title)].rstrip(" .:,"))
    authors = tuple(Field(name, index, start + first, start + last) for first, last, name in named.names)
    return Credit(authors, named.complete if authors else None)


def cited(block: Block, index: int, start: int, end: int) -> Credit:
    """Read a range that is authors and year, and maybe a venue: `Gale & Shapley, 1962`, `Roe et al., KDD 2016`."""
    citation = whole(block.prose, start, end)
    if citation is None:
        return Credit()
    found = citation.found
    authors = align.in_turn(block, index, citation.surnames, citation.start)
    behind = found.end("others") if found["others"] else found.end("names")
    place = align.field(block, index, *align.trim(block.prose, behind, found.start("years"), " ,("))
    venue = place if place.text and read_venue(place.text) is not None else None
    year = Field(found["years"][:_DIGITS], index, *found.span("years"))
    return Credit(authors, found["others"] is None, year, venue)


def _is_abbreviation(name: str) -> bool:
    """Return whether what stands before a year is a journal or a conference, and nobody: `POQ 2006`."""
    return name.isupper() and len(name) >= _LETTERS and not is_surname(name)


def is_citation(block: Block, start: int, end: int) -> bool:
    """Return whether a range is surely authors and year: with others, or by common names; `ICPR, 2024` is not."""
    shown = whole(block.prose, start, end)
    return shown is not None and (shown.found["others"] is not None or all(map(is_surname, shown.surnames)))


def in_bracket(block: Block, index: int, start: int) -> Credit:
    """Read the bracket right behind a name: a citation, or a venue with its year, and addresses."""
    bracket = _BRACKET.match(block.prose, start)
    if bracket is None:
        return Credit()
    first, last = bracket.span(1)
    links = own_links(block, index, first, last)
    addresses = [first + a for a, _, _ in find_identifiers(block.prose[first:last])]
    first, last = align.trim(block.prose, first, min((*addresses, *(link.start for link in links), last)), " \t,;:")
    found = cited(block, index, first, last)
    if len(found.authors) == 1 and found.complete and _is_abbreviation(found.authors[0].text):
        return Credit(venue=found.authors[0], year=found.year, links=links)
    if found or first == last:
        return replace(found, links=links)
    named, year = read_venue(block.prose[first:last]), DATED.search(block.prose, first, last)
    dated = Field(year.group(), index, *year.span()) if year is not None else None
    if named is None:
        return Credit(year=dated if year is not None and year.span() == (first, last) else None)
    venue = align.field(block, index, first, last)
    return Credit(venue=venue, year=dated, links=links)


def by_whom(block: Block, index: int, start: int) -> Credit:
    """Read the persons behind a title or a name in a sentence: `..., by Jane Doe, Max Mustermann and others at ETH`.

    Behind a comma alone they are what the line ends with: `..., Jane Doe`.
    """
    by = _BY.match(block.prose, start) or _LAST.match(block.prose, start)
    if by is None:
        return Credit()
    return _persons(index, by["who"], by.start("who"), whole=_MORE.match(block.prose, by.end("who")) is None)


def _persons(index: int, text: str, first: int, *, whole: bool) -> Credit:
    """Return the persons that a text lists before what is none; `whole` unless others are said to follow it."""
    listed = names.split_names(text)
    fields: list[Field] = []
    for _, b, called in listed.names:
        shown = _STYLE.sub("", called)
        if not names.looks_like_person(shown) or is_place(shown):
            break
        fields.append(Field(shown, index, first + b - len(shown), first + b))
    complete = listed.complete and len(fields) == len(listed.names) and whole
    return Credit(tuple(fields), complete) if fields else Credit()


def by_whom_before(block: Block, index: int, start: int) -> Credit:
    """Read the names right before a title in quotation marks: `by Ann Roe: "..."`, `she reads Lind and Roe, "..."`.

    At the beginning of a sentence, and behind `in` or `from`, only known ones are taken for such, or ones with a year.
    """
    first = max(0, start - _FAR)
    if by := _BY_BEFORE.search(block.prose[first:start]):
        return _persons(index, by["who"], first + by.start("who"), whole=True)
    found = _BEFORE_TITLE.search(block.prose[first:start])
    named = re.findall(_SURNAME, found["who"]) if found is not None else []
    if found is None or not (found["amid"] or found["year"] or all(map(is_surname, named))):
        return Credit()
    place = Field(found["year"], index, *(first + at for at in found.span("year"))) if found["year"] else None
    return Credit(align.in_turn(block, index, named, first + found.start("who")), found["others"] is None, place)
