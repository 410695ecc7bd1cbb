"""How much of the prose of a note gave something, and which sentences look informative and gave nothing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from kg.extraction import align, shapes
from kg.extraction.entries import Page
from kg.extraction.naming import Names
from kg.extraction.outline import stands_elsewhere
from kg.model import BlockKind, Problem, Span

CODE = "unread-sentence"

_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_TELLS = re.compile(
    r"\b(?:propos(?:es?|ed)|introduc(?:es?|ed)|presents?|presented|outperform(?:s|ed)|extends?|is based on|"
    r"evaluated on|trained on|keynote|awarded|won)\b",
    re.IGNORECASE,
)
_LONGEST = 90
_COMMON = frozenset("GPU GPUS CPU CPUS PHD API APIS PDF SOTA USA UK EU FAQ OK AI ML NLP CV RL LLM LLMS".split())


def find(
    page: Page, names: Names, bounds: Mapping[int, Sequence[tuple[int, int]]]
) -> tuple[tuple[Problem, ...], tuple[int, int]]:
    """Count the sentences that gave something, and report those that look informative and gave nothing."""
    note = page.note
    used = {block for entry in page.entries for block in (*entry.blocks, entry.anchor.block)}
    used |= {occasion.title.block for occasion in page.occasions}
    named: dict[int, list[int]] = {}
    for name in names.named:
        named.setdefault(name.block, []).append(name.start)
    problems: list[Problem] = []
    count = told = 0
    for index in sorted(bounds):
        block = note.blocks[index]
        if block.kind not in _PROSE:
            continue
        for start, end in bounds[index]:
            first, last = align.trim(block.prose, start, end)
            if first >= last:
                continue
            count += 1
            if index in used or _has_between(named.get(index, ()), start, end):
                told += 1
            elif _looks_informative(block.prose[first:last]) and not stands_elsewhere(note, index):
                problems.append(_problem(page, index, first, last))
    return tuple(problems), (told, count)


def _has_between(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _looks_informative(text: str) -> bool:
    """Return whether a sentence has a verb that tells of work and a word that is written as a name."""
    shaped = [word for word in shapes.words(text) if shapes.is_name_shaped(word) and word.upper() not in _COMMON]
    return bool(shaped) and _TELLS.search(text) is not None


def _problem(page: Page, index: int, start: int, end: int) -> Problem:
    place = Span(page.note.id, *page.note.blocks[index].source(start, end))
    line, column = page.note.position(place.start)
    shown = align.one_line(page.note.blocks[index].prose[start:end])[:_LONGEST]
    return Problem(
        CODE, f"this looks as if it stated something, but yielded nothing: {shown}", place.note, place, line, column
    )
