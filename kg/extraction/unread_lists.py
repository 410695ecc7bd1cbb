"""Lists of references of which little was read: the user is told once of each, and asked about it by `kg review`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kg.extraction import align
from kg.extraction.citations.people import is_given, is_person, is_surname
from kg.extraction.entries import Field, Page, fields_of
from kg.extraction.names import may_be_name
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.shelf_words import is_of_no_works
from kg.links import Role, read_link
from kg.model import Block, BlockKind, LinkKind, MarkKind

_FEWEST, _MOST, _KNOWN = 4, 0.7, 0.5
"""Lines of a list, the share of them that must have the form of a reference, and of those with a common name."""
_SHORTEST, _LONGEST, _WORDS = 15, 400, 2
"""Characters of a reference, and words of its title at least."""
_NAMED = re.compile(r"[^\W\d_a-z](?:[\w'’-]{1,20}|\.)(?:,? [^\W\d_a-z](?:[\w'’-]{1,20}|\.)){1,3}")
_QUOTED = re.compile(r"[“„«\"『《](?P<title>[^“”„«»\"『』《》\n]{4,200})[”“»\"』》]")
_SET_OFF = (MarkKind.EM, MarkKind.STRONG, LinkKind.INLINE)
"""What sets off the title of a reference."""
_ELSEWHERE = frozenset([Role.VIDEO, Role.CODE, Role.SOCIAL, Role.DATA])
"""Where lines lead that are of something else than works."""
_YEAR = re.compile(r"(?<![\w.-])(?:1[5-9]|20)\d\d(?![\d%-])")


class UnreadList(NamedTuple):
    """The lines of a list of references, and how many of them were read."""

    lines: tuple[Field, ...]
    read: int


def find(page: Page) -> Iterator[UnreadList]:
    """Yield the lists of a note that are of references by their form, and of which less than half was read."""
    told: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for entry in (*page.entries, *page.works):
        for place in (entry.anchor, *fields_of(entry), *entry.remarks):
            told[place.block].append((place.start, place.end))
    left_out = {index for record in page.unread for index in record.blocks}
    left_out |= {occasion.title.block for occasion in page.occasions}
    for lines in _lists(page):
        persons = {line: names for line in lines if (names := _persons(page.note.blocks[line.block], line))}
        known = sum(any(map(_is_known, names)) for names in persons.values())
        few = len(persons) < max(_FEWEST, _MOST * len(lines)) or known < _KNOWN * len(persons)
        if few or is_of_no_works(page.note, lines[0].block):
            continue
        formed = tuple(persons)
        read = [one for one in formed if any(a < one.end and one.start < b for a, b in told[one.block])]
        silent = [line for line in formed if line not in read and line.block not in left_out]
        if 2 * len(silent) > len(formed):
            yield UnreadList(formed, len(read))


def _lists(page: Page) -> Iterator[list[Field]]:
    """Yield the lines of each list: the items of one, or the lines of the paragraphs below one heading."""
    found: dict[tuple[BlockKind, int | None, int, int], list[Field]] = defaultdict(list)
    for index, block in enumerate(page.note.blocks):
        if block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH):
            place = block.kind, block.parent, block.group if block.kind is BlockKind.ITEM else 0, block.quote
            lines = align.lines(block) if block.kind is BlockKind.PARAGRAPH else [(0, len(block.prose))]
            found[place] += [align.field(block, index, start, end) for start, end in lines if start < end]
    return (lines for lines in found.values() if len(lines) >= _FEWEST)


def _persons(block: Block, line: Field) -> list[str]:
    """Return what is written as the names of persons in a line that also has a title that is set off, or is dated."""
    roles = {read_link(link.target).role for link in links_near(block, line.start, line.end)}
    if not _SHORTEST <= len(line.text) <= _LONGEST or (not _ELSEWHERE.isdisjoint(roles) and Role.PAPER not in roles):
        return []
    titles = [hit["title"] for hit in _QUOTED.finditer(line.text)]
    for marks in (marks_near(block, line.start, line.end), links_near(block, line.start, line.end)):
        shown = (one for one in marks if one.kind in _SET_OFF and line.start <= one.start < line.end)
        titles += [block.prose[one.start : one.end] for one in shown]
    titles = [title for title in titles if len(title.split()) >= _WORDS and not _is_known(title.strip(" ,.:"))]
    names = [hit.group() for hit in _NAMED.finditer(line.text) if may_be_name(hit.group().replace(",", ""))]
    names = [name for name in names if not any(name in title for title in titles)]
    words = len(line.text.split()) - sum(len(name.split()) for name in names)
    dated = _YEAR.search(line.text) is not None and words > 2 * _WORDS
    return names if titles or dated else []


def _is_known(text: str) -> bool:
    """Return whether words are the name of a person, one of which is a common one, whichever stands first."""
    words = text.replace(",", "").split()
    turned = len(words) > 1 and is_surname(words[0]) and (is_given(words[-1]) or words[-1].endswith("."))
    return turned or is_person(text)
