"""Lists as a whole: which ones the user has decided about, and which ones kg is in doubt about.

A list is what stands below one heading. Its records are judged one by one, with their company in view; where several
that look like papers were left out, or several that hardly do were read, the user is asked once for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TypeAlias

from kg.extraction.align import one_line, span
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.outline import blocks_above, label
from kg.extraction.unread_lists import UnreadList
from kg.model import Block, BlockKind, DoubtfulList, Note, Problem

STALE = "stale-decision"
"""Code of the problem of a decision that fits nothing any more."""
_FEWEST = 3
"""Records of a list that is asked about."""
_LOW, _HIGH = 0.1, 0.9
"""Mean probability above which records that were left out are asked about, and below which those that were read are."""
_EVEN = 0.5
"""The probability that the lines of a list are papers that were not read: nobody has weighed them."""
_NONE = -1
"""Stands for the heading where there is none."""
Record: TypeAlias = "Entry | Unread"
_NAMED = 3
"""Records that a question names."""


def are_papers(note: Note, block: int) -> bool | None:
    """Return what the user decided about the list that a block is in, None if nothing.

    The heading closest above counts, and a decision on the whole note where no heading has one.
    """
    if not note.lists:
        return None
    decided = dict(note.lists)
    below = (label(note, at).text for at in blocks_above(note, block))
    return next((decided[text] for text in below if text in decided), decided.get(""))


def declined(note: Note) -> frozenset[int]:
    """Return the blocks of lists that the user declared to be none of papers."""
    if all(papers for _, papers in note.lists):
        return frozenset()
    return frozenset(index for index in range(len(note.blocks)) if are_papers(note, index) is False)


def without_declined(page: Page) -> Page:
    """Leave out what was read in lists that are none of papers, by the word of the user."""
    unwanted = declined(page.note)
    entries = tuple(one for one in page.entries if one.anchor.block not in unwanted)
    return replace(page, entries=entries, unread=tuple(o for o in page.unread if o.anchor.block not in unwanted))


def unknown(note: Note) -> Iterator[Problem]:
    """Report decisions on lists below a heading that the note does not have any more."""
    if note.lists:
        parents = {block.parent for block in note.blocks if block.parent is not None}
        named = {label(note, at).text for at, block in enumerate(note.blocks) if at in parents or _is_heading(block)}
        for below, _ in note.lists:
            if below and below not in named:
                message = f"decisions.toml decides about a list below {below[:80]!r}, and no heading here is called so"
                yield Problem(STALE, message, note.id)


def in_doubt(page: Page, unread: Iterable[UnreadList]) -> Iterator[DoubtfulList]:
    """Yield the lists of a note that may be of papers or not, in order, then those of `unread` not among them.

    Args:
        page: the note as it was read.
        unread: its lists of references of which little was read.
    """
    note = page.note
    judged: dict[int, list[Record]] = defaultdict(list)
    records: list[Record] = [*page.entries, *page.unread]
    for one in sorted(records, key=lambda one: (one.anchor.block, one.anchor.start)):
        if one.chance is not None and are_papers(note, one.anchor.block) is None:
            judged[_heading(note, one.anchor.block)].append(one)
    asked: set[str] = set()
    for heading, members in judged.items():
        if _is_doubtful(members):
            question = _question(note, heading, members)
            asked.add(question.below)
            yield question
    for lines, read in unread:
        below = _label(note, _heading(note, lines[0].block))
        if below not in asked and are_papers(note, lines[0].block) is None:
            asked.add(below)
            names = tuple(line.text for line in lines[:_NAMED])
            yield DoubtfulList(below, span(note, lines[0]), len(lines), read, _EVEN, names)


def _chance(members: Sequence[Record]) -> float:
    """Return the mean probability that a record is a paper."""
    return fmean(one.chance or 0.0 for one in members)


def _is_doubtful(members: Sequence[Record]) -> bool:
    """Return whether several records were left out that look like papers, or several read that hardly do."""
    left_out = [one for one in members if isinstance(one, Unread)]
    lost = len(left_out) >= _FEWEST and _chance(left_out) > _LOW
    return lost or (len(members) - len(left_out) >= _FEWEST and _chance(members) < _HIGH)


def _question(note: Note, heading: int, members: Sequence[Record]) -> DoubtfulList:
    papers = sum(isinstance(one, Entry) for one in members)
    names = tuple(one_line(one.anchor.text) for one in members[:_NAMED])
    below = _label(note, heading)
    return DoubtfulList(below, span(note, members[0].anchor), len(members), papers, round(_chance(members), 2), names)


def _heading(note: Note, block: int) -> int:
    """Return the heading closest above a block, -1 if there is none."""
    return next((at for at in blocks_above(note, block) if _is_heading(note.blocks[at])), _NONE)


def _label(note: Note, heading: int) -> str:
    return label(note, heading).text if heading != _NONE else ""


def _is_heading(block: Block) -> bool:
    return block.kind is BlockKind.HEADING
