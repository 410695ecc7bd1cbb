"""Works that a text names beside who wrote them, as the source of something or in passing.

`Source: Poe, The Moss, p. 45`, `"..." (Poe, *The Moss*, p. 45)`, `> ... — Ann Poe, *The Moss*`, `I read *The Moss* by
Ann Poe`. Whole references are records; here stand works in a few words, without where and when they appeared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align
from kg.extraction.citations.people import is_given
from kg.extraction.credits import by_whom, credited, in_bracket
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.shelf_words import ASKED, lead_in, tells_of_reading
from kg.extraction.short_references import OPENS, Place, Source, are_people, is_title, read_source
from kg.extraction.title_author import SHAPED, looks_like_names, read_names
from kg.model import Block, BlockKind, MarkKind, Note
from kg.text import name_key

NAME = "source"
_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
_LABEL = re.compile(
    r"\W{0,4}(?:sources?|quellen?|fuentes?|fontes?|bron|källa|kilde|źródło|источник|kaynak|lähde|出典|出处|来源|출처|"
    r"(?:vgl|cf)\.(?: auch)?|see also|siehe auch|voir aussi|text|nächste (?:woche|sitzung)|next (?:week|session))"
    r"\W{0,3}[:：]\W{0,3}?\s{0,2}(?=[\w\"“„«『《])",
    re.IGNORECASE,
)
_TO_READ = re.compile(rf"{ASKED.pattern}\s{{0,2}}(?=[\w\"“„«『《])", re.IGNORECASE)
_FRAMED = re.compile(
    r"(?P<who>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af·・、 ]{2,30}?)[,，:：]?\s?"
    r"[《『「](?P<title>[^《》『』「」\n]{2,80})[》』」]"
)
_NAMED = re.compile(r"(?P<who>[^\W\d_a-zа-яё][^«»\n\d:]{3,60}?)[,:]?\s?«(?P<title>[^«»\n]{3,120})»")
"""Names before a title in guillemets: `М. Бахтин «Творчество»`."""
_BRACKET = re.compile(r"\((?P<source>[^()\n]{8,200})\)")
_DASH = re.compile(r"(?:(?<=\s)|(?<=[\"”»“.!?…])|^)[—–―-]{1,2}\s?(?P<source>[^\W\d_a-z][^\n]{8,160})$", re.MULTILINE)
_DATED = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_WORD = r"(?:[^\W\d_a-z]\.|[^\W\d_a-z][\w-]+)"
_OWNER = re.compile(
    rf"(?<![\w.])(?P<who>{_WORD}(?: (?:(?:van|von|de|der|den|la|le|di|da|del) )?{_WORD}){{0,3}})['’]s?\s\Z"
)
_FAR = 60
"""Characters before a title in which its author stands."""


def find(page: Page) -> Iterable[Entry]:
    """Find the sources behind labels and quotations, and on several lines, in blocks that hold no reference besides."""
    read = [
        (index, block, list(_sources(block, listed=_is_to_read(page.note, index)))) for index, block in _texts(page)
    ]
    company = sum(place is Place.LINE for *_, sources in read for place, _ in sources) + len(page.entries)
    for index, block, sources in read:
        quoting = _is_quoting(block)
        alone = company > 1 and block.kind is not BlockKind.FOOTNOTE
        found = [source for place, source in sources if place is not Place.LINE or alone]
        yield from (_entry(block, index, one, quoting=quoting) for one in found)


def _texts(page: Page) -> Iterator[tuple[int, Block]]:
    """Yield the blocks of text that earlier rules have not read."""
    for index, block in enumerate(page.note.blocks):
        if block.kind in _TEXT and not page.taken(index):
            yield index, block


def _is_to_read(note: Note, index: int) -> bool:
    """Return whether the line above its list says that an item is to be read."""
    lead = lead_in(note, index)
    return lead is not None and ASKED.fullmatch(note.blocks[lead].prose) is not None


def _sources(block: Block, *, listed: bool) -> Iterator[tuple[Place, Source]]:
    """Read each range of a block that may be a source: where it stands, and its parts."""
    for start, end, place in _places(block, quoting=_is_quoting(block), listed=listed):
        source = read_source(block, start, end, place)
        if source is not None:
            yield place, source


def _is_quoting(block: Block) -> bool:
    return block.quote > 0 or block.prose.lstrip().startswith(OPENS)


def _places(block: Block, *, quoting: bool, listed: bool) -> Iterator[tuple[int, int, Place]]:
    """Yield the ranges that may be a source: a line, behind a label, in brackets or behind a dash of a quotation."""
    for start, end in align.lines(block):
        label, asked = _LABEL.match(block.prose, start, end), _TO_READ.match(block.prose, start, end)
        if label is not None:
            yield label.end(), end, Place.LABELLED
        elif asked is not None or listed:
            yield asked.end() if asked else start, end, Place.TO_READ
        elif quoting:
            yield from ((*hit.span("source"), Place.QUOTED) for hit in _BRACKET.finditer(block.prose, start, end))
        elif _DATED.search(block.prose, start, end) is None:
            yield start, end, Place.LINE
    if quoting:
        yield from ((*hit.span("source"), Place.QUOTED) for hit in _DASH.finditer(block.prose))


def _entry(block: Block, index: int, source: Source, *, quoting: bool) -> Entry:
    """Make an entry of a source; what stands before it in a quotation is said in the work."""
    people = read_names(block.prose[slice(*source.who)])
    title = align.field(block, index, *source.title)
    first = source.who[0]
    quoted = align.field(block, index, *align.trim(block.prose, 0, first, " \t\n(—–―-")) if quoting else None
    return Entry(
        NAME,
        title,
        0.85,
        title=title,
        authors=tuple(Field(name, index, first + a, first + b) for a, b, name in people.names),
        complete=people.complete,
        year=align.field(block, index, *source.year) if source.year else None,
        remarks=(quoted,) if quoted is not None and quoted.text else (),
        labelled=(index,),
        blocks=(index,),
    )


def find_named(page: Page) -> Iterator[Entry]:
    """Find the works that a text gives in brackets, and where it tells of reading those in italics that it credits."""
    for index, block in _texts(page):
        notes = align.lines(block) if block.kind is BlockKind.FOOTNOTE else ()
        places = [(*line, Place.LINE) for line in notes]
        places += [(*hit.span("source"), Place.AMID) for hit in _BRACKET.finditer(block.prose)]
        for source in (one for place in places if (one := read_source(block, *place)) is not None):
            entry = _entry(block, index, source, quoting=False)
            if not _is_short_for(entry, page.entries):
                yield replace(entry, labelled=(), listed=False)
        titles = [mark for mark in block.marks if mark.kind is MarkKind.EM]
        framed = _FRAMED.search(block.prose) or _NAMED.search(block.prose)
        if (titles or framed) and tells_of_reading(page.note, index):
            for start, end in align.lines(block):
                work = read_source(block, start, end, Place.AMID) or _framed(block.prose, start, end)
                if work is not None:
                    yield _entry(block, index, work, quoting=False)
            for mark in titles:
                if is_title(block.prose[mark.start : mark.end]):
                    yield from _named(block, index, mark.start, mark.end)


def _is_short_for(entry: Entry, known: Iterable[Entry]) -> bool:
    """Return whether a note has a work of the same person whose title begins so: `Lind, Small Steps, 45`."""
    title, family = name_key(entry.title.text if entry.title else ""), name_key(entry.authors[0].text.split()[-1])
    return any(
        one.title is not None
        and name_key(one.title.text).startswith(title)
        and any(name_key(author.text).endswith(family) for author in one.authors)
        for one in known
    )


def _framed(text: str, start: int, end: int) -> Source | None:
    """Read a line that begins with names and a title in its own marks: `费孝通《乡土中国》`, `М. Бахтин «О слове»`."""
    found = _FRAMED.match(text, start, end) or _NAMED.match(text, start, end)
    if found is None or looks_like_names(found["who"].strip()) < SHAPED:
        return None
    return Source(align.trim(text, *found.span("who")), found.span("title"), None)


def _named(block: Block, index: int, start: int, end: int) -> Iterator[Entry]:
    title = align.field(block, index, *align.trim(block.prose, start, end, " ,."))
    entry = Entry(NAME, title, 0.8, title=title, blocks=(index,), listed=False)
    entry = credited(entry, by_whom(block, index, end))
    if not entry.authors and (owner := _owner(block, index, start)) is not None:
        entry = replace(entry, authors=(owner,), complete=True)
    if entry.authors:
        yield credited(entry, in_bracket(block, index, end))


def _owner(block: Block, index: int, start: int) -> Field | None:
    """Return the person whose work a title is said to be: `Ann Poe's *The Moss*`."""
    before = max(0, start - _FAR)
    owner = _OWNER.search(block.prose[before:start])
    if owner is None:
        return None
    words = owner["who"].split()
    skipped = len(words[0]) + 1 if len(words) > 1 and is_given(words[1]) and not is_given(words[0]) else 0
    place = align.field(block, index, before + owner.start("who") + skipped, before + owner.end("who"))
    return place if are_people(place.text, sure=False) else None
