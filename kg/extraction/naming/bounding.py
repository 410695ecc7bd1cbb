"""Where the names end that the trained component reads: it sees words only, and neither links nor code.

What a name is cut at is a sign that no name has inside: the edge of a link or of code, a dash between spaces, a bracket
that stays open, letters of another script. What is left is a name if it is written as one or fills the link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Self

from kg.extraction import align, gazetteer, linking, shapes
from kg.extraction.entries import Page
from kg.extraction.names import looks_like_person
from kg.extraction.nlp import Found
from kg.extraction.ranges import Index, Range
from kg.extraction.rules import learned_names
from kg.model import Block, BlockKind, Kind, LinkKind, MarkKind

_MADE = (Kind.METHOD, Kind.DATASET, Kind.TASK)
_DASH = re.compile(r"\s+[-–—/|·]+(?=\s|$)")
_OPEN = re.compile(r"\((?![^()]*\))")
"""A bracket that is not closed inside the name."""
_LABEL_LINE = re.compile(r"\s*\n[ \t]*[^\W\d_][\w -]{1,24}:(?=\s|$)")
"""The next line, with a label: `Anna Keller` above `Absent: nobody`."""
_LATIN = re.compile(r"[A-Za-z]")
_EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of Chinese, Japanese and Korean."""
_CLAUSE = re.compile(
    r"[。、，！？「」『』（：；]|^[がはをにへとでものや][\u3040-\u30ff\u3400-\u9fff]|^[은는이가을를의에와과도] "
)
"""Signs of a piece of a sentence in these languages: a stop inside, or a particle that it begins with."""
_OF_FIELDS = re.compile(
    r"\b(?:School|Institute|Department|Faculty|College|Division|Cent(?:er|re)|Ministry|Office|Council|Academy|Bureau|Agency|"
    r"Society|Association|Laboratory)\s(?:of|for|on|in)\s\S"
)
_SECOND_FIELD = re.compile(
    r"\s(?:and|&)\s(?P<field>(?!\w+\s(?:University|Institute|School|College|Department))[A-Z][a-z]{2,30}(?:\s[A-Z][a-z]{2,30})?)"
    r"(?=[\s,.;:)\]]|$)"
)
"""What an institution is for, and behind it what else it is for."""
_PARTICLES = 4
"""Letters behind a name that can be a particle: `CNN` with a Korean one."""
_GERMAN = re.compile(
    r"\b(?:der|die|das|und|ist|sind|nicht|eine?[nmrs]?|für|mit|auf|auch|wird|werden|von|zur?|dem|den|des|oder)\b"
)
_ENGLISH = re.compile(r"\b(?:the|of|and|is|are|to|in|for|with|that|this|on|by|an?)\b")
_FEW = 8
"""Small words from which on a note has a language."""
_LINE = 2
"""Words of a line from which on its capitals say nothing when all have them."""


def bounded(page: Page, finds: dict[int, list[Found]]) -> dict[int, list[Found]]:
    """Cut the names that the trained component found where they end, and leave out what is no name then."""
    capital, blocks = is_german(page), page.note.blocks
    return {at: list(_of_block(blocks[at], found, capital=capital)) for at, found in finds.items()}


def is_german(page: Page) -> bool:
    """Return whether a note is written in German, where every noun has a capital."""
    german = english = 0
    for block in page.note.blocks:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE):
            german += len(_GERMAN.findall(block.prose))
            english += len(_ENGLISH.findall(block.prose))
    return german >= _FEW and german > english


class _Edges:
    """Places of a block that no name crosses, those of links and code."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        self._places = Index([Range(*place) for place in sorted(places)])

    def touching(self, start: int, end: int) -> Iterator[Range]:
        """Yield those that share a character with a part of the text."""
        return (place for place in self._places.near(start, end) if place.start < end and start < place.end)


@dataclass(frozen=True, slots=True)
class _Marked:
    """A block with what is looked up for each of its names."""

    block: Block
    links: _Edges
    """Of all links."""
    inline: _Edges
    """Of the links in its text."""
    code: _Edges
    shouted: _Edges
    """Lines in capitals only: `PUBLISHED PAPERS`."""

    @classmethod
    def of(cls, block: Block) -> Self:
        return cls(
            block,
            _Edges((k.start, k.end) for k in block.links),
            _Edges((k.start, k.end) for k in block.links if k.kind is LinkKind.INLINE),
            _Edges((mark.start, mark.end) for mark in block.marks if mark.kind is MarkKind.CODE),
            _Edges(_shouted(block.prose)),
        )


def _of_block(block: Block, found: Sequence[Found], *, capital: bool) -> Iterator[Found]:
    marked = _Marked.of(block) if any(one.rule == learned_names.NAME for one in found) else None
    for one in found:
        if marked is None or one.rule != learned_names.NAME:
            end = _end_of_line(block.prose, one.start, one.end)
            ends = one.kind is Kind.PERSON and end < one.end
            yield replace(one, end=end, text=align.one_line(block.prose[one.start : end])) if ends else one
            continue
        cut = _cut(marked, one)
        if cut is None or _is_label(marked, cut):
            continue
        if any(marked.shouted.touching(cut.start, cut.end)) or (
            capital and not _tells(block.prose[cut.start : cut.end], cut.kind)
        ):
            continue
        yield cut


def _cut(marked: _Marked, one: Found) -> Found | None:
    """Cut a name where it ends; None if what is left is none."""
    block = marked.block
    one = _with_both_fields(block.prose, one) if one.kind is Kind.ORG else one
    start, end = _inside(marked, one)
    for sign in (_DASH, _OPEN):
        found = sign.search(block.prose, start, end)
        end = found.start() if found is not None else end
    end = _end_of_line(block.prose, start, end)
    text = block.prose[start:end]
    if _CLAUSE.search(text):
        return None
    foreign = _EASTERN.search(text) if _LATIN.search(text) else None
    if foreign is not None:
        if one.end - start - foreign.start() > _PARTICLES:
            return None
        end = start + foreign.start()
    while end > start and block.prose[end - 1] in " \n-–/,":
        end -= 1
    if (start, end) == (one.start, one.end):
        return one
    text = block.prose[start:end]
    whole = one.kind is Kind.PERSON and looks_like_person(text)
    whole = whole or Range(start, end) in marked.links.touching(start, end)
    if not whole and not any(shapes.is_name_shaped(word) for word in shapes.words(text)):
        return None
    return replace(one, start=start, end=end)


def _end_of_line(prose: str, start: int, end: int) -> int:
    """Return where a name ends: before the next line if that begins with a label."""
    place = prose.find("\n", start, end)
    line = _LABEL_LINE.match(prose, place) if place >= 0 else None
    return end if line is None else len(prose[:place].rstrip())


def _with_both_fields(prose: str, one: Found) -> Found:
    """Take the second field of an institution that is of two into its name: `School of Arts and Sciences`."""
    behind = _SECOND_FIELD.match(prose, one.end) if _OF_FIELDS.search(prose, one.start, one.end) else None
    known = gazetteer.known(behind["field"]) if behind is not None else None
    if behind is None or looks_like_person(behind["field"]) or (known is not None and known.kind is Kind.ORG):
        return one
    return replace(one, end=behind.end("field"))


def _inside(marked: _Marked, one: Found) -> tuple[int, int]:
    """Return the part of a name that is in one link or piece of code, or outside of all.

    Of a person it is the first that is a name, of other things the longest that is in a link.
    """
    start, end, block = one.start, one.end, marked.block
    edges = chain(marked.inline.touching(start, end), marked.code.touching(start, end))
    crossed = [(a, b) for a, b in edges if (start < a or b < end) and a < b]
    if not crossed:
        return start, end
    places = sorted({start, end, *(p for edge in crossed for p in edge if start < p < end)})
    linked = {*marked.links.touching(start, end)}
    parts = [(a, b) for a, b in pairwise(places) if block.prose[a:b].strip(" \n,;-–")]
    inner = [p for p in parts if any(a <= p[0] and p[1] <= b for a, b in linked & set(crossed))]
    if one.kind is Kind.PERSON:
        inner = [p for p in parts if looks_like_person(block.prose[p[0] : p[1]].strip(" \n"))][:1]
    first, last = max(inner or parts, key=lambda part: part[1] - part[0])
    while first < last and block.prose[first] in " \n":
        first += 1
    return first, last


def _is_label(marked: _Marked, one: Found) -> bool:
    """Return whether a name is in a link whose text only says what it leads to: `[PDF2]`, `[Code(PyTorch)]`."""
    if one.kind not in _MADE:
        return False
    around = marked.inline.touching(one.start, one.end)
    return any(a <= one.start and one.end <= b and _leads(marked.block.prose[a:b]) for a, b in around)


def _leads(text: str) -> bool:
    return linking.is_link_label(text) or linking.is_link_label(text.rstrip("0123456789"))


def _shouted(prose: str) -> Iterator[tuple[int, int]]:
    """Yield the lines in which all letters, in two words at least, are capitals."""
    start = 0
    for line in prose.splitlines(keepends=True):
        if line.isupper() and len([word for word in shapes.words(line) if word.isalpha()]) >= _LINE:
            yield start, start + len(line)
        start += len(line)


def _tells(text: str, kind: Kind) -> bool:
    """Return whether more than capitals of nouns speak for a name: `ER-Diagramm`, not `Metadaten-Profile`."""
    if kind in (Kind.PERSON, Kind.ORG) and " " in text:
        return not any(word.islower() or _GERMAN.fullmatch(word.casefold()) for word in text.split())
    return any(shapes.is_name_shaped(part) for word in shapes.words(text) for part in re.split(r"[-–/]", word))
