"""Lines that are a title and an author: the ways in which people part the two, and which of them looks like a name.

`Ann Poe - The Moss`, `The Moss by Ann Poe (1984)`, `The Moss (Ann Poe)`, `Ann Poe 《The Moss》`. A title in capitals
looks like a name, so one line alone says little; whoever asks compares many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from kg import lexicons
from kg.extraction import align
from kg.extraction.citations.people import PARTICLES, is_given, is_person, is_surname
from kg.extraction.names import CJK, NameList, looks_like_person, may_be_name, split_names
from kg.extraction.shapes import is_no_work, is_sentence
from kg.model import Block
from kg.personal_names import is_family_first

KNOWN, SHAPED = 0.9, 0.5
"""How much a name that is known, and one in form alone, looks like one."""
_FAMILIES = lexicons.words("family name of East Asia")
_MOST_WORDS, _MOST_SIGNS, _LONGEST, _MOST_TITLE = 6, 5, 150, 8
"""Words of a name, signs of one of East Asia, characters of several, and words of a title alone, at most."""

_DASH = re.compile(r"\s(?:[-–—−|~]|--|——)\s")
COLON = re.compile(r"(?<=[^\W\d_.])(?::\s|：)")
_SLASH = re.compile(r"\s[/／]\s")
_STOP = re.compile(r"(?:(?<=[^\W\d_][^\W_])|(?<=\s[IVX]))[.。]\s?(?=[^\W\d_a-z])")
COMMA = re.compile(r",\s|[，、]")
BY = re.compile(
    r"[,.]?\s(?P<edited>edited\s|eds?\.\s|hrsg\.\s)?(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Aa]v|[Aa]f|автор:?)\s(?=[^\W\d_a-z])|"
    r"\s(?:作者|著者|저자)(?:\s?[:：]\s?|\s)(?=\S)"
)
_BRACKET = re.compile(
    r"\s?[(（](?:(?:by|von|par|por|di) )?(?P<names>[^()（）\d\n]{3,120})(?:,\s(?:1[4-9]|20)\d\d)?[)）]"
)
_FRAME = re.compile(
    r"(?<=《)[^《》\n]{1,200}(?=》)|(?<=『)[^『』\n]{1,200}(?=』)|(?<=「)[^「」\n]{1,200}(?=」)|"
    r"(?<=[“„«\"])[^“”„«»\"\n]{1,200}(?=[”“»\"])"
)
"""What stands in the marks of a title."""
YEAR = re.compile(
    r"(?:\s?[(（\[]|[,.]\s|\s[-–]\s?)(?P<year>1[4-9]\d\d|20[0-3]\d)(?!\s?[-–—]\s?\d\d)(?:[)）\]]|(?=\s{0,2}(?:\Z|[★☆⭐*,;.(\[–—-])))"
)
_MARKS = r"[★☆⭐✩❤👍✓✔✅☑🔥]|\*{2,5}|(?<![\d/])\d{1,2}(?:[.,]\d)?\s?/\s?(?:5|10)\b|\s#[^\s#]"
"""A rating or a tag."""
RATED = re.compile(rf"\s{{0,2}}(?:{_MARKS})")
_BEHIND = re.compile(
    rf"\s{{0,2}}(?:{_MARKS}|[(\[（;]|\s(?:[-–—|]|--)\s|\.\s(?=[a-z])|"
    r"(?<=[a-zà-ÿ]{2})(?<![ .]al)\.\s(?=[^\W\d])(?![A-Z][a-z]{2,8}\.? \d{4}))"
)
"""What may stand behind the name: a rating, a tag, a bracket, a remark behind a dash."""
_OTHER_SCRIPT = re.compile(rf"(?={CJK.pattern})[^/／\n]{{2,30}}[/／]\s?(?P<latin>[A-ZÀ-Þ][^/／\n\d]{{3,60}})")
_CYRILLIC = re.compile(r"[А-ЯЁ][а-яё-]{1,20}(?:ов|ев|ёв|ин|ын|ский|цкий|енко|ич|ой)(?:а|ая)?")
_TRANSCRIBED = re.compile(
    r"[\u30a1-\u30ff]{2,12}(?:[・＝=·][\u30a1-\u30ff]{2,12}){1,3}|(?:[A-Z]\. ?){1,3}[\u30a1-\u30ff]{2,12}|"
    r"[\u3400-\u9fff]{1,6}(?:[·‧・.] ?[\u3400-\u9fff]{1,6}){1,3}"
)
_KATAKANA = re.compile(r"[\u30a1-\u30ff]{4,12}")
"""Foreign names in Eastern signs, and a family name alone."""
_INITIAL = re.compile(r"\b[^\W\d_a-z]\.")
IMPRINT = re.compile(
    r"(?:[.,?!]\s\(?|\s?[(（])"
    r"(?P<place>[^\W\d_a-z][\w'’-]{1,20}\.?(?:[ /](?:[^\W\d_a-z][\w'’.-]{1,20}|am|an der|of|de|on)){0,3}"
    r"(?:, [A-Z]{2})?): "
    r"(?P<publisher>(?:[^\W\d_a-z]\. ?){0,3}[^\W\d_a-z][^\n:.()\d]{1,60}?),?\s"
    r"(?P<year>(?:1[5-9]|20)\d\d)[a-z]?\)?(?=[\s.,;)]|\Z)"
)
"""Town, publisher and year behind a title: `Berlin: Springer 2008`, `(London: Verso, 1991)`."""
PUBLISHED = re.compile(
    r"[.?!]\s(?P<publisher>[^\W\d_a-z][\w'’&-]{1,20}(?: (?:& )?[^\W\d_a-z][\w'’-]{1,20}){0,2}),\s"
    r"(?P<year>(?:1[5-9]|20)\d\d)\b"
)
"""A publisher and a year alone behind a title, which no subtitle in small letters is: `. Bollati Boringhieri, 1991`."""
EDITION = re.compile(
    r"\s\((?:[^()\n]{0,60}\s)?(?:(?:Press|Classics|Books|Verlag|edition|trans(?:\.|lat\w{0,5})|eds?\.)(?!\w)|"
    r"(?:[Cc]h(?:\.|apters?)?|CH|pp?\.)\s?\d)[^()\n]{0,40}\)(?=\s{0,2}\Z)|"
    r",?\s[-–—]\s(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|ust|t?ember|ober)?"
    r"(?=\.?\s{0,2}(?:\Z|\())"
)
"""What ends a line with a title: the edition that is read, the pages, the month in which it is."""
_TITLED = re.compile(r"[^\W\d_]|\d{4}(?!\])|\d[A-Z]")
NO_NAME = re.compile(r"[\d\[\]{}<>=+#]")
_DATED_BEHIND = re.compile(r",?\s?(?:1[5-9]|20)\d\d\)")
_AND_SO_ON = re.compile(r",?\s(?:by|etc|usw|и др|y otros|e altri|等等?)\.?\Z")
EDGES = ' \t\n.,;:，、。-–—|"“”„«»📖📚🎧📌\ufe0f'


class Line(NamedTuple):
    """A line of a list, where the link or emphasis ends with which it begins, and the place of the first other one."""

    at: int
    start: int
    end: int
    head: int
    set_off: tuple[int, int] = (0, 0)


class Pair(NamedTuple):
    """The places of the title and the author in a line, and where what stands behind them begins."""

    title: tuple[int, int]
    names: tuple[int, int]
    behind: int
    edited: bool = False


class Way(NamedTuple):
    """A way to write such lines: what stands between title and author, or around one, and which comes first."""

    mark: re.Pattern[str]
    author_first: bool = False
    clear: bool = False
    """Whether the mark itself says which of the two is the author."""


WAYS = (
    Way(_FRAME, clear=True),
    Way(_STOP),
    Way(BY, clear=True),
    Way(_BRACKET, clear=True),
    *(Way(mark, author_first) for mark in (_DASH, COLON, _STOP, _SLASH, COMMA) for author_first in (True, False)),
)


def divide(text: str, line: Line, way: Way) -> Pair | None:
    """Divide a line into title and author in one way; None if it is not written so.

    >>> line = "The Moss (2003), Ann Poe - lent to Ida"
    >>> pair = divide(line, Line(0, 0, len(line), 0), Way(re.compile(",")))
    >>> line[slice(*pair.title)], line[slice(*pair.names)], line[pair.behind :]
    ('The Moss', 'Ann Poe', ' - lent to Ida')
    """
    first = line.start + 1 if way.author_first else max(line.head, line.start + 1)
    marks = list(way.mark.finditer(text, line.start if way.mark is _FRAME else first, line.end))
    if not marks or text.endswith("。", line.start, line.end):
        return None
    if way.mark is _FRAME:
        return _beside(text, line, marks[0])
    if way.mark is _BRACKET:
        return _pair(text, (line.start, marks[-1].start()), marks[-1].span("names"), marks[-1].end())
    if way.author_first:
        set_off = (mark for mark in marks if mark.end() == line.set_off[0])
        framed = (mark for mark in set_off if looks_like_names(text[line.start : mark.start()]) >= SHAPED)
        mark = next(framed, None) or (_behind_names(text, line, marks) if way.mark is COMMA else marks[0])
        behind = find_behind(text, mark.end() + 1, line.end, rated=True)
        return _pair(text, (mark.end(), behind), (line.start, mark.start()), behind)
    behind = find_behind(text, marks[0].end(), line.end)
    before = [mark for mark in marks if mark.start() < behind]
    mark = before[-1]
    if way.mark is COMMA:
        ends = [*(one.start() for one in before[1:]), behind]
        named = (  # the first of several, too, and not `Slow` in `Fast, Slow, Ann Poe`
            min(looks_like_names(text[one.end() : end]), looks_like_names(text[one.end() : behind])) >= SHAPED
            for one, end in zip(before, ends, strict=True)
        )
        mark = next((one for one, told in zip(before, named, strict=True) if told), mark)
    pair = _pair(text, (line.start, mark.start()), (mark.end(), behind), behind)
    return pair._replace(edited=True) if pair and way.mark is BY and mark["edited"] else pair


def _behind_names(text: str, line: Line, marks: Sequence[re.Match[str]]) -> re.Match[str]:
    """Return the comma behind the last of several full names with which a line begins; the first two must be known."""
    last, first = marks[0], text[line.start : marks[0].start()]
    if " " not in first or looks_like_names(first) < KNOWN:
        return last
    for one, after in pairwise(marks):
        name = text[one.end() : after.start()]
        if len(name.split()) not in (2, 3) or looks_like_names(name) < (KNOWN if last is marks[0] else SHAPED):
            break
        last = after
    return last


def _beside(text: str, line: Line, frame: re.Match[str]) -> Pair | None:
    """Divide a line at a framed title, before or behind which the author stands."""
    first, last = frame.start() - 1, frame.end() + 1
    if text[line.start : first].strip(EDGES):
        return _pair(text, frame.span(), (line.start, first), last)
    by = BY.match(text, last, line.end)
    start, _ = align.trim(text, by.end() if by else last, line.end, EDGES + "(（")
    ends = [at for at in (text.find(sign, start, line.end) for sign in ")）") if at >= 0]
    behind = min(find_behind(text, start, line.end), *ends, line.end)
    return _pair(text, frame.span(), (start, behind), behind)


def wrapped(block: Block, end: int) -> int:
    """Return where the first line of an item ends that goes on: in a link or right behind it, or in a name."""
    rest = block.prose.find("\n", end)
    last = block.prose[:end].rsplit(None, 1)[-1].strip(".,")
    halved = last in PARTICLES or is_given(last) or len(last) == 1
    if rest < 0 or not (
        any(link.start < end < link.end or link.end == end - 1 for link in block.links)
        or (halved and block.prose[rest:].strip().istitle())
    ):
        return end
    behind = block.prose.find("\n", rest + 1)
    return wrapped(block, behind) if behind > 0 else len(block.prose)


def find_behind(text: str, start: int, end: int, *, rated: bool = False) -> int:
    """Return where a year or what else may stand behind a work begins: an imprint or a rating behind a title."""
    patterns = (YEAR, RATED, IMPRINT, PUBLISHED, EDITION) if rated else (YEAR, _BEHIND)
    found = (pattern.search(text, start, end) for pattern in patterns)
    return min((hit.start() for hit in found if hit is not None), default=end)


def _pair(text: str, title: tuple[int, int], names: tuple[int, int], behind: int) -> Pair | None:
    title, names = _without_year(text, title), _without_year(text, names)
    has_title = _TITLED.search(text, *title) is not None and not text.startswith(("et al", "and ", "& "), title[0])
    return Pair(title, names, behind) if has_title and names[0] < names[1] else None


def _without_year(text: str, place: tuple[int, int]) -> tuple[int, int]:
    start, end = align.trim(text, *place, EDGES)
    years = [hit for hit in YEAR.finditer(text, start + 1, place[1]) if hit.end() >= end]
    others = _AND_SO_ON.search(text[start:end])
    end = years[-1].start() if years else start + others.start() if others else end
    opened = text.rfind("(", start + 1, end)
    dated = opened > 0 and ")" not in text[opened:end] and _DATED_BEHIND.match(text, end)
    end = opened if dated else end  # `A title (Nature, 2017)`
    start, end = align.trim(text, start, end, EDGES)
    return align.trim(text, start, end - 1, EDGES) if text[end - 1 : end] in ("(", "[", "（") else (start, end)


def is_lone_title(text: str) -> bool:
    """Return whether a whole line can be a title alone."""
    few = len(text.split()) <= _MOST_TITLE and not (text[:1].islower() or text.endswith((".", "!", "?", "。")))
    return few and re.search(r"[:,()\[\]]", text) is None and not (is_sentence(text) or is_no_work(text))


def likeness(texts: Sequence[str], *, labels: bool) -> list[float]:
    """Return how much each of some texts looks like names, from 0 to 1; what comes again likely is one.

    Args:
        texts: what may be the authors of lines.
        labels: whether they may be labels, which come again as well.
    """
    counted = Counter(texts)
    again = {text for text in texts if counted[text] > 1 and not labels and may_be_name(text)}
    return [max(looks_like_names(text), KNOWN if text in again else 0.0) for text in texts]


@lru_cache(maxsize=1 << 12)
def looks_like_names(text: str) -> float:
    """Return how much a text looks like the names of persons, from 0 to 1."""
    names = [] if NO_NAME.search(text) else [name for *_, name in read_names(text).names]
    return fmean(_looks_single(name) for name in names) if names and len(text) <= _LONGEST else 0.0


def _looks_single(name: str) -> float:
    if CJK.search(name):
        known = _TRANSCRIBED.fullmatch(name) is not None or name[:2] in _FAMILIES or name[:1] in _FAMILIES
        short = is_family_first(name) and 1 < len(name.replace(" ", "")) <= _MOST_SIGNS and may_be_name(name)
        shaped = short or _TRANSCRIBED.fullmatch(name) or _KATAKANA.fullmatch(name)
        return (1.0 if known else SHAPED) if shaped else 0.0
    if not looks_like_person(name):
        return KNOWN if name[:1].isupper() and not name.isupper() and is_surname(name) else 0.0
    return 1.0 if is_person(name) or _INITIAL.search(name) or _CYRILLIC.search(name) else SHAPED


@lru_cache(maxsize=1 << 12)
def read_names(text: str) -> NameList:
    """Return the names of a text; who is named in two scripts is named once."""
    both = _OTHER_SCRIPT.fullmatch(text)
    if both:
        return NameList(((*both.span("latin"), both["latin"].strip()),), complete=True)
    if _TRANSCRIBED.fullmatch(text) or (is_family_first(text) and may_be_name(text) and text.count(" ") == 1):
        return NameList(((0, len(text), text),), complete=True)
    return split_names(text)


def may_be_author(name: str) -> bool:
    """Return whether somebody may be called so, a person or a group."""
    return may_be_name(name) and len(name.split()) <= _MOST_WORDS
