"""Literature notes: notes that are about one paper and say so in their front matter.

A title and a date make a blog post. A paper needs a sign that only papers have: an identifier, a citation key, a type
of publication, or a venue together with authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from kg import lexicons
from kg.extraction import citations, dates, key_places, shapes
from kg.extraction.align import field, lines, links_in, trim
from kg.extraction.card import Card, details, is_on_book, read_card, read_fields, read_front_matter, read_links, text_of
from kg.extraction.citations.likeness import looks_like
from kg.extraction.credits import Credit, credited
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import is_key, without_writer
from kg.extraction.linking import is_link_label, paper_link
from kg.extraction.records.labels import Part, field_named, part_of
from kg.extraction.records.reading import read_segments
from kg.extraction.records.references import parse, read_parts
from kg.extraction.records.segmenter import segment
from kg.extraction.records.values import PAPER_TAGS, Place, completed, find_year
from kg.extraction.venues import find_venues, read_venue
from kg.links import Role, find_identifiers, read_link
from kg.model import BlockKind, LinkKind, MarkKind, Note
from kg.text import file_title, name_key

NAME = "literature-note"
_PAPER_KINDS = lexicons.words("paper type")
_OTHER_KINDS = lexicons.words("other note type")
_MANY = re.compile(
    r"\b(?:notes|papers|reading list|reading group|highlights|takeaways|trip report|digest|newsletter|conference|recap|"
    r"orals|posters|favou?rites|awesome|bibliography|best of|roundup|index|journal club|week \d+)\b",
    re.IGNORECASE,
)
_OF_OTHERS = (Part.RATING, Part.STATE, Part.PUBLISHER, Part.EDITOR, Part.LINK, Part.PAGES, Part.VOLUME, Part.ABSTRACT)
"""Fields that nobody gives to a text of one's own."""
_OF_PAPERS = (Role.CODE, Role.PROJECT, Role.DATA, Role.VIDEO)
_TITLE_WORDS = 4
_SURELY = 0.9
"""How much a paragraph must look like a reference to be one."""
_LEADING = re.compile(r"(?:\s|[-–—:|,.;]|\d{1,3}[.)](?=\s)|\(\d{1,3}\)\s|\[\d{1,3}\]\s|[^\w\s\"'“‘«([$¿¡])++")
_MARKS = ' \t\n,;:|"“”„«»《》「」`'
_TEMPLATE = re.compile(r"\{\{|<%|\{%|\$\{")
_WRITER = re.compile(
    r"\s*(?:written )?(?:by|authors?|von|auteurs?|par|autor(?:es)?|por|著者|作者)\s{0,2}:?[\s,&]*(?:and|und|et|y)?\s*",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
_REVIEWED = re.compile(
    r"\s*[<\[(【〈«]\s{0,2}(?:paper|article|논문|論文|论文)\s{0,2}(?:reviews?|reading|summary|notes?|리뷰|정리|읽기|笔记|筆記|阅读|精读|解读|"
    r"紹介|メモ|まとめ)?\s{0,2}[>\])】〉»]|\s*paper (?:review|summary|notes?)(?: ?#?\d{1,4})?\s?[:–—-]\s",
    re.IGNORECASE,
)
"""Before the title of the paper that a note is on: `[Paper Review]`, `Paper Summary #7 -`."""
_NUMBER_OF_NOTE = re.compile(r"\s{0,2}[(\[]\d{1,2}(?:/\d{1,2})?[)\]]\s{0,2}$")
"""Behind the title of a paper on which there are several notes: `(2)`."""
_KIND_OF_NOTE = re.compile(r"\s*[<\[(【〈«]?[^<>\[\]()【】〈〉«»]{2,20}[>\])】〉»]\s*")
"""What some write before the title of the work that a note is on: `[Book]`."""
_PAGE_OF_KEY = re.compile(r"@[^\s@]{3,90}")
"""The title of a page that is called by the citation key of its paper."""
_KEY_BEFORE = re.compile(r"@?(?P<key>[^\W\d_]{2,20}(?:19|20)\d\d[a-z]?)\s[-–—:|]\s(?=\S)")
"""A key before the title of its paper: `Lind2020 - Steps`."""
_NAMED_BEFORE = re.compile(r"[^\n]{2,40}?\(?(?:19|20)\d\d[a-z]?\)?\s{0,3}[-–—:]\s{1,3}")


def find(page: Page) -> Iterable[Entry]:
    """Find the paper that a note is about, as its front matter says."""
    note = page.note
    front = read_front_matter(note)
    card = read_card(note, front)
    titles = {name_key(text_of(note, place)) for one in (front, card) for place in [*one.places(Part.TITLE)][:1]}
    front = front if len(titles) > 1 else front.completed(card)
    top = 1 if front.blocks[:1] == (0,) else 0
    heading = top if len(note.blocks) > top and note.blocks[top].kind is BlockKind.HEADING else -1
    front = front.completed(read_fields(note, heading)) if front.blocks else front
    found = [*_read(note, front, heading, front=top == 1)] if front.blocks else []
    for entry in found:
        others = [*_others(note, front, entry)]
        if others:
            yield _of_several(note, front, entry)
        else:
            yield entry if entry.authors or heading < 0 else _credited(note, entry, heading)
        yield from others
    if not found:
        yield from _of_writer(note, front, heading, top)


def _others(note: Note, card: Card, entry: Entry) -> Iterator[Entry]:
    """Yield the other works that a note is about, as the further citation keys of its front matter say."""
    for place in card.places(Part.KEY):
        key = _key(note, place)
        if key is not None and entry.citekey is not None and key.text != entry.citekey.text:
            yield Entry(NAME, key, entry.confidence, citekey=key, blocks=entry.blocks[:1], whole=True)


def _of_several(note: Note, card: Card, entry: Entry) -> Entry:
    """Take from the first of several works what its note says of itself: its title, if it does not name that work."""
    letters = _LETTERS.match(entry.citekey.text) if entry.citekey is not None else None
    named = any(letters and letters[0].casefold() in text_of(note, at).casefold() for at in card.places(Part.TITLE))
    entry = replace(entry, authors=(), complete=None)
    return entry if named or entry.citekey is None else replace(entry, title=None, short=None, anchor=entry.citekey)


def _of_writer(note: Note, card: Card, heading: int, top: int) -> Iterator[Entry]:
    """Read a note on a work that says nothing of it but the title and, in a line of links, who wrote it.

    A line `by Jane Roe` alone stands below blog posts, too; who keeps a note for each writer keeps one for each work.
    """
    title = _title(note, card, heading)
    after = max(heading + 1, top)
    pictures = {MarkKind.IMAGE}
    lines = [
        (at, block)
        for at, block in enumerate(note.blocks[after : after + 3], after)
        if block.prose.strip() and {mark.kind for mark in block.marks} != pictures
    ]
    if title is None or not lines or lines[0][1].kind is not BlockKind.PARAGRAPH:
        return
    at, block = lines[0]
    people = [link for link in block.links if link.kind is LinkKind.WIKI]
    rest = block.prose
    for link in reversed(people):
        rest = rest[: link.start] + rest[link.end :]
    if not people or not _WRITER.fullmatch(rest):
        return
    label = _KIND_OF_NOTE.match(title.text)
    if label and len(title.text) > label.end():
        title = replace(title, text=title.text[label.end() :], start=title.start + label.end())
    authors = tuple(Field(block.prose[link.start : link.end], at, link.start, link.end) for link in people)
    blocks = tuple(dict.fromkeys((title.block, at)))
    yield Entry(NAME, title, 0.8, title=title, authors=authors, complete=True, blocks=blocks, whole=True)


def _credited(note: Note, entry: Entry, heading: int) -> Entry:
    """Complete a paper that the front matter tells little of by what stands below the heading with its title."""
    below = [one for one in segment(note, set(range(heading))) if one.lines[0].index == heading]
    read = next((one.entry for one in read_segments(note, below)), None)
    if read is None or read.title is None or entry.title is None or read.title.text != entry.title.text:
        return entry
    found = (*read.authors, *(field for field in (read.year, read.venue, read.presentation) if field is not None))
    return replace(
        entry,
        authors=read.authors,
        complete=read.complete,
        year=entry.year or read.year,
        venue=entry.venue or read.venue,
        presentation=entry.presentation or read.presentation,
        blocks=tuple(dict.fromkeys((*entry.blocks, *(field.block for field in found)))),
    )


def _read(note: Note, card: Card, heading: int, *, front: bool) -> Iterator[Entry]:
    if not card.blocks or any(_TEMPLATE.search(text_of(note, place)) for place in card.places(*Part)):
        return
    title = _title(note, card, heading) or _file_title(note, card)
    links = tuple(read_links(note, card))
    only = () if links else _only_paper(note, title, labelled=_is_reviewed(note, card))
    key = _citekey(note, card, heading, title)
    title = without_writer(title, key) if title is not None and key is not None else title
    cited = _reference(note, card, title) if title is not None else _below(note, card, heading, key)
    title = title or (cited.title if cited is not None else None)
    if not _is_paper(note, card, (title, key, cited), links, only=bool(only)):
        return
    anchor = title or key or paper_link(links)
    if anchor is None:
        return
    kept = [index for index in card.blocks if index != heading]
    kept += cited.blocks if cited is not None else ()
    blocks = (*kept[:1], heading, *kept[1:]) if front else (heading, *kept)
    entry = Entry(
        rule=NAME,
        anchor=anchor,
        confidence=0.95,
        title=title,
        short=_short(note, card, title),
        citekey=key,
        links=links or only or (cited.links if cited else ()),
        abstract=tuple(field(note.blocks[place[0]], *place) for place in card.places(Part.ABSTRACT)),
        blocks=tuple(index for index in blocks if index >= 0),
        details=tuple(details(note, card)),
        whole=True,
    )
    entry = completed(entry, note, card.values)
    if cited is not None:
        entry = credited(entry, Credit(cited.authors, cited.complete, cited.year, cited.venue))
    venue = entry.venue or _tagged_venue(note) or (_venue_beside(note, only[0]) if only else None)
    yield replace(entry, venue=venue, year=entry.year or _year(note, card, venue, key))


def _year(note: Note, card: Card, venue: Field | None, key: Field | None) -> Field | None:
    """Return the year of a venue that a tag names, else that of a day or, where they differ, of the key."""
    of_venue = dates.year_in(venue.text) if venue is not None else None
    if venue is not None and of_venue is not None:
        return Field(of_venue[2], venue.block, venue.start + of_venue[0], venue.start + of_venue[1])
    in_key = re.search(r"(?:19|20)\d\d", key.text) if key else None
    posted = _is_reviewed(note, card) or any(card.places(Part.PAPER))  # then the day is that of the note
    days = () if posted else card.places(Part.DATE)
    days = (place for place in days if not dates.is_moment(text_of(note, place)))
    years = (find_year(note, day) for day in days)
    of_day = next((year for year in years if year and (not in_key or in_key[0] == year.text)), None)
    return of_day or (key and key_places.read_parts(key.block, key_places.Key(key.start, key.end, key.text, True)).year)


def _short(note: Note, card: Card, title: Field | None) -> Field | None:
    """Return a short title or an alias that is the name of a method."""
    for place in card.places(Part.SHORT, Part.ALIAS):
        text = text_of(note, place)
        if (
            shapes.is_short_name(text)
            and not dates.year_in(text)
            and not (title and text.casefold() == title.text.casefold())
        ):
            return field(note.blocks[place[0]], *place)
    return None


def _is_paper(
    note: Note,
    card: Card,
    named: tuple[Field | None, Field | None, Entry | None],
    links: tuple[Field, ...],
    *,
    only: bool,
) -> bool:
    title, key, cited = named
    kinds = {
        "".join(c for c in text_of(note, place).casefold() if c.isalnum() or c == "/")
        for place in card.places(Part.KIND)
    }
    if kinds & _OTHER_KINDS and not kinds & _PAPER_KINDS:
        return False
    linked = any(address.role is Role.PAPER and address.key for address in (read_link(link.text) for link in links))
    authored = cited is not None or any(card.places(Part.AUTHORS, Part.FAMILY))
    dated = any(card.places(Part.YEAR))
    stated = any(card.places(Part.VENUE))
    numbers = {place[:2] for place in card.places(Part.IDENTIFIER)}
    if title and shapes.is_title_case(title.text):
        numbers |= {place[:2] for place in card.places(Part.PAPER)}
    if title and (any((link.block, link.start) in numbers for link in links) or _is_reviewed(note, card)):
        return True
    if key and any(card.places(Part.KEY)) and (title or authored):
        return True
    many = title is None or _MANY.search(title.text) or find_venues(title.text) or dates.names_day(title.text)
    of_kind = bool(kinds & _PAPER_KINDS)
    signs = [linked, authored, dated, stated, bool(key), any(card.places(Part.ZOTERO)), of_kind, _tagged(note, card)]
    if many:
        keyed = bool(key) and dated
        return authored and (keyed or signs[4:].count(True) >= (1 if linked else 2))
    if only or ((linked or stated) and authored):
        return True
    if title and _has_property(note, card) and authored and dated:
        return True
    if title and note.blocks[card.blocks[0]].kind is BlockKind.RECORD and _is_told_of(note, card):
        return True
    if title and authored and is_on_book(note, card):
        return True
    return signs.count(True) >= 2 and (linked or any(signs[4:]))


def _is_reviewed(note: Note, card: Card) -> bool:
    """Return whether the title of the note says that it is on a paper of that title."""
    return any(_REVIEWED.match(text_of(note, place)) for place in card.places(Part.TITLE))


def _has_property(note: Note, card: Card) -> bool:
    """Return whether the title is a property of the note, as outliners and Dataview have them: `title:: Deep sets`."""
    before = (note.blocks[at].prose[max(start - 6, 0) : start] for at, start, _ in card.places(Part.TITLE))
    return any(text.rstrip(' *_"').endswith("::") for text in before)


def _is_told_of(note: Note, card: Card) -> bool:
    """Return whether front matter with title, authors and year is of a work, and not of the note's own text.

    That has one author, and a title that is written as prose; nobody rates it, and it has no publisher. Blog posts and
    documents have a day instead of a year, and fields that say what a program shall do with them.
    """
    block = note.blocks[card.blocks[0]]
    named = {field_named(field.name) for field in block.fields}
    title = next((text_of(note, place) for place in card.places(Part.TITLE)), "")
    authors = completed(Entry(NAME, Field(title, 0, 0, 0), 1.0), note, card.values).authors
    coined = len(shapes.words(title)) >= _TITLE_WORDS and shapes.is_title_case(title)
    if any(card.places(Part.YEAR)):
        of_others = any(part_of(field.name) in _OF_OTHERS for field in block.fields)
        return len(authors) > 1 or (bool(authors) and (coined or of_others))
    day = next((text_of(note, place) for place in card.places(Part.DATE)), "")
    alone = block.info == "yaml" and named == {Part.TITLE, Part.AUTHORS, Part.DATE} and note.id.endswith(".md")
    return bool(authors) and alone and coined and not dates.is_moment(day)


def _only_paper(note: Note, title: Field | None, *, labelled: bool) -> tuple[Field, ...]:
    """Return the address, on its own line or labelled, of the one paper of a note whose front matter has its title."""
    if title is None or len(title.text.split()) < _TITLE_WORDS or not shapes.is_title_case(title.text):
        return ()
    found: dict[str, Field] = {}
    alone = False
    for index, block in enumerate(note.blocks):
        for link in block.links:
            address = read_link(link.target)
            if address.role is Role.PAPER and address.key:
                found.setdefault(address.key, Field(link.target, index, link.start, link.end))
                lines = block.prose.split("\n")
                shown = block.prose[link.start : link.end].strip()
                other = len(shown.split()) >= _TITLE_WORDS and "://" not in shown
                if other and name_key(shown) != name_key(title.text):
                    return ()  # it shows the title of another work
                alone = alone or shown in [line.strip() for line in lines] or (labelled and is_link_label(shown))
    if len(found) != 1 or not alone:
        return ()
    paper = next(iter(found.values()))
    return paper, *(link for link in _beside(note, paper) if link.text != paper.text)


def _beside(note: Note, paper: Field) -> Iterator[Field]:
    """Yield the addresses of code, pages and videos that stand on lines of their own beside that of the paper."""
    for index in range(max(paper.block - 1, 0), min(paper.block + 2, len(note.blocks))):
        block = note.blocks[index]
        lines = [line.strip() for line in block.prose.split("\n")]
        for link in block.links:
            if read_link(link.target).role in _OF_PAPERS and block.prose[link.start : link.end].strip() in lines:
                yield Field(link.target, index, link.start, link.end)


def _tagged_venue(note: Note) -> Field | None:
    """Return the venue that a tag of the note names: `#ICLR_2024`."""
    for index, block in enumerate(note.blocks):
        for mark in block.marks:
            if mark.kind is MarkKind.TAG:
                shown = block.prose[mark.start : mark.end].lstrip("#").replace("_", " ").replace("/", " ")
                found = read_venue(shown)
                if found is not None and found.year:
                    return Field(shown, index, mark.start + 1, mark.end)
    return None


def _venue_beside(note: Note, paper: Field) -> Field | None:
    """Return the venue that stands with its year before the address of the paper: `**ICLR 2021** [[Paper]](...)`."""
    block = note.blocks[paper.block]
    start, end = next(line for line in lines(block) if line[0] <= paper.start <= line[1])
    first = min((link.start for link in block.links if start <= link.start < end), default=end)
    place = field(block, paper.block, *trim(block.prose, start, first, " \t*_[](|:·-"))
    found = read_venue(place.text) if place.text else None
    return place if found is not None and found.year else None


def _tagged(note: Note, card: Card) -> bool:
    words = (word for place in card.places(Part.KEYWORDS) for word in re.split(r"[,;\s/]+", text_of(note, place)))
    return any(word.casefold().replace("-", "").replace("_", "").strip("#") in PAPER_TAGS for word in words)


def _title(note: Note, card: Card, heading: int) -> Field | None:
    """Return the title: named so, else the text of the link to the paper, else the heading."""
    for place in card.places(Part.TITLE):
        prose, start, end = note.blocks[place[0]].prose, place[1], place[2]
        before = _REVIEWED.match(prose, start, end)
        if before and prose[before.end() : end].strip():
            number = _NUMBER_OF_NOTE.search(prose, before.end(), end)
            start, end = before.end(), number.start() if number else end
        found = _tidy(prose, start, end)
        shown = text_of(note, (place[0], *found))
        if shown and not is_link_label(shown) and not _PAGE_OF_KEY.fullmatch(text_of(note, place)):
            return field(note.blocks[place[0]], place[0], *found)
    for index, start, end in card.places(Part.PAPER):
        block = note.blocks[index]
        named = [link for link in links_in(block, start, end) if not is_link_label(block.prose[link.start : link.end])]
        found = _tidy(block.prose, *((named[0].start, named[0].end) if named else (start, end)))
        text = block.prose[slice(*found)]
        if (
            shapes.is_title_like(text)
            and len(text.split()) > 2
            and not is_link_label(text)
            and not find_identifiers(text)
        ):
            return field(block, index, *found)
    return _heading_title(note, heading) if heading >= 0 else None


def _tidy(prose: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a range to a title: without numbering, emblems before it, quotation marks and closing punctuation."""
    leading = _LEADING.match(prose, start, end)
    start, end = trim(prose, leading.end() if leading else start, end, _MARKS)
    return start, end - (prose[start:end].endswith(".") and not prose[start:end].endswith(".."))


def _file_title(note: Note, card: Card) -> Field | None:
    """Return the title that the name of the file is, as programs for notes keep it, where nothing else gives one."""
    name = file_title(note.id)
    words = shapes.words(name)
    if name.startswith("@") or len(words) < _TITLE_WORDS - 1 or re.search(r"(?:19|20)\d\d", name):
        return None
    at = card.blocks[0]
    return Field(name, at, 0, 0) if shapes.is_title_like(name) else None


def _heading_title(note: Note, heading: int) -> Field | None:
    block = note.blocks[heading]
    start, end = 0, (block.prose + "\n").find("\n")
    for mark in block.marks:
        if mark.kind is MarkKind.TAG and mark.start > 0:
            end = min(end, mark.start)
    for link in block.links:
        if link.start > 0 and is_link_label(block.prose[link.start : link.end]):
            end = min(end, link.start)
    before = _NAMED_BEFORE.match(block.prose, start, end)
    if before and end - before.end() > 10:
        start = before.end()
    start, end = _tidy(block.prose, start, end)
    text = block.prose[start:end]
    return field(block, heading, start, end) if shapes.is_title_like(text) and not text.startswith("@") else None


def _below(note: Note, card: Card, heading: int, key: Field | None) -> Entry | None:
    """Read the reference that a note whose values give no title begins with: `Li, A. (2019). A title. Nature.`.

    It has the year, or the name of the first author, of the citation key; without a key it is a whole reference.
    """
    at = max(*card.blocks, heading) + 1
    if at == len(note.blocks) or note.blocks[at].kind is not BlockKind.PARAGRAPH:
        return None
    read = read_parts(note, Field("", at, 0, len(note.blocks[at].prose)))
    if read is None or read.title is None or not read.authors or read.year is None:
        return None
    called = name_key(key.text) if key is not None else ""
    meant = read.year.text in called or name_key(read.authors[0].text.split()[-1]) in called
    return read if meant or looks_like(note.blocks[at].prose) > _SURELY else None


def _reference(note: Note, card: Card, title: Field) -> Entry | None:
    """Read the whole reference that a value is, as pages of publications give it: `citation: "Li, A. (2019). ..."`."""
    for place in card.places(Part.KEY):
        cited = parse(text_of(note, place))
        if cited is not None and cited.authors and name_key(cited.title.text) == name_key(title.text):
            return Entry(
                NAME,
                _field(place, cited.title),
                0.95,
                authors=tuple(_field(place, author) for author in cited.authors),
                complete=cited.complete,
                year=_field(place, cited.year) if cited.year else None,
                venue=_field(place, cited.venue) if cited.venue else None,
            )
    return None


def _field(place: Place, part: citations.Part) -> Field:
    """Return a part of a reference that is a value as a field of its block."""
    return Field(part.text, place[0], place[1] + part.start, place[1] + part.end)


def _citekey(note: Note, card: Card, heading: int, title: Field | None) -> Field | None:
    for place in card.places(Part.KEY):
        key = _key(note, place)
        if key is not None:
            return key
    for place in card.places(Part.TITLE):
        if _PAGE_OF_KEY.fullmatch(text_of(note, place)):
            return _key(note, place)
        before = _KEY_BEFORE.match(note.blocks[place[0]].prose, *place[1:])
        if before is not None and is_key(before["key"], strict=False):
            return field(note.blocks[place[0]], place[0], *before.span("key"))
    name = PurePosixPath(note.id).stem
    if name.startswith("@") and " " not in name and title and len(name) > 3:
        return Field(name[1:], title.block, title.start, title.end)
    if title and " " not in name and _is_named_after(note, card, name):
        return Field(name, title.block, title.start, title.end)
    return None


def _key(note: Note, place: Place) -> Field | None:
    """Return the citation key that a value is."""
    start, end = trim(note.blocks[place[0]].prose, place[1], place[2], " \t\n[]@{}`'\"+")
    text = note.blocks[place[0]].prose[start:end]
    is_key = 2 < len(text) <= 90 and not any(c.isspace() for c in text) and "http" not in text
    return field(note.blocks[place[0]], place[0], start, end) if is_key and any(c.isalpha() for c in text) else None


def _is_named_after(note: Note, card: Card, name: str) -> bool:
    """Return whether a file has the first author's family name and the year in its name: `2017-lind-steps`."""
    named = completed(Entry(NAME, Field(name, 0, 0, 0), 1.0), note, card.values)
    surname = name_key(named.authors[0].text.split()[-1]) if named.authors else ""
    year = named.year or _year(note, card, None, None)
    return len(surname) > 1 and year is not None and year.text in name and surname in name_key(name)
