"""What a rule over the layout of a note finds: an entry, the reading of one place as a paper (or a session).

Rules fill entries, claims are made of entries; the two tables of `kg.extraction` meet only here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kg.model import Kind, Note, Span
from kg.vocabularies import NO_LABELS, Labels


@dataclass(frozen=True, slots=True)
class Field:
    """A value read from a block: `note.blocks[block].prose[start:end]`, and its text as it should be shown."""

    text: str
    block: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Detail:
    """What a reference says of its work beyond what every paper has: the volume, the publisher, an editor."""

    name: str
    """One of those that `kg.extraction.claims.described` claims."""
    text: str
    places: tuple[Span, ...]
    """Where it stands; several when parts of it stand apart."""
    person: str = ""
    """Whom it is about, when that is not the work: the name that stands at the first place."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One place read as a paper. Only what stands there; what the note says for all its papers is added by claims."""

    rule: str
    anchor: Field
    """Where the paper is named: the title, else the key, the short name, the link."""
    confidence: float
    title: Field | None = None
    short: Field | None = None
    """Name by which the note calls it: `FAST`, `Lodestar`."""
    citekey: Field | None = None
    """Without the marks of the rating."""
    rating: Field | None = None
    """As printed in its place: `++` behind the key, `★★★☆☆`, `4/5`; its text is the number."""
    state: Field | None = None
    """How far the reading has come; text is one of to-read, reading, read. The place of a ticked box is empty."""
    read: Field | None = None
    """When it was read; text is an ISO day, month or year."""
    authors: tuple[Field, ...] = ()
    """In order; text is the display form, given name first."""
    complete: bool | None = None
    """Whether the authors are all; None when there are none."""
    year: Field | None = None
    """Text is four digits."""
    venue: Field | None = None
    """As printed; `kg.extraction.venues` reads it."""
    presentation: Field | None = None
    """Text is one of oral, poster, spotlight, workshop, talk, keynote."""
    links: tuple[Field, ...] = ()
    """Text is the address; the place is the text of the link, else the nearest text of the block."""
    tags: tuple[Field, ...] = ()
    keywords: tuple[Field, ...] = ()
    disputed: tuple[Field, ...] = ()
    """Addresses of another paper that stand in its record: they are reported and never claimed of it."""
    remarks: tuple[Field, ...] = ()
    """What the reader of its lines took for words about the paper, a piece for each line."""
    abstract: tuple[Field, ...] = ()
    """The abstract of the paper, copied into the note."""
    labelled: tuple[int, ...] = ()
    """Blocks of which each word was read, so that what is no remark there is none."""
    blocks: tuple[int, ...] = ()
    """Every block that belongs to the paper, the first is where it stands in the outline."""
    whole: bool = False
    """The note is about this paper."""
    kind: Kind = Kind.PAPER
    """What the entry is about: a paper, or another work that a bibliography lists."""
    details: tuple[Detail, ...] = ()
    within: Entry | None = None
    """The entry of the book or proceedings that it refers to."""
    chance: float | None = None
    """Probability that a record is a paper, where it was judged."""
    listed: bool = True
    """False for a mention in passing: what the note says once for its papers does not hold for it."""

    @property
    def first_block(self) -> int:
        """The block in which it begins: the first of its own, else that in which it is named."""
        return self.blocks[0] if self.blocks else self.anchor.block


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who speaks at an occasion, and the organisations that stand behind the name."""

    name: Field
    places: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Occasion:
    """A session, keynote, talk, panel or workshop that a note tells of."""

    rule: str
    title: Field
    """Its name, without speakers and times."""
    kind: str
    """One of keynote, poster, spotlight, oral, tutorial, expo, panel, workshop, award, talk, other."""
    speakers: tuple[Speaker, ...] = ()
    others: tuple[Field, ...] = ()
    """Further names: the number of the session, the title of the talk."""
    day: Field | None = None
    """When it is held, where its own line says so; the text is the ISO date."""
    paper: Entry | None = None
    """The paper of others that is presented."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A record whose words were read and that was not taken for a paper."""

    anchor: Field
    """What would have named the paper."""
    blocks: tuple[int, ...]
    reason: str
    chance: float | None = None
    """Probability that it is a paper all the same; None where it is surely none."""


@dataclass(frozen=True, slots=True)
class Page:
    """A note with the entries found by the earlier rules of the table."""

    note: Note
    entries: tuple[Entry, ...] = ()
    occasions: tuple[Occasion, ...] = ()
    works: tuple[Entry, ...] = ()
    """Works that bibliographies list and that are no papers."""
    unread: tuple[Unread, ...] = ()
    labels: Labels = NO_LABELS
    """Of the user's vocabularies."""
    used: frozenset[int] = field(init=False, repr=False, compare=False)
    """The blocks of the entries: every rule asks for nearly every block whether it is one."""

    def __post_init__(self) -> None:
        read = (*self.entries, *self.works)
        object.__setattr__(self, "used", frozenset(at for entry in read for at in entry.blocks))

    def taken(self, block: int) -> bool:
        """Return whether an earlier rule has read this block as (part of) an entry."""
        return block in self.used

    def with_found(self, found: Iterable[Entry | Unread]) -> Page:
        """Return the page with what a rule has found beside what the earlier ones have."""
        entries, works, unread = list(self.entries), list(self.works), list(self.unread)
        found = list(found)
        if not found:
            return self
        for one in found:
            if isinstance(one, Entry):
                (works if one.kind is Kind.WORK else entries).append(one)
            else:
                unread.append(one)
        return replace(self, entries=tuple(entries), works=tuple(works), unread=tuple(unread))


def fields_of(entry: Entry) -> tuple[Field, ...]:
    """Return the fields of an entry that stand in the note."""
    single = (entry.title, entry.short, entry.citekey, entry.rating, entry.year, entry.venue, entry.presentation)
    several = (*entry.authors, *entry.links, *entry.tags, *entry.keywords)
    return tuple(field for field in (*single, *several) if field is not None)
