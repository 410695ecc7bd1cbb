"""The outline of a note: what each heading and each item with others below it is, and the path of topics to a block.

A heading can be the title of the note, a topic, a section, a session, a date, the name of a venue, a kind of
presentation, a functional heading ("References") or a paper; only what names a subject goes into the path of a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache

from kg import lexicons
from kg.extraction import bold_heads, lead_ins, shapes, states, venues
from kg.extraction.align import one_line
from kg.extraction.dates import WEEKDAY, is_moment
from kg.extraction.entries import Entry, Field, Page
from kg.model import Block, BlockKind, MarkKind, Note


class Role(StrEnum):
    """What an outline block is."""

    TITLE = "title"
    TOPIC = "topic"
    SECTION = "section"
    """What heads a part of the note and names no subject."""
    SESSION = "session"
    DATE = "date"
    VENUE = "venue"
    PRESENTATION = "presentation"
    FUNCTIONAL = "functional"
    REFERENCES = "references"
    ELSEWHERE = "elsewhere"
    """Tools, videos, blog posts, people: what stands there is no paper unless its address is a paper's."""
    PAPER = "paper"
    TEXT = "text"
    """A sentence, or anything else that names nothing."""


_BY_HEADING = {"references": Role.REFERENCES, "date": Role.DATE, "elsewhere": Role.ELSEWHERE}
_COUNTED = (
    "take-?away|lesson|part|chapter|section|theme|topic|trend|idea|insight|finding|observation|highlight|module|unit|"
    "kapitel|teil|abschnitt|partie|chapitre|parte|cap[ií]tulo"
)
"""What people number the headings of a note with: `Lesson 3: Data beats models`."""
_NUMBERING = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){1,4}\.?|\d-\d{1,2}|\d{1,2}[.)]|[IVX]{1,5}\.|§\s?\d{1,2}|[A-H][.)]|"
    rf"(?i:{_COUNTED})\s?#?(?:\d{{1,2}}|[IVX]{{1,4}})(?:[:.)]|\s[–—-]))\s+"
)
_TAG = re.compile(r"#[^\s#]+")
SHORTCODES = re.compile(r"(?:\s?:[a-z][a-z0-9_+-]{0,40}:){1,4}\s?")
"""Emoji in words, as sites of code show them: `Tides :ocean:`."""
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember"
)
_DATE = re.compile(
    rf"(?:(?:{WEEKDAY})\b[.,]?\s*)?(?:"
    rf"(?:{_MONTH})\b\.?\s*(?:\d{{1,2}}(?:st|nd|rd|th)?)?(?:\s*[–-]\s*\d{{1,2}})?(?:,?\s*\d{{4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?\s*(?:{_MONTH})\b\.?(?:,?\s*\d{{4}})?"
    r"|(?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}"
    r"|(?:day|week|tag|woche|jour|lecture|w)\s*#?\d{1,2}"
    r"|(?:spring|summer|autumn|fall|winter|sommer|herbst|printemps|été|automne|hiver|[sw]s)(?:\s?(?:term|semester))?"
    r",?\s*(?:19|20)\d\d(?:\s?[/–-]\s?(?:\d\d){1,2})?"
    r")?(?:\s*[:–—(-].{0,40})?",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"\s*(?:(?:invited|contributed|lightning|expo|industry|spotlight|oral|poster|plenary|keynote|opening|closing|"
    r"best|flash|short|long|paper|tutorial|workshop|panel|demo|social|parallel|special)\s+){0,3}"
    r"(?:sessions?|talks?|keynotes?|tutorials?|panels?|workshops?|plenary|posters?|orals?|expo|hackathon|"
    r"lightning talks)\b(?:\s+(?:session|talk|panel|discussion|workshop|track))?"
    r"(?:\s*#?(?:\d{1,2}[A-Za-z]?|[A-Z]\d?|[IVX]{1,4})\b)?",
    re.IGNORECASE,
)
NUMBERED_SESSION = re.compile(
    r"\s*(?P<label>(?:[A-Z][\w&/-]{1,20}\s+){0,3}?(?:oral|session|keynote|poster|spotlight|talk|panel|track|tutorial)s?"
    r"(?:\s+(?:session|talk|paper)s?)?(?:\s+#?\d{0,2}[A-Z]?)?(?:\s+[A-Z][\w&/ ]{0,30}?\d{0,2})?)\s*(?::|\s[–—-])\s+",
    re.IGNORECASE,
)
"""What stands before the title of a talk: `Oral 5A: `, `Poster Session 2 - `."""
_NUMBERED = re.compile(r"\d|\b[A-Z]\b|\b[IVX]+\b")
_PRESENTATION = re.compile(
    r"(?:best\s+|selected\s+|interesting\s+|favou?rite\s+|all\s+|the\s+|accepted\s+|notable\s+)?"
    r"(oral|spotlight|poster|keynote|workshop|talk)s?"
    r"(?:\s+(?:papers?|presentations?|talks?|posters?|notes?))?\s*(?:\(\d+\))?",
    re.IGNORECASE,
)

_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}\n]*\}[ \t]*$", re.MULTILINE)
"""What Pandoc and Hugo read behind a heading: `Metadata {#sec-metadata}`."""
_LONGEST = 16
"""Words of a heading: what is longer is a remark."""
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d\b(?! ?[–-])")
"""A time of day, with which an entry of a journal begins."""
_OF_NOTES = re.compile(
    r"(?:\d{1,2} |my |key |main |other |some |open |further |interesting |general |final |first ){0,3}"
    r"(?:questions?|take-?aways?|things|thoughts|comments|reflections?|impressions?|follow-?ups?|strengths|weaknesses|"
    r"criticisms?|lessons|readings?|aspects of the discussion|references|(?:paper |article )?presentations?)"
    r"(?:\?| (?:i|we|that|to|for|coming|going|before|after|in the|from the|on the (?:paper|reading)|(?:i|we)['’]d)\b"
    r".{0,80}"
    r"| ?[/(].{0,80})?"
)
"""What people head their notes on one reading with: `Questions I had`, `3 takeaways`, `Things that went unanswered`."""
_OF_PAPERS = re.compile(
    r"(?:(?:my|all|some|the|top|recent|older|new|latest|early|classic|key|main|important|core|seminal|foundational|"
    r"selected|additional|more|interesting|accepted|submitted|published|forthcoming|working|research|conference|journal|"
    r"arxiv|and|other|further|related|peer-reviewed|refereed|review|survey|overview|policy|book|edited|follow-up|"
    r"background|(?:19|20)\d\d) ){0,5}"
    r"(?:papers?|articles?|publications?|preprints?|(?:book )?(?:chapters|reviews)|reports|essays|theses)"
    r"(?: (?:read|from|of|in|by year))?"
    r"(?:[ ,]*\(?(?:(?:19|20)\d\d|\d{1,3})\)?)?"
)
"""What people head lists of papers with that say no more: `2019 papers`, `Published and forthcoming papers`."""


PAPERS = re.compile(
    r"\b(?:papers?|publications?|preprints?|readings?|literature|bibliograph\w*|literatur|artículos|artigos|литература)\b"
    r"|论文|文献|論文|논문",
    re.IGNORECASE,
)
"""What a heading says below which titles alone are papers."""


def blocks_above(note: Note, index: int) -> Iterator[int]:
    """Yield the headings and items that a block stands under, the nearest first."""
    at = note.blocks[index].parent
    while at is not None:
        yield at
        at = note.blocks[at].parent


@dataclass(frozen=True, slots=True)
class Outline:
    """The roles of the outline blocks of one note, and where each paper has its place."""

    note: Note
    roles: dict[int, Role]
    papers: dict[int, Entry]
    """Block -> the paper that it introduces (heading, or first block of the entry)."""
    named: Mapping[int, Field] = field(default_factory=dict)
    """Block -> the name of the subject that it names."""
    heads: Mapping[int, int] = field(default_factory=dict)
    """Item of a list -> the line in bold that heads the list."""

    def above(self, block: int) -> list[int]:
        """Return the outline blocks above a block, nearest first."""
        return list(blocks_above(self.note, block))

    def topics(self, block: int) -> tuple[Field, ...]:
        """Return the path of topics to a block, outermost first."""
        path = [block, *self.above(block)]
        listed = [at for at in path if self.note.blocks[at].kind is not BlockKind.HEADING]
        if listed and listed[-1] in self.heads:
            path.insert(len(listed), self.heads[listed[-1]])
        return tuple(self.named[at] for at in reversed(path[1:]) if at in self.named)


def lay_out(page: Page) -> Outline:
    """Decide what each outline block of a note is by its own text, given the papers found in it."""
    note = page.note
    papers: dict[int, Entry] = {}
    for entry in page.entries:
        papers.setdefault(entry.first_block, entry)
    parents = {block.parent for block in note.blocks if block.parent is not None}
    holders = {note.blocks[at].parent for at, entry in papers.items() if entry.listed}
    inner = {at for entry in page.entries for at in entry.blocks[1:]}
    persons = {author.block for entry in page.entries for author in entry.authors if author.block not in entry.blocks}
    title = title_block(note)
    roles: dict[int, Role] = {}
    bold = bold_heads.find(note)
    bold = {} if any(index in papers for index in bold) else bold  # such lines are titles
    for index, block in enumerate(note.blocks):
        if index == title:
            roles[index] = Role.TITLE
        elif index in papers and (block.kind is BlockKind.HEADING or index in parents):
            roles[index] = Role.PAPER
        elif index in persons or (index in inner and block.kind is BlockKind.HEADING):
            roles[index] = Role.TEXT
        elif block.kind is BlockKind.HEADING or index in parents:
            roles[index] = role_of(block, holds_papers=index in holders)
        elif index in bold and index not in inner and index not in papers:
            roles[index] = role_of(block, holds_papers=any(at in bold[index] for at in papers))
    heads = {at: head for head, below in bold.items() for at in below if head in roles}
    return Outline(note, roles, papers, heads=heads)


_OF_SUBJECTS = ("", "section")
"""What the word list says of headings that can name a subject."""


def candidate(note: Note, index: int, role: Role) -> Field | None:
    """Return the part of an outline block that could name a subject."""
    if role is Role.SESSION:
        return _theme(note, index)
    if role is Role.TOPIC or (role is Role.DATE and lead_ins.leads(one_line(note.blocks[index].prose))):
        place = lead_ins.subject_of(label(note, index))
        return place if heading_kind(place.text) in _OF_SUBJECTS else None
    return None


def title_block(note: Note) -> int | None:
    """Find the heading that is the title of the note: the only one of level 1, before all others."""
    headings = [i for i, block in enumerate(note.blocks) if block.kind is BlockKind.HEADING]
    tops = [i for i in headings if note.blocks[i].level == 1]
    if not tops or tops[0] != headings[0]:
        return None
    first = one_line(note.blocks[tops[0]].prose)
    if len(tops) == 1 and (len(headings) > 1 or not note.meta):
        return tops[0]
    return tops[0] if first and first == note.title and len(tops) == 1 else None


def role_of(block: Block, *, holds_papers: bool = False) -> Role:
    """Decide what an outline block is by its own text.

    "Evaluation" is a part of one paper's notes, and a topic when papers stand right under it (`holds_papers`).
    """
    return _role(block.prose, block.kind, holds_papers=holds_papers)


@lru_cache(maxsize=4096)
def _role(prose: str, kind: BlockKind, *, holds_papers: bool) -> Role:
    bare = _bare(one_line(prose))
    if not bare or (kind is BlockKind.ITEM and _CLOCK.match(bare)):
        return Role.TEXT
    functional = heading_kind(prose) or ("functional" if states.heading(one_line(prose)) else "")
    if functional == "section" and (holds_papers or kind is BlockKind.ITEM):
        return Role.TOPIC
    if functional:
        return _BY_HEADING.get(functional, Role.FUNCTIONAL)
    if is_date(bare):
        return Role.DATE
    if _PRESENTATION.fullmatch(bare):
        return Role.PRESENTATION
    if _is_venue(bare) or (kind is BlockKind.HEADING and venues.read_workshop(bare)):
        return Role.VENUE
    if _is_session(bare):
        return Role.SESSION
    return Role.TEXT if _is_remark(bare, kind) else Role.TOPIC


def _is_session(bare: str) -> bool:
    session = _SESSION.match(bare)
    return session is not None and session.end() > 0 and _names_session(bare, session.end())


def _is_remark(bare: str, kind: BlockKind) -> bool:
    """Return whether a heading, or an item with others below it, says something and names no topic.

    A sentence in a heading names what its writer takes the papers below it for, unless it goes on and on.
    """
    if kind is BlockKind.HEADING:
        return len(bare.split()) > _LONGEST
    return len(shapes.words(bare)) > 9 or shapes.is_sentence(bare)


_STAMP = re.compile(r"(?: (?:added|updated|imported|saved|synced))?(?: on)? [^\W\d_]{0,12} ?\d[^\n]{4,30}$")
"""When something was written, at the end of a heading by a program: `Highlights added July 3, 2023 at 11:21`."""


def heading_kind(text: str) -> str:
    """Return what the word list of functional headings says of a heading, "" for any other.

    >>> heading_kind("New highlights added July 3, 2023 at 11:21 AM")
    'template'
    >>> [heading_kind(text) for text in ("Table of contents:", "References", "2019 papers", "Papers on attention")]
    ['toc', 'references', 'functional', '']
    """
    bare = _bare(one_line(text))
    bare = (_STAMP.sub("", bare, count=1) if is_moment(bare) else bare).casefold().strip(" :.")
    letter = len(bare) == 1 and bare.isascii()  # of an index
    general = letter or _OF_NOTES.fullmatch(bare) or _OF_PAPERS.fullmatch(bare)
    return _functional().get(bare, "") or ("functional" if general else "")


def stands_elsewhere(note: Note, index: int) -> bool:
    """Return whether a block stands under a heading of tools, videos, blog posts or people."""
    return any(role_of(note.blocks[at]) is Role.ELSEWHERE for at in blocks_above(note, index))


def label(note: Note, index: int) -> Field:
    """Return the name of an outline block: its first line without numbering, tags and a closing colon."""
    block = note.blocks[index]
    start, end = 0, (block.prose + "\n").find("\n")
    attributes = _ATTRIBUTES.search(block.prose, 0, end)
    end = attributes.start() if attributes else end
    numbering = _NUMBERING.match(block.prose)
    if numbering and numbering.end() < end:
        start = numbering.end()
    for mark in sorted(block.marks, key=lambda m: -m.start):
        if mark.kind is MarkKind.TAG and mark.end >= end and mark.start > start:
            end = mark.start
    while start < end and (block.prose[start].isspace() or _is_emblem(block.prose[start])):
        start += 1
    while end > start and (block.prose[end - 1] in " \t:.#" or _is_emblem(block.prose[end - 1])):
        end -= 1
    if start == end:
        start, end = 0, max(len(block.prose), 0)
    return Field(one_line(block.prose[start:end]), index, start, end)


def _theme(note: Note, index: int) -> Field | None:
    """Return the theme of a session: `Robotics and planning` of `Session 3B: Robotics and planning`."""
    prose = note.blocks[index].prose
    session = _SESSION.match(prose)
    if session is None or not prose[: session.end()].rstrip()[-1:].isalnum() or not _NUMBERED.search(session.group()):
        return None
    start, end = session.end(), len(prose)
    while start < end and (prose[start].isspace() or prose[start] in ":-–—|,("):
        start += 1
    text = one_line(prose[start:end]).strip(" ).:")
    words = shapes.words(text)
    if not words or len(words) > 8 or any(c.isdigit() for c in text) or shapes.is_sentence(text) or " - " in text:
        return None
    return Field(text, index, start, start + len(prose[start:end].rstrip(" ).:")))


def presentation_of(text: str) -> str:
    """Read the kind of presentation that a heading, a label or a title states, "" when it states none.

    >>> presentation_of("Poster Session 1: 11am - 2pm"), presentation_of("Oral 3B"), presentation_of("Methods")
    ('poster', 'oral', '')
    """
    found = re.search(r"\b(oral|spotlight|poster|keynote|workshop(?! (?:week|day|\d))|talk)s?\b", text, re.IGNORECASE)
    return found.group(1).lower() if found else ""


def _names_session(text: str, end: int) -> bool:
    rest = text[end:].lstrip()
    return not rest or rest[0] in ":-–—(|,&" or text[:end].rstrip()[-1].isdigit() or len(shapes.words(rest)) <= 4


def _is_venue(text: str) -> bool:
    found = venues.find_venues(text)
    covered = sum(end - start for start, end, _ in found)
    rest = len(re.sub(r"[\W\d_]+", "", text)) - sum(
        len(re.sub(r"[\W\d_]+", "", text[start:end])) for start, end, _ in found
    )
    return covered > 0 and rest <= 8


def is_date(text: str) -> bool:
    """Return whether a text is a day, a month or the like, with no more than a remark behind it.

    >>> [is_date(text) for text in ("3 October", "Tuesday, Dec. 2", "Day 1", "May We Learn")]
    [True, True, True, False]
    """
    return bool(text) and _DATE.fullmatch(text) is not None


def _bare(text: str) -> str:
    text = _TAG.sub("", SHORTCODES.sub(" ", text))
    text = _NUMBERING.sub("", text, count=1) if _NUMBERING.match(text) else text
    shown = text if text.isascii() else "".join(c for c in text if not _is_emblem(c))
    return shown.strip(" *:_")


def _is_emblem(character: str) -> bool:
    return ord(character) > 0x2000 and not character.isalnum() and character not in "“”‘’–—…«»‐‑−（）「」『』【】《》"


@cache
def _functional() -> dict[str, str]:
    return {row["heading"].casefold(): row["kind"] for row in lexicons.rows("headings") if row["kind"] != "general"}
