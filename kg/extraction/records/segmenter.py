"""Cut a note into records: where each paper's lines begin and end, and which lines belong to none.

A learned chain over lines proposes; siblings agree: what most items of a list are, the odd one is too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from kg.extraction.labelling.chain import Chain, Scores
from kg.extraction.link_labels import is_link_label
from kg.extraction.records.labels import Part
from kg.extraction.records.lines import LONGEST, Line, read_lines
from kg.extraction.records.looks import Look
from kg.extraction.records.surroundings import Setting, Slot
from kg.links import Role, read_link
from kg.model import LinkKind, Note

BEGIN, INSIDE, OUTSIDE = "B", "I", "O"
_AGREEMENT = 1.5
"""How much the siblings of a line count against its own looks."""
_LEAST = 3
"""Siblings that are a company."""
_NEAR = 6
"""Lines below a heading among which its fields begin."""
_MOST = 0.6
"""Share of the lines of an item that begin a record when the item holds several."""
_FLOOR = 0.02
"""The least share of siblings that a label is given, so that one can still be odd."""


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


@cache
def segmenter() -> Chain:
    """Load the learned chain of the package, once."""
    return Chain(files("kg.extraction.models").joinpath("records.npz").read_bytes())


def segment(note: Note, taken: Container[int] = ()) -> tuple[Segment, ...]:
    """Cut a note into the records of papers that its layout shows.

    Args:
        note: the note.
        taken: blocks that are read already.
    """
    long = _long_blocks(note)
    left = {*long, *(at - 1 for at in long)}
    lines = [line for line in read_lines(note) if line.index not in taken and line.index not in left]
    if not lines:
        return ()
    setting = Setting(note, lines)
    labels, chances = label(setting)
    labels = _consistent(setting, labels)
    return tuple(
        _segments(setting, [OUTSIDE if _names_several(setting, n) else x for n, x in enumerate(labels)], chances)
    )


def label(setting: Setting) -> tuple[list[str], Scores]:
    """Label each line: it begins a record, continues one, or is outside of all; with the probabilities."""
    chain = segmenter()
    scores = chain.scores([setting.features(n) for n in range(len(setting.lines))])
    chances = chain.chances(scores)
    scores = scores + _agreement(setting, chances)
    return [chain.labels[n] for n in chain.best(scores)], chain.chances(scores)


def _agreement(setting: Setting, chances: Scores) -> Scores:
    """Give what the siblings of each line say for its labels: the logarithm of their mean probability."""
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


def _consistent(setting: Setting, labels: Sequence[str]) -> list[str]:
    """Give what stands below an item that begins a record to the record, unless it begins another."""
    found = [INSIDE if label == BEGIN and _in_link(setting, n) else label for n, label in enumerate(labels)]
    for numbers in _by_block(setting).values():
        begun = [n for n in numbers if found[n] == BEGIN]
        first = numbers[0]
        one = len(begun) < max(_LEAST, _MOST * len(numbers))
        if one and setting.lines[first].kind in "ihf" and found[first] == BEGIN:
            for n in begun[1:]:
                found[n] = INSIDE
    _begin_cards(setting, found)
    owned: set[int] = set()
    for n, line in enumerate(setting.lines):
        if found[n] == BEGIN and line.kind in "iIrR":
            owned.add(line.index)
        elif (line.parent in owned and line.kind in "iIpP") or (line.kind in "IPR" and line.index in owned):
            if found[n] == OUTSIDE:
                found[n] = INSIDE
            owned.add(line.index)
    return found


def _begin_cards(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each heading of a card."""
    for n, line in enumerate(setting.lines):
        if line.kind == "h" and labels[n] == OUTSIDE and _heads_card(setting, n):
            labels[n] = BEGIN
            for below in _section(setting, n):
                labels[below] = INSIDE if labels[below] == OUTSIDE else labels[below]


def _section(setting: Setting, heading: int) -> list[int]:
    """Give the lines below a heading up to the next one."""
    found = []
    for n in range(heading + 1, len(setting.lines)):
        if setting.lines[n].kind == "h":
            break
        found.append(n)
    return found


def _heads_card(setting: Setting, heading: int) -> bool:
    """Say whether a heading is the title of the labelled fields below it: authors are among them, and no title."""
    parts = [label.part for n in _section(setting, heading)[:_NEAR] for label in setting.looks[n].labels[:1]]
    return Part.AUTHORS in parts[:2] and parts.count(Part.AUTHORS) == 1 and Part.TITLE not in parts


def _long_blocks(note: Note) -> set[int]:
    """Give the blocks with more text than a record is read of, such as lists of thousands of authors."""
    return {
        index
        for index, block in enumerate(note.blocks)
        if len(block.prose) > LONGEST and any(len(line) > LONGEST for line in block.prose.split("\n"))
    }


def _in_link(setting: Setting, number: int) -> bool:
    """Say whether a line begins amid the text of a link."""
    line = setting.lines[number]
    return any(link.start < line.start < link.end for link in setting.note.blocks[line.index].links)


def _names_several(setting: Setting, number: int) -> bool:
    """Say whether a line names several papers by links, each a record of its own that other rules read."""
    line = setting.lines[number]
    block = setting.note.blocks[line.index]
    keys = {
        address.key
        for link in block.links
        if line.start <= link.start < line.end
        and link.kind is LinkKind.INLINE
        and (address := read_link(link.target)).role is Role.PAPER
        and address.key
        and len(block.prose[link.start : link.end].split()) > 1
        and not is_link_label(block.prose[link.start : link.end])
    }
    return len(keys) > 1


def _by_block(setting: Setting) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for n, line in enumerate(setting.lines):
        found[line.index].append(n)
    return found


def _segments(setting: Setting, labels: Sequence[str], chances: Scores) -> list[Segment]:
    begin = segmenter().labels.index(BEGIN)
    found: list[Segment] = []
    current: list[int] = []

    def close() -> None:
        if current:
            lines = tuple(setting.lines[n] for n in current)
            looks = tuple(setting.looks[n] for n in current)
            family = setting.family(current[0])
            known = setting.siblings.get(family)
            found.append(Segment(lines, looks, float(chances[current[0], begin]), family, known.count if known else 1))
        current.clear()

    for n, label in enumerate(labels):
        if label == BEGIN:
            close()
            current.append(n)
        elif label == INSIDE and current:
            current.append(n)
        else:
            close()
    close()
    return found
