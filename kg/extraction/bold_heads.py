"""Lines in bold that head the list right behind them, as headings do: `**Sleep**` over a list of papers."""

from __future__ import annotations

from kg.model import BlockKind, LinkKind, MarkKind, Note

_MOST = 8
"""Words of such a line; what is longer says something."""


def find(note: Note) -> dict[int, range]:
    """Return for each line in bold that heads a list the blocks of this list."""
    found = {}
    for index in range(len(note.blocks) - 1):
        if _is_bold(note, index) and note.blocks[index + 1].kind is BlockKind.ITEM:
            end = index + 1
            while end < len(note.blocks) and _is_listed(note, end):
                end += 1
            found[index] = range(index + 1, end)
    return found


def _is_bold(note: Note, index: int) -> bool:
    """Return whether a block is a short line in bold that links nowhere, stands in no list and announces nothing."""
    block = note.blocks[index]
    if block.kind is not BlockKind.PARAGRAPH or block.level or "\n" in block.prose or block.prose.endswith((":", "：")):
        return False
    if len(block.prose.split()) > _MOST or any(link.kind is not LinkKind.WIKI for link in block.links):
        return False
    return any(
        mark.kind is MarkKind.STRONG and mark.start == 0 and mark.end == len(block.prose) for mark in block.marks
    )


def _is_listed(note: Note, index: int) -> bool:
    block = note.blocks[index]
    return block.kind is BlockKind.ITEM or (block.level > 0 and block.kind is not BlockKind.HEADING)
