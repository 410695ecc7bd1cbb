"""The regions of a note: runs of blocks of one kind, such as a list of records, a table, or a table of contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kg.extraction import align
from kg.extraction.entries import Entry, fields_of
from kg.extraction.records import furniture
from kg.extraction.records.labels import read_labels
from kg.model import Block, BlockKind, Note

_QUOTING = frozenset(["", "quote", "cite", "abstract", "highlight", "highlights", "annotation", "annotations"])
"""Types of callouts that hold words of others; the others are the author's own."""
_LABELLED = 2
"""Lines with labels that make a record a card."""
_COVERED = 0.4
"""Share of a paragraph that the fields of records must take, so that it is no prose that names papers."""


class RegionKind(StrEnum):
    """What a region of a note is."""

    PROSE = "prose"
    RECORDS = "record list"
    TABLE = "table"
    CARDS = "cards"
    CONTENTS = "contents"
    BADGES = "badges"
    NAVIGATION = "navigation"
    HIGHLIGHTS = "highlights"
    CODE = "code"
    METADATA = "metadata"


@dataclass(frozen=True, slots=True)
class Region:
    """Neighbouring blocks of one kind."""

    kind: RegionKind
    blocks: range


def read_regions(note: Note, entries: Sequence[Entry] = ()) -> tuple[Region, ...]:
    """Divide a note into regions: every block is in exactly one, in order.

    Args:
        entries: the papers found in it; without them no list of records and no card is told from prose.
    """
    kinds = _kinds(note, entries)
    found: list[Region] = []
    for index in range(len(note.blocks)):
        last = found[-1] if found else None
        if last is not None and last.kind is kinds[index] and not _is_new_table(note, index):
            found[-1] = Region(last.kind, range(last.blocks.start, index + 1))
        else:
            found.append(Region(kinds[index], range(index, index + 1)))
    return tuple(found)


def _kinds(note: Note, entries: Sequence[Entry]) -> list[RegionKind]:
    """Return the kind of each block; what it is by its format comes before what stands in it."""
    kinds = [_format(block) for block in note.blocks]
    records = _records(note, entries)
    for index, kind in {**_quotes(note), **records, **_lists(note, records)}.items():
        if kinds[index] is RegionKind.PROSE:
            kinds[index] = kind
    for places, kind in (
        (furniture.navigation(note), RegionKind.NAVIGATION),
        (furniture.badges(note), RegionKind.BADGES),
        (furniture.contents(note), RegionKind.CONTENTS),
    ):
        for index in places:
            if kind is not RegionKind.BADGES or index not in records:
                kinds[index] = kind
    return kinds


def _format(block: Block) -> RegionKind:
    if block.kind is BlockKind.CODE:
        return RegionKind.CODE
    if block.kind is BlockKind.RECORD:
        return RegionKind.METADATA if block.info in ("yaml", "toml") else RegionKind.RECORDS
    return RegionKind.TABLE if block.kind in (BlockKind.ROW, BlockKind.HEADER) else RegionKind.PROSE


def _quotes(note: Note) -> dict[int, RegionKind]:
    quoted = (i for i, block in enumerate(note.blocks) if block.quote and block.info.partition("|")[0] in _QUOTING)
    return dict.fromkeys(quoted, RegionKind.HIGHLIGHTS)


def _records(note: Note, entries: Sequence[Entry]) -> dict[int, RegionKind]:
    """Return the kind of each block that belongs to a record."""
    found: dict[int, RegionKind] = {}
    covered: dict[int, set[int]] = defaultdict(set)
    for entry in entries:
        if not entry.listed:
            continue
        labelled = sum(_count_labels(note.blocks[at]) for at in entry.blocks)
        kind = RegionKind.CARDS if labelled >= _LABELLED else RegionKind.RECORDS
        for field in fields_of(entry):
            covered[field.block].update(range(field.start, field.end))
        found.update(dict.fromkeys(entry.blocks, kind))
    alone = {entry.blocks[0] for entry in entries if len(entry.blocks) == 1}
    return {
        index: kind
        for index, kind in found.items()
        if not (index in alone and _is_running(note.blocks[index], len(covered[index])))
    }


def _is_running(block: Block, covered: int) -> bool:
    """Return whether a paragraph is running text of which records are the smaller part."""
    return block.kind is BlockKind.PARAGRAPH and covered < _COVERED * len(block.prose)


def _lists(note: Note, records: dict[int, RegionKind]) -> dict[int, RegionKind]:
    """Return the lists most of whose items are records: what stands between them belongs to the list."""
    items: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.ITEM:
            items[block.group].append(index)
    found: dict[int, RegionKind] = {}
    for members in items.values():
        kinds = [records[index] for index in members if index in records]
        if kinds and len(kinds) * 2 >= len(members):
            found.update(dict.fromkeys((index for index in members if index not in records), kinds[0]))
    return found


def _count_labels(block: Block) -> int:
    if block.kind in (BlockKind.RECORD, BlockKind.ROW, BlockKind.CODE):
        return 0
    return sum(bool(read_labels(block, start, end)) for start, end in align.lines(block))


def _is_new_table(note: Note, index: int) -> bool:
    """Return whether a table begins with this block right behind another one."""
    block, last = note.blocks[index], note.blocks[index - 1]
    return block.kind in (BlockKind.ROW, BlockKind.HEADER) and block.group != last.group
