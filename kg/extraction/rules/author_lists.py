"""Works below the names of those who wrote them, on shelves: `- Ann Poe`, and below it `- The Moss (1984)`.

A name above a list may be of anybody, so the shelf has to say that its works are to be read, or all have a year, and
several of its lists have persons above them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.extraction import align, names, shapes
from kg.extraction.citations.people import is_person
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.linking import own_links
from kg.extraction.records.whole_lines import QUOTES
from kg.extraction.shelf_words import is_of_other_arts, is_shelf, lead_in
from kg.extraction.title_author import EDGES, YEAR, find_behind
from kg.model import Block, BlockKind, MarkKind, Note

NAME = "author-list"
_FEWEST, _MOST, _SHARE, _KNOWN = 2, 12, 0.7, 0.5
"""Lists with a person above, words of a title, the share of lists that have one, and of persons with known names."""
_LIFE = re.compile(r"\s?[(（*]\s?\*?\s?\d{3,4}\s?[-–—]\s?(?:\d{3,4})?\s?[)）]")
_BEHIND = re.compile(
    r"\s?[(\[（](?=[^()\[\]（）\n]{0,90}(?:[)\]）]\W{0,3}$|\d))|\s[-–—]{1,2}\s|\s?[→;]\s|,\s(?=\d{4}\b)"
)
_LABEL = re.compile(r"[^\W\d_][\w-]{2,20}(?: [^\W\d_]\w{1,20}){0,2}:\s(?=[\"“„«]?[^\W\d_a-z])")
_SIGNS = 2
"""Characters between the end of such a label in bold and what stands behind it, at most."""
_HEAD = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.HEADING)


def find(page: Page) -> Iterable[Entry]:
    """Find the works in lists below persons, where no earlier rule has read them."""
    shelves: dict[tuple[BlockKind, int | None, int], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    blocks = page.note.blocks
    for index, block in enumerate(blocks):
        if block.kind is BlockKind.ITEM and not page.taken(index):
            lead = lead_in(page.note, index)
            head = block.parent if lead is None else lead
            if head is not None and blocks[head].kind in _HEAD:
                shelves[blocks[head].kind, blocks[head].parent, blocks[head].level][head].append(index)
    for lists in shelves.values():
        persons = {head: name for head in lists if (name := _person(blocks[head], head)) is not None}
        known = sum(is_person(name.text) for name in persons.values())
        if len(persons) < max(_FEWEST, _SHARE * len(lists)) or known < _KNOWN * len(persons):
            continue
        for head, author in persons.items():
            works = list(_works(page.note, author, lists[head]))
            dated = (
                not is_of_other_arts(page.note, head) and len(persons) == len(lists) and all(one.year for one in works)
            )
            if dated or is_shelf(page.note, head):
                yield from works


def _person(block: Block, index: int) -> Field | None:
    """Return the person that a line is nothing but the name of, with the years of a life behind it at most."""
    life = _LIFE.search(block.prose)
    start, end = align.trim(block.prose, 0, life.start() if life else len(block.prose), EDGES)
    name = block.prose[start:end]
    behind = block.prose[life.end() if life else end :].strip(EDGES)
    person = not behind and "\n" not in name and names.looks_like_person(name) and not names.is_group(name)
    return Field(names.display(name), index, start, end) if person else None


def _works(note: Note, author: Field, items: Sequence[int]) -> Iterator[Entry]:
    own = [index for index in items if not _is_of_another(note.blocks[index], author)]
    titled = [work for index in own if (work := _work(note, index, author)) is not None]
    if titled and len(titled) >= _SHARE * len(own):
        yield from titled


def _label_end(block: Block) -> int:
    """Return where begins what stands behind a label in bold: `**Work:** The Moss`."""
    label = _LABEL.match(block.prose)
    bold = (mark for mark in block.marks if mark.start == 0 and mark.kind is MarkKind.STRONG)
    return label.end() if label is not None and any(0 <= label.end() - mark.end <= _SIGNS for mark in bold) else 0


def _is_of_another(block: Block, author: Field) -> bool:
    """Return whether an item names somebody before a comma or a colon: what others have written about a person."""
    first, *rest = re.split(r"[,:]\s", block.prose[_label_end(block) :], maxsplit=1)
    titled = bool(rest) and (is_person(first) or rest[0].startswith(QUOTES))
    return titled and names.looks_like_person(first)


def _work(note: Note, index: int, author: Field) -> Entry | None:
    block = note.blocks[index]
    text = block.prose
    start, end = _label_end(block), len(text.partition("\n")[0])
    behind = _BEHIND.search(text, start + 1, end)
    last = min(find_behind(text, start + 1, end), behind.start() if behind else end)
    for mark in block.marks:
        if mark.start == start and mark.kind in (MarkKind.EM, MarkKind.STRONG):
            last = mark.end
    title = align.field(block, index, *align.trim(text, start, last, EDGES))
    if not 0 < len(title.text.split()) <= _MOST or shapes.is_sentence(title.text) or shapes.is_no_work(title.text):
        return None
    year = YEAR.search(text, last, end)
    rest = align.trim(text, year.end() if year else last, end, EDGES + "()（）[]→")
    return Entry(
        NAME,
        title,
        0.85,
        title=title,
        authors=(author,),
        complete=True,
        year=Field(year["year"], index, *year.span("year")) if year else None,
        links=own_links(block, index, 0, end),
        remarks=(align.field(block, index, *rest),) if any(map(str.isalpha, text[slice(*rest)])) else (),
        labelled=(index,),
        blocks=(index,),
    )
