"""The named values about the one paper of a note: its front matter, its properties, or its card of metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile

from kg import lexicons
from kg.extraction import align
from kg.extraction.align import lines as lines_of
from kg.extraction.align import trim
from kg.extraction.entries import Detail, Field
from kg.extraction.outline import Role as Heading
from kg.extraction.outline import role_of, title_block
from kg.extraction.records.labels import Part, field_named, fields_alone, fields_of, property_line
from kg.extraction.records.lines import Line, read_lines
from kg.extraction.records.looks import labels_of, look_at
from kg.extraction.records.values import Place, Places, gathered, identified, labelled
from kg.links import Role, find_identifiers, in_field, read_link
from kg.model import Block, BlockKind, Note

_NAMING = (Part.TITLE, Part.PAPER)
_FEWEST = 3
"""Labels of a card, at least."""
_MARKS = 8
"""Characters before the label that opens a line, at most."""


@dataclass(frozen=True, slots=True)
class Card:
    """The values found, in the order of the note."""

    values: Places = field(default_factory=dict)
    blocks: tuple[int, ...] = ()

    def places(self, *parts: Part) -> Iterator[Place]:
        """Yield the places of the values of some parts."""
        for part in parts:
            yield from self.values.get(part, ())

    def completed(self, other: Card) -> Card:
        """Return the card with what another says and this one does not."""
        return Card({**other.values, **self.values}, tuple(dict.fromkeys((*self.blocks, *other.blocks))))


_BOOK = frozenset("book buch livre libro livro boek bok bog książka книга 书 書 本 책".split())
_SHORT = re.compile(r"(?!\S{0,60}[:/@])[^\n]{2,60}")
_DETAILS = {
    "volume": re.compile(r"(?=\D{0,6}\d)[\w.:/–-]{1,12}"),
    "issue": re.compile(r"(?=\D{0,6}\d)[\w.:/–-]{1,12}"),
    "pages": re.compile(r"([A-Za-z]?\d{1,6})\s?[-–—]{1,2}\s?([A-Za-z]?\d{1,6})"),
    **dict.fromkeys(("publisher", "place", "edition", "language"), _SHORT),
}
"""What is kept of a card besides what every paper has, and how it is written."""
_DETAIL_NAMES = {
    **dict.fromkeys(lexicons.words("issue label"), "issue"),
    **dict.fromkeys(lexicons.words("publisher label"), "publisher"),
    **{name: name for name in ("place", "edition", "language")},
}
_PARTS = re.compile(r"[^\W\d_][a-z]+|[A-Z]+(?![a-z])|\w+")
"""Words, also those that only a capital tells apart."""


def is_header(text: str) -> bool:
    """Return whether a text is nothing but names of values, as the head of a table that lost its columns.

    >>> is_header("IDTitleLink"), is_header("Title Authors Year"), is_header("TitleNet"), is_header("Year")
    (True, True, False, False)
    """
    parts = _PARTS.findall(text)
    return len(parts) > 1 and all(field_named(word) is not None for word in parts)


def read_front_matter(note: Note) -> Card:
    """Read the front matter of a note, or its one block of lines of properties: `authors:: Jane Roe`."""
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info in ("yaml", "toml", "json"):
            return _card(note, index, ((one.name, one.start, one.end) for one in block.fields))
    found = [(index, lines) for index, block in enumerate(note.blocks) if (lines := _properties(block))]
    for index, lines in found if len(found) == 1 else ():
        return _card(note, index, ((line["name"], *line.span("value")) for line in lines))
    return Card()


def read_card(note: Note, front: Card, *, titled: bool = False) -> Card:
    """Read the one card of a note, as programs add it: with a citation key, or below a heading such as Metadata.

    Where front matter has the title, the labelled lines that open the text are one, too.

    Args:
        note: the note.
        front: its front matter.
        titled: whether the title stands elsewhere: in the name of the file.
    """
    found = [run for run in _runs(note) if _is_card(note, run)]
    if len(found) > 1:
        return Card()
    named = titled or Part.TITLE in front.values
    lines = found[0] if found else _opening(note, 1 if titled else _FEWEST) if named else []
    if not lines:
        return Card()
    values = gathered(labelled(lines, [look_at(note, line) for line in lines]))
    first, last = lines[0].index, lines[-1].index
    own = [at for at in range(first, last + 1) if note.blocks[at].parent == note.blocks[first].parent]
    return Card(values, tuple(own))


def read_fields(note: Note, above: int) -> Card:
    """Read the inline fields that stand alone at the top of a note: they are of the note as a whole.

    Args:
        note: the note.
        above: the block of its title, -1 where it has none.
    """
    found: list[tuple[Part, Place]] = []
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADING and index != above:
            break
        lines = [*lines_of(block)] if block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM) else []
        if lines and all(fields_alone(block.prose, *line) for line in lines):
            for one in fields_of(block.prose, lines):
                part, place = field_named(one["name"]), trim(block.prose, *one.span("value"), " \t\"'")
                found += [(part, (index, *place))] if part and place[0] < place[1] else []
    if any(part in _NAMING for part, _ in found):
        return Card()
    return Card(gathered(found), tuple(dict.fromkeys(place[0] for _, place in found)))


def _runs(note: Note) -> Iterator[list[Line]]:
    """Yield the runs of labelled lines that stand under one thing; what is nested below a line belongs to it.

    A run ends where its first label or that of the title comes again: in a list of cards.
    """
    run: list[Line] = []
    parts: list[Part] = []
    for line in read_lines(note):
        if run and line.level > run[0].level and line.kind != "h":
            continue
        part = _opening_label(note, line) if line.kind != "h" else None
        again = part in (*parts[:1], *_NAMING) and part in parts and len(set(parts)) > 1
        beside = bool(run) and (line.parent, line.group) == (run[0].parent, run[0].group)
        if part is None or not beside or again:
            if run:
                yield run
            run, parts = [], []
        if part is not None:
            run.append(line)
            parts.append(part)
    if run:
        yield run


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
    block, text = note.blocks[place[0]], text_of(note, place)
    linked = [link for link in align.links_in(block, place[1], place[2]) if "://" in link.target]
    yield from (Field(link.target, place[0], link.start, link.end) for link in linked)
    if linked or part is Part.TITLE:
        return
    number = identified(note, place) if part is Part.IDENTIFIER else None
    page = in_field(_name(note, place), text)
    if page:
        yield align.field(block, *place, page)
    elif number is not None:
        yield number
    else:
        for start, end, address in find_identifiers(text):
            if address.canonical:
                yield Field(address.canonical, place[0], place[1] + start, place[1] + end)


def _name(note: Note, place: Place) -> str:
    """Return the name of the field of front matter at a place, or of the property there, "" where there is none."""
    block = note.blocks[place[0]]
    before = block.prose[block.prose.rfind("\n", 0, place[1]) + 1 : place[1]]
    named = (one.name for one in block.fields if one.start <= place[1] < one.end)
    return next(named, before.strip(" \t:*_=>-")).casefold()


def details(note: Note, card: Card) -> Iterator[Detail]:
    """Yield volume, issue, pages, publisher ...; a single number of pages is how many a book has."""
    for part in (Part.VOLUME, Part.PAGES, Part.PUBLISHER):
        for place in card.places(part):
            name = _DETAIL_NAMES.get(_name(note, place), part.value if part is not Part.PUBLISHER else "")
            found = _DETAILS[name].fullmatch(text_of(note, place)) if name else None
            if found is not None:
                span = align.span(note, align.field(note.blocks[place[0]], *place))
                yield Detail(name, "–".join(found.groups()) or found[0], (span,))


def is_on_book(note: Note, card: Card) -> bool:
    """Return whether a type, a tag, a publisher or a number of pages says that a note is on a book, and not it alone.

    Who keeps notes on books rates them, says how far the reading has come, or when they came out.
    """
    words = (text_of(note, place).rpartition("/")[2] for place in card.places(Part.KIND, Part.KEYWORDS))
    called = any("".join(filter(str.isalnum, word.casefold())) in _BOOK for word in words)
    signs = [
        called,
        *(any(card.places(part)) for part in (Part.PUBLISHER, Part.PAGES, Part.RATING, Part.STATE, Part.YEAR)),
    ]
    return any(signs[:3]) and signs.count(True) > 1


def text_of(note: Note, place: Place) -> str:
    """Return the text of a place."""
    return note.blocks[place[0]].prose[place[1] : place[2]]


def _opening(note: Note, fewest: int) -> list[Line]:
    """Return the labelled lines that open the text of a note, if they are a card of so many lines without a title."""
    apart = (BlockKind.RECORD, BlockKind.HEADING)
    below = (line for line in read_lines(note) if note.blocks[line.index].kind not in apart)
    lines = list(takewhile(partial(_opening_label, note), below))
    parts = [_opening_label(note, line) for line in lines]
    is_card = len(parts) >= fewest and parts.count(Part.AUTHORS) == 1 and Part.TITLE not in parts
    return lines if is_card else []


def _opening_label(note: Note, line: Line) -> Part | None:
    """Return what the label that a line begins with says, None where it begins with none."""
    labels = labels_of(note, line)
    return labels[0].part if labels and labels[0].start <= line.start + _MARKS else None


def _is_card(note: Note, lines: Sequence[Line]) -> bool:
    parts = {label.part for line in lines for label in labels_of(note, line)}
    first, named = lines[0], Part.TITLE in parts
    apart = first.parent is not None and role_of(note.blocks[first.parent]) is Heading.FUNCTIONAL
    keyed = Part.KEY in parts and (named or apart or first.index == title_block(note))
    return len(parts) >= _FEWEST and (keyed or (named and apart))


def _card(note: Note, index: int, values: Iterator[tuple[str, int, int]]) -> Card:
    found = []
    for name, start, end in values:
        *outer, last = name.split(".")
        part = field_named(name) or (field_named(last) if Part.AFFILIATION not in map(field_named, outer) else None)
        place = trim(note.blocks[index].prose, start, end, " \t\"'")
        if part and place[0] < place[1]:
            found.append((part, (index, *place)))
    return Card(gathered(found), (index,))


def _properties(block: Block) -> list[re.Match[str]]:
    """Return the properties that the lines of a block are; none where one is something else."""
    if block.kind is not BlockKind.PARAGRAPH or "::" not in block.prose:
        return []
    lines = [property_line(block.prose, *line) for line in lines_of(block)]
    return [line for line in lines if line is not None] if all(lines) else []
