"""Talks whose parts stand on lines of their own: a speaker above a title, a time above a title and a speaker.

`- Jane Doe (ETH)` with `Topological recursion` below it, `### 9:30-10:30` above `**Moduli spaces**` and
`*Jane Doe, Professor, ETH*`. One such item shows nothing; several of a list do, in a note on an event.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from kg.extraction import align, dates, organisations, shapes
from kg.extraction.entries import Field, Occasion, Speaker
from kg.extraction.occasion_lines import CLOCK, cut, is_nothing
from kg.extraction.outline import Role, role_of
from kg.extraction.ranges import marks_near
from kg.extraction.records.labels import Part, read_labels
from kg.extraction.speakers import is_known_place, is_somebody, kind_of, only_speakers, read_speakers
from kg.model import Block, BlockKind, MarkKind, Note

WHO, WHAT = (Part.SPEAKER, Part.PRESENTER), (Part.TITLE, Part.PAPER, Part.KEYWORDS)
"""What labels and columns say of talks."""
_FEWEST, _DATED, _LONGEST, _BELOW, _PAIR = 3, 2, 160, 8, 2
"""Items of a list, talks below days, characters of a line, blocks below a time, and lines of a talk."""
_LINES = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM)
_OTHER = re.compile(rf"\b{organisations.POSITION}\b|\d", re.IGNORECASE)
"""What a line below a speaker has that is no title: what somebody is, a time."""
_NEAR, _WHOLE = 5, 250
"""Blocks below a heading in which labels say who speaks, and characters of a line that says no more, at most."""
_GAP = 4
"""Characters between two lines, at most."""
_COVERED = 0.5
"""Share of the letters of a line that are of names and places where it names who speaks."""


def read(note: Note, rule: str, *, event: bool) -> Iterator[Occasion]:
    """Read the talks of a programme that lists speakers above titles, or days, or times above both.

    Args:
        note: the note.
        rule: the rule that asks.
        event: whether the note is on one event; on any other only days show a programme.
    """
    lists = defaultdict[int | None, list[Occasion]](list)
    dated: list[Occasion] = []
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.ITEM and block.prose.count("\n") == 1 and event:
            lists[block.parent] += _told(note, [*islice(_lines(note, index, -1), _PAIR)], rule)
        for first, last in align.lines(block) if block.kind in _LINES else ():
            dated += _below(note, Field("", index, first, last), rule)
    for talks, fewest in (*((found, _FEWEST) for found in lists.values()), (dated, 1 if event else _DATED)):
        if len(talks) >= fewest and any(is_somebody(speaker) for one in talks for speaker in one.speakers):
            yield from talks


def _below(note: Note, line: Field, rule: str) -> Iterator[Occasion]:
    """Read what stands below a line that is a day, or a time, and no more: who speaks, and on what."""
    prose = note.blocks[line.block].prose
    if _is_moment(prose, line.start, line.end):
        day = replace(line, text=dates.iso(prose[line.start : line.end]))
        below = [*islice(_lines(note, line.block, line.end), _BELOW)]
        talks = [*_one_line(note, below[:1], rule)] or [*_told(note, below, rule)]
        yield from (replace(one, day=day if day.text else None) for one in talks)


def _is_moment(prose: str, start: int, end: int) -> bool:
    """Return whether a line is a day, or a time of day, and nothing else.

    >>> [_is_moment(text, 0, len(text)) for text in ("9:30-10:30am", "**11.00**", "12 May 2021:", "9:30 Opening")]
    [True, True, True, False]
    """
    start, end = align.trim(prose, start, end, " \t.:*_")
    return start < end and (dates.leading(prose, start, end) >= end or CLOCK.fullmatch(prose, start, end) is not None)


def _lines(note: Note, index: int, start: int) -> Iterator[Field]:
    """Yield the lines behind a place, and of the items and paragraphs below it, up to a heading, a label or a day."""
    for at, block in enumerate(note.blocks[index : index + _NEAR], index):
        if at > index and block.kind not in _LINES[1:]:
            return
        for first, last in align.lines(block):
            if at > index or first > start:
                if read_labels(block, first, last) or _is_moment(block.prose, first, last):
                    return
                yield align.field(block, at, *align.trim(block.prose, first, last, " \t:*_"))


def title_below(note: Note, index: int) -> Field | None:
    """Return the short line right below a heading that is who speaks: the title of what is told there."""
    line = next(_lines(note, index, len(note.blocks[index].prose)), None)
    if line is None or note.blocks[line.block].kind is not BlockKind.PARAGRAPH or len(line.text) > _LONGEST:
        return None
    block = note.blocks[line.block]
    whole = line.end - line.start >= len(block.prose.strip(" *_\n"))
    said = _is_set_off(block, line) or (whole and len(shapes.words(line.text)) >= _FEWEST)
    other = is_known_place(line) or bool(kind_of(line.text) or _OTHER.search(line.text))
    other = other or bool(only_speakers(block, line.block, line.start, line.end))
    other = other or any(mark.kind is MarkKind.IMAGE for mark in marks_near(block, line.start, line.end))
    return _bare(note, line) if said and not other and _is_title(line.text) else None


def title_behind(note: Note, line: Field) -> Field | None:
    """Return the last line of a block, behind a line that says who speaks: the title of what is told there."""
    block = note.blocks[line.block]
    last = [*align.lines(block)][-1]
    title = _bare(note, align.field(block, line.block, *last))
    return title if line.end <= last[0] <= line.end + _GAP and _is_title(title.text) else None


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
        named = not labelled and at == index + 1 and is_below_title(note, at)
        if (
            block.kind not in (_LINES if named else _LINES[1:])
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
        if at == index + 1 and not labelled and block.kind is not BlockKind.ITEM and len(block.prose) <= _WHOLE:
            who = who or only_speakers(block, at, 0, len(block.prose))
    return who, day if day and day.text else None


def is_below_title(note: Note, index: int) -> bool:
    """Return whether a heading stands right below one that it is alone under, and which may be the title of a talk."""
    block, above = note.blocks[index], note.blocks[index - 1]
    if block.kind is not BlockKind.HEADING or above.kind is not BlockKind.HEADING or block.parent != index - 1:
        return False
    several = len(shapes.words(above.prose)) >= _FEWEST and _is_title(above.prose) and not kind_of(above.prose)
    return several and not any(other.kind is BlockKind.HEADING for other in _children(note, index - 1, index + 1))


def _children(note: Note, heading: int, start: int) -> Iterator[Block]:
    """Yield the blocks right below a heading in the outline, from one of those below it on."""
    for at in range(start, len(note.blocks)):
        block = note.blocks[at]
        if block.parent is None or block.parent < heading:
            return  # its part of the note has ended
        if block.parent == heading:
            yield block


def _told(note: Note, lines: Sequence[Field], rule: str) -> Iterator[Occasion]:
    """Read lines of which one is who speaks, mostly the first, and the next, or the one at the top, on what.

    Between a title that is set off and who speaks may stand what the talk is about.
    """
    spoken = ((number, _only_speakers(note, who)) for number, who in enumerate(lines) if len(who.text) <= _LONGEST)
    number, speakers = next(((number, found) for number, found in spoken if found), (0, ()))
    if not speakers or len(lines) < _PAIR or (number > 1 and not _is_set_off(note.blocks[lines[0].block], lines[0])):
        return
    title = _bare(note, lines[0 if number else 1])
    if all(one.places for one in speakers) and _is_title(title.text) and len(title.text) <= _LONGEST:
        yield Occasion(rule, title, kind_of(title.text) or "talk", speakers)


def _one_line(note: Note, lines: Sequence[Field], rule: str) -> Iterator[Occasion]:
    """Read a line with who speaks, and where, and on what."""
    for line in lines:
        told = cut(note.blocks[line.block], line, listed=True) if len(line.text) <= _LONGEST else None
        if told is None or told.what is None or not told.sure or not all(one.places for one in told.speakers):
            continue
        title = _bare(note, Field("", line.block, *told.what))
        if _is_title(title.text):
            yield Occasion(rule, title, kind_of(told.label) or "talk", told.speakers)


def _bare(note: Note, line: Field) -> Field:
    """Return a line without the marks around it."""
    prose = note.blocks[line.block].prose
    return align.field(note.blocks[line.block], line.block, *align.trim(prose, line.start, line.end, ' \t\n*_"“”„'))


def _is_title(text: str) -> bool:
    """Return whether a line may be the title of a talk, by its form."""
    told = shapes.is_running_text(text) or shapes.is_sentence(text) or text.endswith(".") or is_nothing(text)
    return shapes.is_title_like(text) and not told


def _is_set_off(block: Block, line: Field) -> bool:
    """Return whether all of a line is in bold or slanted type, or in quotation marks."""
    typed = any(
        mark.kind in (MarkKind.STRONG, MarkKind.EM) and mark.start <= line.start and mark.end >= line.end
        for mark in marks_near(block, line.start, line.end)
    )
    return typed or shapes.QUOTED.fullmatch(block.prose, line.start, line.end) is not None


def _only_speakers(note: Note, line: Field) -> tuple[Speaker, ...]:
    """Return who speaks where a line names persons, where they are, and what they are, and nothing else."""
    prose = note.blocks[line.block].prose
    found = read_speakers(note.blocks[line.block], line.block, line.start, line.end, told=True)
    places = {(place.start, place.end) for one in found for place in (one.name, *one.places)}
    letters = sum(map(str.isalpha, prose[line.start : line.end]))
    covered = sum(sum(map(str.isalpha, prose[first:last])) for first, last in places)
    return found if covered >= _COVERED * letters else ()
