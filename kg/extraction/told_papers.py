"""A paper as a line of notes tells of it: who, where they are, the title, venue and year.

`Jane Doe et al. (ETH), "Title", Nature 2021`, `"Title" by Jane Doe and colleagues at ETH (Nature, 2021)`.
"""

from __future__ import annotations

import re

from kg.extraction import align, shapes
from kg.extraction.author_lines import are_people, people_before, people_behind
from kg.extraction.citations.name_lists import is_person
from kg.extraction.details import Details
from kg.extraction.line_parts import take_apart
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.loose import people, read_bracket, read_cited, read_loose
from kg.extraction.names import looks_like_person
from kg.extraction.patterns import QUOTED
from kg.extraction.plain_titles import Line
from kg.extraction.ranges import marks_near
from kg.extraction.venues import read_venue
from kg.links import Role, read_link
from kg.model import Block, LinkKind, MarkKind

_FEWEST = 2
_PLACED = re.compile(
    r"(?P<who>[^\W\d_a-z][^()\n\"“]{2,120}?)\s*\((?P<where>[^()\n\d]{2,80})\)\s*[,:.–—-]\s+(?=[\w\"“*])"
)
_LED = re.compile(
    r"(?P<who>[^\W\d_a-z][^\n\d\"“:;()]{0,80}?\bet\.?\sal\b\.?)\s*(?:\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?)?\s*[,:.–—-]*\s+"
    r"(?P<title>[A-Z*][^\n]{15,220}?)(?P<tail>[,.(]\s*[^,.()\n]{0,60}\b(?:19|20)\d\d\)?)?\s*[.]?\s*$"
)
"""Authors in short before a title: `Roe et al., A Title of Many Words, Nature 2021`."""
_BRACKET = re.compile(r"\s*\([^()\n\d]{2,80}\)[\s,.:–—\"“*-]*$")
_SENTENCE_END = re.compile(r"(?<![ .]al)(?<=[a-z\d)]{2})\.\s(?=[A-Z\"“*])")
_ET_AL = re.compile(r"\bet\.? al\b")
_PARTS = re.compile(r"[,;:(.]\s*|['’]s\s|\s(?:by|and|with|from|of|at|on)\s")
_JOINT = re.compile(r",?\s(?:\()?by\s+|(?<!\b[A-Z])[,.]\s+")
_WORD = r"[^\W\d_a-z][\w'’.-]*"
_NAME = rf"{_WORD}(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|{_WORD})){{1,3}}"
_LISTED = re.compile(
    rf"(?P<first>{_NAME})(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s*&\s*){_NAME})*?(?:,?\s+et\.?\sal\b\.?)?"
    r"(?=\s*\(|,?\s+and\s+(?:others|colleagues|co)|,?\s+(?:at|from|of|in)\s|\s*[.;)]|\s*$|,\s+[^,]{2,60}\b(?:19|20)\d\d)"
)
_WHERE = re.compile(r"\s*\([^()\n\d]{2,60}\)")
_AND_MORE = re.compile(r",?\s+(?:and\s+(?:others|colleagues|co)|et\sal)")
_NEXT = re.compile(r"[,.;]?\s*(?:\(|in\s|at\s)?")
_STOP = re.compile(r"[,;:]?\s(?:which|that|who|where|and|but|because|from|with)\s|(?<=[a-z\d)]{2})[.!?]\s|;\s|\n|\)")


def read_paper(block: Block, index: int, start: int, end: int) -> Line | None:
    """Read a line, or the beginning of one, as a paper; None when no title can be told in it."""
    marked = _marked(block, start, end)
    who = _before(block, index, start, marked[0]) if marked is not None else None
    if marked is not None and (who is not None or len(shapes.words(block.prose[start : marked[0]])) <= _FEWEST):
        title = align.field(block, index, *align.trim(block.prose, *marked[:2], " \t.,;:"))
        behind = _behind(block, index, marked[2], end)
        whole = take_apart(block, index, start, end)
        if whole is not None and whole.title == title and not _tells_more(behind, whole.details):
            return whole
        links = Details(links=own_links(block, index, start, end))
        return Line(title, None, (who or Details()).and_then(behind).and_then(links), True, marked[2])
    end = sentence_end(block.prose, start, end)
    placed = _PLACED.match(block.prose, start, end)
    if placed is not None and are_people(placed["who"]):
        who = people_before(block, index, *placed.span("who"), many=True)
        line = take_apart(block, index, placed.end(), end)
        if who is not None and line is not None and line.title is not None:
            return Line(line.title, line.short, who.and_then(line.details), True, line.end)
    first = _people_last(block, index, start, end)
    if first is not None:
        return first
    line = take_apart(block, index, start, end)
    named = line.title.text if line is not None and line.title is not None else ""
    doubtful = are_people(named) or _ET_AL.search(named) or _names_somebody(named)
    return _people_first(block, index, start, end) if doubtful else line


def _people_first(block: Block, index: int, start: int, end: int) -> Line | None:
    """Read `Roe et al., Title, Nature 2021`."""
    led = _LED.match(block.prose, start, end)
    if led is None or not shapes.is_title_like(led["title"]) or are_people(led["title"]):
        return None
    who, _ = people(block, index, *led.span("who"))
    if not who or len(shapes.words(led["title"])) <= _FEWEST:
        return None
    title = align.field(block, index, *align.trim(block.prose, *led.span("title"), ' \t.,;:*_"“”'))
    details = Details(who, complete=False)
    for part in ("year", "tail"):
        if led[part]:
            details = details.and_then(read_loose(block, index, *led.span(part)))
    return Line(title, None, details.and_then(Details(links=own_links(block, index, start, end))), True, led.end())


def _people_last(block: Block, index: int, start: int, end: int) -> Line | None:
    """Read `Title, Jane Doe and Max Mustermann (ETH), ICML 2022` and `Title by Jane Doe et al.`."""
    linked = next((link for link in align.links_in(block, start, end) if link.kind is LinkKind.INLINE), None)
    titled = linked is not None and not is_link_label(block.prose[linked.start : linked.end])
    for joint in _JOINT.finditer(block.prose, linked.end if linked is not None and titled else start, end):
        name = align.field(block, index, *align.trim(block.prose, start, joint.start(), ' \t.,;:*_"“”'))
        cited = _ET_AL.search(block.prose, joint.end(), end) and read_cited(block, index, joint.end(), end)
        if cited and cited.authors and cited.year and shapes.is_short_name(name.text):
            return Line(None, name, cited, True, joint.start())
        listed = _LISTED.match(block.prose, joint.end(), end)
        first = listed["first"] if listed else ""
        told = titled and "by" in joint.group()
        if listed is None or not (looks_like_person(first) and (told or is_person(first))):
            continue
        title = align.field(block, index, *align.trim(block.prose, start, joint.start(), ' \t.,;:*_"“”'))
        who, complete = people(block, index, *listed.span())
        coined = not titled and shapes.is_short_name(title.text)
        if not who or not (coined or shapes.is_title_like(title.text)) or are_people(title.text):
            return None
        bracket = _WHERE.match(block.prose, listed.end(), end)
        behind = _behind(block, index, bracket.end() if bracket else listed.end(), end)
        details = Details(who, complete and not _AND_MORE.match(block.prose, listed.end())).and_then(behind)
        details = details.and_then(Details(links=own_links(block, index, start, end)))
        return Line(None if coined else title, title if coined else None, details, True, joint.start())
    return None


def _names_somebody(title: str) -> bool:
    """Return whether a part of what was read as a title is somebody's name: it is more than the title."""
    parts = [part.strip() for part in _PARTS.split(title)]
    return any(looks_like_person(part) and is_person(part) for part in parts)


def sentence_end(prose: str, start: int, end: int) -> int:
    """Return where the first sentence ends; initials, titles and `et al.` end none."""
    stop = _SENTENCE_END.search(prose, start, end)
    return stop.start() if stop else end


def _before(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read who stands before a title; where they are, in a bracket behind them, is left out."""
    bracket = _BRACKET.search(block.prose, start, end)
    last = bracket.start() if bracket else end
    return people_before(block, index, start, last, many=True) if last > start + 2 else None


def leads_to_paper(details: Details) -> bool:
    """Return whether one of the links read is the address of a paper."""
    return any(read_link(link.text).role is Role.PAPER for link in details.links)


def _tells_more(one: Details, other: Details) -> bool:
    """Return whether one reading has authors with a year or venue, or authors where the other has none."""
    if not one.authors:
        return False
    return not other.authors or (bool(one.venue or one.year) and (len(one.authors) >= len(other.authors)))


def _marked(block: Block, start: int, end: int) -> tuple[int, int, int] | None:
    """Return the title in quotation marks or italics, and where its marks end."""
    quoted = QUOTED.search(block.prose, max(0, start - 1), min(end + 1, len(block.prose)))
    places = [(*quoted.span(1), quoted.end())] if quoted else []
    kinds = (MarkKind.EM, MarkKind.STRONG)
    marks = marks_near(block, start, end)
    places += [(m.start, m.end, m.end) for m in marks if m.kind in kinds and start <= m.start and m.end <= end]
    for first, last, close in sorted(places):
        text = align.one_line(block.prose[first:last])
        titled = len(shapes.words(text)) >= _FEWEST and shapes.is_title_like(text.rstrip(" .,;:"))
        if titled and not are_people(text) and read_venue(text) is None:
            return first, last, close
    return None


def _behind(block: Block, index: int, start: int, end: int) -> Details:
    """Read what stands right behind a title: a bracket, `by Jane Doe`, a venue with its year."""
    read = read_bracket(block, index, start)
    people = people_behind(block, index, start)
    if people.authors:
        last = people.authors[-1].end
        bracket = re.compile(r"[^.;\n(]{0,60}\(").match(block.prose, last, end)
        return people.and_then(read_bracket(block, index, bracket.end() - 1) if bracket else read)
    if read.found:
        return read
    first = _NEXT.match(block.prose, start, end)
    begin = first.end() if first else start
    stop = _STOP.search(block.prose, begin, end)
    tail = read_loose(block, index, begin, stop.start() if stop else end)
    return tail if tail.explained else Details()
