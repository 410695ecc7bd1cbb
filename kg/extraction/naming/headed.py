"""Data sets by where they stand: below a heading `Datasets`, or in a column of that name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from kg.extraction import align, gazetteer, shapes
from kg.extraction.entries import Page
from kg.extraction.linking import is_link_label
from kg.extraction.naming.named import Named
from kg.extraction.naming.no_names import is_name
from kg.extraction.ranges import links_near
from kg.model import Block, BlockKind, Kind, Note

NAME, SURE = "headed", 0.95
_KIND = (
    r"(?:data[ -]?sets?|corpus|corpora|datens[aä]tze?|jeux? de données|conjuntos? de datos|数据集|데이터셋|"
    r"データセット|data (?:sources?|repositor(?:y|ies)|archives?|collections?)|datenquellen?)"
)
_DATA = re.compile(
    rf"\W*(?:(?:public|open|available|related|used|common|popular)\s)?{_KIND}(?:\s(?:and|&)\s(?:benchmarks?|{_KIND}))?\W*",
    re.IGNORECASE,
)
"""What says of all that stands below that it is data."""
_HEAD = re.compile(
    r"\b(?:surveys?|stud(?:y|ies)|panel|registry|registers?|barometer|census|cohort|data|data ?(?:set|base|bank)s?|"
    r"corpus|archive|atlas|catalogue|catalog|collection|benchmark|repository)$",
    re.IGNORECASE,
)
"""Last word of a name that tells of data."""
_REST = re.compile(r"\s*(?:[(\[（,]|:\s|\s[-–—]\s|$)")
"""Behind the name: by whom or what it is, the long form of a short name: `ESS - European Social Survey`."""
_ARTICLE = re.compile(r"The\s")
_LEADING, _MOST = 3, 8
"""Characters before a link that leads its item, and words of a name, at most."""


def as_data(page: Page, chosen: Iterable[Named]) -> list[Named]:
    """Take names for data sets that a heading or the head of a column says to be some, and add the unread ones."""
    below, about = frozenset(_below(page.note, _is_data)), frozenset(_below(page.note, _is_about))
    told = [one for one in _in_items(page, below | about) if one.block in below or _is_told(page.note, one)]
    stated = {one.block: one for one in (*told, *_in_cells(page.note))}
    kept = [_of_data(one, below) for one in chosen if not _is_inside(page.note, one, stated)]
    return [*kept, *stated.values()]


def _is_data(heading: str) -> bool:
    """Return whether a heading says of all that stands below that it is data."""
    return _DATA.fullmatch(heading) is not None


def _is_about(heading: str) -> bool:
    """Return whether a heading is of data of some sort, and may be of what else is said of them."""
    return heading.strip(" \n:*_").casefold().split()[-1:] == ["data"]


def _below(note: Note, says: Callable[[str], bool]) -> Iterator[int]:
    """Yield the blocks that stand below a heading that says something, or in a note whose title does."""
    found = set[int]()
    headings = {block.prose for block in note.blocks if block.kind is BlockKind.HEADING}
    titled = note.title not in headings and says(note.title)
    for index, block in enumerate(note.blocks):
        above = block.parent
        heading = above is not None and note.blocks[above].kind is BlockKind.HEADING
        if titled or above in found or (heading and says(note.blocks[above or 0].prose)):
            found.add(index)
            yield index


def _is_told(note: Note, one: Named) -> bool:
    """Return whether a name is written as only names are, or says that it is of data, or has its long form behind."""
    rest = note.blocks[one.block].prose[one.end :].lstrip()
    return shapes.is_name_shaped(one.text) or _HEAD.search(one.text) is not None or rest[:1] in ("-", "–", "—")


def _of_data(one: Named, below: frozenset[int]) -> Named:
    """Take a short name that the layout gives for the name of a data set where it stands below such a heading."""
    short = one.kind is Kind.METHOD and one.rule == "short-name" and one.block in below
    return replace(one, kind=Kind.DATASET) if short else one


def _is_inside(note: Note, one: Named, stated: Mapping[int, Named]) -> bool:
    """Return whether a name is a part of one that the layout states, or the same, or its long form in one link."""
    name = stated.get(one.block)
    if name is None:
        return False
    links = links_near(note.blocks[one.block], one.start, one.end)
    linked = one.kind is Kind.DATASET and any(k.start <= name.start and one.end <= k.end for k in links)
    return linked or (one.start < name.end and name.start < one.end)


def _in_cells(note: Note) -> Iterator[Named]:
    """Yield the names in the first column of each table of which the head says that it has data sets."""
    columns: dict[int, int] = {}
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.HEADER:
            named = (at for at, (start, end) in enumerate(block.cells) if _DATA.fullmatch(block.prose[start:end]))
            columns[block.group] = next(named, -1)
        elif block.kind is BlockKind.ROW and 0 <= columns.get(block.group, -1) < len(block.cells):
            start, end = align.trim(block.prose, *block.cells[columns[block.group]], " \t\n*_`")
            rest = _REST.search(block.prose, start, end)
            yield from _named(block, index, start, rest.start() if rest else end)


def _in_items(page: Page, below: frozenset[int]) -> Iterator[Named]:
    """Yield what items below such a heading begin with, a link each, and paragraphs that are a link, about no paper."""
    for index in sorted(below):
        block = page.note.blocks[index]
        if block.kind not in (BlockKind.ITEM, BlockKind.PARAGRAPH) or not block.links or page.taken(index):
            continue
        link = block.links[0]
        alone = block.kind is BlockKind.ITEM or (link.start, link.end) == (0, len(block.prose.rstrip()))
        if alone and link.start <= _LEADING and not is_link_label(block.prose[link.start : link.end]):
            start, end = align.trim(block.prose, link.start, link.end, " \t\n*_`")
            article = _ARTICLE.match(block.prose, start, end)
            start = article.end() if article else start
            divided = _REST.search(block.prose, start + 1, end)
            yield from _named(block, index, start, divided.start() if divided else end)


def _named(block: Block, index: int, start: int, end: int) -> Iterator[Named]:
    """Yield a name at a place if it is written as one: a word alone needs more than a capital."""
    text = align.one_line(block.prose[start:end])
    words = shapes.words(text)
    alone = len(words) > 1 or shapes.is_name_shaped(text) or gazetteer.known(text) is not None
    if words and len(words) <= _MOST and alone and not text[0].islower() and is_name(text, Kind.DATASET):
        yield Named(index, start, end, Kind.DATASET, text, NAME, SURE)
