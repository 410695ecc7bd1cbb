"""Sessions, keynotes, talks and panels: meetings, headings, items, rows of a programme, and what sentences tell of.

Each line is cut to its parts in one way (`occasion_lines`). That it is about an occasion at all needs evidence: a word
for its kind, a time of day, a speaker with an organisation that is known, a list of talks that it stands in, or other
lines beside it that are sure, in a note on an event.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extraction import align, dates, logs, programme, shapes, talk_records
from kg.extraction.entries import Entry, Field, Occasion, Page
from kg.extraction.occasion_lines import ATTENDANCE, CLOCK, Told, cut
from kg.extraction.outline import Role, blocks_above, presentation_of, role_of, title_block
from kg.extraction.ranges import ends_of_type, links_near, marks_near
from kg.extraction.speakers import (
    KIND_WORDS,
    is_somebody,
    kind_of,
)
from kg.extraction.talks import SESSIONS, TALKS, heads, is_title, list_above, read_spoken, read_titled
from kg.lexicons import occasion_words
from kg.model import Block, BlockKind, MarkKind, Note

NAME = "session"

_MOST_WORDS, _MOST_NAMED, _FEW, _LONGEST, _SHORT = 30, 12, 3, 250, 60
_FEWEST = 2
"""Sure talks of a note from which on lines of the same form are taken too."""
_COMMON = frozenset({"talk", "award", "poster", "oral", "spotlight"})
"""Kinds whose words also stand in headings that name no session."""
_LINES = (BlockKind.ITEM, BlockKind.PARAGRAPH)
_NOTALKS = (Role.DATE, Role.FUNCTIONAL, Role.REFERENCES)
_OPENING = '"“«„'
_JOINT = re.compile(r"[:|·–—-]")
"""Between a day and what is told on it."""
_REMARK = re.compile(r"\W{0,3}\s(?:[–—(\[]|--?\s)")
"""Behind a title that is set off by its type."""
_SET_OFF = re.compile(r",\s|\s*\n")
"""Behind a title in bold."""
_YEAR, _NUMBER = re.compile(r"(?:19|20)\d\d"), re.compile(r"\w\s#?\d")
_STOP = re.compile(
    r"(?<![A-Z])(?<!\b(?:Dr|Mr|Ms))(?<!\b(?:Mrs|med|nat))(?<!\bProf|\bUniv|\bInst|\bDept)[.!?]\s+(?!(?:With|Avec|Mit|Con)\s|(?:Jahrhundert|Jh\b))(?=[^\W\d_a-z]|[\"“„(])"
    r"|\n|$"
)
"""Where the first sentence of an item or a paragraph ends."""
_CELLS = re.compile(r"\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m\b)[^\t\n]{0,30}\t(?:\s?\t){0,2}[^\t]+", re.IGNORECASE)
"""The first two cells of a row of a programme, of which the second may have lines for the title and who speaks."""
_ON = re.compile(r"\s(?:on|über|sur|sobre)\W{1,4}$")
_SESSION = re.compile(r"sessions?\b(?:\s\w{1,3})?\s*(?:[:–—|-]|$)", re.IGNORECASE)
_SIGNS = re.compile(
    rf"[\"“«„]|\d[:.h]\d\d|\d\s?[ap]\.?m\b|\)\W{{1,3}}(?:on|über|sur|sobre)\s|^\W{{0,3}}(?:[\w.:&-]{{1,20}}\s){{0,5}}"
    rf"(?:{KIND_WORDS}|session)\b",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\b(?:tutorials|workshops|talks|lectures|presentations|seminars|posters|panels|keynotes|awards|conferences|vorträge)\b"
    rf"|^(?:(?:{KIND_WORDS}|session|discussion)\W*)+$",
    re.IGNORECASE,
)
"""In headings that are the name of a session only in a note on an event."""
_EVENT = re.compile(rf"\b(?:{occasion_words('event')})\b", re.IGNORECASE)
"""What the title of a note on one event has, unless it has a day."""
_AWARD = re.compile(r"\s*[^:\n]{3,60}\b(?:award|prize)\b[^:\n]{0,20}:\s+", re.IGNORECASE)
_NO_PAPER = re.compile(
    r"\b(?:keynotes?|panel|invited|expo|tutorial|plenary|fireside|social|welcome|opening|closing)\b", re.IGNORECASE
)
_ATTENDANCE = re.compile(ATTENDANCE)
_SURE = 0.85
"""Confidence of a paper that a heading names with who presented it."""
_OF_PAPERS = ("oral", "spotlight", "poster", "workshop", "award")
"""Kinds of sessions at which people present papers of their own."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may be about an occasion."""

    told: Told
    occasion: Occasion
    sure: bool
    above: str = ""
    """The line that opens the session it is an entry of."""


def presented(page: Page) -> Iterable[Entry]:
    """Find the papers that headings name with who presented them: `Oral 3B: Title of the Paper - Max Mustermann, ETH`.

    The heading, or one above it, says that it was an oral, a poster, a spotlight or part of a workshop, or names an
    award; keynotes, panels and invited talks are talks without a paper.
    """
    kind, level = "", 0
    for index, block in enumerate(page.note.blocks):
        if block.kind is not BlockKind.HEADING:
            continue
        if _NO_PAPER.search(block.prose):
            kind = ""
            continue
        entry, stated = _presenting(block, index, kind), presentation_of(block.prose[:_SHORT])
        if stated in _OF_PAPERS:
            kind, level = stated, block.level
        elif entry is None and block.level <= level:
            kind = ""
        if entry is not None and not page.taken(index):
            yield entry


def _presenting(block: Block, index: int, kind: str) -> Entry | None:
    """Read a heading with a title and who presented it, below one of a kind of session."""
    told = cut(block, Field("", index, 0, len(block.prose)))
    award = _AWARD.match(block.prose)
    if told is None or told.what is None or not (kind or award or kind_of(told.label) in _OF_PAPERS):
        return None
    start = max(told.what[0], award.end() if award else 0)
    title = align.field(block, index, *align.trim(block.prose, start, told.what[1], ' \t:"“”*'))
    if not told.speakers or not shapes.is_title_like(title.text) or len(shapes.words(title.text)) < _FEW:
        return None
    stated = presentation_of(told.label) or ("talk" if award else kind)
    at = Field(stated, index, 0, start) if start else replace(title, text=stated)
    authors = tuple(speaker.name for speaker in told.speakers)
    return Entry(
        NAME, title, _SURE, title=title, authors=authors, complete=False, presentation=at if stated else None,
        blocks=(index,),
    )  # fmt: skip


def find(page: Page) -> Iterable[Occasion]:
    """Find the occasions of a note that are not known yet."""
    note = page.note
    before = heads(note)
    met = [_meeting(page, one) for one in logs.read(note) if _is_held(page, one)]
    rows = [*talk_records.in_rows(page, before)]
    used = defaultdict[int, list[Field]](list)
    for one in met:
        for place in (*one.others, one.title, *(speaker.name for speaker in one.speakers)):
            used[place.block].append(place)
    event = _is_on_event(note)
    rows += programme.read(note, NAME, event=event)
    whole = {one.title.block for one in (*rows, *page.occasions)}
    free = (at for at in range(len(note.blocks)) if at not in whole and not _lists_people(note, at))
    lines = [line for index in free for line in _lines(page, index, used[index], before, event=event)]
    rows = [one for one in rows if not _is_read(one.title, used[one.title.block])]
    found = [*met, *rows, *_kept(note, lines, event=event)]
    found += _sessions(note, found) if event else ()
    found = sorted(found, key=lambda one: (one.others[0].block if one.others else one.title.block, one.title.start))
    yield from _with_sentences(page, found)


def _lists_people(note: Note, index: int) -> bool:
    """Return whether an item stands below a heading that lists who is at a meeting or who organises it."""
    above = (note.blocks[at].prose for at in blocks_above(note, index)) if note.blocks[index].kind in _LINES else ()
    return any(len(text) <= _SHORT and _ATTENDANCE.search(text) for text in above)


def _is_held(page: Page, one: logs.Meeting) -> bool:
    """Return whether somebody speaks at a meeting, or its own heading tells the title."""
    told = one.title is not None and one.title.block == one.at.block and len(shapes.words(one.title.text)) > 1
    block, day = page.note.blocks[one.at.block], one.told.day
    gap = block.prose[day.end : one.at.start] if day is not None else ""
    headed = block.kind is BlockKind.HEADING and _JOINT.search(gap) is not None
    return bool(one.speakers) or (told and headed and one.paper is None)


def _meeting(page: Page, one: logs.Meeting) -> Occasion:
    """Name a meeting by the title of its talk or paper, else by who speaks, else by what stands behind its date."""
    block = page.note.blocks[one.at.block]
    line = next(place for place in align.lines(block) if place[0] <= one.at.start <= place[1])
    others = (one.at, align.field(block, one.at.block, *line))
    paper = one.paper if one.paper in page.entries else None
    title = one.title or one.heard or (programme.title_behind(page.note, one.at) if one.speakers else None)
    return Occasion(NAME, title or one.at, one.kind, one.speakers, others, one.told.day, paper)


def _lines(page: Page, index: int, used: list[Field], before: Sequence[int], *, event: bool) -> Iterator[_Line]:
    """Read the lines of a block that no meeting has; one that opens a session is above the lines behind it."""
    above = list_above(page.note, index, before)
    for place in _places(page, index, event=event):
        if not _is_read(place, used):
            yield from _line(page, place, above, event=event)
        text = page.note.blocks[index].prose[place.start : place.end]
        above = text if SESSIONS.match(text) else above


def _line(page: Page, place: Field, above: str, *, event: bool) -> Iterator[_Line]:
    """Read a heading, a line or the first sentence of an item or a paragraph, or a row as an occasion."""
    index, block = place.block, page.note.blocks[place.block]
    session = SESSIONS.match(above) is not None  # below which lessons have their readings, too
    listed = bool(above) and not session
    may = event or _may_be(block, place)
    may = listed or ((may or session) and not shapes.is_running_text(block.prose[place.start : place.end]))
    told = cut(block, place, listed=bool(above)) if may or block.kind not in _LINES else None
    if told is None or (place.start and not (told.led or told.label or above)):
        return
    if _is_said_above(page.note, place, told):
        return
    if block.kind in _LINES and not (listed and _link_end(block, told)) and _is_prose(page, index, told):
        return
    heading = block.kind is BlockKind.HEADING
    apart = heading and (bool(told.speakers) or is_title(page.note, index) or not (event or listed))
    below, day = (
        programme.told_below(page.note, index, labelled=apart) if heading and told.what is not None else ((), None)
    )
    if apart and (kind_of(block.prose[told.begin : told.end]) or not all(map(is_somebody, below))):
        below = ()  # only a label says who speaks
    if below:
        told = replace(told, what=(told.begin, told.end), speakers=())
    one = _occasion(block, index, told)
    title = programme.title_below(page.note, index) if heading and told.speakers and told.what is None else None
    one = replace(one, title=title, others=(*one.others, one.title)) if title else one
    if told.speakers:
        sure = _is_sure(block, told, listed=listed, event=event)
        placed = session and told.sure and any(speaker.places for speaker in told.speakers)
        together = f"row {block.group}" if block.kind is BlockKind.ROW else above
        yield _Line(told, one, sure or placed, together if told.what is not None else "")
    elif below or (listed and _is_entry(block, told)):
        kind = "other" if SESSIONS.match(block.prose) else one.kind or kind_of(above) or "talk"
        yield _Line(told, replace(one, speakers=below, kind=kind, day=one.day or day), sure=listed or apart)
    elif heading and role_of(block) is not Role.VENUE and not is_title(page.note, index):
        yield from _named(block, index, told)
    elif not heading and _is_session(block, told):
        yield _Line(told, one, sure=True)


def _is_said_above(note: Note, place: Field, told: Told) -> bool:
    """Return whether a line only says who speaks above: `Keynote speaker: Jane Doe`, or a heading below a title."""
    if told.what is None:
        return bool(told.speakers) and programme.is_below_title(note, place.block)
    return told.what[1] <= talk_records.behind_label(note.blocks[place.block], place.start, place.end)


def _may_be(block: Block, place: Field) -> bool:
    """Return whether a line has one of the signs without which no item is an occasion."""
    marked = any(mark.start == place.start for mark in marks_near(block, place.start, place.end))
    return marked or _SIGNS.search(block.prose[place.start : place.end]) is not None


def _places(page: Page, index: int, *, event: bool) -> Iterator[Field]:
    """Yield the parts of a block that may be about an occasion: of running text the first sentence, else each line."""
    block = page.note.blocks[index]
    named = not is_title(page.note, index) or programme.told_below(page.note, index, labelled=True)[0]
    if block.kind is BlockKind.HEADING and role_of(block) not in _NOTALKS and named:
        long = len(shapes.words(block.prose)) > _MOST_WORDS
        paper = _is_listed_paper(page, index) and not (
            event and programme.told_below(page.note, index, labelled=False)[0]
        )
        if not (long or paper):
            yield Field("", index, 0, len(block.prose.rstrip(" .")))
    elif block.kind is BlockKind.ROW and (cells := _CELLS.match(block.prose)):
        line = Field("", index, 0, len(block.prose[: cells.end()].partition("\n")[0]))
        told, more = cut(block, line), cut(block, replace(line, end=cells.end()))
        apart = told is not None and not told.label and (told.what is None or not told.speakers)
        apart = apart and more is not None and more.what is not None and bool(more.speakers)
        yield replace(line, end=cells.end()) if apart else line
    elif block.kind in _LINES:
        for first, last in align.lines(block):
            begins = first
            if CLOCK.fullmatch(block.prose[first:last].rstrip(" .*_:")) and last < len(block.prose.rstrip()):
                begins, last = next(align.lines(block, last + 1))  # a time above the line of what is held then
            stop = _STOP.search(block.prose, begins)
            if stop is None or stop.start() - begins > _LONGEST:
                return
            yield Field("", index, first, min(stop.start(), last))


def _is_listed_paper(page: Page, index: int) -> bool:
    """Return whether a heading, item or paragraph gives a paper with authors, and for a heading with a year."""
    heading = page.note.blocks[index].kind is BlockKind.HEADING
    titled = (e for e in page.entries if e.title is not None and e.title.block == index and e.listed)
    return any(entry.authors and (entry.year or not heading) for entry in titled)


def _is_prose(page: Page, index: int, told: Told) -> bool:
    """Return whether an item or a paragraph is no line about an occasion, but a sentence or the record of a paper."""
    block = page.note.blocks[index]
    if told.what is not None and any(
        "://" not in link.target and link.start <= told.start and link.end > told.what[0] for link in block.links
    ):
        return True  # a link to another note says only what that is called
    if told.by_verb and not told.led and told.what is not None:
        return not _ON.search(block.prose[: told.what[0]])
    return _is_listed_paper(page, index) and not _is_set_off(block, told)


def _is_set_off(block: Block, told: Told) -> bool:
    """Return whether a title is quoted, slanted behind somebody placed, or the bold beginning before a comma."""
    if told.what is None:
        return False
    slanted = ends_of_type(block, told.what[0], MarkKind.EM) if told.what[0] > told.start else ()
    if told.placed and any(end >= told.what[1] for end in slanted):
        return True
    marked = any(mark.start == 0 and mark.end == told.what[1] for mark in block.marks)
    return block.prose[told.what[0]] in _OPENING or (marked and _SET_OFF.match(block.prose, told.what[1]) is not None)


def _is_entry(block: Block, told: Told) -> bool:
    """Return whether an item of a list of talks, or a heading in it, gives the title of a talk and is no remark."""
    heading = block.kind is BlockKind.HEADING and not _SECTION.search(block.prose)
    words = shapes.words(block.prose[slice(*told.what)]) if told.what is not None else ()
    several = sum(not word.isdecimal() for word in words) > 1
    return several and (heading or bool(block.links) or told.day is not None or _is_set_off(block, told))


def _is_sure(block: Block, told: Told, *, listed: bool, event: bool) -> bool:
    """Return whether a line with somebody who speaks is surely about an occasion."""
    if listed or told.clock:
        return told.sure
    if told.label:
        return kind_of(told.label) in ("keynote", "talk", "panel") or (bool(kind_of(told.label)) and told.placed)
    if event and _is_set_off(block, told):
        return told.sure
    opened = told.by_verb or _is_set_off(block, told)  # `Jane Doe (ETH) on graphs`, `Jane Doe (ETH), "Graphs"`
    return told.placed and (told.what is not None if block.kind is BlockKind.HEADING else opened)


def _is_session(block: Block, told: Told) -> bool:
    """Return whether a line without speakers names a session or a panel: a number or a time says so."""
    kind = kind_of(told.label) or ("other" if _SESSION.match(told.label) else "")
    if told.clock:
        text = block.prose[told.opens : told.end]
        named = bool(kind_of(text) or _SESSION.match(text)) and len(shapes.words(text)) <= _MOST_NAMED
        return bool(kind and text.strip()) or (named and text[:1].isupper())
    edition = _YEAR.search(told.label) is not None
    linked = block.kind is BlockKind.ITEM and bool(block.links)
    numbered = kind not in _COMMON and any(c.isdigit() for c in told.label)
    return bool(kind) and told.what is not None and (linked if edition else numbered)


def _named(block: Block, index: int, told: Told) -> Iterator[_Line]:
    """Read a heading without speakers that is the name of a session."""
    kind = kind_of(block.prose) or ("other" if _SESSION.match(block.prose) else "")
    words = shapes.words(block.prose)
    plain = len(words) <= _MOST_NAMED and shapes.is_title_case(block.prose) and kind not in _COMMON
    plain = plain or role_of(block) is Role.SESSION or bool(told.label and kind == "other")
    few = 1 < len(words) <= _FEW and kind in ("keynote", "panel", "workshop")
    title = align.field(block, index, told.opens, told.end)
    section = _SECTION.search(title.text) is not None and not _NUMBER.search(title.text)
    talks = TALKS.fullmatch(title.text)
    if talks is not None and (talks["whose"] or title.text.endswith(")")):
        return  # `Talks I gave` are of many sessions
    if kind and (plain or few) and title.text and (len(words) > 1 or not section):
        yield _Line(told, Occasion(NAME, title, kind.replace("other", "")), sure=plain and not section)


def _occasion(block: Block, index: int, told: Told) -> Occasion:
    """Name an occasion by its title, else by its kind and who speaks."""
    heading, who = block.kind is BlockKind.HEADING, told.speakers
    before = min((one.name.start for one in who), default=told.end) if heading or not who else told.start
    kind = kind_of(told.label) or kind_of(block.prose[told.start : before])
    others: tuple[Field, ...] = ()
    if told.what is None:
        last = who[0].name.end if who and (told.label or not heading) else told.end
        title = align.field(block, index, *align.trim(block.prose, told.opens, last, " \t*_"))
    else:
        quoted = block.prose.startswith(tuple(_OPENING), told.what[0])
        kind = kind or (kind_of(block.prose[told.start : told.what[0]]) if quoted else "")  # `gave a keynote on "...`
        whole_line = told.by_verb and not told.led and not quoted  # `Jane Doe (ETH) on graphs`
        first = told.start if whole_line else told.what[0]
        last = _link_end(block, told) or _type_end(block, *told.what)
        first = told.opens if not who and SESSIONS.match(block.prose, told.opens) else first
        title = align.field(block, index, *align.trim(block.prose, first, last, ' "“”«»„,.'))
        whole = told.label and (heading or any(c.isdigit() for c in told.label))
        if whole and told.begin <= title.start and all(title.end <= one.name.start for one in who):
            label = align.field(block, index, *align.trim(block.prose, told.start, told.begin, " \t:|–—-"))
            others, title = (label, title), align.field(block, index, told.start, title.end)
    day = told.day if told.day is not None and told.day.text else None
    return Occasion(NAME, title, kind or ("talk" if who or told.what else ""), who, others, day)


def _link_end(block: Block, told: Told) -> int:
    """Return where the link ends with which a title begins, 0 without one."""
    what = told.what or (0, 0)
    return next((link.end for link in links_near(block, *what) if link.start == what[0]), 0)


def _type_end(block: Block, start: int, end: int) -> int:
    """Return where the bold or slanted type ends with which a title begins, if a sign for a remark follows: `--`."""
    ends = ends_of_type(block, start, MarkKind.EM, MarkKind.STRONG)
    return next((at for at in ends if at < end and _REMARK.match(block.prose, at)), end)


def _kept(note: Note, lines: list[_Line], *, event: bool) -> Iterator[Occasion]:
    """Yield the occasions of the lines that are sure, and of the others where enough stands beside them."""
    sure = sum(line.sure and bool(line.occasion.speakers) for line in lines)
    known, all_of = Counter(line.above for line in lines if line.sure), Counter(line.above for line in lines)
    opened = {one for one, count in known.items() if one and (count * 2 >= all_of[one] or SESSIONS.match(one))}
    for line in lines:
        told, one = line.told, line.occasion
        kind = note.blocks[(*one.others, one.title)[0].block].kind
        heading = kind is BlockKind.HEADING and (told.sure or bool(one.kind)) and (event or sure >= _FEWEST)
        if line.sure or heading or line.above in opened:
            yield one


def _is_on_event(note: Note) -> bool:
    """Return whether the note is on one event: its title has a word for one, or a day, or it has sessions."""
    at = title_block(note)
    title = align.one_line(note.blocks[at].prose) if at is not None else note.title or ""
    first = next((block.prose for block in note.blocks if block.kind is BlockKind.PARAGRAPH), "")
    dated = dates.names_day(title) or (len(first) <= _SHORT and dates.names_day(first))
    headings = (block.prose for block in note.blocks if block.kind is BlockKind.HEADING)
    held = any(SESSIONS.match(text) or kind_of(text[:_SHORT]) == "keynote" for text in headings)
    return dated or held or _EVENT.search(title) is not None


def _sessions(note: Note, found: list[Occasion]) -> Iterator[Occasion]:
    """Yield the headings that are no more than the name of a session: talks stand right under them."""
    talks = (note.blocks[one.title.block] for one in found if one.speakers)
    above = [block.parent for block in talks if block.kind is BlockKind.HEADING and block.parent is not None]
    known = {one.title.block for one in found}
    for at in sorted(set(above) - known):
        session = role_of(note.blocks[at]) in (Role.TOPIC, Role.PRESENTATION, Role.SESSION)
        if above.count(at) >= _FEWEST and session and not is_title(note, at):
            prose = note.blocks[at].prose
            yield Occasion(NAME, align.field(note.blocks[at], at, 0, len(prose.rstrip(" :."))), kind_of(prose))


def _with_sentences(page: Page, found: list[Occasion]) -> Iterator[Occasion]:
    """Add what sentences tell of; a title under the heading of a keynote is what that keynote is called."""
    note = page.note
    lines = {one.title.block for one in found if not one.others and note.blocks[one.title.block].kind in _LINES}
    whole = {place.block for one in found for place in (one.title, *one.others, *(s.name for s in one.speakers))}
    headed = {one.title.block: number for number, one in enumerate(found)}
    titles = [*(entry.title for entry in page.entries), *(one.title for one in found)]
    more: list[Occasion] = []
    speak = defaultdict[int, list[Field]](list)
    for one in found:
        for speaker in one.speakers:
            speak[speaker.name.block].append(speaker.name)
    for index, block in enumerate(note.blocks):
        if block.kind not in (*_LINES, BlockKind.HEADING) or not block.prose or index in whole - lines:
            continue
        heading = next((at for at in blocks_above(note, index) if note.blocks[at].kind is BlockKind.HEADING), -1)
        for one in read_titled(block, index, NAME):
            number = headed.get(heading, -1)
            if _is_read(one.title, titles):
                continue
            if number >= 0 and found[number].kind == one.kind and len(found[number].speakers) == 1:
                found[number] = replace(found[number], others=(*found[number].others, one.title))
            else:
                more.append(one)
            speak[index] += [speaker.name for speaker in one.speakers]
        more += [one for one in read_spoken(note, index, NAME) if not _is_read(one.speakers[0].name, speak[index])]
    yield from (*found, *more)


def _is_read(title: Field, others: Iterable[Field | None]) -> bool:
    """Return whether a place is (part of) one of others."""
    same = (one for one in others if one is not None and one.block == title.block)
    return any(one.start < title.end and title.start < one.end for one in same)
