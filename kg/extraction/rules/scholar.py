"""Results of a search with Google Scholar, and the list of papers of a profile, pasted or saved.

A result is a title, a line `O Lind, A Berg - Forest Letters, 2019 - Publisher`, words cut out of the text, and a line
of links with how often it is cited. In a profile, the title has the names below it, then venue, citations and year.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.extraction import align, venues
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.linking import own_links
from kg.extraction.names import split_names
from kg.links import read_link
from kg.model import BlockKind, Note

NAME = "scholar"
_KINDS = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING)
_FOOT = re.compile(
    r"\b(?:Cited by \d|Related articles\b|All \d{1,5} versions\b|Zitiert von:? \d|Ähnliche Artikel\b"
    r"|Alle \d{1,5} Versionen\b|Cité \d{1,6} fois|Autres articles\b|Les \d{1,5} versions\b|Citado por \d"
    r"|Artículos relacionados\b|Artigos relacionados\b|Citato da \d|Articoli correlati\b)"
    r"|被引用次数：\d|相关文章|引用元 \d|関連記事"
)
"""The links of a result."""
_BYLINE = re.compile(
    r"(?P<names>[^\n]{3,200}?)\s[-–—]\s(?:(?P<venue>[^\n]{1,200}?),\s)?(?P<year>(?:1[5-9]|20)\d\d)(?:\s[-–—]\s\S[^\n]{0,60})?"
)
_SORT = re.compile(r"\[(?:PDF|HTML|BOOK|B|CITATION|C|DOC|BUCH|ZITATION|LIVRE|LIBRO|CITAS?)\]\s?(?:\[[A-Z]\]\s)?")
_SITE = re.compile(_SORT.pattern + r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
"""Where a file of a result is."""
_FAR = 6
"""Lines from the title of a result to its links, at most."""
_HEADER = re.compile(
    r"(?i)(?:title|titel|titre|título|titolo|标题)\s{1,4}"
    r"(?:cited by|zitiert von|citée? par|citado por|citata? da|引用次数)\s{1,4}(?:year|jahr|année|año|ano|anno|年份)"
)
_TAIL = re.compile(r"(?P<venue>[^\n]*?)\s{0,3}(?:(?<!\S)\d{1,6}\*?\s{1,3})?(?<!\S)(?P<year>(?:1[5-9]|20)\d\d)")
_COUNTED = re.compile(r"(?:\d{1,6}\*?\s{1,3})?(?:1[5-9]|20)\d\d")
_CITED = re.compile(r"\d{1,6}\*?\s{1,3}(?:1[5-9]|20)\d\d")
_INITIALED = re.compile(
    r"[A-ZÀ-Þ]{1,3} [^\W\d_a-z][^\n,\d]{1,40}(?:, [A-ZÀ-Þ]{1,3} [^\W\d_a-z][^\n,\d]{1,40}){0,20}(?:, \.{3}|, …)?"
)
"""The names of a profile: `O Lind, AB Berg`."""
_VOLUME = re.compile(r"(?:\s\d{1,5})?(?:\s\([\w-]{1,12}\))?(?:,\s[\w.–-]{1,15})?\Z")
_CUT = "…"
_ROWS = 3
"""Lines of a paper in a profile, at least."""


@dataclass(frozen=True, slots=True)
class _Result:
    """The lines of a paper, and which of them say what."""

    lines: list[Field]
    title: Field
    names: Field
    """The line with the names, which are its beginning when it is also that with the venue."""
    published: Field
    parts: re.Match[str]
    """Venue and year in the last."""
    remarks: tuple[Field, ...] = ()


def find(page: Page) -> Iterable[Entry]:
    """Find the results and the papers of profiles, where no earlier rule has read their blocks."""
    lines = [
        Field(block.prose[start:end], index, start, end)
        for index, block in enumerate(page.note.blocks)
        if block.kind in _KINDS and not page.taken(index)
        for start, end in align.lines(block)
    ]
    headers = [place for place, line in enumerate(lines) if _HEADER.fullmatch(line.text)]
    yield from (_entry(page.note, one) for one in _results(lines))
    starts = [place + 1 for place in headers] or _unheaded(lines)
    yield from (_entry(page.note, one) for place in starts for one in _profile(lines[place:]))


def _results(lines: list[Field]) -> Iterator[_Result]:
    """Read each result from its links upwards; what stands behind these in their block is said of it."""
    found: list[tuple[int, int, re.Match[str]]] = []
    for foot in (place for place, line in enumerate(lines) if _FOOT.search(line.text)):
        first = max(found[-1][1] + 1 if found else 0, foot - _FAR)
        bylines = ((place, _BYLINE.fullmatch(lines[place].text)) for place in range(first + 1, foot))
        found += [(_titled(lines, first, place), foot, byline) for place, byline in bylines if byline][:1]
    for number, (first, foot, byline) in enumerate(found):
        after = found[number + 1][0] if number + 1 < len(found) else len(lines)
        own = [line for line in lines[foot + 1 : after] if line.block == lines[foot].block]
        remarks = tuple(one for one in own if not _SORT.match(one.text))
        head = first - (first > 0 and _SORT.match(lines[first - 1].text) is not None)
        below = next(line for line in lines[first + 1 : foot] if line.text == byline.string)
        yield _Result(lines[head : foot + 1], lines[first], below, below, byline, remarks)


def _titled(lines: list[Field], first: int, byline: int) -> int:
    """Return the line with the title, above the names or above the site of a file that stands between them."""
    return byline - 2 if byline - 2 >= max(first - 1, 0) and _SITE.fullmatch(lines[byline - 1].text) else byline - 1


def _unheaded(lines: list[Field]) -> list[int]:
    """Return where a list of papers begins that was pasted without its header, if two papers or more show one."""
    counted = [place for place in range(_ROWS, len(lines)) if _CITED.fullmatch(lines[place].text)]
    counted = [place for place in counted if _INITIALED.fullmatch(lines[place - _ROWS + 1].text)]
    return [counted[0] - _ROWS] if len(counted) > 1 else []


def _profile(lines: list[Field]) -> Iterator[_Result]:
    """Read the papers of a profile below its header: three lines each, or citations and year on a fourth."""
    place = 0
    while place + _ROWS <= len(lines):
        title, names, last = lines[place : place + _ROWS]
        place += _ROWS
        tail = _TAIL.fullmatch(last.text)
        if tail is None:
            return
        apart = [line for line in lines[place : place + 1] if _COUNTED.fullmatch(line.text)]
        place += len(apart)
        yield _Result([title, names, last, *apart], title, names, last, tail)


def _entry(note: Note, result: _Result) -> Entry:
    titled, named, line, parts = result.title, result.names, result.published, result.parts
    sort = _SORT.match(titled.text)
    start = titled.start + (sort.end() if sort else 0)
    title = align.field(note.blocks[titled.block], titled.block, start, titled.end)
    people = split_names(parts["names"] if named == line else named.text)
    blocks = tuple(sorted({one.block for one in result.lines}))
    above = result.lines[: result.lines.index(titled) + 1]
    links: dict[str, Field] = {}
    for one in (*above, line):
        for link in own_links(note.blocks[one.block], one.block, one.start, one.end):
            if "://scholar.google" not in link.text:
                links.setdefault(read_link(link.text).key or link.text, link)
    return Entry(
        NAME,
        title,
        0.95,
        title=title,
        authors=tuple(Field(name, named.block, named.start + a, named.start + b) for a, b, name in people.names),
        complete=people.complete if people.names else None,
        year=Field(parts["year"], line.block, *(line.start + n for n in parts.span("year"))),
        venue=_venue(note, line, parts),
        links=tuple(links.values()),
        remarks=result.remarks,
        labelled=blocks,
        blocks=blocks,
    )


def _venue(note: Note, line: Field, parts: re.Match[str]) -> Field | None:
    """Return the venue without volume and pages; of one that is cut short, nothing but a known name."""
    text = (parts["venue"] or "").rstrip(" ,")
    volume = _VOLUME.search(text)
    start, end = parts.start("venue"), parts.start("venue") + (volume.start() if volume else len(text))
    if not text or (_CUT in text and not venues.find_venues(text)):
        return None
    return align.field(note.blocks[line.block], line.block, line.start + start, line.start + end)
