"""Links: which can be of a paper, which lead to notes, and what their texts say: a title, a venue, or only `PDF`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote

from kg import lexicons
from kg.extraction import align, shapes
from kg.extraction import citation_forms as forms
from kg.extraction.citations.people import is_surname
from kg.extraction.citations.tokens import names_venue
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.venues import read_venue
from kg.identifiers import decoded
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, BlockKind, Kind, Link, LinkKind, Mention, Note, Span
from kg.text import MARKDOWN, file_title

CROWDED = 300
"""A block with more links than this is a dump: its addresses are kept, nothing around them is read."""
_LABELS = lexicons.words("link label")
_VENUES = frozenset({"neurips", "icml", "iclr"})
"""Names of venues whose sites hold the papers; a label only when one stands alone."""
_LEADS_TO = re.compile(
    r"(?:the |an? |original |official )?"
    r"(?:paper|pdf|article|slides?|video|code|link|implementation|website|repo(?:sitory)?)\d? "
    r"(?:from|by|on|about|of|at|for)\b.{0,60}$",
    re.IGNORECASE,
)
"""What a link leads to, and whose or about what it is: `Article about attention`."""
_WORK = re.compile(
    r"(?:an?|the|this|their|our|original)\b.{0,50}\b(?:paper|article|preprint|study|report)s?\W{0,2}", re.IGNORECASE
)
"""A work that is spoken of, and not called by its title: `a recent paper`."""
SPOKEN_OF = re.compile(
    r"(?!.{0,300}\b(?:an?|the|this|your)(?: [a-z-]{2,20}){0,2} paper$)"
    r"(?P<title>\S+(?: \S+){3,30}(?<!white)(?<!working)(?<!position)(?<!discussion)) paper"
)
"""The text of a link that adds what kind of thing the title is of: `Denoising of Harbours by Tides paper`."""
OF_CODE = re.compile(r"GitHub - [\w.-]{1,40}/[\w.-]{1,60}: (?P<title>[^\n]+)")
"""The title of the page of a repository."""
_TEACHES = re.compile(
    r"\b(?:notes|lectures?|slides|handouts?|textbook|book|tutorial|cheat ?sheet|exercises?)\b", re.IGNORECASE
)
"""What a PDF at an unknown address is that is no paper."""
_LONGEST_LABEL, _MOST_SPACES = 40, 4
_LABEL_WORD = re.compile(r"[^\s\[\](){}<>|/,:;·•&+*`'\"“”_!?.—–→↗#-]+")
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}(?:v\d{1,2})?")


def is_link_label(text: str) -> bool:
    """Return whether the text of a link says what it leads to ("PDF", "[code]", "2") and names nothing.

    >>> [is_link_label(t) for t in ("[PDF]", "Project Page", "arXiv", "📄", "https://arxiv.org", "1706.03762v2", "")]
    [True, True, True, True, True, True, True]
    >>> [is_link_label(t) for t in ("Attention Is All You Need", "Article about attention", "a recent paper")]
    [False, True, True]
    """
    if ("://" in text and text.count(" ") <= _MOST_SPACES) or _LEADS_TO.match(text) or _WORK.fullmatch(text):
        return True
    if len(text) > _LONGEST_LABEL:
        return not any(c.isalnum() for c in text)
    words = [word.casefold() for word in _LABEL_WORD.findall(_ARXIV_ID.sub(" ", text))]
    if len(words) == 1 and words[0] in _VENUES:
        return True
    return all(word in _LABELS or word.isdigit() or not any(c.isalpha() for c in word) for word in words)


def paper_link(links: Iterable[Field]) -> Field | None:
    """Return the first link that is the address of a paper."""
    return next((link for link in links if read_link(link.text).role is Role.PAPER), None)


def is_taught(block: Block, link: Link) -> bool:
    """Return whether the text of a link, or what is before it, is the word for material of a course or a meeting."""
    shown = block.prose[link.start : link.end]
    return (
        shapes.is_material(shown)
        or shapes.is_material(block.prose)
        or _TEACHES.search(block.prose, 0, link.start) is not None
    )


def own_links(block: Block, index: int, start: int, end: int) -> tuple[Field, ...]:
    """Return the links of a range that can be of a paper: no pictures, badges, people or lists."""
    wanted = (Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER)
    found = [
        Field(link.target, index, link.start, link.end)
        for link in align.links_in(block, start, end)
        if link.kind is not LinkKind.WIKI and read_link(link.target).role in wanted
    ]
    for a, b, address in find_identifiers(block.prose[start:end]):
        doi = block.prose.find("10.", start + a, start + b) if "doi.org/10." in address.canonical else -1
        printed = f"https://doi.org/{decoded(block.prose[doi : start + b])}" if doi >= 0 else address.canonical
        if address.canonical and not any(f.start < start + b and start + a < f.end for f in found):
            found.append(Field(printed, index, start + a, start + b))
    return tuple(dict.fromkeys(found))


_VENUE_TEXT = re.compile(rf"(?P<venue>\D{{3,100}}?)[,\s]*(?:[(]?(?P<year>{forms.YEAR_TEXT})[)]?)?\.?")


def with_titles_only(page: Page) -> Page:
    """Take for venue and year, or for authors, what was read as the title of a paper with a link to it."""
    read = tuple(_without_title(page.note, entry) for entry in page.entries)
    journals = sum(
        bool(one.venue and one.authors) and one is not was for one, was in zip(read, page.entries, strict=True)
    )
    if journals > 1:
        read = tuple(_without_title(page.note, entry, habit=True) for entry in page.entries)
    return replace(page, entries=read)


_DIGITS = 4
_BEHIND_YEAR = re.compile(r"[\s),.:;–—-]{1,4}(?P<rest>[^\W\d_][^\n]*?)\.?")
_LONGEST_VENUE, _OF_HABIT = 3, 6
"""Words of a name behind authors and year that nothing says is a journal, at most; and beside others that are one."""


def _cited_behind(block: Block, entry: Entry, title: Field, *, habit: bool) -> Entry | None:
    """Read authors and year before the name of a journal, or a title: `[Lind et al 2014 Molecular Ecology](...)`."""
    cited = forms.IN_BRACKETS.match(title.text)
    rest = _BEHIND_YEAR.fullmatch(title.text, cited.end()) if cited is not None else None
    if cited is None or rest is None or entry.authors:
        return None
    names, first = forms.named_in(cited)
    if not names or not (habit or cited["others"] or all(map(is_surname, names))):
        return None
    start, year = title.start + rest.start("rest"), title.start + cited.start("years")
    behind = align.field(block, title.block, start, title.start + rest.end("rest"))
    words = shapes.words(behind.text)
    known = read_venue(behind.text) is not None or any(map(names_venue, words))
    preprint = any(read_link(link.text).site == "arxiv" for link in entry.links)
    short = (
        len(words) <= (_OF_HABIT if habit else _LONGEST_VENUE)
        and shapes.is_title_case(behind.text)
        and ":" not in behind.text
    )
    is_venue = known or (short and not preprint)
    return replace(
        entry,
        title=None if is_venue else behind,
        venue=entry.venue or (behind if is_venue else None),
        authors=align.in_turn(block, title.block, names, title.start + first),
        complete=cited["others"] is None,
        year=entry.year or align.field(block, title.block, year, year + _DIGITS),
    )


def _without_title(note: Note, entry: Entry, *, habit: bool = False) -> Entry:
    """Read `[PLOS ONE, 2015](...)` as venue and year, `[Lind et al](...)` as authors.

    Args:
        note: the note.
        entry: a paper.
        habit: whether others of the page show authors, year and journal, of which unknown ones are some here as well.
    """
    title = entry.title or entry.short
    link = paper_link(entry.links)
    if title is None or link is None or entry.whole or note.blocks[title.block].kind is BlockKind.RECORD:
        return entry
    short = entry.short if entry.title is not None else None
    bare = replace(entry, title=None, short=short, anchor=link if entry.anchor == title else entry.anchor)
    block = note.blocks[title.block]
    text = block.prose[title.start : title.end]
    found = _VENUE_TEXT.fullmatch(text)
    venue = read_venue(found["venue"]) if found is not None else None
    if found is not None and venue is not None and (entry.venue is None or read_venue(entry.venue.text) == venue):
        place = {name: (title.start + found.start(name), title.start + found.end(name)) for name in ("venue", "year")}
        year = align.field(block, title.block, *place["year"]) if found["year"] else None
        printed = entry.venue or align.field(block, title.block, *place["venue"])
        return replace(bare, venue=printed, year=entry.year or year)
    behind = _cited_behind(block, entry, title, habit=habit)
    if behind is not None:
        return replace(behind, anchor=behind.title or link if entry.anchor == title else entry.anchor)
    named = forms.UNDATED.fullmatch(f"({text})")
    if named is not None and not entry.authors and (named["others"] or "&" in named["names"].partition(",")[2]):
        authors = align.in_turn(block, title.block, forms.surnames(named)[0], title.start)
        return replace(bare, authors=authors, complete=named["others"] is None)
    return entry


NOTE = "note"
NOTE_LINK = "note-link"
"""Rules of the mentions of notes."""
_NOTES = (*MARKDOWN, ".txt", ".html", ".htm", ".bib", ".ipynb", ".org", ".rst", ".tex")
_NO_NOTE = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".mp3", ".mp4", ".webm", ".canvas", ".excalidraw", ".csv",
    ".docx", ".pptx", ".xlsx", ".zip", ".base",
)  # fmt: skip


def note_itself(note: Note) -> Mention | None:
    """Return the mention of a note itself, at its first character that is no white space; none of an empty note."""
    start = len(note.text) - len(note.text.lstrip())
    if start == len(note.text):
        return None
    name = note.title or file_title(note.id)
    return Mention(Span(note.id, start, start + 1), Kind.NOTE, name, NOTE)


def note_links(note: Note) -> Iterator[tuple[Field, Mention]]:
    """Yield the links of a note to notes: the place of each, and the mention of the note it leads to."""
    for index, block in enumerate(note.blocks):
        for link in block.links:
            called = note_target(note, link)
            if called and link.source_start < link.source_end:
                place = Span(note.id, link.source_start, link.source_end)
                yield Field(called, index, link.start, link.end), Mention(place, Kind.NOTE, called, NOTE_LINK)


def note_target(note: Note, link: Link) -> str:
    """Return what a link calls the note that it leads to: a name, or the path of a file; "" when it leads to no note.

    The path of an ordinary link begins at the folder of its note, the name in a wikilink nowhere.
    """
    plain = link.target.split("#", 1)[0].strip()
    if not plain or "://" in plain or len(plain) > 1000:
        return ""
    suffix = PurePosixPath(plain).suffix.lower()
    if link.kind is LinkKind.WIKI:
        return "" if suffix in _NO_NOTE else plain
    if link.kind is not LinkKind.INLINE or suffix not in _NOTES or plain.startswith(("mailto:", "www.")):
        return ""
    folder = "" if plain.startswith("/") else posixpath.dirname(note.id)
    path = posixpath.normpath(posixpath.join(folder, unquote(plain).lstrip("/")))
    return "" if path.startswith("..") else path
