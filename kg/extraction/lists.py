"""Lists as a whole: which ones the user has decided about, and which ones kg is in doubt about.

A list is what stands below one heading. Its records are judged one by one, with their company in view; where several
that look like papers were left out, or several that hardly do were read, the user is asked once for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from kg.extraction.align import one_line, span
from kg.extraction.entries import Entry, Page, Unread
from kg.extraction.outline import label
from kg.model import Block, BlockKind, DoubtfulList, Note, Problem

STALE = "stale-decision"
"""Code of the problem of a decision that fits nothing any more."""
_FEWEST = 3
"""Records of a list that is asked about."""
_LOW, _HIGH = 0.1, 0.9
"""Mean probability above which records that were left out are asked about, and below which those that were read are."""
_NAMED = 3
"""Records that a question names."""


def are_papers(note: Note, block: int) -> bool | None:
    """Return what the user decided about the list that a block is in, None if nothing.

    The heading closest above counts, and a decision on the whole note where no heading has one.
    """
    if not note.lists:
        return None
    decided = dict(note.lists)
    at = note.blocks[block].parent
    while at is not None:
        if (below := label(note, at).text) in decided:
            return decided[below]
        at = note.blocks[at].parent
    return decided.get("")


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


def in_doubt(page: Page) -> tuple[DoubtfulList, ...]:
    """Return the lists of a note that may be of papers or not, in order."""
    judged: dict[str, list[Entry | Unread]] = defaultdict(list)
    records: list[Entry | Unread] = [*page.entries, *page.unread]
    for one in sorted(records, key=lambda one: (one.anchor.block, one.anchor.start)):
        if one.chance is not None and are_papers(page.note, one.anchor.block) is None:
            judged[_heading(page.note, one.anchor.block)].append(one)
    return tuple(doubt for below, members in judged.items() for doubt in _doubt(page.note, below, members))


def _doubt(note: Note, below: str, members: Sequence[Entry | Unread]) -> Iterator[DoubtfulList]:
    chance = fmean(one.chance for one in members if one.chance is not None)
    left_out = [one.chance for one in members if isinstance(one, Unread) and one.chance is not None]
    papers = len(members) - len(left_out)
    lost = len(left_out) >= _FEWEST and fmean(left_out) > _LOW
    if lost or (papers >= _FEWEST and chance < _HIGH):
        names = tuple(one_line(one.anchor.text) for one in members[:_NAMED])
        yield DoubtfulList(below, span(note, members[0].anchor), len(members), papers, round(chance, 2), names)


def _heading(note: Note, block: int) -> str:
    """Return the heading closest above a block, "" if there is none."""
    at = note.blocks[block].parent
    while at is not None and not _is_heading(note.blocks[at]):
        at = note.blocks[at].parent
    return label(note, at).text if at is not None else ""


def _is_heading(block: Block) -> bool:
    return block.kind is BlockKind.HEADING
