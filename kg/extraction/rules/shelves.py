"""Shelves: lists under a heading such as `Books` whose lines pair a title with an author and say hardly anything else.

`Ann Poe - The Moss`, `The Moss by Ann Poe (1984)`, `The Moss (Ann Poe)`. One such line shows nothing, as a title in
capitals looks like a name; all lines of a note together show on which side the names stand.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from kg import lexicons
from kg.extraction import align
from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.people import is_person
from kg.extraction.entries import Detail, Entry, Field, Page
from kg.extraction.linking import own_links
from kg.extraction.names import CJK, ORGANISATION_WORDS, NameList
from kg.extraction.outline import SHORTCODES
from kg.extraction.records.imprints import EDITED
from kg.extraction.shapes import is_no_work, is_sentence, is_title_case
from kg.extraction.shelf_words import is_shelf
from kg.extraction.title_author import (
    BY,
    COLON,
    COMMA,
    EDGES,
    EDITION,
    IMPRINT,
    KNOWN,
    NO_NAME,
    PUBLISHED,
    RATED,
    SHAPED,
    WAYS,
    YEAR,
    Line,
    Pair,
    Way,
    divide,
    find_behind,
    is_lone_title,
    likeness,
    looks_like_names,
    may_be_author,
    read_names,
    wrapped,
)
from kg.model import Block, BlockKind, LinkKind, MarkKind, Note

NAME = "shelf"
_OF_PEOPLE = ORGANISATION_WORDS | lexicons.words("position")
"""Words of what is told of people in lists of them."""
_LISTED = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.HEADING)
_FEWEST, _LONGEST, _ALONE = 3, 300, 0.7
"""Lines of a list, characters of one, and the confidence in a work without an author."""
_FIT, _NEARLY, _LIKE, _AHEAD, _KNOWN = 0.7, 0.8, 0.6, 0.25, 0.3
"""The share of lines that are divided alike, of a list and of one that may have titles alone; how much the names look
like names on average, and how much more than the titles do; the share of names that are known."""
_SAID = 1
"""Words behind a title in italics and before the year, at most."""
_REFERENCE, _SEVERAL = 0.9, 2
"""How much a whole reference looks like one; persons of a work, on average, from which on there are several."""
_READING = re.compile(
    r"[📖📚]\ufe0f?\s?|(?:(?:currently|now|just|still|also)\s)?(?:re-?)?(?:read|reading|finished(?:\sreading)?|"
    r"started(?:\sreading)?|began|gelesen|lese|lu|leído|letto|lido|прочитала?|читаю)\b\s?[:：]?\s",
    re.IGNORECASE,
)
"""What a diary says before a work: `Finished: The Moss by Ann Poe`."""
_BOOK = re.compile(r"[📖📚]\ufe0f?\s?\Z")
"""What marks a line as of a book."""
_CLEAR = tuple(way for way in WAYS if way.clear)
_WITH_IMPRINT = tuple(way for way in WAYS if way.mark is COLON and way.author_first)
"""`Poe, Ann: The Moss. A History. Berlin: Fern 2008`, which no other reader knows."""
_DATED, _IMPRINTED = re.compile(r"\s(?:1[5-9]|20)\d\d\W*\Z"), re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BARE_YEAR = re.compile(r"\W*\d{4}\W*")
_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_DAYS = re.compile(rf"(?:{_DAY.pattern}|\d{{1,2}}\.\d{{1,2}}\.)\s?[:,;–—-]?\s(?=\S)")
"""The day of an entry of a diary."""
_SHOP = re.compile(
    r"://(?:www\.)?(?:amazon\.[a-z.]{2,6}|amzn\.\w{2,4}|books\.google\.\w+|[\w.-]{0,30}(?<!face)books?[\w.-]{0,30})/"
)
_ASIDE = re.compile(r"\s?\([^()\n]{1,30}\)\W{0,2}\Z")
"""Years, or a remark as short, that end a line."""
_TELLING = re.compile(r"(?!\b(?:PDF|HTML|EPUB|MOBI|MD)\b)\b[^\W\d_]", re.IGNORECASE)
_PAGES = re.compile(r"[,.;]?\s(?:S|pp?|с|С|str|págs?|pág)\.\s?\d{1,4}(?:\s?[-–]\s?\d{1,4}|f{1,2}\.?)?")


def find(page: Page) -> Iterable[Entry]:
    """Find the works of shelves, and of lines with an imprint, among the lines that earlier rules have not read."""
    lists: dict[tuple[bool, int | None, int, BlockKind], list[Line]] = defaultdict(list)
    shelves: dict[tuple[int | None, int], bool] = {}
    diary: list[Line] = []
    for index, block in enumerate(page.note.blocks):
        if block.kind in _LISTED and not page.taken(index):
            place = block.parent, block.group
            if place not in shelves:
                shelves[place] = is_shelf(page.note, index)
            if shelves[place] or IMPRINT.search(block.prose):
                lists[shelves[place], block.parent, block.quote, block.kind].extend(_lines(block, index))
            else:
                diary += _lines(block, index, behind=_READING)
    kept = [(shelved, some) for (shelved, *_), some in lists.items() if some]
    shelved_lists = [some for shelved, some in kept if shelved]
    works = [*_read(page.note, shelved_lists, WAYS)]
    yield from works
    yield from _others(page.note, shelved_lists, works)
    yield from _read(page.note, [some for shelved, some in kept if not shelved], _WITH_IMPRINT)
    marked = [line for line in diary if _BOOK.search(page.note.blocks[line.at].prose[: line.start])]
    yield from _read(page.note, [marked] if marked else (), WAYS)
    for line in diary if len(marked) < _FEWEST else (line for line in diary if line not in marked):
        yield from _read(page.note, [[line]], _CLEAR, sure=True)


def _others(note: Note, lists: Sequence[Sequence[Line]], works: Sequence[Entry]) -> Iterator[Entry]:
    """Read what is left of the lists of a shelf: works written as none beside them, and titles alone.

    A list has titles alone where lists below such headings have authors, too, or where all is sold.
    """
    read = {(place.block, place.start) for work in works for place in (work.anchor, *work.authors)}
    beside = {_above(note, some) for some in lists if any(at == line.at for line in some for at, _ in read)}
    for some in lists:
        left = [line for line in some if not any(at == line.at and line.start <= n < line.end for at, n in read)]
        alone = {line: entry for line in left if (entry := _alone(note, line)) is not None}
        bare = [line for line in left if line not in alone]
        if len(some) - len(bare) >= max(_FEWEST, _FIT * len(some)):
            yield from alone.values()
            continue
        linked = any("://" in link.target for line in bare for link in note.blocks[line.at].links)
        shelved = _above(note, some) in beside and not linked
        if (shelved or _are_sold(note, some)) and _are_titles(note, bare):
            yield from (alone.get(line) or next(_entry(note, line, None, alone=True)) for line in left)


def _above(note: Note, lines: Sequence[Line]) -> tuple[BlockKind, int, int | None] | None:
    """Return what heads a list, as its kind, level and place: lists below headings of one level are of one shelf."""
    above = note.blocks[lines[0].at].parent
    return None if above is None else (note.blocks[above].kind, note.blocks[above].level, note.blocks[above].parent)


def _are_sold(note: Note, lines: Sequence[Line]) -> bool:
    """Return whether the lines of a list are links to where books are sold, and nothing else."""
    links = [(line, link) for line in lines for link in note.blocks[line.at].links[:1] if _SHOP.search(link.target)]
    whole = sum(link.start <= line.start and link.end >= line.end for line, link in links)
    return whole == len(lines) >= _FEWEST


def _are_titles(note: Note, lines: Sequence[Line]) -> bool:
    """Return whether the lines of a list can be titles alone: words in capitals and no persons, or Eastern signs."""
    texts = [note.blocks[line.at].prose[line.start : line.end] for line in lines]
    titled = [bool(CJK.search(text)) or (" " in text and is_title_case(text)) for text in texts]
    alone = all(is_lone_title(text) and not is_person(text) for text in texts)
    listed = all(note.blocks[line.at].kind is BlockKind.ITEM for line in lines)
    return listed and alone and any(titled) and sum(titled) >= _FIT * len(texts)


def _alone(note: Note, line: Line) -> Entry | None:
    """Return the work of an item of a shelf that is written as none beside it, if a known person stands on one side."""
    text = note.blocks[line.at].prose
    if note.blocks[line.at].kind is not BlockKind.ITEM or _are_links(note, [line], {}, WAYS[0]):
        return None
    for way in WAYS:
        pair = divide(text, line, way)
        named, title = (text[slice(*pair.names)], text[slice(*pair.title)]) if pair else ("", "")
        persons = [name for *_, name in read_names(named).names]
        known = bool(persons) and all(is_person(name) if " " in name else CJK.search(name) for name in persons)
        known = known and looks_like_names(named) >= KNOWN
        if pair and known and looks_like_names(title) < KNOWN and not (is_sentence(title) or is_no_work(title)):
            more = _say_more(note, way, [(line, pair)]) or any(looks_like_names(one) == 1 for one in title.split(", "))
            return None if more else next(_entry(note, line, pair, alone=False), None)
    return None


def _is_headed(block: Block, start: int, end: int) -> bool:
    """Return whether a line of a paragraph is all in bold: what is said below it is about it."""
    return any(mark.kind is MarkKind.STRONG and mark.start <= start and end <= mark.end for mark in block.marks)


def _lines(block: Block, index: int, *, behind: re.Pattern[str] | None = None) -> Iterator[Line]:
    """Yield the lines of a paragraph, or the first line of an item; or what stands behind certain words on them."""
    ends: dict[int, int] | None = None
    for start, end in align.lines(block):
        end = wrapped(block, end) if block.kind is BlockKind.ITEM else end
        lead = behind.match(block.prose, start, end) if behind else None
        if end - start <= _LONGEST and (lead or behind is None):
            ends = _heads(block) if ends is None else ends
            lead = lead or _DAYS.match(block.prose, start, end)
            first = lead.end() if lead else start
            marked = SHORTCODES.match(block.prose, first, end)
            first = marked.end() if marked else first
            head = ends.get(first, first)
            set_off = min((place for place in ends.items() if first < place[0] < end), default=(0, 0))
            yield Line(index, first, end, head if head < end else first, set_off)
        if block.kind is BlockKind.ITEM or _is_headed(block, start, end):
            return


def _heads(block: Block) -> dict[int, int]:
    """Return where each link and each emphasis of a block ends, by where it begins."""
    marked = {mark.start: mark.end for mark in block.marks if mark.kind in (MarkKind.STRONG, MarkKind.EM)}
    return marked | {link.start: link.end for link in block.links if link.kind in (LinkKind.INLINE, LinkKind.WIKI)}


def _read(note: Note, lists: Sequence[Sequence[Line]], among: Sequence[Way], *, sure: bool = False) -> Iterator[Entry]:
    """Read each list in the first of some ways that most of its lines are written in and in which authors show.

    Args:
        note: the note.
        lists: lines that stand together.
        among: the ways.
        sure: whether each author has to be a known name, and each title in capitals.
    """
    ways: list[tuple[dict[Line, Pair], list[Sequence[Line]]]] = []
    for way in among:
        pairs = {
            line: pair
            for some in lists
            for line in some
            if (pair := divide(note.blocks[line.at].prose, line, way)) is not None
        }
        fitting = [
            some
            for some in lists
            if sum(line in pairs for line in some) >= _FIT * len(some) and not _are_links(note, some, pairs, way)
        ]
        lines = [line for some in fitting for line in some if line in pairs]
        if (
            lines
            and _shows_authors(note, way, {line: pairs[line] for line in lines}, sure=sure)
            and not _say_more(note, way, [(line, pairs[line]) for line in lines])
        ):
            ways.append((pairs, fitting))
    for some in lists:
        pairs = next((pairs for pairs, fitting in ways if some in fitting and _has_names(note, some, pairs)), {})
        listed = note.blocks[some[0].at].kind is BlockKind.ITEM
        alone = listed and len(some) > _FEWEST and sum(line in pairs for line in some) > _NEARLY * len(some)
        for line in some if pairs else ():
            yield from _entry(note, line, pairs.get(line), alone=alone)


def _are_links(note: Note, lines: Sequence[Line], pairs: dict[Line, Pair], way: Way) -> bool:
    """Return whether lines are of links other than titles and words behind, as lists of links have other signs."""
    linked = 0
    for line in lines:
        text, links = note.blocks[line.at].prose, note.blocks[line.at].links
        pair = pairs.get(line)
        out = [one for one in links if "://" in one.target]
        link = next((one for one in out if pair and one.start <= pair.title[0] < one.end), next(iter(out), None))
        if link is not None and pair is not None:
            end = pair.title[1] + 1
            if way.mark is BY or (link.start <= min(pair.names[0], pair.title[0]) and link.end >= line.end):
                end = line.end  # a link may be of all that is written
            own = link.start <= pair.title[0] < link.end <= end
            own = own or (link.start >= pair.behind and " " not in text[link.start : link.end])
            linked += not own or (not way.clear and bool(_IMPRINTED.search(text, pair.behind, line.end)))
        linked += link is not None and pair is None
    return 2 * linked > len(lines)


def _say_more(note: Note, way: Way, pairs: Sequence[tuple[Line, Pair]]) -> bool:
    """Return whether many lines say more than shelves do, so that they are records: a journal, pages, a year in front.

    Titles and the names of several persons behind a comma are records, too.
    """
    more = persons = 0
    for line, pair in pairs:
        text = note.blocks[line.at].prose
        persons += len(read_names(text[slice(*pair.names)]).names)
        if way in _WITH_IMPRINT and IMPRINT.search(text, pair.title[1], line.end):
            continue
        behind = _ASIDE.sub("", text[pair.behind : line.end])
        behind = _DAY.sub("", EDITION.sub("", RATED.sub("", YEAR.sub("", behind))))
        dated = _DATED.search(text, *pair.title) or YEAR.search(text, pair.names[1], max(pair.names[1], pair.title[0]))
        alone = way.mark is WAYS[0].mark and not _TELLING.search(behind)
        whole = not alone and looks_like(_DAY.sub("", text[line.start : line.end])) > _REFERENCE
        said = (
            YEAR.sub("", _ASIDE.sub("", text[line.set_off[1] : line.end]))
            if 0 < line.set_off[0] == pair.title[0]
            else ""
        )
        cut = pair.title[0] < line.set_off[0] < pair.title[1] and text.endswith(". ", 0, line.set_off[0])
        more += cut or whole or dated is not None or re.search(r"\d", behind) is not None or len(said.split()) > _SAID
    several = way.mark is COMMA and persons >= _SEVERAL * len(pairs) and not all(any(line.set_off) for line, _ in pairs)
    return several or more > (1 - _FIT) * len(pairs)


def _has_names(note: Note, lines: Sequence[Line], pairs: dict[Line, Pair]) -> bool:
    """Return whether what would be the authors of a list looks like names for the most part."""
    texts = [note.blocks[line.at].prose[slice(*pairs[line].names)] for line in lines if line in pairs]
    return sum(looks_like_names(align.one_line(text)) >= SHAPED for text in texts) >= _FIT * len(texts)


def _shows_authors(note: Note, way: Way, pairs: dict[Line, Pair], *, sure: bool) -> bool:
    """Return whether the authors of some lines look like names, and more so than the titles."""
    names, titles = [], []
    for line, pair in pairs.items():
        text = note.blocks[line.at].prose
        names.append(align.one_line(text[slice(*pair.names)]))
        titles.append(align.one_line(text[slice(*pair.title)]))
    if sum(_BARE_YEAR.fullmatch(title) is not None for title in titles) > 1:
        return False  # one book may be called `1984`
    like, other = likeness(names, labels=way.mark is COLON), likeness(titles, labels=False)
    if sure or len(like) < _FEWEST:
        return (sure or way.mark is BY) and min(like) >= KNOWN and all(map(is_title_case, titles))
    if sum(not _OF_PEOPLE.isdisjoint(title.casefold().split()) for title in titles) > (1 - _FIT) * len(titles):
        return False
    leads = [looks_like_names(title.partition(". ")[0]) >= SHAPED for title in titles if ". " in title]
    if not way.author_first and sum(leads) > (1 - _FIT) * len(titles):
        return False  # what stands behind the title is its publisher
    known = sum(one >= KNOWN for one in like) / len(like)
    if way.clear:
        return fmean(like) >= SHAPED and known >= _KNOWN
    return fmean(like) >= _LIKE and fmean(like) >= fmean(other) + _AHEAD and known >= _KNOWN


def _entry(note: Note, line: Line, pair: Pair | None, *, alone: bool) -> Iterator[Entry]:
    """Yield the work of a line; in a list in which nearly all have authors, a short one without is a title alone."""
    block, index = note.blocks[line.at], line.at
    text = block.prose
    named = text[slice(*pair.names)] if pair else ""
    people = read_names(named.replace("\n", " "))
    if (
        pair is None
        or not people.names
        or NO_NAME.search(named)
        or not all(may_be_author(name) for *_, name in people.names)
    ):
        people = NameList((), complete=False)
        behind = find_behind(text, max(line.start + 1, line.head), line.end)
        pair = Pair(align.trim(text, line.start, behind, EDGES), (line.end, line.end), behind)
    title = align.field(block, index, *pair.title)
    if not people.names and (not alone or not is_lone_title(title.text)):
        return
    authors = tuple(Field(name, index, pair.names[0] + a, pair.names[0] + b) for a, b, name in people.names)
    imprint = IMPRINT.search(text, pair.title[1], line.end) or PUBLISHED.match(text, pair.title[1], line.end)
    edited = pair.edited or EDITED.search(text, *pair.names) is not None
    dates = (imprint,) if imprint else YEAR.finditer(text, line.start + 1, line.end)
    year = next((hit for hit in dates if not pair.title[0] < hit.start() < pair.title[1]), None)
    behind = max(pair.behind, year.end() if year else 0)
    pages = _PAGES.match(text, behind, line.end) if imprint else None
    start, end = align.trim(text, pages.end() if pages else behind, line.end, EDGES + ")）]*★☆⭐")
    rest = start + (text.startswith("(", start) and text[start:end].count("(") > text[start:end].count(")")), end
    more = align.trim(text, line.end, len(text)) if block.kind is BlockKind.ITEM else rest
    remarks = [place for place in dict.fromkeys((rest, more)) if _TELLING.search(text, *place)]
    yield Entry(
        NAME,
        title,
        0.9 if authors else _ALONE,
        title=title,
        authors=() if edited else authors,
        complete=people.complete if authors and not edited else None,
        year=Field(year["year"], index, *year.span("year")) if year else None,
        links=tuple(
            link
            for link in own_links(block, index, line.start, line.end)
            if not (pair.names[0] <= link.start and link.end <= pair.names[1])
        ),
        details=(
            *(Detail("editor", one.text, (align.span(note, one),)) for one in authors if edited),
            *(_publisher(note, index, imprint) if imprint else ()),
        ),
        remarks=tuple(align.field(block, index, *place) for place in remarks),
        labelled=(index,),
        blocks=(index,),
    )


def _publisher(note: Note, index: int, imprint: re.Match[str]) -> Iterator[Detail]:
    place = align.field(note.blocks[index], index, *imprint.span("publisher"))
    yield Detail("publisher", place.text, (align.span(note, place),))
