"""What stands around a title on its line or in its cell: its own edges, and year, kind of presentation, authors, venue.

Rules that know where the title is (tables, lists of links, literature notes) read the rest with these functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction.align import field, trim
from kg.extraction.dates import full_year
from kg.extraction.entries import Field
from kg.extraction.ranges import links_near
from kg.model import Block, LinkKind

_LEADING = re.compile(r"(?:\s|[-*•·▪◦‣►▶>–—:|,.;]|\d{1,3}[.)](?=\s)|\(\d{1,3}\)\s|\[\d{1,3}\]\s|[^\w\s\"'“‘«([$¿¡])++")
_QUOTES = (
    ('"', '"'),
    ("“", "”"),
    ("'", "'"),
    ("‘", "’"),
    ("«", "»"),
    ("„", "“"),
    ("《", "》"),
    ("「", "」"),
    ("`", "`"),
)
_YEAR = re.compile(r"(?<![\w.])(?P<year>(?:19[5-9]|20[0-4])\d)(?=$|[^\w]|年|[/.-]\d)")
_EARLY = re.compile(r"\W*(1[5-9]\d\d)\W*")
"""A year before 1950 counts where nothing else stands in its field."""
_DAY_LAST = re.compile(r"\d{1,2}[/.]\d{1,2}[/.](?P<year>(?:19|20)\d\d)\b|\d{1,2}[/.](?P<other>(?:19|20)\d\d)\b")
_SHORT_YEAR = re.compile(r"(?<=[A-Za-z\s])['’](?P<year>\d\d)\b|^['’](?P<only>\d\d)$")
_PRESENTATION = re.compile(r"\b(oral|spotlight|poster|workshop|talk|keynote)s?\b", re.IGNORECASE)
_LISTED, _SPACED = re.compile(r"[^,;\n]+"), re.compile(r"[^,;\s]+")
_LONGEST_WORD = 60


def tidy(prose: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a range to a title: without numbering, bullets, emoji before it, quotes and closing punctuation.

    >>> text = '3. "Attention Is All You Need,"'
    >>> text[slice(*tidy(text, 0, len(text)))]
    'Attention Is All You Need'
    """
    start, end = trim(prose, start, end)
    leading = _LEADING.match(prose, start, end)
    start = leading.end() if leading else start
    previous = -1
    while previous != end - start:
        previous = end - start
        start, end = trim(prose, start, end)
        if (end > start and prose[end - 1] in ",;:|") or (
            prose[start:end].endswith(".") and not prose[start:end].endswith("..")
        ):
            end -= 1
        start, end = _unbracketed(prose, start, end)
        for opening, closing in _QUOTES:
            if end - start > 2 and prose[start] == opening and prose[end - 1] == closing:
                start, end = start + 1, end - 1
    return trim(prose, start, max(start, end))


def _unbracketed(prose: str, start: int, end: int) -> tuple[int, int]:
    """Leave out brackets around the whole, and lone ones at its end."""
    inner = prose[start + 1 : end - 1]
    if end - start > 2 and prose[start] in "([" and prose[end - 1] in ")]" and not re.search(r"[()\[\]]", inner):
        return start + 1, end - 1
    for bracket, counter in (")(", "]["):
        if prose[start:end].endswith(bracket) and counter not in prose[start:end]:
            end -= 1
        if prose[start:end].endswith(counter):
            end -= 1
    return start, end


def year_in(text: str) -> tuple[int, int, str] | None:
    """Find a year or the year of a date: place and four digits.

    >>> [year_in(text)[2] for text in ("2017", "Jun 2017", "2017/06/12", "12.06.2017", "NIPS '17")]
    ['2017', '2017', '2017', '2017', '2017']
    """
    found = _YEAR.search(text)
    if found:
        return *found.span("year"), found["year"]
    day = _DAY_LAST.search(text)
    if day:
        name = "year" if day["year"] else "other"
        return (*day.span(name), day[name])
    short = _SHORT_YEAR.search(text)
    if not short:
        return None
    digits = short["year"] or short["only"]
    return short.start(), short.end(), full_year(digits)


def find_year(block: Block, index: int, start: int, end: int) -> Field | None:
    """Read the year in a range that holds a year or a date."""
    year = year_in(block.prose[start:end])
    if year is None and (alone := _EARLY.fullmatch(block.prose, start, end)):
        return Field(alone[1], index, *alone.span(1))
    return Field(year[2], index, start + year[0], start + year[1]) if year else None


def find_presentation(block: Block, index: int, start: int, end: int) -> Field | None:
    """Read the kind of presentation that a range states.

    >>> from kg.model import BlockKind
    >>> found = find_presentation(Block("ICLR 2024 (Oral)", (), BlockKind.ITEM), 0, 0, 16)
    >>> found.start, found.end, found.text
    (11, 15, 'oral')
    """
    kind = _PRESENTATION.search(block.prose[start:end])
    return Field(kind[1].lower(), index, start + kind.start(1), start + kind.end(1)) if kind else None


def find_words(
    block: Block, index: int, place: tuple[int, int], *, edges: str = " \t\n", spaced: bool = False
) -> Iterator[Field]:
    """Read keywords with commas between them, or spaces too, each without the `edges` around it."""
    near = links_near(block, *place)
    linked = [k for k in near if k.kind is LinkKind.WIKI and place[0] <= k.start < k.end <= place[1]]
    yield from (field(block, index, link.start, link.end) for link in linked)
    for part in (_SPACED if spaced else _LISTED).finditer(block.prose, *place):
        if any(link.start < part.end() and part.start() < link.end for link in linked):
            continue
        first, last = trim(block.prose, *part.span(), edges)
        if 0 < last - first <= _LONGEST_WORD:
            yield field(block, index, first, last)
