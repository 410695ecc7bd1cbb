"""Annotated bibliographies: sections in which references and texts take turns, each text about the reference above."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.extraction.entries import Entry, fields_of
from kg.model import Block, BlockKind, Note

_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_FEWEST, _SHARE = 2, 0.5
"""References of a section that have a text below, and the share of them that do."""
_LEADING, _BESIDE = 3, 8
"""Characters before the first field of a reference, and words beside its fields, at most."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBERED = re.compile(r"\[\d{1,3}\]")
"""What begins a reference that nobody has read."""


class _Run(NamedTuple):
    """A reference with the blocks below it up to the next one, or to a block that is neither."""

    entry: Entry | None
    """None before the first reference, and behind a block that is neither."""
    below: list[int]


def below_references(note: Note, own: Mapping[int, Sequence[Entry]]) -> dict[int, Entry]:
    """Return what stands below the references of annotated bibliographies, with the paper that each block is about.

    Args:
        note: the note.
        own: the papers that stand on each block.
    """
    found: dict[int, Entry] = {}
    sections: dict[int | None, list[int]] = defaultdict(list)
    for index, block in enumerate(note.blocks):
        sections[block.parent].append(index)
    for section in sections.values():
        runs = _runs(note, section, own)
        if _is_annotated(note, runs):
            runs[-1] = _Run(runs[-1].entry, _of_last(note, runs))
            found |= {at: run.entry for run in runs for at in run.below if run.entry is not None}
    return found


def _runs(note: Note, section: Iterable[int], own: Mapping[int, Sequence[Entry]]) -> list[_Run]:
    """Divide the blocks under one heading at its references."""
    runs = [_Run(None, [])]
    for index in section:
        block, last = note.blocks[index], runs[-1].entry
        only = own[index][0] if len(own.get(index, ())) == 1 else None
        listed = last is not None and note.blocks[last.anchor.block].kind is BlockKind.ITEM
        kinds = _TEXT[:1] if listed else _TEXT  # an item below an item is the next one
        text = index not in own and block.kind in kinds and _NUMBERED.match(block.prose) is None
        if text or (only is not None and only is last):
            runs[-1].below.append(index)
        else:
            runs.append(_Run(only if only is not None and _is_reference(block, index, only) else None, []))
    return runs


def _is_annotated(note: Note, runs: Sequence[_Run]) -> bool:
    """Return whether texts stand below the references, and not above each, nor quotations of which it is the source."""
    counts = [len(run.below) for run in runs if run.entry is not None]
    above, last = runs[0].below, runs[-1]
    if above and (note.blocks[above[-1]].quote > 0 or (last.entry is not None and not last.below)):
        return False
    return sum(map(bool, counts)) >= max(_FEWEST, _SHARE * len(counts))


def _of_last(note: Note, runs: Sequence[_Run]) -> list[int]:
    """Return what is about the last reference: as much as about others, and the rest of a list; more may be on all."""
    below = runs[-1].below
    most = max((len(run.below) for run in runs[:-1] if run.entry is not None), default=0)
    while 0 < most < len(below) and 0 < note.blocks[below[most]].group == note.blocks[below[most - 1]].group:
        most += 1
    return below[:most]


def _is_reference(block: Block, index: int, entry: Entry) -> bool:
    """Return whether a paragraph or an item is a reference to a paper, with hardly anything besides its fields."""
    fields = sorted((one.start, one.end) for one in (*fields_of(entry), *entry.remarks) if one.block == index)
    if block.kind not in _TEXT or entry.title is None or entry.title.block != index:
        return False
    if not entry.authors or not (entry.year or entry.venue):
        return False
    if fields[0][0] > _LEADING and index not in entry.labelled:
        return False
    at, beside = 0, 0
    for start, end in (*fields, (len(block.prose), len(block.prose))):
        beside += len(_WORD.findall(block.prose[at : max(start, at)]))
        at = max(at, end)
    return beside <= _BESIDE
