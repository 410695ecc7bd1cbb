"""Sessions, keynotes and talks: `Keynote - Jane Doe, ETH`, `Title - Jane Doe, ETH | Google`, `Poster Session 2`.

A heading is a talk where somebody with an affiliation stands behind its title, or where other headings beside it are
talks; a heading with a word for a session is one by itself. Lists and sentences are read in told_sessions.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.extraction import align, logs, shapes
from kg.extraction.entries import Field, Occasion, Page
from kg.extraction.outline import NUMBERED_SESSION, Role, role_of, title_block
from kg.extraction.speakers import is_somebody, kind_of, read_speakers
from kg.model import Block, BlockKind

NAME = "session"

_DASH = re.compile(r"\s[–—-]{1,2}\s")
_COLON = re.compile(r":\s+")
_HOUR = r"\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|h|uhr)?"
_TIME = re.compile(rf"\s{{0,9}}[:,(–—-]{{0,9}}\s{{0,9}}\(?{_HOUR}\s?(?:[–—-]|to|bis)\s?{_HOUR}\)?\s*$", re.IGNORECASE)
_JOINT = re.compile(r"[:|·–—-]")
"""Between a day and what is told on it."""
_MOST_WORDS = 30
_COMMON = frozenset({"talk", "award", "poster", "oral", "spotlight"})
"""Kinds whose words also stand in headings that name no session."""


def find(page: Page) -> Iterable[Occasion]:
    """Find the occasions of a note."""
    note = page.note
    title = title_block(note)
    met = [_meeting(page, one) for one in logs.read(note) if _is_held(page, one)]
    opened = {one.others[0].block for one in met}
    titled = {e.title.block for e in page.entries if e.title is not None and e.listed and e.authors and e.year}
    doubted: list[tuple[int, Occasion]] = []
    sure = [(one.others[0].block, one) for one in met]
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADING and index != title and index not in opened and index not in titled:
            read = _heading(block, index)
            if read is not None:
                (sure if _is_sure(read) else doubted).append((index, read))
    talks = sum(bool(one.speakers) for _, one in sure)
    found = sure + [pair for pair in doubted if talks > 1]
    yield from (one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].title.start)))


def _is_held(page: Page, one: logs.Meeting) -> bool:
    """Return whether somebody speaks at a meeting, or its own heading tells the title."""
    told = one.title is not None and one.title.block == one.at.block and len(shapes.words(one.title.text)) > 1
    block, day = page.note.blocks[one.at.block], one.told.day
    gap = block.prose[day.end : one.at.start] if day is not None else ""
    headed = block.kind is BlockKind.HEADING and _JOINT.search(gap) is not None
    return bool(one.speakers) or (told and headed and one.paper is None)


def _meeting(page: Page, one: logs.Meeting) -> Occasion:
    """Name a meeting by the title of its talk or paper, else by who speaks, else by what stands behind its date."""
    title = one.title or one.heard or one.at
    block = page.note.blocks[one.at.block]
    line = next(place for place in align.lines(block) if place[0] <= one.at.start <= place[1])
    others = (one.at, align.field(block, one.at.block, *line))
    paper = one.paper if one.paper in page.entries else None
    return Occasion(NAME, title, one.kind, one.speakers, others, one.told.day, paper)


def _is_sure(one: Occasion) -> bool:
    return one.kind != "" or any(speaker.places for speaker in one.speakers)


def _heading(block: Block, index: int) -> Occasion | None:
    """Read a heading as an occasion; one without a word for it and without speakers is none."""
    prose = block.prose
    if len(shapes.words(prose)) > _MOST_WORDS or role_of(block) in (Role.DATE, Role.FUNCTIONAL, Role.REFERENCES):
        return None
    end = len(prose.rstrip(" ."))
    whole = align.field(block, index, 0, end)
    for cut in [*reversed(list(_DASH.finditer(prose, 0, end))), *list(_COLON.finditer(prose, 0, end))[-1:]]:
        speakers = read_speakers(block, index, cut.end(), end)
        label = prose[: cut.start()]
        colon = prose[cut.start()] == ":"
        if speakers and (not colon or (kind_of(label) and is_somebody(speakers[0]))):
            short = colon or (bool(kind_of(label)) and len(shapes.words(label)) <= 3)
            last = speakers[0].name.end if short else cut.start()
            title = align.field(block, index, 0, last)
            return Occasion(NAME, title, kind_of(label), speakers, tuple(_parts(block, index, cut.start())))
    if any(c in prose for c in ",|(") and (speakers := read_speakers(block, index, 0, end)) and speakers[0].places:
        return Occasion(NAME, whole, "talk", speakers)
    kind = kind_of(prose)
    if not kind or role_of(block) is Role.VENUE:
        return None
    plain = len(shapes.words(prose)) <= 12 and shapes.is_title_case(prose) and kind not in _COMMON
    if role_of(block) is not Role.SESSION and not plain:
        return None
    timed = _TIME.search(prose)
    title = align.field(block, index, 0, timed.start() if timed else end)
    return Occasion(NAME, title, kind) if title.text else None


def _parts(block: Block, index: int, end: int) -> Iterator[Field]:
    """Yield label and title of `Oral 3B: Title`."""
    label = NUMBERED_SESSION.match(block.prose, 0, end)
    if label and label.end() < end:
        yield align.field(block, index, *label.span("label"))
        yield align.field(block, index, label.end(), end)
