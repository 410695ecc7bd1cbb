"""Short references: who wrote a work and how it is called, and maybe a year and a page, and nothing else.

`Poe, *The Moss*, p. 45`, `Ann Poe, "On Moss" (1984)`, `vgl. Poe 1984, Das Moos, S. 3`.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from kg import lexicons
from kg.extraction import align, names, shapes
from kg.extraction.citations.people import is_given, is_person, is_surname
from kg.extraction.ranges import marks_near
from kg.extraction.records.labels import part_of
from kg.extraction.title_author import KNOWN, looks_like_names, read_names
from kg.model import Block, MarkKind

_REMARK = re.compile(r"(?<=[\divxf.])(?:\s?\([^()\n]{2,80}\)|\s?[:–—]\s[^\n]{2,300})\Z")
"""What is said behind the page."""
_POINTER = re.compile(
    r"(?:(?:vgl|cf|s)\.\s?(?:auch\s)?|(?:see|compare|siehe|vergleiche|voir|véase|vedi|from|aus)\s(?:also\s|auch\s|aussi\s)?)",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"[,.;:]?\s\(?(?:(?:pp?|ss?|rn|rz|pages?|pag|págs?|seiten?|blz|str|с|стр|ch|chap(?:ter)?|cap|capítulo|kap(?:itel)?|"
    r"bd|vol|sect?|lib|bk|book)\b\.?\s?|§{1,2}\s?|f\.\s)(?:\d{1,5}|[ivxl]{1,6}(?![^\W\d_]))"
    r"(?:[\w\s.,;:–-]{0,30}| [\"“„«][^\"“”„«»\n]{2,60}[\"”“»])\)?\.?\Z",
    re.IGNORECASE,
)
"""The place in a work: `, p. 45`, `, ch. 2`, `, S. 12 f.`."""
_RANGE = re.compile(r"[,.;:]?\s\(?(?!1[4-9]\d\d|20\d\d)\d{1,4}\s?[-–]{1,2}\s?\d{1,4}\)?\.?\Z")
"""The pages alone behind a title that is set off: `, 68–96`."""
_FROM = re.compile(r",?\s(?:from|in|aus|dans)\Z")
_IN = re.compile(r"[\"”“»«]?,?\s(?:in|In|dans|en):?\s(?=[^\W\d_a-z])[^\n]{3,120}\Z")
"""The book that an article stands in."""
_UNDATED = re.compile(r"[,.]\s\(?(?:n\.\s?d|o\.\s?J|s\.\s?d|s\.\s?a)\.?\)?\.?\s?\Z")
_YEAR = re.compile(r"[,\s]{1,2}\(?(?P<year>(?:1[4-9]|20)\d\d)[a-z]?\)?\Z")
_PARTED = re.compile(r"[\"“”„«»(]|[.?!]\s|\d{4}|,\s(?=[^\W\d_a-z][\w ]{2,30}:)")
"""What no title has that nothing sets off: it is a whole reference."""
_QUOTED = re.compile(r"[\"“„«»]\s?(?P<title>[^\"“”„«»\n]{4,200}?)[,.]?\s?[\"”“»«]")
OPENS = tuple("\"“„«»‘'")
_NO_AUTHOR = lexicons.words("no cited name") | lexicons.words("position")
_LONGEST, _MOST, _FEWEST = 200, 16, 2
"""Characters of a title, and words of one, at most and at least."""


class Place(Enum):
    """Where a source stands."""

    LABELLED = "behind a label"
    TO_READ = "behind a label that tells of reading"
    QUOTED = "beside a quotation"
    LINE = "on a line of its own"
    AMID = "amid a text, or on a line where it tells of reading"


class Source(NamedTuple):
    """The parts of a short reference, by their places."""

    who: tuple[int, int]
    title: tuple[int, int]
    year: tuple[int, int] | None


def read_source(block: Block, start: int, end: int, place: Place) -> Source | None:
    """Read a range that is authors, a title, and maybe a year and a page; None if anything else stands there."""
    text = block.prose
    pointer = _POINTER.match(text, start, end)
    start, end = align.trim(text, pointer.end() if pointer else start, end, " \t.")
    remark = _REMARK.search(text[start:end])
    cited = text[start : start + remark.start()] if remark else text[start:end]
    named = _PAGE.search(cited)
    page = named or _RANGE.search(cited)
    last = start + page.start() if page else end
    year, marks = _YEAR.search(text[start:last]), marks_near(block, start, last)
    if year and any(mark.kind is MarkKind.EM and mark.start < start + year.start() < mark.end for mark in marks):
        year = None  # of the title
    last = start + year.start() if year else last
    inside = _IN.search(text[start:last])
    last = start + inside.start() + 1 if inside else last
    set_off = _set_off(block, start, last)
    needed = {
        Place.LABELLED: page or set_off,
        Place.QUOTED: page or set_off,
        Place.TO_READ: page or set_off or year,
        Place.LINE: page or (set_off and _is_quoted_title(text, start, set_off)),
        Place.AMID: set_off and (page or year),
    }
    if not needed[place] or (page and not (named or set_off)):
        return None
    who, title = ((start, set_off[0]), set_off) if set_off else _divide(text, start, last, alone=place is Place.LINE)
    undated = _UNDATED.search(text[slice(*who)])
    who = (who[0], who[0] + undated.start()) if undated else who
    source = _FROM.search(text[slice(*align.trim(text, *who, " "))])
    who = align.trim(text, who[0], who[0] + source.start() if source else who[1], ' \t\n,:;"“„«»*_')
    before = _YEAR.search(text[slice(*who)])
    dated, first = (before, who[0]) if before else (year, start)
    who = (who[0], who[0] + before.start()) if before else who
    sure = place in (Place.LABELLED, Place.TO_READ) or bool(set_off and (page or place is not Place.LINE))
    if not is_title(text[slice(*title)]) or not are_people(text[slice(*who)], sure=sure):
        return None
    return Source(who, title, (first + dated.start("year"), first + dated.end("year")) if dated else None)


def _divide(text: str, start: int, end: int, *, alone: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Divide a range at the first comma or colon into authors and a title; the title is empty if it may be anything."""
    first = min((at for sign in (", ", ": ") if (at := text.find(sign, start, end)) >= 0), default=end)
    title = align.trim(text, min(first + 1, end), end, " ,")
    words = text[slice(*title)]
    other = _PARTED.search(words) or (alone and any(map(str.isdigit, words))) or looks_like_names(words) >= KNOWN
    if len(words.split()) < _FEWEST or other:
        return (start, first), (end, end)
    return (start, first), title


def _set_off(block: Block, start: int, end: int) -> tuple[int, int] | None:
    """Return the range of the title in italics or quotation marks that ends a range, of a book before its chapter."""
    quoted = next((hit for hit in _QUOTED.finditer(block.prose, start + 1, end) if hit.end() >= end - 1), None)
    last = len(block.prose[: quoted.start()].rstrip(" ,")) if quoted else end
    for mark in marks_near(block, start, last):
        if mark.kind is MarkKind.EM and start < mark.start and last - 1 <= mark.end <= last + 1:
            return align.trim(block.prose, mark.start, mark.end, " ,.")
    return quoted.span("title") if quoted else None


def _is_quoted_title(text: str, start: int, place: tuple[int, int]) -> bool:
    """Return whether a family name, and not a speaker, stands before a title of several words in quotation marks."""
    title, before = text[slice(*place)], text[start : place[0]]
    quoted = text[place[0] - 1] in OPENS and len(title.split()) > _FEWEST and shapes.is_title_case(title)
    return quoted and len(before.split()) <= _FEWEST


def is_title(text: str) -> bool:
    """Return whether a text that is set off may be the title of a work: it is short, and no sentence."""
    few = 0 < len(text.split()) <= _MOST and len(text) <= _LONGEST and not text[:1].islower()
    return few and any(map(str.isalpha, text)) and not shapes.is_no_work(text) and not shapes.is_sentence(text)


def are_people(text: str, *, sure: bool) -> bool:
    """Return whether a text is names of persons: whole ones, or family names, known ones unless it is surely names."""
    people = read_names(text)
    return bool(people.names) and all(_is_person(name, sure=sure) for *_, name in people.names)


def _is_person(name: str, *, sure: bool) -> bool:
    if not _NO_AUTHOR.isdisjoint(word.strip(".").casefold() for word in name.split()) or names.is_group(name):
        return False
    if part_of(name) is not None:
        return False
    if " " in name:
        return is_person(name) or (sure and names.looks_like_person(name))
    known = names.CJK.search(name) is not None and names.looks_like_person(name)
    return known or (name.istitle() and name.isalpha() and not is_given(name) and (sure or is_surname(name)))
