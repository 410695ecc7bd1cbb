"""Named values about one paper, as literature notes keep them: front matter, and lines such as `Authors:: …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.extraction.align import trim
from kg.extraction.records.labels import Part, field_named
from kg.model import Block, BlockKind, Note

MOST_BLOCKS = 40
"""So many blocks below a heading are looked at for lines of named values."""
_LINE = re.compile(
    r"\s*[-*•>]?\s{0,3}(?P<name>[^\W\d_][^:：\n\[\]{}<>]{0,28}?)"
    r"\s{0,2}(?:::|:|：|\s[–—-](?=\s))\s{0,5}(?P<value>[^\n]*)"
)
INLINE = re.compile(r"[\[(](?P<name>[^\W\d_][\w -]{0,24})::\s{0,3}(?P<value>[^\[\]()\n]{1,300})[\])]")
_DIVIDED = re.compile(r"\s{1,8}[|·•]\s{1,8}(?=[^\W\d_][^:|\n]{0,28}:)")
_CARD_HEADING = re.compile(
    r"(?i)\W*(?:meta\s?data|info(?:rmation)?|bibliograph\w+(?: info\w*| data)?|citation|"
    r"paper (?:info\w*|details)|details|reference|zotero|about|basic info\w*|论文信息|基本信息|メタデータ|overview)\W*"
)

Place = tuple[int, int, int]
"""Block, start, end."""


@dataclass(slots=True)
class Card:
    """The values found, in the order of the note."""

    values: dict[Part, list[tuple[Place, str]]] = field(default_factory=dict)
    """Place of each value with the name it was given under."""
    blocks: list[int] = field(default_factory=list)

    def add(self, part: Part, place: Place, name: str) -> None:
        self.values.setdefault(part, []).append((place, name))

    def places(self, *parts: Part) -> Iterator[Place]:
        for part in parts:
            for place, _ in self.values.get(part, ()):
                yield place

    def merge(self, other: Card) -> None:
        """Take what another card says and this one does not."""
        for part, values in other.values.items():
            if part not in self.values or part in (Part.LINK, Part.KEYWORDS, Part.PAPER):
                self.values.setdefault(part, []).extend(values)
        self.blocks += [index for index in other.blocks if index not in self.blocks]


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
    """Read the front matter of a note."""
    card = Card()
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info in ("yaml", "toml", "json"):
            for place in block.fields:
                part = field_named(place.name) or field_named(place.name.rpartition(".")[2])
                if part and place.start < place.end:
                    card.add(part, (index, place.start, place.end), place.name)
            card.blocks.append(index)
            break
    return card


def read_lines(note: Note, first: int) -> Card:
    """Read the lines of named values at the beginning of a section, from its first block on."""
    card = Card()
    misses = 0
    for index in range(first, min(first + MOST_BLOCKS, len(note.blocks))):
        block = note.blocks[index]
        if block.kind is BlockKind.HEADING and (card.blocks or not _CARD_HEADING.fullmatch(block.prose)):
            break
        if block.kind in (BlockKind.CODE, BlockKind.RECORD, BlockKind.HEADING, BlockKind.HEADER, BlockKind.ROW):
            continue
        if _has_properties(block.prose):
            break
        read = list(_values(note, index))
        if read and len(read) * 2 >= block.prose.count("\n") + 1:
            card.blocks.append(index)
            for part, place, name in read:
                card.add(part, place, name)
        elif not _is_value(note, index, card):
            misses += 1
            if misses > (3 if not card.blocks or block.quote else 0):
                break
    return card


def _has_properties(prose: str) -> bool:
    return "::" in prose and "::" not in prose.partition("\n")[0]


def _values(note: Note, index: int) -> Iterator[tuple[Part, Place, str]]:
    block = note.blocks[index]
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM):
        return
    for start, end in _pieces(block.prose):
        hit = _LINE.fullmatch(block.prose, start, end)
        part = field_named(hit["name"]) if hit and len(hit["name"].split()) <= 4 else None
        if hit and part:
            value = trim(block.prose, *hit.span("value"), " \t\"'")
            if value[0] < value[1]:
                yield part, (index, *value), hit["name"]
            else:
                yield from ((part, place, hit["name"]) for place in _below(note, index))
    for hit in INLINE.finditer(block.prose):
        part = field_named(hit["name"])
        if part:
            yield part, (index, *trim(block.prose, *hit.span("value"))), hit["name"]


def _pieces(prose: str) -> Iterator[tuple[int, int]]:
    for line in re.finditer(r"[^\n]+", prose):
        start = line.start()
        if line.end() - start > 4000:
            continue
        for cut in _DIVIDED.finditer(prose, *line.span()):
            yield start, cut.start()
            start = cut.end()
        yield start, line.end()


def _below(note: Note, index: int) -> Iterable[Place]:
    """Yield the items of the list below a line that names its values and has none itself."""
    for below in range(index + 1, min(index + MOST_BLOCKS, len(note.blocks))):
        block = note.blocks[below]
        if block.parent != index or block.kind is not BlockKind.ITEM or not block.prose:
            return
        yield below, 0, len(block.prose)


def _is_value(note: Note, index: int, card: Card) -> bool:
    """Return whether a block is the value of a line above, or holds no words."""
    block: Block = note.blocks[index]
    below = any(place[0] == index for values in card.values.values() for place, _ in values)
    return below or not any(c.isalpha() for c in block.prose)
