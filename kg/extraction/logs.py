"""The meetings of a log or a programme: a journal club, a reading group, a seminar, a day of talks.

A meeting opens with a line that has a date, a time or a number (`meeting_lines`); labelled lines below complete it:
`Presenter: Jane Doe (ETH)`, `Paper: Title (Doe et al., 2021)`, `Link: https://...`. The reader of records reads what
is left of these lines when day and presenter are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kg import untrusted
from kg.extraction import align, meeting_words, patterns, shapes
from kg.extraction import citation_forms as forms
from kg.extraction.entries import Entry, Field, Speaker
from kg.extraction.meeting_lines import PRESENTS, Told, read_line
from kg.extraction.outline import Role, is_date, role_of, title_block
from kg.extraction.ranges import links_near
from kg.extraction.records.lines import Line
from kg.extraction.records.looks import look_at
from kg.extraction.records.reading import read_segments
from kg.extraction.records.segmenter import Segment
from kg.extraction.speakers import kind_of, read_speakers
from kg.links import Role as Kind
from kg.links import read_link
from kg.model import Block, BlockKind, Note

NAME = "meeting"

_OPENING, _MOST_BELOW = 4, 12
_FEW, _SHORT = 3, 6
"""Words of the title of a paper at least, and of a line that only names the kind of what is held at most."""
_KINDS = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SENTENCE_END = re.compile(r"(?<![ .]al)(?<=[a-z\d)]{2})\.\s(?=[A-Z\"“*])")


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is held at one time."""

    at: Field
    """Where it opens, without date, time and number; the whole line when nothing else stands there."""
    told: Told
    title: Field | None = None
    """Of the talk, or of the paper that is talked about."""
    speakers: tuple[Speaker, ...] = ()
    heard: Field | None = None
    """Who speaks, as a labelled line says it."""
    about: tuple[Field, ...] = ()
    """Where the paper is told of, without text: a part of the line that opens the meeting, and of those below."""
    called: bool = False
    """Whether a label says that it is a paper."""
    paper: Entry | None = None
    """The paper of others that is presented."""

    @property
    def kind(self) -> str:
        """The kind of session."""
        return kind_of(self.told.label) or (kind_of(self.at.text) if self.title is None else "") or "talk"


@lru_cache(maxsize=1)
def read(note: Note) -> tuple[Meeting, ...]:
    """Read the meetings of a note, in order; a date before a line makes one only in a log of meetings.

    Those of the note at hand are kept, as its papers and its sessions are both read from them.
    """
    first = [block.prose for block in note.blocks[:_OPENING]]
    series = any(meeting_words.SERIES.search(text) for text in (*first, note.id))
    reading = any(meeting_words.READING.search(text) for text in (*first, note.id))
    opened = list(_opened(note, _year(note), series=series))
    stops = [*opened[1:], None]
    found = [one for one in (_meeting(note, *pair) for pair in zip(opened, stops, strict=False)) if one is not None]
    found = [meeting for meeting in found if series or meeting.speakers]
    told = _papers(note, found)
    return tuple(_with_paper(one, told.get(one.about), reading=reading) for one in found)


def _papers(note: Note, meetings: Iterable[Meeting]) -> dict[tuple[Field, ...], Entry | None]:
    """Read what the meetings of a note are about, all together, as records of one list."""
    told = sorted({one.about for one in meetings if one.about}, key=lambda about: (about[0].block, about[0].start))
    segments = []
    for about in told:
        lines = tuple(_line(note, place) for place in about)
        segments.append(Segment(lines, tuple(look_at(note, line) for line in lines), 1.0, (NAME,), len(told)))
    firsts = {(about[0].block, about[0].start): about for about in told}
    read = read_segments(note, segments)
    return {firsts[one.segment.lines[0].index, one.segment.lines[0].start]: one.entry for one in read}


def _line(note: Note, place: Field) -> Line:
    block = note.blocks[place.block]
    return Line(place.block, place.start, place.end, "i", block.level, block.group, block.parent, block.quote)


def _with_paper(meeting: Meeting, entry: Entry | None, *, reading: bool) -> Meeting:
    """Give a meeting its paper, if a label, authors, a venue or an address say so, or if papers are read there."""
    if entry is None:
        return meeting
    title = entry.title or entry.short
    told = bool(entry.authors or entry.venue) or any(read_link(link.text).role is Kind.PAPER for link in entry.links)
    read = reading and meeting.speakers and entry.title is not None and len(shapes.words(entry.title.text)) >= _FEW
    if title is None or not (meeting.called or told or read):
        return meeting
    theme = meeting.title
    own = theme is None or (theme.block == title.block and theme.start <= title.start < max(theme.end, title.end))
    at = meeting.at
    presented = Field("talk", at.block, at.start, at.end) if meeting.speakers and own else None
    paper = replace(entry, rule=NAME, presentation=entry.presentation or presented)
    return replace(meeting, title=title if own else meeting.title, paper=paper)


def _year(note: Note) -> int:
    """Return the year that the title of a note states; 0 when there is none or more than one."""
    at = title_block(note)
    years = set(_YEAR.findall(note.blocks[at].prose if at is not None else note.title or ""))
    return untrusted.integer(years.pop()) if len(years) == 1 else 0


@dataclass(frozen=True, slots=True)
class _Opening:
    """A line that opens a meeting."""

    block: int
    first: int
    last: int
    told: Told


def _opened(note: Note, year: int, *, series: bool) -> Iterator[_Opening]:
    """Find the lines that open a meeting."""
    title = title_block(note)
    for index, block in enumerate(note.blocks):
        if block.kind not in _KINDS or index == title or not block.prose.strip():
            continue
        for first, last in align.lines(block):
            inside = meeting_words.INSIDE.search(block.prose, first, last)
            last = inside.start() if inside else last
            if any(link.start < last < link.end for link in links_near(block, last, last)):
                continue  # a title that runs on in the next line
            told = read_line(block, index, first, last, year=year)
            if told is None or not (series or told.by_verb or (told.clock and block.kind is not BlockKind.HEADING)):
                continue
            if not told.clock or told.speakers or kind_of(told.label) or kind_of(block.prose[told.start : told.end]):
                yield _Opening(index, first, last, told)


def _meeting(note: Note, opening: _Opening, stop: _Opening | None) -> Meeting | None:
    """Put a meeting together from the line that opens it and the labelled lines below."""
    told, index, block = opening.told, opening.block, note.blocks[opening.block]
    place = (told.start, told.end) if told.start < told.end else (opening.first, opening.last)
    at = align.field(block, index, *align.trim(block.prose, *place, " \n*_|:"))
    meeting = Meeting(at, told, speakers=told.speakers)
    if told.what is not None:
        meeting = _titled(block, meeting, Field("", index, *told.what))
    elif (above := _heading_above(note, index)) is not None and (told.speakers or told.by_verb):
        meeting = _titled(note.blocks[above.block], meeting, above)
    for line in _below(note, opening, stop):
        meeting = _labelled(note.blocks[line.block], meeting, line)
    if meeting.title is None and not meeting.speakers and not meeting.called:
        named = kind_of(told.label or at.text) and told.clock and len(shapes.words(at.text)) <= _SHORT
        return meeting if named else None
    return meeting


def _heading_above(note: Note, index: int) -> Field | None:
    """Return the heading right above a line that only says when and who: the title of what is told there."""
    at = index - 1
    if at < 0 or note.blocks[at].kind is not BlockKind.HEADING or note.blocks[index].kind is BlockKind.HEADING:
        return None
    if at == title_block(note) or role_of(note.blocks[at]) not in (Role.TOPIC, Role.PAPER):
        return None
    return Field("", at, *align.trim(note.blocks[at].prose, 0, len(note.blocks[at].prose)))


def _below(note: Note, opening: _Opening, stop: _Opening | None) -> Iterator[Field]:
    """Yield the lines below the one that opens a meeting, up to the next meeting or heading."""
    head = note.blocks[opening.block]
    for index in range(opening.block, min(opening.block + _MOST_BELOW, len(note.blocks))):
        block = note.blocks[index]
        inside = block.parent is not None and (block.parent == opening.block or head.kind is not BlockKind.ITEM)
        if index > opening.block and (block.kind not in _KINDS[1:] or (head.kind is BlockKind.ITEM and not inside)):
            return
        for first, last in _parts(block):
            if index == opening.block and first <= opening.first:
                continue
            if stop is not None and (index, first) >= (stop.block, stop.first):
                return
            yield Field("", index, first, last)


def _parts(block: Block) -> Iterator[tuple[int, int]]:
    """Yield the lines of a block, divided before the labels inside them."""
    for first, last in align.lines(block):
        at = first
        for inside in meeting_words.INSIDE.finditer(block.prose, first, last):
            yield at, inside.start()
            at = inside.end()
        yield at, last


def _labelled(block: Block, meeting: Meeting, line: Field) -> Meeting:
    """Read one line below: who presents, which paper, a title, a link."""
    speaker, paper, title, link = (label.match(block.prose, line.start, line.end) for label in meeting_words.LABELS)
    speaker = speaker or meeting_words.BY.match(block.prose, line.start, line.end)
    if speaker:
        end = _sentence_end(block.prose, speaker.end(), line.end)
        who = read_speakers(block, line.block, speaker.end(), end, told=True)
        heard = meeting.heard or (align.field(block, line.block, speaker.end(), end) if who else None)
        return replace(meeting, speakers=(*meeting.speakers, *who), heard=heard)
    if paper:
        what = replace(line, start=paper.end())
        text = block.prose[what.start : _sentence_end(block.prose, what.start, what.end)]
        cited = meeting.about if meeting.title is None else ()
        running = shapes.is_running_text(text) or meeting.called
        return meeting if running else replace(meeting, about=(*cited, what), called=True)
    if title:
        return _titled(block, meeting, replace(line, start=title.end()))
    if link:
        return replace(meeting, about=(*meeting.about, line)) if meeting.about else meeting
    return meeting if meeting.speakers else _presented(block, meeting, line)


def _presented(block: Block, meeting: Meeting, line: Field) -> Meeting:
    """Read a sentence `Jane Doe (ETH) presented "Title" by Roe et al.` that opens the minutes."""
    match = PRESENTS.match(block.prose, line.start, line.end)
    match = match if match and meeting_words.OPENS.match(match["verb"]) else None
    who = read_speakers(block, line.block, *match.span("who"), told=True) if match else ()
    if not match or not who:
        return meeting
    what = Field("", line.block, match.start("what"), _sentence_end(block.prose, match.start("what"), line.end))
    dated = _YEAR.search(block.prose, what.start, what.end)
    return replace(meeting, speakers=who, about=(what,) if dated else meeting.about)


def _sentence_end(prose: str, start: int, end: int) -> int:
    """Return where the first sentence ends; initials, titles and `et al.` end none."""
    stop = _SENTENCE_END.search(prose, start, end)
    return stop.start() if stop else end


def _titled(block: Block, meeting: Meeting, what: Field) -> Meeting:
    """Read a title: what stands in quotation marks, else all but a citation behind it; a citation alone is none."""
    quoted = patterns.QUOTED.search(block.prose, what.start, what.end + 1)
    bracket = forms.BRACKET.search(block.prose, what.start + 1, what.end)
    place = quoted.span(1) if quoted else (what.start, bracket.start() if bracket else what.end)
    title = align.field(block, what.block, *align.trim(block.prose, *place, ' \t*_.,;:"“”'))
    if not title.text or is_date(title.text):
        return meeting
    about = (what,) if what.start < what.end else ()
    named = None if forms.IN_BRACKETS.fullmatch(title.text) else title
    return replace(meeting, title=named or meeting.title, about=about)
