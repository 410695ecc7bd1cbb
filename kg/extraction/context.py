"""What a note says once for all its papers, in its title, headings and introduction: venue, year, presentation.

A paper's own line always wins; a heading wins over the title; a mention in passing takes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import NamedTuple, Self

from kg.extraction import align, dates, naming, owners, subjects, venues
from kg.extraction.entries import Entry, Field, Occasion, Page
from kg.extraction.outline import Outline, Role, lay_out, presentation_of, title_block
from kg.extraction.ranges import Index, Range, links_near
from kg.model import Block, BlockKind, Kind, Mention, Note, Span
from kg.text import name_key

_SCOPE_FIELDS = ("venue", "conference", "event", "conf")
_PAPERS_OF = re.compile(
    r"\b(?:papers?|posters?|orals?|spotlights?|sessions?|attend\w*|presented|presentations?|talks?|accepted|highlights)\b",
    re.IGNORECASE,
)
_PAPERS = re.compile(
    r"\b(oral|spotlight|poster)s?\b(?=[^.]{0,40}\b(?:papers?|presentations?|list|notes?)\b)", re.IGNORECASE
)
_MOST = 0.99
"""Confidence of a name in prose at most: no rule over prose is always right."""
TOLD = ("named-paper", "quoted-title")
"""Rules that find papers which sentences tell of."""
SHELVED = "shelf"
"""The rule that finds books."""
_HAVE_READ = re.compile(
    r"(?i:\b(?:I|we|books?|things)(?:['’]ve| have)? (?:I(?:['’]ve| have)? )?read(?! to)\b|\bread in 20\d\d\b|"
    r"\b(?:gelesene?|gelezen|lus|letti|leídos|lidos|przeczytan\w{1,3}|прочитан\w{1,4})\b)|読んだ|已读|读过|읽은"
)
_block = attrgetter("block")
_place = attrgetter("block", "start")
_YEAR = re.compile(r"(?<![\d.])(?:1[89]\d\d|20[0-4]\d)(?![\d.])")


@dataclass(frozen=True, slots=True)
class Said:
    """What holds for the papers below a place, and where it was said."""

    venue: venues.VenueName | None = None
    venue_at: Field | None = None
    presentation: str = ""
    presentation_at: Field | None = None
    year: str = ""
    year_at: Field | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of prose, `note.blocks[block].prose[start:end]`, and what it names in order."""

    block: int
    start: int
    end: int
    text: str
    names: tuple[naming.Named, ...]


class _Called(NamedTuple):
    """A paper with the range of a block that has all of its fields there."""

    start: int
    end: int
    entry: Entry

    @classmethod
    def of(cls, entry: Entry, block: int) -> Self:
        fields = [one for one in (entry.title, entry.short, *entry.authors) if one is not None and one.block == block]
        return cls(min(one.start for one in fields), max(one.end for one in fields), entry)


@dataclass(frozen=True, slots=True)
class Context:
    """A note with its outline and what it says for all its papers."""

    note: Note
    outline: Outline
    said: Said
    """By the title, the front matter or the introduction."""
    dated: frozenset[str]
    """Titles for which some line of the note states a year or venue of their own."""
    names: naming.Names = field(default_factory=naming.Names)
    """What prose names."""
    sentences: tuple[Sentence, ...] = ()
    """In which something is named, in order."""
    owners: dict[int, Entry] = field(default_factory=dict)
    """Block -> the paper it is about: its own, else that of the heading or item above."""
    passing: dict[int, tuple[Entry, ...]] = field(default_factory=dict)
    """Block -> the papers that it calls by name without being about one of them."""
    occasions: tuple[Occasion, ...] = ()
    held: dict[int, Occasion] = field(default_factory=dict)
    """Heading -> the session or talk that it names."""
    featured: dict[int, tuple[Entry, ...]] = field(default_factory=dict)
    """Heading of an occasion -> the papers that stand nearest below it, or in it."""
    papers: tuple[Entry, ...] = ()
    """In the order in which they were found."""
    works: tuple[Entry, ...] = ()
    """Works that bibliographies list and that are no papers."""
    whole: Entry | None = None
    """The paper that the note is about."""
    bounds: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """Block -> its sentences."""
    around: subjects.Surroundings | None = None
    """What the note says where, for what could name a subject."""
    headers: dict[int, Block] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Table -> the row that heads it."""
    _about: dict[Field, list[int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Where a paper is named -> the blocks that are about it."""
    _subjects: dict[tuple[Field, str, str], Mention] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _headings: dict[int, Said] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was asked for once: each kind of claim asks for it again."""
    _called: dict[int, Index[_Called]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Block -> the papers that it calls by name, by their places."""
    _below: dict[int, list[Entry]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Block -> the papers that are named in it or below it."""

    def __post_init__(self) -> None:
        self.headers.update(align.headers(self.note))
        for block in sorted(self.owners):
            owner = self.owners[block]
            self._about.setdefault(owner.anchor, []).append(block)
            up: int | None = block if owner.anchor.block == block else None
            while up is not None:
                self._below.setdefault(up, []).append(owner)
                up = self.note.blocks[up].parent
        for block, entries in self.passing.items():
            self._called[block] = Index([_Called.of(entry, block) for entry in entries])

    def mention(self, name: naming.Named) -> Mention:
        """Return the mention of a name."""
        said = min(round(name.confidence, 2), _MOST)
        sure = naming.calibrated(name.kind, name.rule, said)
        return Mention(self.span(name.field), name.kind, name.text, name.rule, sure)

    def subject(self, entry: Entry) -> Mention:
        """Return the mention that names the paper of an entry."""
        shown = entry.title or entry.short or entry.citekey or entry.anchor
        key = entry.anchor, shown.text, entry.rule
        if key not in self._subjects:
            place = self.span(entry.anchor)
            self._subjects[key] = Mention(place, entry.kind, shown.text, entry.rule, entry.confidence)
        return self._subjects[key]

    def blocks_about(self, entry: Entry) -> list[int]:
        """Return the blocks that are about a paper, in order."""
        return [at for at in self._about.get(entry.anchor, ()) if self.owners[at] == entry]

    def papers_below(self, block: int) -> Sequence[Entry]:
        """Return the papers that are named in a block or below it, where what they stand in is about them."""
        return self._below.get(block, ())

    def passing_in(self, sentence: Sentence) -> Iterator[Entry]:
        """Return the papers that are called by name where a sentence stands, or around it."""
        called = self._called.get(sentence.block)
        return iter(()) if called is None else (one.entry for one in called.near(sentence.start, sentence.end))

    def papers_in(self, sentence: Sentence) -> tuple[Entry, ...]:
        """Return the paper that the block of a sentence is about, and those that are called by name there."""
        owner = (self.owners[sentence.block],) if sentence.block in self.owners else ()
        return (*owner, *self.passing_in(sentence))

    def sentences_of(self, block: int) -> tuple[Sentence, ...]:
        """Return the sentences of a block in which something is named."""
        first = bisect_left(self.sentences, block, key=_block)
        return self.sentences[first : bisect_right(self.sentences, block, lo=first, key=_block)]

    def before(self, sentence: Sentence) -> Iterator[Sentence]:
        """Yield the sentences of its block before a sentence in which something is named, the nearest first."""
        at = bisect_left(self.sentences, (sentence.block, sentence.start), key=_place)
        while at > 0 and self.sentences[at - 1].block == sentence.block:
            at -= 1
            yield self.sentences[at]

    def span(self, place: Field) -> Span:
        """Return the place of a field in the file."""
        return align.span(self.note, place)

    def session(self, occasion: Occasion) -> Mention:
        """Return the mention that names an occasion."""
        return Mention(self.span(occasion.title), Kind.SESSION, occasion.title.text, occasion.rule, 0.9)

    def occasion_above(self, occasion: Occasion) -> Occasion | None:
        """Return the occasion that an occasion stands under."""
        at = occasion.title.block
        inside = [self.held[at]] if at in self.held and self.held[at] != occasion else []
        above = [self.held[up] for up in self.outline.above(at) if self.held.get(up, occasion) != occasion]
        return next(iter([*inside, *above]), None)

    def day(self, block: int) -> Field | None:
        """Return the date that holds at a block by the headings above it; its text is the ISO date."""
        for at in (block, *self.outline.above(block)):
            if at == block or self.outline.roles.get(at) is Role.DATE:
                place = align.field(self.note.blocks[at], at, 0, len(self.note.blocks[at].prose))
                year = self.said.venue.year if self.said.venue is not None and self.said.venue.year else 0
                iso = dates.iso(place.text, year)
                if iso:
                    return replace(place, text=iso)
        return None

    def place(self, sentence: Sentence) -> Span:
        """Return the place of a sentence in the file, without the white space around it."""
        block = self.note.blocks[sentence.block]
        return Span(self.note.id, *block.source(*align.trim(block.prose, sentence.start, sentence.end)))

    def scope(self, entry: Entry) -> Said:
        """Return what holds for a paper by the headings above it and the title of the note, nearest first."""
        if not entry.listed:
            return self.said_of_told(entry)
        block = entry.first_block
        above = self.outline.above(block)
        if any(self.outline.roles.get(at) is Role.REFERENCES for at in above):
            return Said()
        if entry.title is not None and not (entry.year or entry.venue) and name_key(entry.title.text) in self.dated:
            return replace(self._nearest(above), venue=None, year="")
        said = self._nearest(above)
        return replace(said, year="", year_at=None) if said.year and self._is_of_reading(entry, above) else said

    def _is_of_reading(self, entry: Entry, above: list[int]) -> bool:
        """Return whether the years of headings are those in which somebody has read what stands below them."""
        headings = (self.note.blocks[at].prose for at in above if self.note.blocks[at].kind is BlockKind.HEADING)
        return entry.rule == SHELVED or any(map(_HAVE_READ.search, (*headings, self.note.title)))

    def said_of_told(self, entry: Entry) -> Said:
        """Return the event of a note that reports of one, for a paper of which a sentence tells nothing else.

        A sentence that names a year or another event tells where the paper is from.
        """
        venue = self.said.venue
        if entry.rule not in TOLD or entry.year or entry.venue or venue is None or not (venue.year and venue.event):
            return Said()
        prose = self.note.blocks[entry.anchor.block].prose
        start = max(prose.rfind(". ", 0, entry.anchor.start), prose.rfind("\n", 0, entry.anchor.start)) + 1
        end = prose.find(". ", entry.anchor.end)
        sentence = prose[start : end if end >= 0 else len(prose)]
        other = any(found.series != venue.series for _, _, found in venues.find_venues(sentence))
        if other or _YEAR.search(sentence) or self.note.title.find(str(venue.year)) < 0:
            return Said()
        return Said(venue=venue, venue_at=self.said.venue_at)

    def _nearest(self, above: list[int]) -> Said:
        said = Said()
        for at in above:
            if at not in self._headings:
                self._headings[at] = self._heading(at)
            said = _under(said, self._headings[at])
        return _under(said, self.said)

    def _heading(self, at: int) -> Said:
        role = self.outline.roles.get(at)
        block = self.note.blocks[at]
        if block.kind is not BlockKind.HEADING and role not in (Role.VENUE, Role.PRESENTATION, Role.SESSION):
            return Said()
        whole = align.field(block, at, 0, len(block.prose))
        if role in (Role.VENUE, Role.PRESENTATION, Role.SESSION):
            return _read(whole)
        if role is Role.DATE:
            year = _YEAR.fullmatch(whole.text.strip(" ()[]:"))
            return Said(year=year.group(), year_at=whole) if year else Said()
        if role is Role.TITLE:
            return _read(whole)
        if role in (Role.TOPIC, Role.SECTION):
            return replace(_read(whole), presentation="", presentation_at=None)
        return Said()


def read(page: Page, names: naming.Names, bounds: Mapping[int, Sequence[tuple[int, int]]]) -> Context:
    """Lay out a page and read what it says for all its papers.

    Args:
        page: the note with its papers.
        names: what prose names in it.
        bounds: the sentences of each block.
    """
    said = Said()
    own = {e.title.block for e in page.entries if e.title is not None} if len(page.entries) > 1 else ()
    for place in _places(page.note, front=not any(entry.whole for entry in page.entries)):
        if place.block not in own:
            said = _under(said, _read(place))
    said = _under(said, _introduction(page))
    dated = {name_key(e.title.text) for e in page.entries if e.title is not None and (e.year or e.venue)}
    titles: dict[int, list[Range]] = {}
    for place in (e.title for e in page.entries if e.title is not None):
        titles.setdefault(place.block, []).append(Range(place.start, place.end))
    titled = {block: Index(some) for block, some in titles.items()}
    sentences = tuple(
        Sentence(block, start, end, page.note.blocks[block].prose[start:end], named)
        for block in sorted(bounds)
        for start, end in bounds[block]
        if page.note.blocks[block].kind not in (BlockKind.ROW, BlockKind.HEADER)
        and (named := _outside(names.within(block, start, end), titled.get(block)))
    )
    about = owners.of(page)
    around = subjects.Surroundings(page, names)
    outline = subjects.with_subjects(lay_out(page), around)
    return Context(
        page.note,
        outline,
        said,
        frozenset(dated),
        names,
        sentences,
        about,
        owners.passing(page, about),
        page.occasions,
        *owners.of_occasions(page),
        page.entries,
        page.works,
        owners.subject_of(page),
        bounds,
        around,
    )


def bare(page: Page, names: naming.Names) -> Context:
    """Return a page without what it says for all its papers; each paper still says what its own lines say."""
    return Context(
        page.note,
        Outline(page.note, {}, {}),
        Said(),
        frozenset(),
        names,
        occasions=page.occasions,
        papers=page.entries,
        works=page.works,
    )


def _outside(named: Sequence[naming.Named], titled: Index[Range] | None) -> tuple[naming.Named, ...]:
    """Leave out the names inside titles: a title is not a sentence that states anything."""
    return tuple(named) if titled is None else tuple(n for n in named if not titled.hold(n.start, n.end))


def _places(note: Note, *, front: bool) -> Iterator[Field]:
    """Yield where a note can say something of all its papers; front matter that describes one paper says it of that."""
    if front:
        yield from _of_front_matter(note, _SCOPE_FIELDS)
    yield from titles_of(note, front=front)


def titles_of(note: Note, *, front: bool) -> Iterator[Field]:
    """Yield where the title of a note stands: in the front matter, if that is wanted, and above its text."""
    if front:
        yield from _of_front_matter(note, ("title",))
    title = title_block(note)
    if title is None and note.blocks:
        first = next((i for i, b in enumerate(note.blocks) if b.kind is not BlockKind.RECORD and b.prose.strip()), None)
        title = first if first is not None and align.one_line(note.blocks[first].prose) == note.title else None
    if title is not None:
        yield align.field(note.blocks[title], title, 0, len(note.blocks[title].prose))


def _of_front_matter(note: Note, names: Sequence[str]) -> Iterator[Field]:
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.RECORD and block.info in ("yaml", "toml"):
            named = {f.name: f for f in block.fields}
            for name in names:
                if name in named and named[name].start < named[name].end:
                    yield align.field(block, index, named[name].start, named[name].end)


def _read(place: Field) -> Said:
    """Read a heading or a title. Two different venues in one title are no statement about each paper."""
    found = list(venues.find_venues(place.text))
    names = {(venue.series, venue.year) for _, _, venue in found}
    venue = found[0][2] if len(names) == 1 else None
    if len(names) <= 1 and (workshop := venues.read_workshop(place.text)):
        return Said(venue=workshop, venue_at=place, presentation="workshop", presentation_at=place)
    presentation = presentation_of(place.text)
    return Said(
        venue=venue,
        venue_at=place if venue else None,
        presentation=presentation,
        presentation_at=place if presentation else None,
    )


def _introduction(page: Page) -> Said:
    """Read the paragraphs before the first heading, list or paper."""
    note, first = page.note, min((e.first_block for e in page.entries), default=0)
    found: list[tuple[Field, venues.VenueName]] = []
    presentation: Field | None = None
    for index, block in enumerate(note.blocks[:first]):
        if block.kind is BlockKind.HEADING and index != title_block(note):
            break
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        for start, end, venue in venues.find_venues(block.prose) if _PAPERS_OF.search(block.prose) else ():
            linked = any(link.start < end and start < link.end for link in links_near(block, start, end))
            if venue.year and venue.event and not linked:
                found.append((align.field(block, index, start, end), venue))
        match = _PAPERS.search(block.prose)
        if match and presentation is None:
            presentation = align.field(block, index, *match.span(1), match.group(1).lower())
    if len({(venue.series, venue.year) for _, venue in found}) != 1:
        return Said()
    return Said(
        venue=found[0][1],
        venue_at=found[0][0],
        presentation=presentation.text if presentation else "",
        presentation_at=presentation,
    )


def _under(near: Said, far: Said) -> Said:
    """Complete what the nearer place says by the farther one; a farther venue must not contradict a nearer one."""
    venue, venue_at = near.venue, near.venue_at
    agrees = venue is None or far.venue is None or venue.series == far.venue.series
    if not agrees and venue and far.venue and venue.year is None and near.presentation == "workshop":
        venue = replace(venue, year=far.venue.year)
    if venue is None or (venue.year is None and far.venue is not None and agrees):
        venue, venue_at = far.venue or venue, far.venue_at or venue_at
    return Said(
        venue=venue,
        venue_at=venue_at,
        presentation=near.presentation or (far.presentation if agrees else ""),
        presentation_at=near.presentation_at or (far.presentation_at if agrees else None),
        year=near.year or far.year,
        year_at=near.year_at or far.year_at,
    )
