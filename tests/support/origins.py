"""What holds for the blocks of every format: each leads back to the file."""

from __future__ import annotations

from kg.notes import READERS
from kg.notes.clean import clean
from kg.notes.draft import Source


def check_origins(text: str, suffix: str) -> list[str]:
    """Read with one reader and check what holds for all; give the prose of the blocks."""
    content = READERS[suffix](Source("note", text))
    for index, block in enumerate(content.blocks):
        place = source = 0
        for segment in block.origins:
            assert segment.prose_start == place < segment.prose_end
            assert source <= segment.source_start <= segment.source_end <= len(text)
            place, source = segment.prose_end, segment.source_start
            if segment.prose_end - segment.prose_start == segment.source_end - segment.source_start:
                prose = block.prose[segment.prose_start : segment.prose_end]
                raw = text[segment.source_start : segment.source_end]
                assert prose == "".join(chunk for *_, chunk in clean(raw)) or same(prose, raw)
        assert place == len(block.prose)
        assert block.parent is None or block.parent < index
        for part in (*block.links, *block.marks, *block.fields):
            assert 0 <= part.start <= part.end <= len(block.prose)
        for start, end in block.cells:
            assert 0 <= start <= end <= len(block.prose)
        for link in block.links:
            assert 0 <= link.source_start <= link.source_end <= len(text)
    for problem in content.problems:
        assert problem.span is None or problem.span.start <= len(text)
        assert problem.line >= 0
    return [block.prose for block in content.blocks]


def same(prose: str, raw: str) -> bool:
    """Say whether a text was repaired at most: nothing in ASCII but white space may differ."""
    pairs = zip(prose, raw, strict=True)
    return all(a == b or a.isspace() or not b.isascii() or not a.isascii() for a, b in pairs)
