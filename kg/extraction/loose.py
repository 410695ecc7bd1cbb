"""Reading authors, venue, year and presentation from text without labels: `A. Smith et al., ICLR 2025 (Oral)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.extraction import align, names, shapes, venues
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.name_words import PARTICLES
from kg.extraction.ranges import links_near, marks_near
from kg.links import find_identifiers
from kg.model import Block, LinkKind, MarkKind

_YEAR = re.compile(r"(?<![\w./-])(?:1[89]\d\d|20[0-4]\d)(?:[-/.](?:0?[1-9]|1[0-2]))?(?![\w/-])(?!\.\d)")
_PRESENTATION = re.compile(
    r"\b(oral|spotlight|poster|keynote|workshop|talk)s?\b(?:\s+(?:paper|presentation|talk|session))?", re.IGNORECASE
)
_EDGE = re.compile(
    r"[()\[\]{}|•·\n]|\s[—–-]{1,2}\s|[;:](?=\s)|(?<!\b[^\W\d_])\.(?=\s+[A-Z*_\[(])|\bby\b|\bIn\b:?|\bfrom\b|\bet\s+al\.?[’']s\b"
)
_BRACKET = re.compile(r"[\s\"”’»*_,.]{0,4}[(\[]([^()\[\]\n]{2,160})[)\]]")
_BY = re.compile(r"\s*(?:von|par|por|durch|with)\s+(?=[A-Z]\S*\s+(?:[a-z]+\s+)?[A-Z])")
_SEVERAL = re.compile(r"\bet\.? al\b|\b(?:and|und|et|y) (?:[A-Z][\w.-]* ){0,9}[A-Z][\w-]+$|^[A-Z]\. |^and |[\"“”„«»]")
_SHORTEST_EVENT = 3
_DATED = re.compile(r"[\[(]((?:19|20)\d\d)[-/.]?\d{0,2}[\])]")
_OTHER_SIGNS = re.compile(r"[\W_]+")
_GROUP = re.compile(
    r"\b(?:collaboration|team|consortium|group|project|initiative|network|AI|lab|labs|research)$", re.IGNORECASE
)
_CITED = re.compile(r"\s*(?P<who>[^\W\d_][^\d\n;()]{1,120}?)\s*,?\s*\(?(?P<year>(?:1[89]|20)\d\d)[a-z]?\)?\s*")


def read_loose(block: Block, index: int, start: int, end: int) -> Details:
    """Read authors, venue, year and presentation from text without labels."""
    cited = read_cited(block, index, start, end)
    if cited is not None:
        return replace(cited, links=own_links(block, index, start, end))
    bare = _without_links(block, start, end)
    dated, text = _dates(block, index, start, bare)
    dated = replace(dated, letters=count(bare), links=own_links(block, index, start, end))
    if "(" in text and "," in text:
        authors, complete = people(block, index, start, end, text=text)
        if len(authors) > 1 and all(names.looks_like_person(author.text) for author in authors):
            return replace(dated, authors=authors, complete=complete)
    for a, b in _chunks(text):
        dated = _chunk(block, index, start, (a, b, text[a:b]), dated)
    return dated


def _dates(block: Block, index: int, start: int, text: str) -> tuple[Details, str]:
    """Read venues of the lexicon, years and kinds of presentation; what was read is blanked out of the text."""
    found = Details()
    for a, b, named in venues.find_venues(text):
        place = align.field(block, index, start + a, start + b)
        if found.venue is None and (named.event or named.year):
            found = replace(found, venue=place)
        if found.year is None and named.year:
            found = replace(found, year=replace(place, text=str(named.year)))
        text = _blank(text, a, b)
    for match in _YEAR.finditer(text):
        if found.year is None:
            at = start + match.start(), start + match.end()
            found = replace(found, year=align.field(block, index, *at, match.group()[:4]))
        text = _blank(text, *match.span())
    for match in _PRESENTATION.finditer(text):
        if found.presentation is None:
            at = start + match.start(), start + match.end()
            found = replace(found, presentation=align.field(block, index, *at, match.group(1).lower()))
        text = _blank(text, *match.span())
    return found, text


def _chunk(block: Block, index: int, start: int, chunk: tuple[int, int, str], found: Details) -> Details:
    """Read one part of a text as authors, as authors and a venue, as a venue, or leave it unexplained."""
    a, b, text = chunk
    if not found.authors:
        who, complete = people(block, index, start + a, start + b, text=text)
        both = _names_then_venue(block, index, start + a, text) if found.year and not found.venue else None
        if both is not None and (not who or len(who) > len(both.authors)):
            return replace(found, authors=both.authors, complete=both.complete, venue=both.venue)
        if who:
            return replace(found, authors=who, complete=complete)
    if found.venue is None and (named := venues.read_venue(block.prose[start + a : start + b])) is not None:
        place = align.field(block, index, start + a, start + b)
        return replace(found, venue=place) if not named.event or len(text) > _SHORTEST_EVENT else found
    return replace(found, left=found.left + count(text))


def read_bracket(block: Block, index: int, start: int) -> Details:
    """Read the bracket right behind a title, `(Vaswani et al., 2017)`, when all of it is about the paper."""
    match = _BRACKET.match(block.prose, start)
    if not match:
        return Details()
    cited = read_cited(block, index, match.start(1), _before_address(block, *match.span(1)))
    links = own_links(block, index, *match.span(1))
    read = replace(cited, links=links) if cited is not None else read_loose(block, index, *match.span(1))
    return read if read.explained else Details()


def _before_address(block: Block, start: int, end: int) -> int:
    """Return where the address or identifier that closes a bracket begins: `(Chen & Guestrin, 2016, https://...)`."""
    at = min((start + a for a, _, _ in find_identifiers(block.prose[start:end])), default=end)
    links = links_near(block, start, at)
    at = min([at, *(link.start for link in links if start < link.start < at and link.kind is LinkKind.BARE)])
    return align.trim(block.prose, start, at, " \t,;:")[1]


def dated_before(block: Block, index: int, start: int, end: int) -> Details:
    """Read the year of a date in brackets before a title: `[2023/10] Title`."""
    match = _DATED.search(block.prose, start, end)
    return Details(year=Field(match.group(1), index, *match.span(1))) if match else Details()


def read_cited(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read `Gale & Shapley, 1962` as in a citation in brackets, where surnames alone are authors."""
    match = _CITED.fullmatch(block.prose, start, end)
    if not match:
        return None
    first, venue = match.start("who"), _venue_behind(block, index, match)
    listed = names.split_names(block.prose[first : venue.start] if venue else match["who"])
    if not listed.names or not all(_is_surname(shown) for _, _, shown in listed.names):
        return None
    if len(listed.names) > 1 and any(len(_own_words(shown)) > 1 for _, _, shown in listed.names):
        return None
    who = tuple(Field(shown, index, first + a, first + b) for a, b, shown in listed.names)
    year = Field(match["year"], index, *match.span("year"))
    return Details(who, listed.complete, year, venue, letters=count(block.prose[start:end]))


def _venue_behind(block: Block, index: int, match: re.Match[str]) -> Field | None:
    """Find the venue between the names and the year of a citation: `Chen & Guestrin, KDD 2016`."""
    first, end = match.start("who"), match.end("year")
    for a, b, found in venues.find_venues(block.prose[first:end]):
        if a > 0 and found.event and first + b >= match.end("who"):
            return align.field(block, index, first + a, first + b)
    return None


def _own_words(name: str) -> list[str]:
    """Return the words of a name without particles and initials."""
    return [word for word in name.split() if word not in PARTICLES and len(word.strip(".-")) > 1]


def _is_surname(name: str) -> bool:
    """Return whether a name can be an author with only a year beside it: one word, a full name, or a group."""
    words = [word for word in name.split() if word not in PARTICLES]
    if not words or not all(word[0].isupper() or not word[0].isascii() for word in words):
        return False
    single = len(words) == 1 and len(words[0]) > 1
    return (single or names.looks_like_person(name) or bool(_GROUP.search(name))) and venues.read_venue(name) is None


def _names_then_venue(block: Block, index: int, start: int, text: str) -> Details | None:
    """Read `R. H. Coase, The Journal of Law and Economics`: persons first, then one more part that a year follows."""
    for match in reversed(list(re.finditer(r",\s+", text))[-3:]):
        who, complete = people(block, index, start, start + match.start(), text=text[: match.start()])
        place = align.field(block, index, start + match.end(), start + len(text.rstrip()))
        words = shapes.words(text[match.end() :])
        if (
            who
            and not people(block, index, place.start, place.end)[0]
            and not _SEVERAL.search(place.text)
            and 1 <= len(words) <= 12
            and shapes.is_title_case(place.text)
            and not names.looks_like_person(place.text)
        ):
            return Details(who, complete, venue=place)
    return None


def people(
    block: Block, index: int, start: int, end: int, *, text: str | None = None
) -> tuple[tuple[Field, ...], bool | None]:
    """Read a range as a list of persons; empty when it does not read as one."""
    text = block.prose[start:end] if text is None else text
    by = _BY.match(text)
    text = _blank(text, 0, by.end()) if by else text
    listed = names.split_names(text)
    if not listed.names:
        return (), None
    likely = sum(names.looks_like_person(shown) for _, _, shown in listed.names)
    explained = sum(count(text[a:b]) for a, b, _ in listed.names)
    bare = re.sub(r"\([^()]{0,120}\)|\[[^\[\]]{0,120}\]", " ", text)
    cut = count(re.sub(r"\bet\.?\s*al\b\.?|\band\b|\bothers\b|\d", " ", bare, flags=re.IGNORECASE))
    if explained < 0.8 * cut:
        return (), None
    lone = len(listed.names) == 1 and not likely
    if lone and (listed.complete or not listed.names[0][2][:1].isupper()):
        return (), None
    if not lone and likely * 2 < len(listed.names):
        return (), None
    fields = tuple(Field(shown, index, start + a, start + b) for a, b, shown in listed.names)
    return fields, listed.complete


def _without_links(block: Block, start: int, end: int) -> str:
    text = block.prose[start:end]
    for link in links_near(block, start, end):
        if (
            link.start < end
            and start < link.end
            and (link.kind is LinkKind.IMAGE or _is_label(block, link.start, link.end))
        ):
            text = _blank(text, max(link.start - start, 0), min(link.end, end) - start)
    for a, b, _ in find_identifiers(text):
        text = _blank(text, a, b)
    for mark in marks_near(block, start, end):
        if mark.kind is MarkKind.TAG and start <= mark.start and mark.end <= end:
            text = _blank(text, mark.start - start, mark.end - start)
    return text


def _is_label(block: Block, start: int, end: int) -> bool:
    text = block.prose[start:end]
    return "://" in text or is_link_label(text)


def _chunks(text: str) -> Iterable[tuple[int, int]]:
    start = 0
    for match in (*_EDGE.finditer(text), None):
        end = match.start() if match else len(text)
        a, b = align.trim(text, start, end, " \t\n,.*_\"“”'")
        if a < b and any(c.isalnum() for c in text[a:b]):
            yield a, b
        start = match.end() if match else end


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def count(text: str) -> int:
    """Count letters and digits."""
    return len(_OTHER_SIGNS.sub("", text))
