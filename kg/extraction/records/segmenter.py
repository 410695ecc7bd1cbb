"""Cut a note into records: where each paper's lines begin and end, and which lines belong to none.

A learned network over lines proposes; siblings agree: what most items of a list are, the odd one is too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from kg.extraction.crf import Scores
from kg.extraction.lists import are_papers
from kg.extraction.network import Committee
from kg.extraction.records.beginnings import begun
from kg.extraction.records.fields_apart import Apart, end_with_fields, fields_apart
from kg.extraction.records.labels import Part
from kg.extraction.records.lines import BEGIN, INSIDE, OUTSIDE, Line, read_lines
from kg.extraction.records.linked_papers import pieces_of
from kg.extraction.records.looks import Look, look_at
from kg.extraction.records.surroundings import Setting, Slot
from kg.extraction.records.whole_lines import begin_whole_lines
from kg.model import BlockKind, Note

MEMBERS = 2
"""Networks that vote."""
_AGREEMENT = 1.5
"""How much the siblings of a line count against its own looks."""
_LEAST = 3
"""Siblings that are a company."""
_FLOOR = 0.02
"""The least share of siblings that a label is given, so that one can still be odd."""
_WHOLE, _EVEN = 0.8, 0.5
"""Probability that a record begins with a line whose words were read, or that others show to begin one, at least; and
below which the networks alone would not begin one."""
NAMED = "named"
"""The family of records that links amid a line name."""
_SOME = 0.2
"""Share of the words of a line that are of names, above which it is one of names."""
_SAYING = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_DECLARED = 10.0
"""Lenience, in nats, with the lines of a list that the user declared to be of papers."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines of one record, in order."""

    lines: tuple[Line, ...]
    looks: tuple[Look, ...]
    sure: float
    """The probability that a record begins with its first line."""
    family: Slot
    """The list that it belongs to."""
    siblings: int = 1
    """Members of that list, records or not."""
    whole: bool = False
    """Whether its words were read to tell that it begins: each is of a name, a title, or where and when it appeared."""

    @property
    def layout(self) -> Slot:
        """What all records of a note share that begin with the same sort of block."""
        first = self.lines[0]
        return ("layout", first.kind, first.level)

    @property
    def parts(self) -> set[Part]:
        """The fields for which it has labels."""
        return {label.part for look in self.looks for label in look.labels}


@dataclass(frozen=True, slots=True)
class _Cut:
    """Lines with what each is to the records of the note."""

    setting: Setting
    labels: list[str]
    chances: Scores

    @classmethod
    def of(cls, note: Note, lines: Sequence[Line], lenience: float) -> _Cut:
        """Label lines, with what their siblings show."""
        setting = Setting(note, lines)
        labels, chances = label(setting, lenience)
        return cls(setting, begun(setting, labels), chances)

    def taken(self) -> set[int]:
        """Return the blocks that a record takes a line of."""
        return {line.index for line, label in zip(self.setting.lines, self.labels, strict=True) if label != OUTSIDE}

    def inside(self) -> set[Line]:
        """Return the lines with which records go on."""
        return {line for line, label in zip(self.setting.lines, self.labels, strict=True) if label == INSIDE}


@cache
def segmenter() -> Committee:
    """Load the learned networks of the package, once."""
    return Committee.load("records", MEMBERS)


def segment(
    note: Note, taken: Container[int] = (), *, papers: Container[int] = (), lenience: float = 0.0
) -> tuple[Segment, ...]:
    """Cut a note into the records of papers that its layout shows.

    Args:
        note: the note.
        taken: blocks that are read already.
        papers: those of them that are about a paper.
        lenience: how much, in nats, a line is rather taken for a part of a record.
    """
    lines = [line for line in read_lines(note) if line.index not in taken]
    if not lines:
        return ()
    cut, apart = _cut(note, lines, lenience)
    _end_at_others(cut.setting, cut.labels, papers)
    whole = begin_whole_lines(cut.setting, cut.labels)
    return tuple(_with_fields(note, _segments(cut, whole), apart))


def _cut(note: Note, lines: Sequence[Line], lenience: float) -> tuple[_Cut, list[Apart]]:
    """Label lines as if those of inline fields alone were not there, but for those without which no record is seen.

    Returns:
        What the lines are, and the lines of fields that were left out.
    """
    apart = fields_apart(note, lines)

    def labelled(kept: Sequence[Apart]) -> tuple[_Cut, list[Apart]]:
        left = [one for one in apart if one not in kept]
        out = {line for one in left for line in one.lines}
        return _Cut.of(note, [line for line in lines if line not in out], lenience), left

    first = labelled([])
    telling = [one for one in apart if one.owner is not None and one.owner not in first[0].taken()]
    if not telling:
        return first
    second = labelled(telling)
    inside = second[0].inside()
    going_on = [one for one in telling if one.lines[0] in inside]
    if not going_on:
        return first
    cut, left = second if going_on == telling else labelled(going_on)
    end_with_fields(note, cut.setting.lines, cut.labels, going_on)
    return cut, left


def label(setting: Setting, lenience: float = 0.0) -> tuple[list[str], Scores]:
    """Label each line: it begins a record, continues one, or is outside of all; with the probabilities."""
    chain = segmenter()
    scores = chain.scores([setting.features(n) for n in range(len(setting.lines))])
    declared = [are_papers(setting.note, line.index) is True for line in setting.lines]
    scores[:, chain.labels.index(OUTSIDE)] -= np.where(declared, _DECLARED, lenience)
    chances = chain.chances(scores)
    scores = scores + _agreement(setting, chances)
    return [chain.labels[n] for n in chain.best(scores)], chain.chances(scores)


def _agreement(setting: Setting, chances: Scores) -> Scores:
    """Return what the siblings of each line say for its labels: the logarithm of their mean probability."""
    found = np.zeros_like(chances)
    slots: dict[Slot, list[int]] = defaultdict(list)
    for n, line in enumerate(setting.lines):
        if line.kind in "hipfr":
            slots[(*setting.slot(n), setting.family(n) if line.group and line.level == 1 else None)].append(n)
    for members in slots.values():
        if len(members) >= _LEAST:
            mean = np.log(np.maximum(chances[members].mean(axis=0), _FLOOR))
            found[members] = _AGREEMENT * mean
    return found


def _end_at_others(setting: Setting, labels: list[str], papers: Container[int]) -> None:
    """End a record where the note goes on with a paper read already, or with a heading beside that above it.

    Behind one above that which a record began with, each like that over a line of names begins one: `### Deep sets`,
    `## Vision`, `### Conv nets`.
    """
    blocks, first, ended, left = setting.note.blocks, setting.lines[0], False, False
    for n, (line, below) in enumerate(zip(setting.lines, [*setting.looks[1:], None], strict=True)):
        beside = left and line.kind == first.kind and line.level == first.level
        if beside and labels[n] == INSIDE and below is not None and below.people > _SOME:
            first, ended, labels[n] = line, False, BEGIN
        elif labels[n] == BEGIN:
            first, ended, left = line, False, False
        elif labels[n] == INSIDE and n:
            between = range(setting.lines[n - 1].index + 1, line.index)
            other = any(at in papers and blocks[at].kind in _SAYING for at in between)
            other = other and (line.parent == first.parent or line.parent in between)
            head = blocks[first.parent] if first.parent is not None and first.kind != "h" else None
            headed = line.kind == "h" and not setting.looks[n].labels
            headed = headed and head is not None and head.kind is BlockKind.HEADING and line.level <= head.level
            above = line.kind == first.kind == "h" and line.level < first.level and not setting.looks[n].labels
            left = left or above
            ended = ended or headed or other or above
            labels[n] = OUTSIDE if ended else INSIDE


def _segments(cut: _Cut, whole: Container[int]) -> list[Segment]:
    setting, labels, chances, begin = cut.setting, cut.labels, cut.chances, segmenter().labels.index(BEGIN)
    found: list[Segment] = []
    current: list[int] = []

    def close() -> None:
        if current:
            lines = tuple(setting.lines[n] for n in current)
            looks = tuple(setting.looks[n] for n in current)
            family = setting.family(current[0])
            siblings = setting.siblings[family].count if family in setting.siblings else 1
            chance, is_whole = float(chances[current[0], begin]), current[0] in whole
            sure = max(chance, _WHOLE) if is_whole or chance < _EVEN else chance
            found.append(Segment(lines, looks, sure, family, siblings, is_whole))
        current.clear()

    several = {
        n: [Segment((one,), (look_at(setting.note, one),), 1.0, (NAMED, one.index), count) for one in pieces]
        for n, (pieces, count) in pieces_of(setting).items()
    }
    for n, label in enumerate(labels):
        if n in several:
            close()
            found += several[n]
        elif label == BEGIN:
            close()
            current.append(n)
        elif label == INSIDE and current:
            current.append(n)
        else:
            close()
    close()
    return found


def _with_fields(note: Note, segments: Sequence[Segment], apart: Sequence[Apart]) -> Iterator[Segment]:
    """Give the record of a block the lines of inline fields that stand under it."""
    holders: dict[int, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        for index in {line.index for line in segment.lines}:
            holders[index].append(number)
    more: dict[int, list[Line]] = defaultdict(list)
    for one in apart:
        numbers = holders[one.owner] if one.owner is not None else []
        if len(numbers) == 1:
            more[numbers[0]] += one.lines
    for number, segment in enumerate(segments):
        lines = tuple(sorted((*segment.lines, *more[number]), key=lambda line: (line.index, line.start)))
        looks = tuple(look_at(note, line) for line in lines) if more[number] else segment.looks
        yield replace(segment, lines=lines, looks=looks)
