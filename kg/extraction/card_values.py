"""The named values of a card, read as what they say about the paper: authors, year, addresses, keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction import shapes
from kg.extraction.align import field, links_in, trim
from kg.extraction.card import Card, Place
from kg.extraction.entries import Field
from kg.extraction.names import split_names
from kg.extraction.pieces import find_presentation, find_words, find_year, year_in
from kg.extraction.records.labels import Part
from kg.identifiers import arxiv
from kg.links import Role, find_identifiers, read_link
from kg.model import Note

PAPER_TAGS = frozenset(
    """
    paper papers literature literaturenote literaturenotes papernotes paperreading article zotero paperreview
    """.split()
)
_NO_KEYWORDS = PAPER_TAGS | frozenset(
    "reading toread read todo inbox note notes unread done reference research source input".split()
)
_TIME = re.compile(r"(?<=\d)[T ]{1,3}(?!0?0:00)\d{1,2}:\d\d")
"""A time of day behind a date; programs write midnight where they know of none."""


def text_of(note: Note, place: Place) -> str:
    """Return the text of a place."""
    return note.blocks[place[0]].prose[place[1] : place[2]]


def field_of(note: Note, place: Place, text: str | None = None) -> Field:
    """Make a field of a place; `text` is shown instead when given."""
    return field(note.blocks[place[0]], place[0], place[1], place[2], text)


def first_value(note: Note, card: Card, *parts: Part) -> Field | None:
    """Return the first value under the names that says anything."""
    for place in card.places(*parts):
        start, end = trim(note.blocks[place[0]].prose, place[1], place[2], " \t\n\"'*_[]")
        if start < end and any(c.isalnum() for c in note.blocks[place[0]].prose[start:end]):
            return field_of(note, (place[0], start, end))
    return None


def read_links(note: Note, card: Card) -> Iterator[Field]:
    """Yield the addresses among the values; identifiers become addresses."""
    seen: set[str] = set()
    for part in (Part.IDENTIFIER, Part.LINK, Part.PAPER, Part.TITLE, Part.VENUE):
        for place in card.places(part):
            for link in _addresses(note, place, part):
                role = read_link(link.text).role
                if link.text not in seen and role not in (Role.BADGE, Role.LISTING):
                    seen.add(link.text)
                    yield link


def _addresses(note: Note, place: Place, part: Part) -> Iterator[Field]:
    block, text = note.blocks[place[0]], text_of(note, place).strip()
    targets = [link for link in links_in(block, place[1], place[2]) if "://" in link.target]
    for link in targets:
        yield Field(link.target, place[0], link.start, link.end)
    if targets:
        return
    number = arxiv(text)
    if number and part is Part.IDENTIFIER:
        yield field_of(note, place, "https://arxiv.org/abs/" + number)
    elif part is Part.IDENTIFIER and text.startswith("10."):
        yield field_of(note, place, "https://doi.org/" + text)
    elif re.match(r"https?://\S{4,}$", text):
        yield field_of(note, place, text)
    elif part is not Part.TITLE:
        for start, end, address in find_identifiers(text):
            if address.canonical:
                yield Field(address.canonical, place[0], place[1] + start, place[1] + end)


def read_authors(note: Note, card: Card) -> tuple[tuple[Field, ...], bool | None]:
    """Read all authors in order; one named as the first is not the whole list."""
    found: list[Field] = []
    complete = True
    only_first = all(
        "first" in name.casefold() or "lead" in name.casefold() for _, name in card.values.get(Part.AUTHORS, ())
    )
    for index, start, end in card.places(Part.AUTHORS):
        listed = split_names(note.blocks[index].prose[start:end].replace("@", " "))
        complete = complete and listed.complete
        found += [Field(name, index, start + first, start + last) for first, last, name in listed.names]
    for family, given in zip(card.places(Part.FAMILY), card.places(Part.GIVEN), strict=False):
        found.append(field_of(note, family, f"{text_of(note, given)} {text_of(note, family)}"))
    unique = {author.text: author for author in reversed(found)}
    kept = tuple(author for author in found if unique[author.text] is author)
    return kept, (complete and not (only_first and len(kept) == 1)) if kept else None


def read_year(note: Note, card: Card, venue: Field | None, key: Field | None) -> Field | None:
    """Read the year: of publication, else in the venue, else of a date that no citation key contradicts."""
    for place in card.places(Part.YEAR):
        year = find_year(note.blocks[place[0]], *place)
        if year:
            return year
    in_venue = year_in(venue.text) if venue else None
    if venue and in_venue:
        return Field(in_venue[2], venue.block, venue.start + in_venue[0], venue.start + in_venue[1])
    in_key = re.search(r"(?:19|20)\d\d", key.text) if key else None
    for place in card.places(Part.DATE):
        year = None if is_moment(text_of(note, place)) else find_year(note.blocks[place[0]], *place)
        if year and (not in_key or in_key[0] == year.text):
            return year
    return None


def is_moment(text: str) -> bool:
    """Return whether a date has a time of day, as that of a note has and that of a paper has not.

    >>> is_moment("2023-01-10 19:24:30"), is_moment("2017-06-12T00:00:00Z"), is_moment("2017-06-12")
    (True, False, False)
    """
    return _TIME.search(text) is not None


def read_short(note: Note, card: Card, title: Field | None) -> Field | None:
    """Read a short title or an alias that is the name of a method."""
    for place in card.places(Part.SHORT, Part.ALIAS):
        text = text_of(note, place).strip()
        if title and text.casefold() == title.text.casefold():
            continue
        if len(text.split()) <= 4 and text and shapes.is_short_name(text) and not year_in(text):
            return field_of(note, place)
    return None


def read_presentation(note: Note, card: Card) -> Field | None:
    """Read whether the paper was an oral, a poster, a spotlight."""
    for place in card.places(Part.PRESENTATION, Part.VENUE, Part.KIND):
        kind = find_presentation(note.blocks[place[0]], *place)
        if kind:
            return kind
    return None


def read_keywords(note: Note, card: Card) -> tuple[Field, ...]:
    """Read tags and keywords without those that sort notes."""
    found: list[Field] = []
    for index, start, end in card.places(Part.KEYWORDS):
        block = note.blocks[index]
        found += find_words(block, index, (start, end), edges=" \t#[]\"'", spaced="#" in block.prose[start:end])
    return tuple(word for word in found if word.text.casefold().replace("-", "").replace("_", "") not in _NO_KEYWORDS)
