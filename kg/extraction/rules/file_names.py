"""Notes on a paper that their file names: `Lind 2018 - Peat as archive.md`, `2018 - Lind.md`, `Peat (Lind 2018).md`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.extraction import citation_forms, shapes
from kg.extraction.card import read_card, read_front_matter
from kg.extraction.citations.people import is_surname
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.outline import title_block
from kg.extraction.records.values import PAPER_TAGS, completed
from kg.extraction.records.venues import is_family_name
from kg.model import BlockKind, MarkKind, Note
from kg.text import file_title, name_key

NAME = "file-name"
_CONFIDENCE = 0.85
_NAMES, _YEAR = citation_forms.NAMES, rf"\(?(?P<years>{citation_forms.YEAR_TEXT})[a-k]?\)?"
_COLON = re.compile(r"(?<=\w)_ (?=\w)")
"""What programs write for a colon in the name of a file."""
_TITLE = r"(?P<title>[^\W_][^\n]{2,300})"
_FORMS = (
    re.compile(rf"{_NAMES},? {_YEAR}(?:(?: [-–—_:]|[,_.:]|(?<=\)))\s?{_TITLE})?"),
    re.compile(rf"{_NAMES} [-–—_] {_YEAR} [-–—_] {_TITLE}"),
    re.compile(rf"{_YEAR} [-–—_] {_NAMES}(?: [-–—_] {_TITLE})?"),
    re.compile(rf"(?P<title>[^\W_][^\n()]{{2,300}}) \({_NAMES},? {_YEAR}\)"),
)


def find_labelled(page: Page) -> Iterable[Entry]:
    """Find the paper that the name of the file of a note gives, where labels at its beginning have the same author."""
    note, found = page.note, _match(page)
    if found is None or not found["title"]:
        return
    people, entry = citation_forms.surnames(found)[0], _entry(note, found)
    card = read_card(note, read_front_matter(note), titled=True)
    stated = completed(replace(entry, authors=(), complete=None), note, card.values)
    if people and stated.authors and name_key(stated.authors[0].text).endswith(name_key(people[0])):
        yield replace(stated, year=entry.year, blocks=tuple(dict.fromkeys((*entry.blocks, *card.blocks))))


def find(page: Page) -> Iterable[Entry]:
    """Find the paper that the name of the file of a note gives, where nothing in the note is it."""
    note, found = page.note, _match(page)
    if found is None:
        return
    people, title = citation_forms.surnames(found)[0], found["title"] or ""
    named = bool(people) and all(map(is_family_name, people))
    several = len(people) > 1 or bool(found["others"])
    if not named or not (several or is_surname(people[0].split()[-1]) or _is_tagged(note)):
        return
    called = {name_key(one.title.text) for one in page.entries if one.title is not None}
    if (
        name_key(title) in called
        or (title and not shapes.is_title_like(title))
        or _is_headed(note, (found.string, title))
    ):
        return
    yield _entry(note, found)


def _match(page: Page) -> re.Match[str] | None:
    """Read the name of the file of a note that is about no paper yet."""
    if not page.note.blocks or any(entry.whole for entry in page.entries):
        return None
    return next(filter(None, (form.fullmatch(file_title(page.note.id)) for form in _FORMS)), None)


def _is_tagged(note: Note) -> bool:
    """Return whether a tag says that a note is on a paper."""
    tags = (
        block.prose[mark.start : mark.end] for block in note.blocks for mark in block.marks if mark.kind is MarkKind.TAG
    )
    stated = (word for name, value in note.meta if name in ("tags", "keywords") for word in re.split(r"[,;\s]+", value))
    return any(re.sub(r"[-_]", "", word.strip("#").casefold()) in PAPER_TAGS for word in (*tags, *stated))


def _is_headed(note: Note, names: Iterable[str]) -> bool:
    """Return whether a note has a title of its own, which says what it is about."""
    at = title_block(note)
    if at is None or note.blocks[at].kind is not BlockKind.HEADING:
        return False
    return name_key(note.blocks[at].prose) not in set(map(name_key, names))


def _entry(note: Note, found: re.Match[str]) -> Entry:
    """Make the entry of a file; its fields stand nowhere in the note, and are shown where this begins."""
    at = next((n for n, block in enumerate(note.blocks) if block.prose.strip()), 0)
    authors = tuple(Field(found.string[slice(*place)], at, 0, 0) for place in citation_forms.name_places(found))
    title = Field(_COLON.sub(": ", found["title"].strip()), at, 0, 0) if found["title"] else None
    return Entry(
        NAME,
        title or Field(found.string, at, 0, 0),
        _CONFIDENCE,
        title=title,
        authors=authors,
        complete=False if found["others"] else True if len(authors) > 1 else None,
        year=Field(found["years"], at, 0, 0),
        blocks=(at,),
        whole=True,
    )
