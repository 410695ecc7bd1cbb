"""Papers told of as talks: `Oral 3B: Title of the Paper - Max Mustermann, ETH`.

A heading with a title, a dash and a speaker is a paper where the note says that it was an oral, a poster, a spotlight
or part of a workshop; keynotes, panels and invited talks are talks without a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.extraction import align, shapes
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.outline import presentation_of
from kg.extraction.speakers import read_speakers
from kg.model import Block, BlockKind

NAME = "talk"

_SESSION = re.compile(
    r"\s*((?:oral|spotlight|poster|contributed|best paper|outstanding paper)s?"
    r"(?:\s+(?:session|talk|paper|award|presentation)s?)?"
    r"(?:\s+#?\d{0,2}[A-Z]?)?(?:\s+[A-Z][\w&/ ]{0,30}?\d?)?)\s*(?::|\s[–—-])\s+",
    re.IGNORECASE,
)
_AWARD = re.compile(r"\s*([^:\n]{3,60}\b(?:award|prize)\b[^:\n]{0,20}):\s+", re.IGNORECASE)
_NO_PAPER = re.compile(
    r"\b(?:keynotes?|panel|invited|expo|tutorial|plenary|fireside|social|welcome|opening|closing)\b", re.IGNORECASE
)
_DASH = re.compile(r"\s[–—-]{1,2}\s")


def find(page: Page) -> Iterable[Entry]:
    """Find headings that name a paper and who presented it."""
    note = page.note
    kind = ""
    speaks = 0
    for index, block in enumerate(note.blocks):
        if block.kind is not BlockKind.HEADING:
            continue
        if _NO_PAPER.search(block.prose):
            kind = ""
            continue
        entry = _read(block, index, kind)
        stated = presentation_of(block.prose[:60])
        if entry is None:
            kind = stated if stated in ("oral", "spotlight", "workshop") else kind if block.level > speaks else ""
            speaks = block.level if stated else speaks
            continue
        if stated in ("oral", "spotlight", "workshop", "poster"):
            kind, speaks = stated, block.level
        if not page.taken(index):
            yield entry


def _read(block: Block, index: int, kind: str) -> Entry | None:
    prose = block.prose
    head = _SESSION.match(prose) or _AWARD.match(prose)
    if head is None and not kind:
        return None
    start = head.end() if head else 0
    dashes = list(_DASH.finditer(prose, start))
    for dash in dashes:
        title = align.field(block, index, *align.trim(prose, start, dash.start(), ' \t:"“”*'))
        speakers = read_speakers(block, index, dash.end(), len(prose))
        if not speakers or not shapes.is_title_like(title.text) or len(shapes.words(title.text)) < 3:
            continue
        stated = presentation_of(prose[: start or 1]) or ("talk" if head and _AWARD.match(prose) else "") or kind
        at = Field(stated, index, 0, start) if start else Field(stated, index, title.start, title.end)
        return Entry(
            NAME, title, 0.85, title=title, authors=tuple(speaker.name for speaker in speakers), complete=False,
            presentation=at if stated else None, blocks=(index,),
        )  # fmt: skip
    return None
