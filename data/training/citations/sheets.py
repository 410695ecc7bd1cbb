"""Records as training material: sheets of the layouter read as kg reads notes, and references put into a block."""

from __future__ import annotations

import itertools
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from layouts import Sheet
from outlines import Outliner

from kg.extraction.citations.tokens import Token
from kg.extraction.records.lines import Line, read_lines
from kg.extraction.records.looks import look_at
from kg.extraction.records.record import Record, make_record, reference_record
from kg.extraction.records.tokens import tokens_of
from kg.model import BlockKind, Note
from kg.notes.draft import Source
from kg.notes.markdown import read_markdown

_LABELS = {
    "title": "T",
    "family": "F",
    "given": "G",
    "suffix": "S",
    "etal": "X",
    "affiliation": "I",
    "year": "Y",
    "venue": "V",
    "presentation": "R",
    "short": "N",
    "key": "K",
    "label": "L",
    "editor": "E",
    "publisher": "P",
    "remark": "M",
    "keyword": "M",
    "rating": "M",
    "date": "M",
}
"""Label of each part of a sheet; volumes, identifiers and addresses have none."""
_PERSON = ("family", "given", "suffix")
_KINDS = ((BlockKind.ITEM, 1), (BlockKind.ITEM, 1), (BlockKind.PARAGRAPH, 0), (BlockKind.FOOTNOTE, 0))
_SPARE = 4
"""Of how many sheets one gives lines that are no record."""
_LONGEST = 260
"""Tokens of a record that are learned from; long remarks teach nothing new."""


def read(sheet: Sheet) -> Note:
    """Read a sheet as kg reads a note."""
    content = read_markdown(Source("sheet.md", sheet.text))
    return Note("sheet.md", sheet.text, content.blocks, content.title)


def owners(sheet: Sheet, note: Note, lines: Sequence[Line]) -> list[int]:
    """Give the record that each line belongs to, -1 for none."""
    starts = [stretch.start for stretch in sheet.stretches]
    found = []
    for line in lines:
        block = note.blocks[line.index]
        if line.start == line.end:
            places = [(k.source_start, k.source_end) for k in block.links]
        else:
            places = [block.source(line.start, line.end)]
        found.append(_owner(sheet, starts, places))
    return found


def _owner(sheet: Sheet, starts: Sequence[int], places: Sequence[tuple[int, int]]) -> int:
    for start, end in places:
        at = max(0, bisect_right(starts, start) - 1)
        while at < len(starts) and starts[at] < end:
            stretch = sheet.stretches[at]
            if stretch.end > start and stretch.record >= 0:
                return stretch.record
            at += 1
    return -1


def records(outliner: Outliner, count: int) -> Iterator[tuple[Record, list[Token], list[str]]]:
    """Draw sheets and give their records with the labels of their tokens, and some lines that are no record."""
    given = number = 0
    while given < count:
        sheet = outliner.outline() if number % 4 == 3 else outliner.sheet()
        number += 1
        note = read(sheet)
        lines = read_lines(note)
        owned = owners(sheet, note, lines)
        for record_number in range(len(sheet.records)):
            inside = [n for n, owner in enumerate(owned) if owner == record_number]
            if not inside:
                continue
            first, last = _row(lines, inside[0], inside[-1], before=(given + record_number) % 2 == 1)
            own = tuple(lines[n] for n in range(first, last + 1) if owned[n] in (record_number, -1))
            record = make_record(note, own, tuple(look_at(note, line) for line in own))
            tokens = tokens_of(record)[:_LONGEST]
            labels = label(record, tokens, sheet)
            if any(sign != "O" for sign in labels):
                given += 1
                yield record, tokens, labels
        if others := _others(owned, number):
            record = make_record(note, tuple(lines[n] for n in others), tuple(look_at(note, lines[n]) for n in others))
            tokens = tokens_of(record)[:_LONGEST]
            yield record, tokens, label(record, tokens, sheet)


def _others(owned: Sequence[int], number: int) -> range:
    """Give some lines of no record, as they would be read if they were taken for one; of every fourth sheet."""
    free = [n for n, owner in enumerate(owned) if owner < 0]
    if number % _SPARE or not free:
        return range(0)
    first = free[number % len(free)]
    last = first
    while last + 1 in free and last - first < number % 3:
        last += 1
    return range(first, last + 1)


def _row(lines: Sequence[Line], first: int, last: int, *, before: bool) -> tuple[int, int]:
    """Take in the cells of a row of a table behind what is known of a record, such as numbers, or those before too."""
    while before and lines[first].kind == "R" and lines[first - 1].index == lines[first].index:
        first -= 1
    while lines[last].kind in "rR" and last + 1 < len(lines) and lines[last + 1].index == lines[last].index:
        last += 1
    return first, last


def label(record: Record, tokens: Sequence[Token], sheet: Sheet) -> list[str]:
    """Label the tokens of a record by the stretches of its sheet; what joins two authors is an `A`."""
    starts = [stretch.start for stretch in sheet.stretches]
    labels: list[str] = []
    persons: list[int] = []
    last = -1
    for token in tokens:
        number = record.line_at(token.start)
        line = record.lines[number]
        place = line.start + token.start - record.starts[number]
        block = record.note.blocks[line.index]
        source = block.source(place, min(place + 1, len(block.prose)))[0] if block.prose else 0
        at = bisect_right(starts, source) - 1
        stretch = sheet.stretches[at] if at >= 0 and sheet.stretches[at].end > source else None
        sign = _LABELS.get(stretch.part, "O") if stretch is not None else "O"
        if stretch is not None and stretch.part in _PERSON:
            if stretch.person != last:
                sign += "B"
                last = stretch.person
            persons.append(len(labels))
        labels.append(sign)
    for before, behind in itertools.pairwise(persons):
        if behind - before < 12 and all(labels[n] == "O" for n in range(before + 1, behind)):
            labels[before + 1 : behind] = ["A"] * (behind - before - 1)
    return labels


def alone(rng: random.Random, text: str, marks: Sequence[tuple[int, int, str]]) -> Record:
    """Put a reference into a block of its own, as an item, a paragraph or a footnote."""
    return reference_record(text, marks, *rng.choice(_KINDS))
