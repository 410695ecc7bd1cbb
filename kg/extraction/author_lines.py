"""Reading what stands before a title as its authors, and telling a list of persons from a title."""

from __future__ import annotations

import re

from kg.extraction import align, names, shapes
from kg.extraction.citations.likeness import looks_like
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.loose import read_cited, read_loose
from kg.extraction.place_names import is_place
from kg.extraction.records.references import parse
from kg.model import Block

_CAPITALS = re.compile(r"(?:Mc|Mac|De|Di|Du|La|Le|Van|Von|O['’]|[A-Z][a-z]+-)[A-Z][a-z]|(?:[A-Z][.-]?){1,4}$")
_NAME = r"[^\W\d_a-z][\w'’.-]*(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|[^\W\d_a-z][\w'’.-]*)){1,4}"
_BY_NAMES = re.compile(
    rf"[\"”’»*_,)\]\s]{{0,4}}(?:\([^()\n]{{2,90}}\),?\s*)?(?:by|from|of)\s+(?P<who>{_NAME}(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s*&\s*){_NAME})*)"
)
_LAST_NAMES = re.compile(rf"[\"”’»*_)\]]{{0,4}},\s(?P<who>{_NAME}(?:,\s{_NAME})*)\s*(?:$|\n)")
_MORE = re.compile(
    r",?\s*(?:et al|and (?:others|colleagues|co-?workers|partners|his|her|their|the)|with\s)", re.IGNORECASE
)
_INITIAL = re.compile(r"[A-Z]\.[ -]?(?:[A-Z]\.[ -]?){0,3}[^\W\d_]{2}")


def people_before(block: Block, index: int, start: int, end: int, *, many: bool = False) -> Details | None:
    """Read what stands before a title as persons with or without a year; lone surnames only with a year or several."""
    start, end = align.trim(block.prose, start, end, ' \t\n,.:;–—-„“"«')
    if start >= end:
        return None
    if any(shapes.is_name_shaped(word) for word in shapes.words(block.prose[start:end]) if not _CAPITALS.match(word)):
        return None
    cited = read_cited(block, index, start, end)
    if cited is not None:
        return cited
    read = read_loose(block, index, start, end)
    if read.explained and read.authors and not read.venue:
        return read
    listed = names.split_names(block.prose[start:end])
    single = [shown for _, _, shown in listed.names if len(shown.split()) == 1 and shown[:1].isupper()]
    covered = sum(b - a for a, b, _ in listed.names)
    if (
        len(single) == len(listed.names)
        and (len(single) > 1 or not listed.complete)
        and covered * 4 >= (end - start) * 3 - 40
        and (many or len(single) > 1 or not listed.complete)
    ):
        fields = tuple(Field(shown, index, start + a, start + b) for a, b, shown in listed.names)
        return Details(fields, listed.complete, letters=end - start)
    return None


def people_behind(block: Block, index: int, start: int) -> Details:
    """Read the persons behind a title or a name in a sentence: `..., by Jane Doe, Max Mustermann and others at ETH`.

    Behind a comma alone they are what the line ends with: `..., Jane Doe`.
    """
    by = _BY_NAMES.match(block.prose, start) or _LAST_NAMES.match(block.prose, start)
    if by is None:
        return Details()
    listed = names.split_names(by["who"])
    first = by.start("who")
    fields: list[Field] = []
    for a, b, shown in listed.names:
        if not names.looks_like_person(shown) or is_place(shown):
            break
        fields.append(Field(shown, index, first + a, first + b))
    complete = listed.complete and len(fields) == len(listed.names) and _MORE.match(block.prose, by.end("who")) is None
    return Details(tuple(fields), complete) if fields else Details()


def are_people(text: str) -> bool:
    """Return whether a text is a list of persons, or one person with initials."""
    listed = names.split_names(text)
    likely = sum(names.looks_like_person(shown) for _, _, shown in listed.names)
    initials = sum(bool(_INITIAL.match(shown)) for _, _, shown in listed.names)
    several = len(listed.names) > 1 or (bool(listed.names) and not listed.complete)
    return bool(listed.names) and ((several and likely == len(listed.names)) or initials == len(listed.names))


def is_reference(text: str) -> bool:
    """Return whether what should be a title is a whole reference with its own authors and year."""
    if looks_like(text) < 0.9 or not any(c.isdigit() for c in text):
        return False
    cited = parse(text)
    return cited is not None and bool(cited.authors) and cited.year is not None
