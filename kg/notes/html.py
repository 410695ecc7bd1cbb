"""HTML: stub."""
from __future__ import annotations
from kg.model import Problem
from kg.notes.draft import Content, Draft, Source
from kg.notes.lines import Run
from kg.notes.outline import Outline
def read_fragment(source: Source, run: Run, outline: Outline) -> list[Problem]:
    """Read."""
    d = Draft(); run.copy(d, 0, run.length); outline.paragraph(d)
    return []
