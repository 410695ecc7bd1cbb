"""What says that a line is an entry of a list of talks: a heading, the line of a session, the title of a note."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.extraction import align
from kg.extraction.occasion_lines import HOUR
from kg.extraction.outline import is_date, title_block
from kg.extraction.speakers import words_for
from kg.model import BlockKind, Note

_SHORT = 60
SESSIONS = re.compile(
    rf"\W{{0,6}}(?:{HOUR}\W{{1,4}})?(?:{words_for('numbered session')})"
    r"\s#?(?:\d{1,2}[A-Z]?|[A-Z]\d{0,2}|[IVX]{1,4})(?!\w)",
    re.IGNORECASE,
)
"""A line that opens a session of a programme."""
TALKS = re.compile(
    rf"(?:[a-z-]{{2,20}} ){{0,2}}(?:{words_for('list of talks')})"
    r"(?:,? (?:and|&|und|y|et) (?:[a-z-]{2,20} )?[a-z]{3,20}s)?(?P<whose> (?:I|we|to) [a-z]{2,10})?(?: \(\d{1,3}\))?"
    r"|panel papers|short papers",
    re.IGNORECASE,
)
"""What heads a list each of whose items is a talk."""


def is_title(note: Note, index: int) -> bool:
    """Return whether a heading is the title of its note."""
    first = note.blocks[index].level == 1 and not any(block.level for block in note.blocks[:index])
    return first or index == title_block(note)


def heads(note: Note) -> list[int]:
    """Return for each block the last one up to it that is no item, behind which its list begins; -1 without one."""
    found: list[int] = []
    for index, block in enumerate(note.blocks):
        found.append((found[-1] if found else -1) if block.kind is BlockKind.ITEM else index)
    return found


def list_above(note: Note, index: int, before: Sequence[int]) -> str:
    """Return what stands above an entry of a list of talks, or the note's title; "" when nothing says so.

    Args:
        note: the note.
        index: the block of the entry.
        before: the `heads` of the note.
    """
    block = note.blocks[index]
    if block.kind is BlockKind.PARAGRAPH:
        heading = note.blocks[block.parent].prose if block.parent is not None else ""
        return heading if SESSIONS.match(heading) else ""
    if block.kind is BlockKind.ITEM and block.level > 1:
        return ""
    at = block.parent
    while at is not None and len(note.blocks[at].prose) <= _SHORT and is_date(align.one_line(note.blocks[at].prose)):
        at = note.blocks[at].parent
    above = note.blocks[at] if at is not None and not is_title(note, at) else None
    if above is not None and above.kind is not BlockKind.HEADING:
        return ""
    text = align.one_line(above.prose if above else note.title or "").strip(" :")
    return text if TALKS.fullmatch(text) else _line_above(note, before[index], index)


def _line_above(note: Note, at: int, index: int) -> str:
    """Return the line right above a list that opens a list of talks: `Session 1A: Soil`, `My favourite talks:`."""
    if at in (-1, index) or note.blocks[at].kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return ""
    line = note.blocks[at].prose.rstrip().rpartition("\n")[2]
    opens = SESSIONS.match(line) or (line.rstrip().endswith(":") and TALKS.fullmatch(line.strip(" :*")))
    return line if opens else ""
