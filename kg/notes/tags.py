"""Tags as note takers write them: `#topic`, `#area/sub`, `#🧠`."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.model import Block, BlockKind, Mark, MarkKind
from kg.notes.draft import disjoint, overlaps

_TAG = re.compile(r"(?<![^\s(\[,;])#((?!\d+\b)[^\s#.,;:!?()\[\]{}<>\"'`|=+*&^%$@~\\“”‘’、。，]{1,100})")
_BARRED = frozenset({MarkKind.CODE, MarkKind.MATH})


def mark_tags(block: Block) -> Block:
    """Mark the tags in a block; in code, mathematics, links and records a `#` is only a `#`."""
    if "#" not in block.prose or block.kind in (BlockKind.CODE, BlockKind.RECORD):
        return block
    ranges = [(link.start, link.end) for link in block.links]
    ranges += [(mark.start, mark.end) for mark in block.marks if mark.kind in _BARRED]
    barred = disjoint(ranges)
    found = [
        Mark(match.start(), end, MarkKind.TAG)
        for match in _TAG.finditer(block.prose)
        if (end := match.end() - len(match[1]) + len(match[1].rstrip("/-_"))) > match.start() + 1
        and not overlaps(barred, match.start(), end)
    ]
    if not found:
        return block
    return replace(block, marks=tuple(sorted((*block.marks, *found), key=lambda m: (m.start, -m.end, m.kind))))
