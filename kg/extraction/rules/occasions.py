"""Sessions, keynotes, talks and panels: meetings, headings, items, rows of a programme, and what sentences tell of.

Each line is cut to its parts in one way (`occasion_lines`). That it is about an occasion at all needs evidence: a word
for its kind, a time of day, a speaker with an organisation that is known, a list of talks that it stands in, or other
lines beside it that are sure, in a note on an event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.extraction import align, dates, logs, sentence_talks, shapes
from kg.extraction.entries import Field, Occasion, Page, Speaker
from kg.extraction.occasion_lines import Told, cut
from kg.extraction.outline import Role, is_date, role_of, title_block
from kg.extraction.ranges import links_near
from kg.extraction.records.labels import Part
from kg.extraction.records.values import Columns, Place, Places
from kg.extraction.speakers import KIND_WORDS, kind_of, only_speakers, read_places, read_speakers
from kg.model import Block, BlockKind, Note

NAME = "session"

_YEAR = re.compile(r"(?:19|20)\d\d")
_JOINT = re.compile(r"[:|·–—-]")
"""Between a day and what is told on it."""
_MOST_WORDS, _MOST_NAMED, _FEW, _LONGEST, _SHORT = 30, 12, 3, 250, 60
_FEWEST = 2
"""Sure talks of a note from which on lines of the same form are taken too."""
_COMMON = frozenset({"talk", "award", "poster", "oral", "spotlight"})
"""Kinds whose words also stand in headings that name no session."""
_WHO, _WHAT = (Part.SPEAKER, Part.PRESENTER), (Part.TITLE, Part.PAPER, Part.KEYWORDS)
_LINES = (BlockKind.ITEM, BlockKind.PARAGRAPH)
_STOP = re.compile(r"(?<![A-Z])(?<!\b(?:Dr|Mr|Ms))(?<!\b(?:Mrs))(?<!\bProf)[.!?]\s+(?=[^\W\d_a-z]|[\"“„(])|\n")
"""Where the first sentence of an item or a paragraph ends."""
_CLOCK_CELL = re.compile(r"\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m\b)[^\t\n]{0,30}\t", re.IGNORECASE)
"""The first cell of a row of a programme."""
_CELL = re.compile(r"[^\t\n]+")
_SECTION = re.compile(
    r"\b(?:tutorials|workshops|talks|lectures|presentations|seminars|posters|panels|keynotes|awards|vorträge)\b"
    rf"|^(?:(?:{KIND_WORDS}|session|discussion)\W*)+$",
    re.IGNORECASE,
)
"""In headings that are the name of a session only in a note on an event."""
_NUMBER = re.compile(r"\w\s#?\d")
_ON = re.compile(r"\s(?:on|über|sur|sobre)\W{1,4}$")
_OPENING = '"“«„'
_SESSION = re.compile(r"sessions?\b(?:\s\w{1,3})?\s*(?:[:–—|-]|$)", re.IGNORECASE)
_TALKS = re.compile(
    r"(?:[a-z-]{2,20} ){0,2}"
    r"(?:talks?|keynotes?|keynote speakers|speakers|presentations|papers presented|vorträge|ponencias|charlas|"
    r"conférences|interventions)"
    r"(?:,? (?:and|&|und|y|et) (?:(?:invited|conference) )?(?:talks|presentations|keynotes|panels|papers|posters|"
    r"tutorials|seminars|lectures|slides|videos))?(?: \(\d{1,3}\))?|panel papers|short papers",
    re.IGNORECASE,
)
"""What heads a list each of whose items is a talk."""
_EVENT = re.compile(
    r"\b(?:conference|symposium|workshop|seminar|colloqui(?:um|a)|meetup|trip report|summer school|summit|congress|"
    r"journées?|colloque|congrès|conférence|école d[’']été|séminaire|tagung|konferenz|kolloquium|congreso|jornadas|"
    r"seminario|convegno)\b",
    re.IGNORECASE,
)
"""What the title of a note on one event has, unless it has a day."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may be about an occasion."""

    index: int
    told: Told
    occasion: Occasion
    sure: bool


def find(page: Page) -> Iterable[Occasion]:
    """Find the occasions of a note."""
    note = page.note
    met = [_meeting(page, one) for one in logs.read(note) if _is_held(page, one)]
    used = {place.block for one in met for place in (one.others[0], one.title, *(s.name for s in one.speakers))}
    rows = [one for row in Columns(note).values.values() for one in _row(page, row)]
    used |= {one.title.block for one in rows}
    lines = [line for index, block in enumerate(note.blocks) if index not in used for line in _line(page, index, block)]
    found = [*met, *rows, *_kept(note, lines)]
    found += _sessions(note, found)
    found = sorted(found, key=lambda one: (one.others[0].block if one.others else one.title.block, one.title.start))
    yield from _with_sentences(page, found)


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


def _row(page: Page, row: Places) -> Iterator[Occasion]:
    """Read a row of a table that has a column for who speaks."""
    who = next((place for part in _WHO for place in row.get(part, ())), None)
    what = next((place for part in _WHAT for place in row.get(part, ())), None)
    if what is None or (who is None and not _stands_in_list(page.note, what[0])):
        return
    index, block = what[0], page.note.blocks[what[0]]
    speakers = read_speakers(block, index, *_inner(block, who), told=True) if who is not None else ()
    if Part.AFFILIATION in row and speakers:
        places = tuple(read_places(block, index, *_inner(block, row[Part.AFFILIATION][0])))
        speakers = tuple(one if one.places else Speaker(one.name, places) for one in speakers)
    paper = next((entry for entry in page.entries if index in entry.blocks), None)
    title = (paper.title if paper is not None else None) or align.field(block, index, *_inner(block, what))
    if (speakers or who is None) and title.text:
        kind = kind_of(title.text) if paper is None else "talk"
        yield Occasion(NAME, title, kind or "talk", speakers, day=_day(block, index), paper=paper)


def _inner(block: Block, place: Place) -> tuple[int, int]:
    return align.trim(block.prose, place[1], place[2])


def _day(block: Block, index: int) -> Field | None:
    """Read the day in a cell of the row."""
    for cell in block.cells:
        iso = dates.iso(block.prose[slice(*cell)])
        if iso:
            return Field(iso, index, *align.trim(block.prose, *cell))
    return None


def _line(page: Page, index: int, block: Block) -> Iterator[_Line]:
    """Read a heading, the first sentence of an item or a paragraph, or a row as an occasion."""
    place = _place(page, index, block)
    told = cut(block, Field("", index, *place)) if place is not None else None
    if told is None:
        return
    listed = _stands_in_list(page.note, index)
    if block.kind in _LINES and not (listed and _link_end(block, told.what)) and _is_prose(page, index, told):
        return
    one, heading = _occasion(block, index, told), block.kind is BlockKind.HEADING
    below = _speakers_below(page.note, index) if heading and told.what is not None and not told.speakers else ()
    if told.speakers:
        yield _Line(index, told, one, _is_sure(block, told, listed=listed))
    elif below:
        yield _Line(index, told, replace(one, speakers=below, kind=one.kind or "talk"), sure=listed)
    elif listed and told.what is not None and _is_entry(block, told.what):
        yield _Line(index, told, replace(one, kind=one.kind or "talk"), sure=True)
    elif heading:
        yield from _named(page.note, index, told)
    elif _is_session(block, told):
        yield _Line(index, told, one, sure=True)


def _is_prose(page: Page, index: int, told: Told) -> bool:
    """Return whether an item or a paragraph is no line about an occasion, but a sentence or the record of a paper."""
    block = page.note.blocks[index]
    if told.by_verb and not told.led and told.what is not None:
        return not _ON.search(block.prose[: told.what[0]])
    return _is_listed_paper(page, index) and not _is_set_off(block, told)


def _is_set_off(block: Block, told: Told) -> bool:
    """Return whether a title is in quotation marks, or the bold beginning of a block with a comma behind it."""
    if told.what is None:
        return False
    marked = any(mark.start == 0 and mark.end == told.what[1] for mark in block.marks)
    return block.prose[told.what[0]] in _OPENING or (marked and block.prose.startswith(", ", told.what[1]))


def _is_entry(block: Block, what: tuple[int, int]) -> bool:
    """Return whether an item of a list of talks, or a heading in it, gives the title of a talk and is no remark."""
    heading = block.kind is BlockKind.HEADING and not _SECTION.search(block.prose)
    set_off = heading or bool(block.links) or block.prose[what[0]] in _OPENING
    return set_off and len(block.prose[slice(*what)].split()) > 1


def _speakers_below(note: Note, index: int) -> tuple[Speaker, ...]:
    """Read who speaks in the line right below a heading, where it says no more."""
    below = index + 1
    if below >= len(note.blocks) or role_of(note.blocks[index]) is Role.VENUE:
        return ()
    block = note.blocks[below]
    short = block.kind is BlockKind.PARAGRAPH and block.parent == index and len(block.prose) <= _LONGEST
    return only_speakers(block, below, 0, len(block.prose)) if short else ()


def _place(page: Page, index: int, block: Block) -> tuple[int, int] | None:
    """Return the range of a block that may be about an occasion."""
    if not block.prose.strip():
        return None
    if block.kind is BlockKind.HEADING:
        other = role_of(block) in (Role.DATE, Role.FUNCTIONAL, Role.REFERENCES) or _is_title(page.note, index)
        long = len(shapes.words(block.prose)) > _MOST_WORDS
        return None if other or long or _is_listed_paper(page, index) else (0, len(block.prose.rstrip(" .")))
    if block.kind is BlockKind.ROW:
        told = _CLOCK_CELL.match(block.prose)
        cell = _CELL.match(block.prose, told.end()) if told else None
        return (0, cell.end()) if cell else None
    if block.kind in _LINES:
        stop = _STOP.search(block.prose)
        end = stop.start() if stop else len(block.prose)
        return (0, end) if end <= _LONGEST and not shapes.is_running_text(block.prose[:end]) else None
    return None


def _is_title(note: Note, index: int) -> bool:
    return index == title_block(note) or (
        note.blocks[index].level == 1 and not any(b.level for b in note.blocks[:index])
    )


def _is_listed_paper(page: Page, index: int) -> bool:
    """Return whether a heading, item or paragraph gives a paper with authors, and for a heading with a year."""
    heading = page.note.blocks[index].kind is BlockKind.HEADING
    titled = (e for e in page.entries if e.title is not None and e.title.block == index and e.listed)
    return any(entry.authors and (entry.year or not heading) for entry in titled)


def _is_sure(block: Block, told: Told, *, listed: bool) -> bool:
    """Return whether a line with somebody who speaks is surely about an occasion."""
    if listed or told.clock:
        return told.sure
    if told.label:
        return bool(kind_of(told.label))
    if block.kind is BlockKind.HEADING:
        return told.placed and told.what is not None
    return told.placed and _is_set_off(block, told)


def _is_session(block: Block, told: Told) -> bool:
    """Return whether a line without speakers names a session or a panel: a number or a time says so."""
    kind = kind_of(told.label) or ("other" if told.label.lower().startswith("session") else "")
    numbered = any(c.isdigit() for c in told.label)
    if told.clock:
        text = block.prose[told.start if told.counted is None else told.counted : told.end]
        return bool(text.strip()) and (bool(kind) or _is_called(text))
    edition = _YEAR.search(told.label) is not None and block.kind is BlockKind.ITEM and bool(block.links)
    sure = edition or (kind not in _COMMON and numbered and not _YEAR.search(told.label))
    return bool(kind) and sure and told.what is not None


def _is_called(text: str) -> bool:
    """Return whether a short text is the name of a session."""
    named = bool(kind_of(text)) or re.match(r"session\b", text, re.IGNORECASE) is not None
    return named and len(shapes.words(text)) <= _MOST_NAMED and text[:1].isupper()


def _named(note: Note, index: int, told: Told) -> Iterator[_Line]:
    """Read a heading without speakers that is the name of a session."""
    block = note.blocks[index]
    kind = kind_of(block.prose) or ("other" if _SESSION.match(block.prose) else "")
    if not kind or role_of(block) is Role.VENUE:
        return
    words = shapes.words(block.prose)
    plain = len(words) <= _MOST_NAMED and shapes.is_title_case(block.prose) and kind not in _COMMON
    plain = plain or role_of(block) is Role.SESSION or bool(told.label and kind == "other")
    few = 1 < len(words) <= _FEW and kind in ("keynote", "panel", "workshop")
    if plain or few:
        title = align.field(block, index, told.start if told.counted is None else told.counted, told.end)
        section = _SECTION.search(title.text) is not None and not _NUMBER.search(title.text)
        if len(shapes.words(title.text)) > 1 or not section:
            yield _Line(index, told, Occasion(NAME, title, kind.replace("other", "")), sure=plain and not section)


def _occasion(block: Block, index: int, told: Told) -> Occasion:
    """Name an occasion by its title, else by its kind and who speaks."""
    heading = block.kind is BlockKind.HEADING
    kind = kind_of(told.label) or (kind_of(block.prose[told.start : told.end]) if not told.speakers else "")
    before = min((s.name.start for s in told.speakers), default=0)
    kind = kind or (kind_of(block.prose[told.start : before]) if heading else "")
    if told.what is None:
        last = told.speakers[0].name.end if told.speakers and (told.label or not heading) else told.end
        first = told.start if told.counted is None else told.counted
        title = align.field(block, index, *align.trim(block.prose, first, last, " \t*_"))
        return Occasion(NAME, title, kind or ("talk" if told.speakers else ""), told.speakers, day=_stated(told))
    first = told.start if told.by_verb and not told.led else told.what[0]  # `Jane Doe (ETH) on graphs`
    last = _link_end(block, told.what) or told.what[1]
    what = align.field(block, index, *align.trim(block.prose, first, last, ' "“”«»„'))
    whole = heading or any(c.isdigit() for c in told.label)
    if whole and told.label and told.begin <= what.start and all(what.end <= s.name.start for s in told.speakers):
        title = align.field(block, index, told.start, what.end)
        label = align.field(block, index, *align.trim(block.prose, told.start, told.begin, " \t:|–—-"))
        return Occasion(NAME, title, kind or "talk", told.speakers, (label, what), day=_stated(told))
    return Occasion(NAME, what, kind or "talk", told.speakers, day=_stated(told))


def _link_end(block: Block, what: tuple[int, int] | None) -> int:
    """Return where the link ends with which a title begins, 0 without one."""
    found = (link.end for link in (links_near(block, *what) if what else ()) if what and link.start == what[0])
    return next(found, 0)


def _stated(told: Told) -> Field | None:
    return told.day if told.day is not None and told.day.text else None


def _stands_in_list(note: Note, index: int) -> bool:
    """Return whether a block is an entry of a list of talks: the heading right above says so, or the note's title."""
    block = note.blocks[index]
    if block.kind is BlockKind.PARAGRAPH or (block.kind is BlockKind.ITEM and block.level > 1):
        return False
    at = block.parent
    while at is not None and is_date(align.one_line(note.blocks[at].prose)):
        at = note.blocks[at].parent
    above = note.blocks[at] if at is not None and not _is_title(note, at) else None
    if above is not None and above.kind is not BlockKind.HEADING:
        return False
    return _TALKS.fullmatch(align.one_line(above.prose if above else note.title or "").strip(" :")) is not None


def _kept(note: Note, lines: list[_Line]) -> list[Occasion]:
    """Return the occasions of the lines that are sure, and of the others where enough stands beside them."""
    sure = sum(line.sure and bool(line.occasion.speakers) for line in lines)
    event = _is_on_event(note)
    return [line.occasion for line in lines if line.sure or (_is_likely(note, line) and (event or sure >= _FEWEST))]


def _is_likely(note: Note, line: _Line) -> bool:
    """Return whether a line that is not sure may be about an occasion of an event."""
    if note.blocks[line.index].kind is BlockKind.HEADING:
        return line.told.sure or bool(line.occasion.kind)
    what = line.occasion.title.text
    item = note.blocks[line.index].kind is BlockKind.ITEM and line.told.what is not None and not line.told.led
    return item and line.told.placed and not dates.names_day(what)


def _is_on_event(note: Note) -> bool:
    """Return whether the note is on one event: its title has a word for one, or a day."""
    at = title_block(note)
    title = align.one_line(note.blocks[at].prose) if at is not None else note.title or ""
    first = next((b.prose for b in note.blocks if b.kind is BlockKind.PARAGRAPH), "")
    dated = dates.names_day(title) or (len(first) <= _SHORT and dates.names_day(first))
    return dated or _EVENT.search(title) is not None


def _sessions(note: Note, found: list[Occasion]) -> Iterator[Occasion]:
    """Yield the headings that are no more than the name of a session: talks stand right under them."""
    if not _is_on_event(note):
        return
    headed = [
        one.title.block for one in found if one.speakers and note.blocks[one.title.block].kind is BlockKind.HEADING
    ]
    above = [note.blocks[at].parent for at in headed]
    known = {one.title.block for one in found}
    for at in sorted({at for at in above if at is not None and above.count(at) >= _FEWEST} - known):
        if not _is_title(note, at) and role_of(note.blocks[at]) in (Role.TOPIC, Role.PRESENTATION, Role.SESSION):
            block = note.blocks[at]
            yield Occasion(NAME, align.field(block, at, 0, len(block.prose.rstrip(" :."))), kind_of(block.prose))


def _with_sentences(page: Page, found: list[Occasion]) -> Iterator[Occasion]:
    """Add what sentences tell of; a title under the heading of a keynote is what that keynote is called."""
    note = page.note
    whole = {one.title.block for one in found if one.others or note.blocks[one.title.block].kind not in _LINES}
    whole |= {place.block for one in found for place in (*one.others, *(s.name for s in one.speakers))} - {
        one.title.block for one in found if note.blocks[one.title.block].kind in _LINES
    }
    headed = {one.title.block: number for number, one in enumerate(found)}
    more: list[Occasion] = []
    for index, block in enumerate(note.blocks):
        if block.kind not in (*_LINES, BlockKind.HEADING) or not block.prose or index in whole:
            continue
        for one in sentence_talks.read_titled(block, index, NAME):
            if _is_read(one.title, [e.title for e in page.entries]) or _is_read(one.title, [o.title for o in found]):
                continue
            number = headed.get(_heading_above(note, index), -1)
            if number >= 0 and found[number].kind == one.kind and len(found[number].speakers) == 1:
                found[number] = replace(found[number], others=(*found[number].others, one.title))
            else:
                more.append(one)
        more += sentence_talks.read_spoken(note, index, NAME)
    yield from (*found, *more)


def _heading_above(note: Note, index: int) -> int:
    at = note.blocks[index].parent
    while at is not None and note.blocks[at].kind is not BlockKind.HEADING:
        at = note.blocks[at].parent
    return -1 if at is None else at


def _is_read(title: Field, others: Iterable[Field | None]) -> bool:
    """Return whether a title is (part of) one of others."""
    return any(
        one is not None and one.block == title.block and one.start < title.end and title.start < one.end
        for one in others
    )
