"""The meetings of a log or a programme: a journal club, a reading group, a seminar, a day of talks.

A meeting opens with a line that has a date, a time or a number (`occasion_lines`); labelled lines below complete it:
`Presenter: Jane Doe (ETH)`, `Paper: Title (Doe et al., 2021)`, `Link: https://...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kg import untrusted
from kg.extraction import align, shapes
from kg.extraction.credits import Credit, by_whom, cited, credited
from kg.extraction.entries import Entry, Field, Page, Speaker
from kg.extraction.linking import own_links, paper_link
from kg.extraction.names import looks_like_person
from kg.extraction.occasion_lines import Told, cut
from kg.extraction.outline import Role, is_date, role_of, title_block
from kg.extraction.programme import WHAT, WHO
from kg.extraction.records.labels import Label, Part, read_labels
from kg.extraction.records.references import is_credited, read_parts
from kg.extraction.speakers import kind_of, read_speakers
from kg.extraction.talks import is_reading, sentence_end
from kg.lexicons import occasion_words
from kg.model import Block, BlockKind, Note

NAME = "meeting"

_OPENING, _MOST_BELOW, _FEW, _SHORT = 4, 12, 3, 6
SURE, _LIKELY = 0.9, 0.8
"""Confidence of a paper whose title has authors, a venue or an address beside it, and of any other."""
_KINDS = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM)
_WHERE = (Part.LINK, Part.IDENTIFIER)
_MARKUP, _MARKS = 4, " \t*_"
"""Signs before the label that a line begins with, and those behind a label."""
_SERIES = re.compile(rf"\b(?:{occasion_words('series', 'reading series')})\b", re.IGNORECASE)
"""Words in the title or the first lines of a log of meetings."""
_EVENT = re.compile(rf"\b(?:{occasion_words('event', 'series')})\b", re.IGNORECASE)
"""In what stands where the authors of a paper would: `A workshop: Dialogues of mathematics (June 2021)`."""
_BY = re.compile(
    r"\W{0,4}(?i:(?:who|guests?):|"
    r"(?:presented|presentation|(?:guest )?(?:talk|lecture|seminar)|discussion led|led|given|introduced) by:?|"
    r"(?:our |the |today['’]s )?(?:guest|speaker|presenter)s?(?: today)? (?:was|were|is|are))\s+(?=[A-Z])"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is held at one time."""

    at: Field
    """Where it opens, without date, time and number; the whole line when nothing else stands there."""
    told: Told
    title: Field | None = None
    """Of the talk, or of the paper that is talked about."""
    speakers: tuple[Speaker, ...] = ()
    paper: Entry | None = None
    """The paper of others that is presented."""
    heard: Field | None = None
    """Who speaks, as a labelled line says it."""

    @property
    def kind(self) -> str:
        """The kind of session."""
        return kind_of(self.told.label) or (kind_of(self.at.text) if self.title is None else "") or "talk"


def find(page: Page) -> Iterable[Entry]:
    """Find the papers of a log of meetings that no table or record has."""
    for meeting in read(page.note):
        if meeting.paper is not None and not any(page.taken(at) for at in meeting.paper.blocks):
            yield meeting.paper


@lru_cache(maxsize=1)
def read(note: Note) -> tuple[Meeting, ...]:
    """Read the meetings of a note, in order; a date before a line makes one only in a log of meetings.

    Those of the note at hand are kept, as its papers and its sessions are both read from them.
    """
    first = [block.prose for block in note.blocks[:_OPENING]]
    series = any(_SERIES.search(text) for text in (*first, note.id))
    reading = is_reading(note)
    opened = list(_opened(note, _year(note), series=series))
    found = []
    for number, one in enumerate(opened):
        stop = opened[number + 1] if number + 1 < len(opened) else None
        meeting = _meeting(note, one, stop, reading=reading)
        if meeting is not None and (series or meeting.speakers):
            found.append(meeting)
    return tuple(found)


def is_set_off(entry: Entry) -> bool:
    """Return whether the title of a paper is surely one: in a line of minutes, one with something of a paper beside."""
    return entry.rule != NAME or entry.confidence >= SURE


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
            inside = next((one for one in _labels(block, first, last) if one.start > first + _MARKUP), None)
            last = align.trim(block.prose, first, inside.start, " \t([·|,;–—-")[1] if inside else last
            told = cut(block, Field("", index, first, last), year=year, led=True)
            if told is None or not (series or told.by_verb or told.clock):
                continue
            if not told.clock or told.speakers or kind_of(told.label) or kind_of(block.prose[told.start : told.end]):
                yield _Opening(index, first, last, told)


def _meeting(note: Note, opening: _Opening, stop: _Opening | None, *, reading: bool) -> Meeting | None:
    """Put a meeting together from the line that opens it and the labelled lines below."""
    told, index, block = opening.told, opening.block, note.blocks[opening.block]
    place = (told.start, told.end) if told.start < told.end else (opening.first, opening.last)
    at = align.field(block, index, *align.trim(block.prose, *place, " \n*_|:"))
    meeting, credit = Meeting(at, told, speakers=told.speakers), Credit()
    if told.what is not None:
        what = Field("", index, *told.what)
        called = cited(block, index, what.start, what.end)
        if called.authors and not shapes.is_name_shaped(called.authors[0].text):  # the name of what a paper makes
            credit = called
        else:
            meeting = _titled(note, meeting, what)
    elif (above := _heading_above(note, index)) is not None and (told.speakers or told.by_verb):
        meeting = _titled(note, meeting, above)
    links: tuple[Field, ...] = ()
    blocks = [index]
    for line in _below(note, opening, stop):
        found, more = _labelled(note, meeting, line)
        if found != meeting or more:
            blocks.append(line.block)
        meeting, links = found, (*links, *more)
    if meeting.title is None and not meeting.speakers:
        held = kind_of(told.label or at.text) and told.clock and len(shapes.words(at.text)) <= _SHORT
        return meeting if held else None
    return _completed(meeting, replace(credit, links=links), tuple(dict.fromkeys(blocks)), reading=reading)


def _heading_above(note: Note, index: int) -> Field | None:
    """Return the heading right above a line that only says when and who: the title of what is told there."""
    at = index - 1
    if at < 0 or note.blocks[at].kind is not BlockKind.HEADING or note.blocks[index].kind is BlockKind.HEADING:
        return None
    if at == title_block(note) or role_of(note.blocks[at]) not in (Role.TOPIC, Role.PAPER):
        return None
    if _SERIES.search(note.blocks[at].prose):
        return None  # the list of them, and no title of one
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
        for label in _labels(block, first, last):
            if label.start > at + _MARKUP:
                yield at, label.start
                at = label.start
        yield at, last


def _labels(block: Block, start: int, end: int) -> list[Label]:
    """Return the labels of a line that say who speaks, and on what."""
    return [label for label in read_labels(block, start, end) if label.part in (*WHO, *WHAT, *_WHERE)]


def _labelled(note: Note, meeting: Meeting, line: Field) -> tuple[Meeting, tuple[Field, ...]]:
    """Read one line below: who presents, which paper, a title, a link."""
    block = note.blocks[line.block]
    label = next(iter(_labels(block, line.start, line.end)), None)
    part, begin = (label.part, align.trim(block.prose, label.end, line.end, _MARKS)[0]) if label else (None, line.start)
    by = _BY.match(block.prose, line.start, line.end)
    if part in WHO or by:
        begin = by.end() if by else begin
        end = sentence_end(block.prose, begin, line.end)
        who = read_speakers(block, line.block, begin, end, told=True)
        heard = meeting.heard or (align.field(block, line.block, begin, end) if who else None)
        return replace(meeting, speakers=(*meeting.speakers, *who), heard=heard), ()
    if part in _WHERE:
        return meeting, own_links(block, line.block, line.start, line.end)
    if part is Part.PAPER:
        read = _titled(note, meeting, replace(line, start=begin), paper=True)
        links = own_links(block, line.block, line.start, line.end)
        return (_shortened(meeting, read) if meeting.paper is None else meeting), links
    if part is not None:
        read = _titled(note, meeting, replace(line, start=begin))
        return (read if read.paper is None else replace(read, paper=meeting.paper)), ()
    return (meeting if meeting.speakers else _presented(note, meeting, line)), ()


def _shortened(meeting: Meeting, read: Meeting) -> Meeting:
    """Join the theme that a meeting opens with to its paper: `12 May: AlphaFold` above `Paper: Highly accurate ...`."""
    paper, theme = read.paper, meeting.title
    short = theme is not None and shapes.is_short_name(theme.text)
    if paper is not None and paper.short is None and theme and short and shapes.is_name_shaped(theme.text.split()[0]):
        paper = replace(paper, short=theme)
    return replace(read, title=theme or read.title, paper=paper)


def _presented(note: Note, meeting: Meeting, line: Field) -> Meeting:
    """Read a sentence `Jane Doe (ETH) presented "Title" by Roe et al.` that opens the minutes."""
    block = note.blocks[line.block]
    told = cut(block, line)
    if told is None or not told.by_verb or told.what is None:
        return meeting
    what = Field("", line.block, told.what[0], sentence_end(block.prose, told.what[0], line.end))
    heard = meeting.heard or align.field(block, line.block, *align.trim(block.prose, what.start, what.end, ' "“”«»„.'))
    meeting = replace(meeting, speakers=told.speakers, heard=heard)
    paper = _titled(note, meeting, what) if _YEAR.search(block.prose, what.start, what.end) else meeting
    return paper if paper.paper is not None else meeting


def _completed(meeting: Meeting, credit: Credit, blocks: tuple[int, ...], *, reading: bool) -> Meeting:
    """Give the paper of a meeting the authors and links that stand apart from its title."""
    paper, title = meeting.paper, meeting.title
    titled = title is not None and shapes.is_title_like(title.text)
    read = reading and meeting.speakers and titled and len(shapes.words(title.text if title else "")) >= _FEW
    if paper is None and title is not None and titled and (read or paper_link(credit.links)):
        paper = Entry(NAME, title, _LIKELY, title=title)
    if paper is None:
        return meeting
    if not (reading or paper.year or paper.venue or paper_link(credit.links)):
        who = meeting.speakers or tuple(Speaker(one) for one in paper.authors if looks_like_person(one.text))
        if who and {one.name.text for one in who} == {one.text for one in paper.authors}:
            return replace(meeting, title=paper.title, speakers=who, paper=None)  # `"Title" by Jane Doe`, of a talk
    apart = title is not None and title not in (paper.title, paper.short)
    told = replace(meeting.at, text="talk") if meeting.speakers and title is not None and not apart else None
    blocks = (paper.anchor.block,) if apart or title is None else blocks
    paper = replace(paper, blocks=blocks, presentation=told, listed=not (apart and meeting.speakers))
    return replace(meeting, paper=credited(paper, credit))


def _titled(note: Note, meeting: Meeting, what: Field, *, paper: bool = False) -> Meeting:
    """Read a title; it is a paper's where authors, venue or an address stand beside it, or where it is called so."""
    block = note.blocks[what.block]
    read = read_parts(note, replace(what, end=sentence_end(block.prose, what.start, what.end)))
    if read is None or read.venue is None:
        whole = read_parts(note, what)  # a reference is of several sentences
        read = whole if whole is not None and whole.authors and whole.venue and whole.year else read
    if read is not None and any(_EVENT.search(author.text) for author in read.authors):
        return meeting
    called = (read.title or read.short) if read is not None else None
    if read is not None and called is not None:
        read = credited(read, by_whom(block, what.block, called.end))
    told = read is not None and is_credited(read)
    first = block.prose[what.start : sentence_end(block.prose, what.start, what.end)]
    sentence = paper and shapes.is_running_text(first)  # it tells of the paper and names nothing held
    if read is not None and called is not None and (told or paper):
        sure = SURE if told else _LIKELY
        found = replace(read, rule=NAME, confidence=sure, labelled=(), remarks=(), abstract=())
        return replace(meeting, title=meeting.title if sentence else called, paper=found)
    if sentence:
        return meeting
    quoted = shapes.QUOTED.search(block.prose, what.start, what.end + 1)
    place = quoted.span(1) if quoted else (what.start, what.end)
    title = align.field(block, what.block, *align.trim(block.prose, *place, ' \t*_.,;:"“”'))
    return meeting if not title.text or is_date(title.text) else replace(meeting, title=title)
