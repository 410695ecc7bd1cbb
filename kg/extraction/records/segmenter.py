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
from kg.extraction.records.lines import Line, read_lines
from kg.extraction.records.looks import Look
from kg.extraction.records.surroundings import Setting, Slot
from kg.model import Note

BEGIN, INSIDE, OUTSIDE = "B", "I", "O"
_AGREEMENT = 1.5
"""How much the siblings of a line count against its own looks."""
_LEAST = 3
"""Siblings that are a company."""
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
    lines = [line for line in read_lines(note) if line.index not in taken]
    if not lines:
        return ()
    setting = Setting(note, lines)
    labels, chances = label(setting)
    return tuple(_segments(setting, _consistent(setting, labels), chances))


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
    found = list(labels)
    owned: set[int] = set()
    for n, line in enumerate(setting.lines):
        if found[n] == BEGIN and line.kind in "iIrR":
            owned.add(line.index)
        elif line.parent in owned and line.kind in "iIpP" or line.kind in "IPR" and line.index in owned:
            if found[n] == OUTSIDE:
                found[n] = INSIDE
            owned.add(line.index)
    return found


def _segments(setting: Setting, labels: Sequence[str], chances: Scores) -> list[Segment]:
    begin = segmenter().labels.index(BEGIN)
    found: list[Segment] = []
    current: list[int] = []

    def close() -> None:
        if current:
            lines = tuple(setting.lines[n] for n in current)
            looks = tuple(setting.looks[n] for n in current)
            found.append(Segment(lines, looks, float(chances[current[0], begin]), setting.family(current[0])))
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
