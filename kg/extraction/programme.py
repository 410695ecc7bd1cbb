"""Talks whose parts stand on lines of their own: a speaker above a title, a time above a title and a speaker.

`- Jane Doe (ETH)` with `Topological recursion` below it, `### 9:30-10:30` above `**Moduli spaces**` and
`*Jane Doe, Professor, ETH*`. One such item shows nothing; several of a list do, in a note on an event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kg.extraction import align, dates, shapes
from kg.extraction.entries import Field, Occasion, Speaker
from kg.extraction.occasion_lines import CLOCK, is_nothing
from kg.extraction.outline import Role, blocks_above, role_of
from kg.extraction.records.labels import Part, read_labels
from kg.extraction.speakers import is_somebody, kind_of, only_speakers, read_speakers
from kg.model import Block, BlockKind, MarkKind, Note

WHO, WHAT = (Part.SPEAKER, Part.PRESENTER), (Part.TITLE, Part.PAPER, Part.KEYWORDS)
"""What labels and columns say of talks."""
_FEWEST, _LONGEST, _BELOW = 3, 120, 8
"""Items of a list, characters of a line, and blocks below a time, at least and at most."""
_NEAR, _WHOLE = 5, 250
"""Blocks below a heading in which labels say who speaks, and characters of a line that says no more, at most."""
_COVERED = 0.5
"""Share of the letters of a line that are of names and places where it names who speaks."""


def read(note: Note, rule: str) -> Iterator[Occasion]:
    """Read the talks of a programme that lists speakers above titles, or times above both."""
    lists = defaultdict[int | None, list[Occasion]](list)
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.ITEM and block.prose.count("\n") == 1:
            lists[block.parent] += _two_lines(block, index, rule)
        elif block.kind is BlockKind.HEADING and _is_time(block.prose):
            yield from _below_time(note, index, rule)
    talks = [one for found in lists.values() for one in found]
    if len(talks) >= _FEWEST and any(is_somebody(speaker) for one in talks for speaker in one.speakers):
        yield from talks


def told_below(note: Note, index: int, *, labelled: bool) -> tuple[tuple[Speaker, ...], Field | None]:
    """Read who speaks, and on which day, in the lines right below a heading that labels say this of.

    Args:
        note: the note.
        index: the heading.
        labelled: whether a line without a label, which says no more than who speaks, is none.
    """
    who: tuple[Speaker, ...] = ()
    day = None
    for at, block in enumerate(note.blocks[index + 1 : index + 1 + _NEAR], index + 1):
        if (
            block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH)
            or block.parent != index
            or role_of(note.blocks[index]) is Role.VENUE
        ):
            break
        for first, last in align.lines(block):
            label = next(iter(read_labels(block, first, last)), None)
            part, place = label and label.part, align.trim(block.prose, label.end if label else first, last)
            if part in WHAT:
                return (), None  # the heading is of something else
            if part in WHO:
                who = who or read_speakers(block, at, *place, told=True)
            elif part is Part.DATE and (end := dates.leading(block.prose, *place)):
                day = Field(dates.iso(block.prose[place[0] : end]), at, place[0], end)
        if at == index + 1 and not labelled and block.kind is BlockKind.PARAGRAPH and len(block.prose) <= _WHOLE:
            who = who or only_speakers(block, at, 0, len(block.prose))
    return who, day if day and day.text else None


def _two_lines(block: Block, index: int, rule: str) -> Iterator[Occasion]:
    """Read an item of two lines, of which one is who speaks, mostly the first, and the other on what."""
    (first, last), (start, end) = align.lines(block)
    speakers = _only_speakers(block, index, first, last)
    if not speakers:
        speakers, (start, end) = _only_speakers(block, index, start, end), (first, last)
    title = align.field(block, index, *align.trim(block.prose, start, end, ' \t*_"“”'))
    placed = all(one.places for one in speakers)
    titled = shapes.is_title_like(title.text) and not shapes.is_running_text(title.text) and not is_nothing(title.text)
    if speakers and placed and titled and end - start <= _LONGEST:
        yield Occasion(rule, title, kind_of(title.text) or "talk", speakers)


def _below_time(note: Note, index: int, rule: str) -> Iterator[Occasion]:
    """Read a title in bold below a heading that is a time, with who speaks in a line of its own."""
    below = range(index + 1, min(index + 1 + _BELOW, len(note.blocks)))
    inside = [at for at in below if index in blocks_above(note, at) and note.blocks[at].kind is BlockKind.PARAGRAPH]
    if inside and note.blocks[inside[0]].prose.count("\n") == 1:
        yield from _two_lines(note.blocks[inside[0]], inside[0], rule)
        return
    titled = [at for at in inside if _is_set_off(note.blocks[at], MarkKind.STRONG)]
    for at in titled[:1]:
        block = note.blocks[at]
        title = align.field(block, at, *align.trim(block.prose, 0, len(block.prose)))
        named = (
            _only_speakers(one, number, 0, len(one.prose))
            for number in inside
            if number > at and len((one := note.blocks[number]).prose) <= _LONGEST
        )
        speakers = next((found for found in named if found), ())
        if title.text and speakers:
            yield Occasion(rule, title, kind_of(title.text) or "talk", speakers)


def _is_set_off(block: Block, kind: MarkKind) -> bool:
    """Return whether all of a block is of one type."""
    end = len(block.prose.rstrip())
    return any(mark.kind is kind and mark.start == 0 and mark.end >= end for mark in block.marks)


def _only_speakers(block: Block, index: int, start: int, end: int) -> tuple[Speaker, ...]:
    """Return who speaks where a line names persons, where they are, and what they are, and nothing else."""
    found = read_speakers(block, index, start, end, told=True)
    places = {(place.start, place.end) for one in found for place in (one.name, *one.places)}
    letters = sum(map(str.isalpha, block.prose[start:end]))
    covered = sum(sum(map(str.isalpha, block.prose[first:last])) for first, last in places)
    return found if covered >= _COVERED * letters else ()


def _is_time(text: str) -> bool:
    """Return whether a text is a time of day, or two, and nothing else.

    >>> [_is_time(text) for text in ("9:30-10:30am", "**11.00**", "9:30 Opening")]
    [True, True, False]
    """
    return CLOCK.fullmatch(text.strip(" \t\n*_")) is not None
