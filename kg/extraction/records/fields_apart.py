"""Lines that hold nothing but inline fields, and what they are fields of.

Who writes `[doi:: 10.1000/abc]` or `year:: 2017` on a line of its own says it of what the line stands in or under. Such
a line begins no record and leads into none, and the lines around it are read as if it were not there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extraction.records.labels import Part, fields_alone, part_of
from kg.extraction.records.lines import BEGIN, INSIDE, OUTSIDE, Line
from kg.model import BlockKind, Note

_NAMING = frozenset([Part.TITLE, Part.PAPER, Part.SHORT])
_STATING = frozenset(
    [Part.IDENTIFIER, Part.LINK, Part.AUTHORS, Part.YEAR, Part.DATE, Part.VENUE, Part.KEY, Part.RATING, Part.STATE]
)
"""Fields that the next record would be given."""
_OWNING = (BlockKind.HEADING, BlockKind.PARAGRAPH)


@dataclass(frozen=True, slots=True)
class Apart:
    """Lines of fields that stand together, none of them a title, one of them bibliographic."""

    lines: tuple[Line, ...]
    owner: int | None
    """The block that they stand under; None where they stand under nothing."""


def fields_apart(note: Note, lines: Sequence[Line]) -> list[Apart]:
    """Return the blocks of a note that hold nothing but inline fields, those that stand together as one.

    Args:
        note: the note.
        lines: its lines, in order.
    """
    alone = _alone(note, lines)
    lists: dict[tuple[int, int], set[int]] = defaultdict(set)
    for line in lines:
        lists[line.group, line.level].add(line.index)
    found = []
    for run in _runs(lines, alone) if alone else ():
        first = run[0]
        whole = lists[first.group, first.level] <= alone.keys()
        parts = {part_of(name) for line in run for name in alone[line.index]}
        if parts & _STATING and not parts & _NAMING:
            found.append(Apart(tuple(run), _owner(note, first, card=whole or len(run) > 1)))
    return found


def _alone(note: Note, lines: Sequence[Line]) -> dict[int, list[str]]:
    """Return the names of the fields of each paragraph or item that holds nothing else."""
    names: dict[int, list[str]] = defaultdict(list)
    mixed = set()
    for line in lines:
        found = fields_alone(note.blocks[line.index].prose, line.start, line.end) if line.kind in "iIpP" else ()
        names[line.index] += found
        mixed |= set() if found else {line.index}
    return {index: some for index, some in names.items() if index not in mixed}


def _runs(lines: Sequence[Line], alone: dict[int, list[str]]) -> Iterator[list[Line]]:
    """Yield the lines of fields that stand together under one thing."""
    run: list[Line] = []
    for line in lines:
        if run and (line.index not in alone or _place(line) != _place(run[0])):
            yield run
            run = []
        if line.index in alone:
            run.append(line)
    if run:
        yield run


def _place(line: Line) -> tuple[object, ...]:
    return (line.kind.lower(), line.level, line.group, line.parent)


def _owner(note: Note, line: Line, *, card: bool) -> int | None:
    """Return the block that a line of fields stands under: its item, or the text before it.

    Args:
        note: the note.
        line: the first of the lines of fields.
        card: whether its list, if it stands in one, is all fields, or several of its items.
    """
    if line.parent is not None and note.blocks[line.parent].kind is BlockKind.ITEM:
        return line.parent
    above = line.index - 1
    beside = above >= 0 and note.blocks[above].kind in _OWNING and (line.kind == "p" or card)
    return above if beside else None


def end_with_fields(note: Note, lines: Sequence[Line], labels: list[str], telling: Sequence[Apart]) -> None:
    """End each record that only its fields show behind them, or in a list with the item that they stand in.

    Args:
        note: the note.
        lines: its lines, in order.
        labels: what each line is to the records of the note; they are changed.
        telling: the fields that show a record.
    """
    owners, lasts = {one.owner for one in telling}, {one.lines[-1]: one.owner for one in telling}
    owner: int | None = None
    for n, line in enumerate(lines):
        if owner is not None and labels[n] == INSIDE and not _is_in(note, line.index, owner):
            first = note.blocks[owner]
            beside = line.kind == "i" and (line.group, line.level) == (first.group, first.level)
            labels[n] = BEGIN if beside or line.index in owners else OUTSIDE
        owner = lasts.get(line, None if labels[n] == BEGIN else owner)


def _is_in(note: Note, index: int, owner: int) -> bool:
    """Return whether a block is an item, or stands in it."""
    at: int | None = index
    while at is not None and at != owner:
        at = note.blocks[at].parent
    return at is not None and note.blocks[owner].kind is BlockKind.ITEM
