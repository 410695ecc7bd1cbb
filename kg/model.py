"""The frozen values that every stage of kg takes and gives.

A stage is a function from these values to these values; nothing here reads a file, knows RDF or imports spaCy.
Places are code points of the file as decoded (`Note.text`), never tokens and never lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, NewType

from kg.kinds import DECIDABLE as DECIDABLE  # noqa: PLC0414
from kg.kinds import LITERATURE as LITERATURE  # noqa: PLC0414 - one of the types of this module
from kg.kinds import THINGS as THINGS  # noqa: PLC0414
from kg.kinds import Kind as Kind  # noqa: PLC0414

LINE_END = re.compile(r"\r\n|\n|\r")
Iri = NewType("Iri", str)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a note: `0 <= start < end`, code points of the file as decoded."""

    note: str  # id of the note: its path below the vault, with `/`
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span needs 0 <= start < end, got {self.start}..{self.end} in {self.note!r}")


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of prose and the run of the file it was read from.

    Equal lengths map character by character, others as a whole: a repair or `&amp;` has no finer way back.
    """

    prose_start: int
    prose_end: int
    source_start: int
    source_end: int


class BlockKind(StrEnum):
    """What a block is by its layout.

    ITEM is the first paragraph of a list item (further ones are PARAGRAPH blocks below it), HEADER and ROW are rows of
    a table, RECORD has named fields: front matter, or one BibTeX entry.
    """

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADER = "header"
    ROW = "row"
    RECORD = "record"
    CODE = "code"
    FOOTNOTE = "footnote"


class LinkKind(StrEnum):
    """How a link is written."""

    INLINE = "inline"  # `[text](target)`, a reference link or an HTML anchor
    WIKI = "wiki"  # `[[target|text]]` with its `#heading`
    BARE = "bare"  # an address standing in the text
    IMAGE = "image"  # a picture, whose address is decoration
    FOOTNOTE = "footnote"  # `[^label]`


class MarkKind(StrEnum):
    """A typographic mark on a run of prose; the marks themselves (`*`, `_`, `` ` ``) are not in the prose."""

    STRONG = "strong"
    EM = "em"
    CODE = "code"
    STRIKE = "strike"
    MATH = "math"  # keeps its dollars
    TAG = "tag"  # keeps its `#`: `#tag`, `#🧠`
    IMAGE = "image"  # the alternative text of a picture
    HIGHLIGHT = "highlight"
    RAISED = "raised"  # `<sup>3</sup>`


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a block: `prose[start:end]` is its text (may be empty: `start == end`)."""

    start: int
    end: int
    target: str
    kind: LinkKind
    source_start: int
    source_end: int
    """Place in the file, markup and address included."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A typographic mark on `prose[start:end]`."""

    start: int
    end: int
    kind: MarkKind


@dataclass(frozen=True, slots=True)
class NamedField:
    """One value of a record: `prose[start:end]`. A list gives one field an element, with the same name."""

    name: str
    """Lower case; nested keys joined by `.`. BibTeX's citation key is named `key`."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a note with its layout, its text without markup, and the way back to the file."""

    prose: str
    """Repaired text without markup. Soft and hard line breaks are `\\n`, cells of a row are divided by `\\t`."""
    origins: tuple[Segment, ...]
    """In order of prose; `prose_start` increases, `source_start` increases."""
    kind: BlockKind
    level: int = 0
    """Of headings 1 to 6; of items and what stands in them the depth of the list from 1."""
    parent: int | None = None
    """Index in `Note.blocks` of what this stands under: the heading above, or the list item around."""
    quote: int = 0
    """Depth of block quotes around it."""
    info: str = ""
    """Language of code; `yaml`, `toml` or the BibTeX type of a record; type of a callout; label of a footnote."""
    info_at: tuple[int, int] = (0, 0)
    """Of a record: the range of the file that states its type; empty where nothing does."""
    group: int = 0
    """Blocks of one list or table share a number above 0."""
    ordered: bool = False
    """An item of a numbered list."""
    links: tuple[Link, ...] = ()
    marks: tuple[Mark, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    """Of a row: the range of prose of each cell, in order of columns."""
    fields: tuple[NamedField, ...] = ()

    def __hash__(self) -> int:  # what tells blocks apart: to hash every part takes as long as to read the block
        return hash((self.prose, self.kind, self.level, self.parent, self.origins[:1]))

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Map a range of prose to the smallest range of the file; ValueError when it is empty or outside."""
        if not 0 <= start < end <= len(self.prose):
            raise ValueError(f"no range {start}..{end} in a block of {len(self.prose)} characters")
        first = self.origins[max(bisect_right(self.origins, start, key=_prose_start) - 1, 0)]
        last = self.origins[max(bisect_right(self.origins, end - 1, key=_prose_start) - 1, 0)]
        return _forth(first, start, at_end=False), _forth(last, end, at_end=True)


_prose_start = attrgetter("prose_start")


def _forth(segment: Segment, place: int, *, at_end: bool) -> int:
    even = segment.prose_end - segment.prose_start == segment.source_end - segment.source_start
    if even and segment.prose_start <= place <= segment.prose_end:
        return segment.source_start + place - segment.prose_start
    return segment.source_end if at_end else segment.source_start


@dataclass(frozen=True, slots=True)
class Note:
    """One file as read; its id is the path below the vault with `/`, or the file's name when one file was built."""

    id: str
    text: str
    """The file as decoded: line ends as they are, byte order mark dropped, nothing repaired."""
    blocks: tuple[Block, ...]
    title: str = ""
    """From the front matter, else the first heading of level 1, else the first line when it reads as one, else the name
    of the file."""
    meta: tuple[tuple[str, str], ...] = ()
    """Scalars of the front matter, repaired, in order."""
    sha256: str = ""
    """Of the bytes of the file."""
    lists: tuple[tuple[str, bool], ...] = ()
    """What the user decided about its lists: the heading above, "" for all of the note; whether they are of papers."""

    def line(self, place: int) -> int:
        r"""Return the 1-based line of a place; `\n`, `\r\n` and `\r` end lines."""
        return self.position(place)[0]

    def position(self, place: int) -> tuple[int, int]:
        """Return the 1-based line and column of a place, in code points."""
        starts = line_starts(self.text)
        line = bisect_right(starts, place)
        return line, place - starts[line - 1] + 1


@lru_cache(maxsize=2)
def line_starts(text: str) -> list[int]:
    r"""Return the place where each line starts; kept for the note at hand, as every fact and problem asks for its line.

    >>> line_starts("a\r\nb\rc\n")
    [0, 3, 5, 7]
    """
    return [0, *(match.end() for match in LINE_END.finditer(text))]


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A name seen at a place. Nobody has decided yet what it names."""

    span: Span
    kind: Kind
    text: str  # the name to show: repaired, without markup, a person's given name first
    rule: str
    confidence: float = field(default=1.0, compare=False)
    """How sure the rule is that the name is one and of its kind; 1 is for what a person or a program states."""

    def __hash__(self) -> int:  # what tells mentions apart: to hash every part takes twice as long
        return hash((self.span.start, self.text, self.span.note))


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact with the place that states it."""

    subject: Mention
    predicate: Iri
    object: Mention | str | float | bool
    """A thing, or a value. Whether a string is an IRI, a year or text follows from the range of the predicate."""
    evidence: tuple[Span, ...]
    """At least one; several when the fact needs them all (a venue said in the title, a citation on a line)."""
    rule: str
    confidence: float  # 0 < confidence <= 1
    qualifier: str = ""  # `negated`, `hedged`, `question` or empty

    def __post_init__(self) -> None:
        if not self.evidence:
            raise ValueError(f"a claim needs evidence: {self.subject.text!r} {self.predicate}")
        if not 0 < self.confidence <= 1:
            raise ValueError(f"a confidence lies in 0..1, got {self.confidence}")


@dataclass(frozen=True, slots=True)
class Reference:
    """Words that point at a paper without describing it: "(Lind et al., 2017)", `[@lind2017]`, `[[Lind 2017]]`.

    The mention names the paper that all of this fits, and nothing when none or several do.
    """

    mention: Mention
    surnames: tuple[str, ...] = ()
    """Of the first authors, in order."""
    others: bool = False
    """Whether more authors are meant: "et al."."""
    year: str = ""
    key: str = ""
    """Citation key."""
    note: str = ""
    """What the link calls the note that is about the paper, as `kg.text.note_key` writes it."""
    called: str = ""
    """Short name: "the BERT paper"."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something for a person to look at; it never stops the run."""

    code: str
    """Short and stable: `bad-encoding`, `half-yaml`, `not-understood`."""
    message: str
    note: str
    span: Span | None = None
    line: int = 0
    column: int = 0
    """1-based, 0 when the problem has no place."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading one file: a note unless it could not be read, and what to look at."""

    note: Note | None
    problems: tuple[Problem, ...] = ()


class DoubtfulList(NamedTuple):
    """The records below a heading of a note, of which it is in doubt whether they are papers."""

    below: str
    """The heading, "" if there is none."""
    span: Span
    """Where the first record is named."""
    records: int
    papers: int
    """Records that were taken for papers."""
    chance: float
    """The mean probability, from 0 to 1, that a record is a paper."""
    names: tuple[str, ...]
    """Of the first records."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a note says: names seen, facts stated, and what was not understood."""

    note: str
    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...]
    problems: tuple[Problem, ...] = ()
    told: tuple[int, int] = (0, 0)  # sentences that gave something, and all
    references: tuple[Reference, ...] = ()
    """Words that point at papers described elsewhere, in this note or another one."""
    doubts: tuple[DoubtfulList, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a graph says of a note itself, and the words at the places that were read; beside it no text is needed."""

    note: str
    sha256: str
    title: str
    title_place: Span | None
    """Where the title stands, when it does."""
    fields: tuple[tuple[str, str, Span], ...]
    """Of the front matter: name, value, place."""
    quotes: dict[Span, tuple[int, str]]
    """Place -> its line and its words; read only."""


class Called(NamedTuple):
    """A thing, as far as what a note says of it is written."""

    iri: Iri
    kind: Kind
    name: str
    """The one to show; "" when it has none."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing: the mentions that name it, and the one name to show."""

    iri: Iri
    kind: Kind
    name: str
    """The most complete form seen; "" when no note gives a name (a bare link)."""
    mentions: tuple[Mention, ...]

    @property
    def called(self) -> str:
        """Its name, or else the words of its first mention."""
        return self.name or self.mentions[0].text


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which thing each mention of the vault names."""

    entities: tuple[Entity, ...]
    problems: tuple[Problem, ...] = ()
    iris: dict[Mention, Iri] = field(default_factory=dict, compare=False)
    """Mention -> IRI of its entity; read only."""


@dataclass(frozen=True, slots=True)
class Run:
    """What made a graph: version, rules and settings, and no clock."""

    version: str
    rules: tuple[str, ...]
    settings: str
    """The settings that change the output, as canonical JSON."""
