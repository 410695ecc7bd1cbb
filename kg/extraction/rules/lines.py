"""One line, one paper: `[NeurIPS 2014] Short: Title, A. Author et al. [[pdf]](...)`, in any of the orders people use.

A line is taken apart from both ends: marks, dates and venues before the title; links, authors, venue and year behind.
What remains is the title when it has the form of one and something beside it says that it is a paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extraction import align, logs, patterns, shapes
from kg.extraction.author_lines import people_behind
from kg.extraction.below import read_below
from kg.extraction.details import Details, fill
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.label_lines import read_labelled
from kg.extraction.line_parts import take_apart
from kg.extraction.link_labels import CROWDED
from kg.extraction.outline import is_date, stands_elsewhere
from kg.extraction.plain_titles import Line
from kg.links import Role, read_link
from kg.model import Block, BlockKind, MarkKind

NAME = "line"

_KINDS = (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE)
_LONGEST = 700
_GOES_ON = 15
"""Words behind a title from which on it stands in running prose."""
_TITLE_WORDS = 3
_FEWEST = 3
"""Items with a title and authors after which a title with one author is read so, too."""


def find_sure(page: Page) -> Iterable[Entry]:
    """Find the lines whose form alone says where the title is: marked, or behind a bracket with the venue."""
    return _find(page, sure=True)


def find(page: Page) -> Iterable[Entry]:
    """Find the other lines that hold one paper each, in items and short paragraphs."""
    return _find(page, sure=False)


def _find(page: Page, *, sure: bool) -> Iterator[Entry]:
    found: Counter[int] = Counter()
    lone: list[tuple[int, Line, int]] = []
    for index, line, end, whole in _lines(page):
        if sure and not line.sure:
            continue
        entry = _entry(page, index, line, end, whole=whole)
        group = page.note.blocks[index].group
        if entry is not None:
            found[group] += bool(entry.authors)
            yield entry
        elif group and line.title is not None and line.details.authors:
            lone.append((index, line, end))
    for index, line, end in lone:
        group = page.note.blocks[index].group
        if found[group] >= max(_FEWEST, sum(page.note.blocks[at].group == group for at, *_ in lone)):
            entry = _entry(page, index, replace(line, sure=True), end, whole=True)
            if entry is not None:
                yield entry


def _lines(page: Page) -> Iterator[tuple[int, Line, int, bool]]:
    """Take the lines apart that may hold a paper each; say whether a line is the whole of what its block names."""
    for index, block in enumerate(page.note.blocks):
        if block.kind not in _KINDS or len(block.links) > CROWDED or page.taken(index):
            continue
        if not block.prose.strip() or shapes.announces(block.prose):
            continue
        ranges = list(align.lines(block))
        several = block.kind is BlockKind.PARAGRAPH and len(ranges) > 2 and not _opens_marked(block)
        for start, end in ranges if several else ranges[:1]:
            if end - start > _LONGEST or _is_label(block, index, start, end) or logs.is_line(block, start, end):
                continue
            line = take_apart(block, index, start, end)
            if line is not None:
                yield index, line, end, not several


def _is_label(block: Block, index: int, start: int, end: int) -> bool:
    """Say whether a line is a labelled field of a paper named elsewhere: `Authors: ...`."""
    labelled = read_labelled(block, index, start, end)
    return labelled is not None and labelled.title is None and labelled.found


def _opens_marked(block: Block) -> bool:
    """Say whether only the first line of a block is bold: a title with its lines below."""
    strong = [mark for mark in block.marks if mark.kind is MarkKind.STRONG]
    newline = block.prose.find("\n")
    return len(strong) == 1 and strong[0].start <= 2 and strong[0].end <= newline


def _entry(page: Page, index: int, line: Line, end: int, *, whole: bool) -> Entry | None:
    block = page.note.blocks[index]
    below, blocks = read_below(page, index, start=end) if whole else (Details(), ())
    if not line.details.authors and not whole:
        below = Details()
    both = line.details.and_then(below)
    if not _is_paper(page, block, index, line, both):
        return None
    if line.title is not None and not line.sure:
        quoted = _quoted_inside(block, line.title)
        if quoted is None and _is_told(block, line.title):
            return None
        line = replace(line, title=quoted or line.title)
        if quoted is not None and not line.details.authors:
            line = replace(line, details=people_behind(block, index, quoted.end).and_then(line.details))
    main = line.title or line.short
    if main is None or is_date(main.text):
        return None
    paper = _leads_to_paper(both)
    confidence = 0.92 if paper and line.title else 0.85
    entry = Entry(NAME, main, confidence, title=line.title, short=line.short, blocks=(index, *blocks))
    return fill(entry, both)


def _is_told(block: Block, title: Field) -> bool:
    """Say whether what was read as a title is the beginning of a sentence of running prose that goes on behind it."""
    rest = block.prose[title.end :]
    broken = patterns.INNER_STOP.search(title.text) is not None
    return len(shapes.words(rest)) > _GOES_ON and (broken or not shapes.is_title_case(title.text))


def _quoted_inside(block: Block, title: Field) -> Field | None:
    """Give the title in quotation marks that other words of a text lead to."""
    quoted = patterns.QUOTED.search(block.prose, title.start, title.end + 1)
    if (
        quoted is None
        or quoted.start() < title.start + _TITLE_WORDS
        or len(shapes.words(quoted.group(1))) < _TITLE_WORDS
    ):
        return None
    return align.field(block, title.block, *align.trim(block.prose, *quoted.span(1), " \t.,;:"))


def _is_paper(page: Page, block: Block, index: int, line: Line, both: Details) -> bool:
    if _leads_to_paper(both):
        return line.title is not None or line.short is not None
    if stands_elsewhere(page.note, index):
        return False
    if line.title is None:
        return bool(both.authors) and both.year is not None
    if any(read_link(k.target).role in (Role.VIDEO, Role.SOCIAL, Role.LISTING) for k in block.links):
        return False
    words = len(shapes.words(line.title.text))
    asked = line.title.text.endswith("?") and len(both.authors) > 1
    told = shapes.is_sentence(line.title.text) and not (both.year or both.venue or asked)
    if shapes.is_no_work(line.title.text) or told:
        return False
    stated = bool(both.authors) and (
        both.year is not None or both.venue is not None or len(both.authors) > 1 or line.sure
    )
    dated = both.venue is not None and both.year is not None and (line.sure or words >= 4)
    return (stated or dated) and (words >= 3 or (words >= 1 and bool(both.authors) and both.year is not None))


def _leads_to_paper(details: Details) -> bool:
    return any(read_link(link.text).role is Role.PAPER for link in details.links)
