"""How much of one file is read: what lies beyond stays text that can be searched, and no names and facts are taken.

The budget is counted in characters and parts, never in seconds, so that a file gives the same graph on every computer.
It is far above what people write; what reaches it is a dump of a program, or was made to stop one.
"""

from __future__ import annotations

from dataclasses import replace

from kg.model import Block, Problem, Segment
from kg.notes.draft import Content, Source, trimmed

CODE = "over-budget"
LONGEST = 500_000
"""Characters of a block. A block is read as a whole, which takes up to 500 bytes of memory for each of them."""
MOST = 30_000_000
"""Work for a file: a character of a block counts 1, a block, link, mark, cell or field counts `PART`. A bibliography of
20,000 entries needs as much, or 250,000 short lines."""
PART = 100


def within_budget(source: Source, content: Content) -> Content:
    """Leave out of a file's blocks what exceeds the budget, with a problem for each place where reading ends.

    >>> from kg.model import BlockKind, Segment
    >>> long = Block("word " * 200_000, (Segment(0, 1_000_000, 0, 1_000_000),), BlockKind.PARAGRAPH)
    >>> read = within_budget(Source("a.md", long.prose), Content((long,)))
    >>> len(read.blocks[0].prose), read.problems[0].code
    (499999, 'over-budget')
    """
    problems: list[Problem] = []
    blocks: list[Block] = []
    left = MOST
    for block in content.blocks:
        kept = _cut(block) if len(block.prose) > LONGEST else block
        left -= _work(kept)
        if left < 0:
            start = block.origins[0].source_start if block.origins else block.links[0].source_start
            problems.append(_problem(source, start, len(source.text), "this file has more than kg reads in one"))
            break
        if kept is not block:
            start, end = block.source(len(kept.prose), len(block.prose))
            problems.append(_problem(source, start, end, f"this piece of text has {len(block.prose):,} characters"))
        blocks.append(kept)
    return replace(content, blocks=tuple(blocks), problems=(*content.problems, *problems)) if problems else content


def _work(block: Block) -> int:
    parts = 1 + len(block.links) + len(block.marks) + len(block.cells) + len(block.fields)
    return len(block.prose) + PART * parts


def _cut(block: Block) -> Block:
    """Keep the beginning of a block, up to the last blank within the budget; what is cut through is left out."""
    end = max(block.prose.rfind(" ", LONGEST // 2, LONGEST), block.prose.rfind("\n", LONGEST // 2, LONGEST))
    end = end if end > 0 else LONGEST
    return replace(
        block,
        prose=block.prose[:end],
        origins=tuple(part for segment in block.origins if (part := _until(segment, end)) is not None),
        links=tuple(link for link in block.links if link.end <= end),
        marks=tuple(mark for mark in block.marks if mark.end <= end),
        cells=tuple(cell for cell in block.cells if cell[1] <= end),
        fields=tuple(field for field in block.fields if field.end <= end),
    )


def _until(segment: Segment, end: int) -> Segment | None:
    return trimmed(segment, 0, end) if segment.prose_start < end else None


def _problem(source: Source, start: int, end: int, what: str) -> Problem:
    message = (
        f"{what}: from here on, {end - start:,} characters can be searched, but names and facts are not read from "
        "them. Split the file, or this part of it, to have all of it in the graph"
    )
    return source.problem(CODE, message, start, end)
