"""What stands around a title on its line or in its cell: labels of links, authors, venue, year, kind of presentation.

Rules that know where the title is (tables, lists of links, literature notes) read the rest with these functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.extraction.align import field, trim
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.loose import read_loose
from kg.extraction.name_words import ORGANISATION_WORDS, TITLE_WORDS
from kg.extraction.names import looks_like_person, split_names
from kg.extraction.venues import find_venues, read_venue
from kg.model import Block

_LEADING = re.compile(r"(?:\s|[-*•·▪◦‣►▶>–—:|,.;]|\d{1,3}[.)](?=\s)|\(\d{1,3}\)\s|\[\d{1,3}\]\s|[^\w\s\"'“‘«([$¿¡])+")
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
_DAY_LAST = re.compile(r"\d{1,2}[/.]\d{1,2}[/.](?P<year>(?:19|20)\d\d)\b|\d{1,2}[/.](?P<other>(?:19|20)\d\d)\b")
_SHORT_YEAR = re.compile(r"(?<=[A-Za-z\s])['’](?P<year>\d\d)\b|^['’](?P<only>\d\d)$")
_PRESENTATION = re.compile(r"\b(oral|spotlight|poster|workshop|talk|keynote)s?\b", re.IGNORECASE)
_CUT = re.compile(
    r"[\n|()\[\]【】{}`·•]|\s[-–—]+(?=\s)|(?<=[a-z\d)”\"]{2})\.(?=\s)|\.$|"
    r"(?<=et al)\.\s?(?=[A-Z,(])|^\s*(?:in|In)\s(?=[A-Z])|\t"
)
_EDGES = ' \t\n,:;-–—_*"“”„«»'
_BY = re.compile(r"(?:by|von|par|por|presented by|authors?:)\s{1,3}(?=\w)", re.IGNORECASE)
_FAMILIES = re.compile(
    r"[A-ZÀ-Þ][^\s,&]{1,25}"
    r"(?:,?\s(?:&|and|und)\s[A-ZÀ-Þ][^\s,&]{1,25}|,\s[A-ZÀ-Þ][^\s,&]{1,25}){0,3},?\s*"
)
_NO_NAMES = re.compile(
    r"\b(?:accepted|published|appear|appeared|presented|under review|preprint|best|award)\b",
    re.IGNORECASE,
)


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


def year_in(text: str, *, last: bool = False) -> tuple[int, int, str] | None:
    """Find a year or the year of a date: place and four digits.

    >>> [year_in(text)[2] for text in ("2017", "Jun 2017", "2017/06/12", "12.06.2017", "NIPS '17")]
    ['2017', '2017', '2017', '2017', '2017']
    """
    found = [(hit.start("year"), hit.end("year"), hit["year"]) for hit in _YEAR.finditer(text)]
    if found:
        return found[-1] if last else found[0]
    day = _DAY_LAST.search(text)
    if day:
        name = "year" if day["year"] else "other"
        return (*day.span(name), day[name])
    short = _SHORT_YEAR.search(text)
    if not short:
        return None
    digits = short["year"] or short["only"]
    return short.start(), short.end(), f"{'20' if int(digits) < 50 else '19'}{digits}"


def presentation_in(text: str) -> tuple[int, int, str] | None:
    """Find the kind of presentation that a text states: place and name of the kind.

    >>> presentation_in("ICLR 2024 (Oral)")
    (11, 15, 'oral')
    """
    hit = _PRESENTATION.search(text)
    return (hit.start(), hit.start() + len(hit[1]), hit[1].lower()) if hit else None


def read_authors(block: Block, index: int, place: tuple[int, int], *, sure: bool = False) -> Details:
    """Read a range as a list of authors; unless one is sure of it, most must look like full names."""
    text = block.prose[slice(*place)]
    listed = split_names(text)
    likely = sum(looks_like_person(name) for _, _, name in listed.names)
    if not sure and _NO_NAMES.search(text):
        return Details()
    if not sure and not (listed.names and (not listed.complete or likely * 5 >= len(listed.names) * 3)):
        return Details()
    names = tuple(Field(name, index, place[0] + start, place[0] + end) for start, end, name in listed.names)
    return Details(authors=names, complete=listed.complete if names else None)


def read_around(block: Block, index: int, places: Iterable[tuple[int, int]]) -> Details:
    """Read what stands beside a title: each part is a list of authors, a venue, a year, or nothing."""
    around = Details()
    for place in places:
        whole = read_loose(block, index, *trim(block.prose, *place, _EDGES + "()[]")) if place[0] < place[1] else None
        if whole is not None and whole.explained and whole.found:
            around = around.and_then(whole)
            continue
        parts = [part for part in _parts(block.prose, place) if part[0] < part[1]]
        for part, after in zip(parts, [*parts, (0, 0)][1:], strict=True):
            dated = bool(re.fullmatch(r"(?:19|20)\d\d[a-z]?", block.prose[slice(*after)]))
            around = _read_part(around, block, index, part, dated=dated)
    return around


def _parts(prose: str, place: tuple[int, int]) -> Iterable[tuple[int, int]]:
    start = place[0]
    for cut in _CUT.finditer(prose, *place):
        yield trim(prose, start, cut.start(), _EDGES + ".")
        start = cut.end()
    yield trim(prose, start, place[1], _EDGES)


def _read_part(around: Details, block: Block, index: int, place: tuple[int, int], *, dated: bool) -> Details:
    start, end = place
    text = block.prose[start:end]
    if start >= end or len(text) > 1500:
        return around
    kind = presentation_in(text)
    if kind and not around.presentation:
        around = replace(around, presentation=Field(kind[2], index, start + kind[0], start + kind[1]))
    venue = _venue_place(text)
    if venue and not around.venue:
        around = replace(around, venue=field(block, index, start + venue[0], start + venue[1]))
    year = year_in(text, last=True)
    if year and (not around.year or (venue and around.venue and around.venue.start >= start)):
        around = replace(around, year=Field(year[2], index, start + year[0], start + year[1]))
    if around.authors:
        return around
    stop = min([len(text)] + [found[0] for found in (venue, year) if found])
    heads = [(0, min(stop, kind[0])), (kind[1], stop)] if kind else [(0, stop)]
    for head in heads:
        names = _read_names(block, index, (start + head[0], start + head[1]), surnames=bool(venue) or dated)
        if names.authors:
            return replace(around, authors=names.authors, complete=names.complete)
    return around


def _read_names(block: Block, index: int, place: tuple[int, int], *, surnames: bool) -> Details:
    """Read names before a venue; bare family names only where a venue follows."""
    start, end = trim(block.prose, *place, _EDGES + "([")
    by = _BY.match(block.prose, start, end)
    start = by.end() if by else start
    if end - start < 3:
        return Details()
    sure = (
        surnames and bool(_FAMILIES.fullmatch(block.prose, start, end)) and read_venue(block.prose[start:end]) is None
    )
    words = {word.strip(",").casefold() for word in block.prose[start:end].split()}
    return read_authors(
        block, index, (start, end), sure=sure and not words & (TITLE_WORDS | ORGANISATION_WORDS) - {"and"}
    )


def _venue_place(text: str) -> tuple[int, int] | None:
    """Find the venue in a part: the whole part, or from the first venue that it names to its end."""
    if len(text) <= 160 and len(text.split()) <= 18 and "," not in text.partition(" ")[0]:
        venue = read_venue(text)
        found = find_venues(text)
        if venue and not (found and found[0][0] > 0 and _names_before(text[: found[0][0]])):
            return (0, len(text)) if not _names_before(text) else None
    for start, end, _ in find_venues(text):
        rest = text[end:]
        return start, len(text) if len(rest) <= 40 and "," not in rest[4:] else end
    return None


def _names_before(text: str) -> bool:
    listed = split_names(text)
    if _FAMILIES.fullmatch(text) and text.rstrip().endswith(","):
        return read_venue(text) is None
    return bool(listed.names) and (not listed.complete or looks_like_person(listed.names[0][2]))
