"""The lines of a pasted page, and what each can be by its form: a title, a list of persons, decoration, text.

A page that was pasted has no markup; only the form of its lines and their order tell what they are. One line says
little, so a line is only sorted here: `kg.extraction.pagegroups` decides by the regularity over the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from kg.extraction import align, link_labels, shapes
from kg.extraction.entries import Field, Page
from kg.extraction.pagepeople import has_rest, is_sure, may_be_name, read_people
from kg.extraction.pagewords import PRELUDE, SUFFIX, is_noise, is_people_heading, is_report, read_label
from kg.links import find_identifiers
from kg.model import Block, BlockKind, LinkKind, MarkKind, Note

_LONGEST = 6000
_BREAKS = 2
"""Ends of lines that a `<br>` at the end of a line makes; more are a blank line."""

_TEMPLATE = re.compile(r"\{\{|<%|\$\{|\[(?:your|title|authors?)\b", re.IGNORECASE)
_DATED = re.compile(r"(?<!\d)(?:19|20)\d\d[a-z]?[.)]\s")
"""A year as it stands behind the names of a reference."""


class Sort(StrEnum):
    """What a line can be."""

    TITLE = "title"
    PEOPLE = "people"
    WEAK = "weak"
    """A short line that may name somebody: a surname, a team."""
    NOISE = "noise"
    """Decoration of the page: counts, buttons, times, numbers, kinds of presentation."""
    LABELLED = "labelled"
    TEXT = "text"
    BREAK = "break"
    """Where no group goes on: a heading with marks, a table, what an earlier rule has read."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page: `note.blocks[block].prose[start:end]`."""

    block: int
    start: int
    end: int
    gap: bool
    """Whether a blank line or a bullet divides it from the line before."""
    sort: Sort
    title: tuple[int, int] = (0, 0)
    """Of a title, and of a weak or people line that might be one: the range without number, time and buttons."""
    people: tuple[Field, ...] = ()
    complete: bool | None = None
    rest: int = 0
    """Where the names end and venue or year begin."""
    label: str = ""
    """`title` or `authors` when the line says so."""
    marked: bool = False
    """Whether the title is bold or linked."""


def read_lines(page: Page) -> tuple[PageLine, ...]:
    """Sort the lines of a page in order."""
    taken = {block for entry in page.entries for block in entry.blocks}
    report = any(is_report(block.prose) for block in page.note.blocks)
    found: list[PageLine] = []
    last = -1
    for index, block in enumerate(page.note.blocks):
        if not block.prose.strip():
            continue
        if index in taken or not _is_plain(page.note, block):
            found.append(PageLine(index, 0, len(block.prose), True, Sort.BREAK))
        else:
            gap = block.kind is BlockKind.ITEM or last < 0 or _is_apart(page.note, last, index)
            found += _block_lines(block, index, gap=gap, bare_labels=report)
        last = index
    return tuple(_lone(found))


def _block_lines(block: Block, index: int, *, gap: bool, bare_labels: bool) -> list[PageLine]:
    found: list[PageLine] = []
    label, before = "", -1
    for start, end in align.lines(block):
        apart = gap if before < 0 else block.prose.count("\n", before, start) > _BREAKS
        given = read_label(block.prose[start:end], bare=bare_labels)
        if label and given is None:
            found.append(_labelled(block, index, (start, end), (label, start), gap=apart))
            label = ""
        elif given is not None and start + given[1] >= end and given[0]:
            label = given[0]
            found.append(PageLine(index, start, end, apart, Sort.NOISE))
        else:
            label = ""
            found.append(_sort(block, index, (start, end), gap=apart, bare_labels=bare_labels))
        before = end
    return found


def _lone(lines: list[PageLine]) -> list[PageLine]:
    """Doubt one name that begins a run of lines with names below it: it is rather their title."""
    for at in range(len(lines) - 1):
        line, after = lines[at], lines[at + 1]
        names = line.sort is Sort.PEOPLE and after.sort is Sort.PEOPLE and len(line.people) == 1
        if names and line.gap and not after.gap and not line.label and line.title[0] < line.title[1]:
            lines[at] = replace(line, sort=Sort.WEAK)
    return lines


def _is_plain(note: Note, block: Block) -> bool:
    """Say whether a block has no marks of an outline: some short lines of plain text only look like headings."""
    if block.kind is not BlockKind.HEADING:
        return block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)
    start, end = block.source(0, len(block.prose))
    line = note.text[note.text.rfind("\n", 0, start) + 1 : start]
    under = re.match(r"[^\n]{0,200}\r?\n[ ]{0,3}(?:=+|-+)[ \t]*(?:\r?\n|\Z)", note.text[end : end + 600])
    return "\n" in block.prose or not ("#" in line or "<" in line or under)


def _is_apart(note: Note, first: int, second: int) -> bool:
    a, b = note.blocks[first], note.blocks[second]
    end, start = a.source(0, len(a.prose))[1], b.source(0, len(b.prose))[0]
    between = note.text[end:start]
    return "<" in between or bool(re.search(r"\n[ \t\xa0>]*\r?\n", between))


def _sort(block: Block, index: int, line: tuple[int, int], *, gap: bool, bare_labels: bool) -> PageLine:
    start, end = line
    text = block.prose[start:end]
    plain = PageLine(index, start, end, gap, Sort.TEXT)
    if len(text) > _LONGEST:
        return plain
    label = read_label(text, bare=bare_labels)
    if label is not None:
        return _labelled(block, index, line, (label[0], start + label[1]), gap=gap)
    if is_noise(text) or _only_links(block, start, end):
        return replace(plain, sort=Sort.NOISE)
    a, b, marked = title_range(block, start, end)
    people, complete, rest = read_people(block, index, start, end)
    read = replace(plain, title=(a, b), people=people, complete=complete, rest=rest, marked=marked)
    shown, who = block.prose[a:b], text[: rest - start]
    short = may_be_name(who)
    if people and not marked and is_sure(people, who):
        return replace(read, sort=Sort.PEOPLE)
    if not marked and short and has_rest(text, rest - start):
        return replace(read, sort=Sort.WEAK)
    if is_people_heading(shown) or text.endswith(","):
        return plain
    if _is_title(shown, marked=marked):
        return replace(
            read, sort=Sort.TITLE if marked or len(shapes.words(shown)) > (3 if people else 2) else Sort.WEAK
        )
    return replace(read, sort=Sort.WEAK) if short else plain


def _labelled(block: Block, index: int, line: tuple[int, int], given: tuple[str, int], *, gap: bool) -> PageLine:
    (start, end), (name, value) = line, given
    if _TEMPLATE.search(block.prose, value, end):
        return PageLine(index, start, end, gap, Sort.TEXT)
    if name == "title" and value < end:
        return PageLine(index, start, end, gap, Sort.TITLE, title_range(block, value, end)[:2], label=name)
    if name == "authors" and value < end:
        people, complete, rest = read_people(block, index, value, end, labelled=True)
        if people:
            return PageLine(index, start, end, gap, Sort.PEOPLE, (0, 0), people, complete, rest, name)
    return PageLine(index, start, end, gap, Sort.LABELLED, rest=value)


def _is_title(text: str, *, marked: bool) -> bool:
    if _DATED.search(text) and not marked:
        return False
    first, _, other = text.partition(" ")
    if first[:1].islower() and any(c.isdigit() or c in "-$" for c in first) and shapes.is_title_case(other):
        text = other
    if not shapes.is_title_like(text) and not (marked and len(shapes.words(text)) == 1):
        return False
    return marked or not shapes.is_sentence(text) or shapes.is_title_case(text) or text.endswith(("?", "!"))


def _only_links(block: Block, start: int, end: int) -> bool:
    text = block.prose[start:end]
    if "." not in text:
        return False
    for link in block.links:
        if start <= link.start and link.end <= end and link.kind is LinkKind.BARE:
            text = text.replace(block.prose[link.start : link.end], " ")
    for a, b, _ in reversed(find_identifiers(text)):
        text = text[:a] + " " * (b - a) + text[b:]
    return is_noise(text) if text.strip() else True


def title_range(block: Block, start: int, end: int) -> tuple[int, int, bool]:
    """Give the part of a line that would be its title, and whether marks or a link set it apart."""
    prelude = PRELUDE.match(block.prose, start, end)
    first = prelude.end() if prelude and any(c.isalpha() for c in block.prose[prelude.end() : end]) else start
    spans = [(m.start, m.end) for m in block.marks if m.kind in (MarkKind.STRONG, MarkKind.EM)]
    links = [link for link in align.links_in(block, first, end) if link.kind is LinkKind.INLINE]
    spans += [(k.start, k.end) for k in links if not link_labels.is_link_label(block.prose[k.start : k.end])]
    for a, b in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start <= a <= first + 3 and first < b <= end and b - a >= 0.5 * (end - first):
            return (*bare(block.prose, max(a, first), b), True)
    for link in links:
        if first < link.start and link_labels.is_link_label(block.prose[link.start : link.end]):
            end = min(end, link.start)
    return (*bare(block.prose, first, end), False)


def bare(prose: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a range by quotation marks around it and by what may stand behind a title."""
    for _ in range(4):
        start, end = align.trim(prose, start, end, " \t\n|:–—,;*_[")
        tail = prose[start:end]
        suffix = SUFFIX.search(tail, max(0, len(tail) - 80))
        if suffix and suffix.start() > 0 and not tail.endswith(("...", "etc.")):
            end = start + suffix.start()
        elif len(tail) > 2 and tail[0] + tail[-1] in ('""', "“”", "«»", "„“") and not re.search(r"[\"“”]", tail[1:-1]):
            start, end = start + 1, end - 1
        else:
            break
    return start, end
