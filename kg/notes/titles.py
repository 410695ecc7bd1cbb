"""The title of a note that has none in its front matter, and what front matter in the syntax of a format says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.model import Block, BlockKind, MarkKind

LONGEST = 200
_PROPERTY = re.compile(r"[^\W\d_][\w -]{0,40}:: *(?P<value>[^\n]*)(?:\n|\Z)")


def first_title(blocks: Sequence[Block]) -> str:
    """Return the first heading of level 1, else the first block when it is one short line and no sentence."""
    first = next((block for block in blocks if block.kind is not BlockKind.RECORD), None)
    if first is not None and first.kind is BlockKind.PARAGRAPH and _PROPERTY.match(first.prose):
        return _property_title(first.prose)
    for block in blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            return _without_pictures(block)
    if first is None or first.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return ""
    good = len(first.prose) <= LONGEST and "\n" not in first.prose and not first.prose.endswith((".", ":", ";", ","))
    return first.prose if good and not first.quote and not first.links else ""


def single_fields(blocks: Sequence[Block]) -> tuple[tuple[str, str], ...]:
    """Return the fields with one value, names and values, of the front matter with which a note begins."""
    front = blocks[0] if blocks and blocks[0].info == "yaml" else None
    if front is None:
        return ()
    count = Counter(value.name for value in front.fields)
    return tuple((v.name, front.prose[v.start : v.end]) for v in front.fields if count[v.name] == 1)


def _property_title(prose: str) -> str:
    """Return the title among the properties of a page, as Logseq writes them: `title:: A page`."""
    place = 0
    while match := _PROPERTY.match(prose, place):
        if match.group().lower().startswith("title::"):
            return match["value"].strip()[:LONGEST]
        place = match.end()
    return ""


def _without_pictures(block: Block) -> str:
    """Return the text of a heading without what stands for its badges."""
    text = list(block.prose)
    for mark in block.marks:
        if mark.kind is MarkKind.IMAGE:
            text[mark.start : mark.end] = [""] * (mark.end - mark.start)
    return " ".join("".join(text).split())
