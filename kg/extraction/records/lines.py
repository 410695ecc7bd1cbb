"""A note as lines with their layout: what a reader sees before reading a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from kg.extraction import align, names
from kg.extraction.ranges import links_near
from kg.extraction.records.labels import Part, columns_of, field_named, part_of
from kg.model import Block, BlockKind, LinkKind, Note

_KINDS = {BlockKind.HEADING: "h", BlockKind.PARAGRAPH: "p", BlockKind.ITEM: "i", BlockKind.FOOTNOTE: "f"}
_PIECE = re.compile(r"[^\n]+")
_STYLE = re.compile(r"(?:MLA|APA|Chicago|Harvard|Vancouver|GB/T 7714|ISO 690)\s")
"""The name of a style before a reference, and a tab, as Google Scholar gives each in several."""
_CARD = 2
"""Columns of a card that is a table: what the fields are, and their values."""
_VALUES = frozenset(
    "value values content details info description entry wert inhalt valeur contenu valor valore".split()
)
"""Headers of the second column of a card that has a header."""
LONGEST = 120_000
"""Characters of a line; what is longer is no line of a record."""
_BREAKS, _FULL = 6, 0.9
"""Line breaks inside paragraphs, and the share of them where the next word had no room, of a note that is wrapped."""
_NARROW, _WIDE, _WIDTHS = 50, 120, 8
"""Characters of the longest lines of a wrapped note, and how many lengths are tried: an address may be longer."""
_BROKEN, _HARD = 3, re.compile(r"(?: {2,}|\\|</?br ?/?> ?)\r?$")
"""Lines of a block with breaks made on purpose, and how one ends."""
_ROW_NUMBER = re.compile(r"\s{0,3}(?:\d{1,5}(?=[A-Z\"“$])|\d{1,4}x{1,4}|\d{1,5}|x{2,5})(?=[^\W\d_]|[\"“$])")
"""A number glued to what follows, where a table lost its separators; posters without one have `xx` instead."""
_LOOKED_AT, _WORDS = 20, 3
"""Rows of a table whose names are looked at, and words from which on a name is a title."""
_GLUE = re.compile(r"[a-z?!)](?=[A-Z][a-z]+[ -][A-Z])")


BEGIN, INSIDE, OUTSIDE = "B", "I", "O"
"""What a line is to the records of a note: it begins one, goes on with one, or is outside of all."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block that is not blank: `note.blocks[index].prose[start:end]`."""

    index: int
    """Of the block."""
    start: int
    end: int
    kind: str
    """`h`eading, list `i`tem, `p`aragraph, `f`ootnote or `r`ow; in capitals for a line behind the first of a block."""
    level: int
    """Depth of the list, or level of the heading; 0 for text that stands in neither."""
    group: int
    """Lists and tables share a number; 0 for text that stands in neither."""
    parent: int | None
    """Block above: a heading, or the item that this stands in."""
    quote: int = 0
    part: Part | None = None
    """What the header of the column says that a cell of a row holds."""


def read_lines(note: Note) -> list[Line]:
    """Return the lines of headings, paragraphs, items, footnotes and rows of tables, in order."""
    found: list[Line] = []
    width = _wrapped_at(note)
    header: tuple[int, tuple[Part | None, ...]] = (-1, ())
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADER and _heads_card(note, index):
            header = (block.group, ())
            found += _cells(index, block, ())
        elif block.kind is BlockKind.HEADER:
            header = (block.group, _header(note, index))
        elif block.kind is BlockKind.ROW:
            found += _cells(index, block, header[1] if header[0] == block.group else ())
        elif block.prose:  # a picture without words parts nothing
            found += _lines(note, index, width)
    return found


def _header(note: Note, index: int) -> tuple[Part | None, ...]:
    """Return what the columns of a table hold; beside authors, the names of most rows that are titles are titles."""
    header = note.blocks[index]
    parts = tuple(columns_of(note, index))
    if Part.AUTHORS not in parts or parts.count(Part.SHORT) != 1 or not {Part.TITLE, Part.PAPER}.isdisjoint(parts):
        return parts
    named = parts.index(Part.SHORT)
    below = takewhile(lambda block: block.group == header.group, note.blocks[index + 1 : index + 1 + _LOOKED_AT])
    names = [block.prose[slice(*block.cells[named])] for block in below if named < len(block.cells)]
    titled = sum(len(name.split()) >= _WORDS for name in names) * 2 > len(names)
    return tuple(Part.TITLE if titled and part is Part.SHORT else part for part in parts)


def _wrapped_at(note: Note) -> int:
    """Return the width at which an editor wrapped the lines of a note; 0 where lines end for another reason."""
    pairs = [pair for block in note.blocks if block.kind in _KINDS for pair in _breaks(note, block)]
    if len(pairs) < _BREAKS:
        return 0
    longest = sorted({length for length, _ in pairs if _NARROW <= length <= _WIDE}, reverse=True)
    full, width = max(
        ((sum(n + 1 + word > width for n, word in pairs), width) for width in longest[:_WIDTHS]), default=(0, 0)
    )
    fitting = sum(length <= width for length, _ in pairs)
    return width if min(full, fitting) >= _FULL * len(pairs) else 0


def _breaks(note: Note, block: Block) -> Iterator[tuple[int, int]]:
    """Yield for each line break in a block the length of the line before it in the file, and of the word behind it."""
    if "\n" in block.prose and block.origins:
        start, end = block.source(0, len(block.prose))
        lines = note.text[note.text.rfind("\n", 0, start) + 1 : end].split("\n")
        for line, below in pairwise(lines):
            yield len(line.rstrip()), len((below.split(maxsplit=1) or [""])[0])


def _soft(note: Note, block: Block) -> list[bool]:
    """Return for each line break in a block whether a line only went on there: most others were made on purpose."""
    breaks = list(_breaks(note, block))
    start, end = block.source(0, len(block.prose))
    hard = [_HARD.search(line) is not None for line in note.text[start:end].split("\n")[:-1]]
    widest = max((length for length, _ in breaks), default=0)
    if len(hard) != len(breaks) or sum(hard) * 2 < len(hard):
        return []
    return [
        not is_hard and word < _NARROW <= length and length + 1 + word > widest
        for is_hard, (length, word) in zip(hard, breaks, strict=True)
    ]


def _heads_card(note: Note, index: int) -> bool:
    """Return whether the header of a table is the first field of a card: the rows below name fields too."""
    header = note.blocks[index]
    below = note.blocks[index + 1 : index + 2]
    if len(header.cells) != _CARD or not below or below[0].group != header.group or len(below[0].cells) != _CARD:
        return False
    (first, second), (under, _) = header.cells, below[0].cells
    return (
        _part_in(header, first) is not None
        and _part_in(header, second) is None
        and header.prose[slice(*second)].strip().casefold() not in _VALUES
        and _part_in(below[0], under) is not None
    )


def _part_in(block: Block, cell: tuple[int, int]) -> Part | None:
    """Return the part of a record that the words of a cell name, if they do."""
    return part_of(block.prose[slice(*cell)])


def _lines(note: Note, index: int, width: int) -> Iterator[Line]:
    """Yield the lines of a block; those that an editor wrapped at a width are one."""
    block = note.blocks[index]
    letter = _KINDS.get(block.kind)
    if letter is None:
        return
    ranges = list(align.lines(block))
    if not ranges and block.links:
        ranges = [(0, len(block.prose))]
    if width:
        ranges = list(_joined(ranges, [length + 1 + word > width for length, word in _breaks(note, block)]))
    elif len(ranges) > _BROKEN:
        ranges = list(_joined(ranges, _soft(note, block)))
    pieces = [piece for place in ranges for piece in _unglued(block, *place)]
    for number, (start, end, part) in enumerate(pieces):
        style = _STYLE.match(block.prose, start, end)
        if style and "\t" in note.text[slice(*block.source(style.end() - 1, style.end() + 1))]:
            start = style.end()
        if end - start <= LONGEST:
            kind = letter.upper() if number else letter
            yield Line(index, start, end, kind, block.level, block.group, block.parent, block.quote, part)


def _unglued(block: Block, start: int, end: int) -> Iterator[tuple[int, int, Part | None]]:
    """Cut a line that was the row of a table: `101FastThing: A Very Fast ThingJane Roe, Max Poehttps://arxiv.org/...`.

    Number, title, authors and address are glued together in it, as in a table that was pasted from a web page.
    """
    link = next((one for one in links_near(block, start, end) if start < one.start < end), None)
    glued = link is not None and link.kind is LinkKind.BARE and not block.prose[link.start - 1].isspace()
    number = _ROW_NUMBER.match(block.prose, start, end)
    if link is None or not glued or number is None:
        yield start, end, None
        return
    title = link.start
    for match in _GLUE.finditer(block.prose, number.end(), link.start):
        listed = names.split_names(block.prose[match.end() : link.start]).names
        if listed and all(names.looks_like_person(shown) for *_, shown in listed):
            title = match.end()
            break
    yield number.end(), title, Part.TITLE
    if title < link.start:
        yield title, link.start, Part.AUTHORS
    yield link.start, end, None


def _joined(ranges: Sequence[tuple[int, int]], full: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield ranges, those joined between which a line was full; all as they are where their numbers do not agree."""
    if len(full) != len(ranges) - 1:
        yield from ranges
        return
    start = 0
    for number, (first, end) in enumerate(ranges):
        start = first if not number or not full[number - 1] else start
        if number == len(full) or not full[number]:
            yield start, end


def _cells(index: int, block: Block, parts: tuple[Part | None, ...]) -> Iterator[Line]:
    """Yield each line of each cell of a row; the level is the number of its column."""
    kind = "r"
    if len(block.cells) == _CARD and not any(parts[1:]):
        name = block.prose[slice(*block.cells[0])]
        parts = (None, field_named(name) or part_of(name))
    for column, (first, last) in enumerate(block.cells):
        part = parts[column] if column < len(parts) else None
        pieces = [align.trim(block.prose, m.start(), m.end()) for m in _PIECE.finditer(block.prose, first, last)]
        linked = any(first <= link.start <= last for link in links_near(block, first, last))
        for start, end in [piece for piece in pieces if piece[0] < piece[1]] or ([(first, last)] if linked else []):
            if end - start <= LONGEST:
                yield Line(index, start, end, kind, min(column, 3), block.group, block.parent, block.quote, part)
                kind = "R"
