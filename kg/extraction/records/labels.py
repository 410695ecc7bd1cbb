"""The words by which people label a field, `Authors:`, `Titre :`, `作者：`, and what each says.

`data/lexicons/labels.csv` is the one vocabulary of labels; lines, cards, properties and tables all read it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from kg import lexicons
from kg.extraction import states
from kg.extraction.dates import names_day
from kg.extraction.ranges import marks_near
from kg.model import Block, MarkKind, Note

_LONGEST, _PROGRAM = 40, "program"
_OPENING = re.compile(
    r"[\s>*•·:\-–—+【\[(（#_`\u2300-\u27bf\u2b00-\u2bff\ufe0f\U0001f300-\U0001faff]{0,6}(?:\d{1,2}[.)]\s)?"
)
_CLOSING = re.compile(
    r"[\s】\])）*_`]{0,4}(?P<sign>::|:(?!//)|：|=(?=\s)|\s[–—-](?=\s)|\?(?=\s))\s{0,6}|[】\]）]\s{0,4}"
)
_NEXT = re.compile(r"(?:\s[|·•/]\s{1,4}|[;,.，；。\t]\s{0,3}|[（(\[【]\s?|\s{2,6})(?=[^\W\d_])")
_NAME = re.compile(
    r"[^\W\d_][^:：=\n|;，。【】\[\]{}<>]{0,40}?(?=[\s】\])）*_`]{0,4}(?:::|:(?!//)|：|=\s|\s[–—-]\s|\?\s|[】\]）]))"
)


_SIGN = re.compile(r"[:：=】\]）)]|\s[–—-]\s|\?\s")
"""What stands behind every label."""


class Part(StrEnum):
    """What a field says of a paper."""

    TITLE = "title"
    PAPER = "paper"
    """The title, a link to the paper, or a whole reference."""
    AUTHORS = "authors"
    YEAR = "year"
    DATE = "date"
    """Of the paper or of the note."""
    VENUE = "venue"
    VOLUME = "volume"
    PAGES = "pages"
    IDENTIFIER = "identifier"
    LINK = "link"
    CODE = "code"
    PRESENTATION = "presentation"
    AFFILIATION = "affiliation"
    KEY = "key"
    RATING = "rating"
    STATE = "state"
    KEYWORDS = "keywords"
    ABSTRACT = "abstract"
    REMARK = "remark"
    SHORT = "short"
    KIND = "kind"
    PUBLISHER = "publisher"
    EDITOR = "editor"
    SPEAKER = "speaker"
    PRESENTER = "presenter"
    """Who talks about the paper of somebody else."""
    CONTRIBUTOR = "contributor"
    """Who has translated, illustrated or reviewed it."""
    FAMILY = "family"
    GIVEN = "given"
    """Parts of the names of authors, as programs keep them."""
    ALIAS = "alias"
    ZOTERO = "zotero"
    """A way back into the program of the library."""
    ASIDE = "aside"
    """Belongs to the note: when it was made, in which folder it is."""
    OTHER = "other"
    """Of something that is no paper: a film, a record, a dish, a course."""

    @property
    def learned(self) -> str:
        """The part as which the networks know a label, which have not seen those of contributors and editors apart."""
        return str({Part.CONTRIBUTOR: Part.PRESENTER, Part.EDITOR: Part.PUBLISHER}.get(self, self))


_ASIDE = re.compile(r"\([^()]*\)|\s?/\s?\d{1,3}\s*\Z|[/*:_]-?in(?:nen)?\b")
"""In a label, what is no part of it: `Author(s)`, `Score /5`, `Autor*innen`."""
_BESIDE = frozenset([Part.REMARK, Part.RATING, Part.SPEAKER, Part.PRESENTER, Part.OTHER])
"""Labels of what is said beside a paper, or of no paper."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label in a text: `text[start:end]` is the word with its sign; the value follows."""

    part: Part
    start: int
    end: int


@cache
def _vocabulary() -> dict[str, Part]:
    return {_key(row["label"]): Part(row["part"]) for row in lexicons.rows("labels") if row["language"] != _PROGRAM}


@cache
def _properties() -> dict[str, Part]:
    return {_key(row["label"]): Part(row["part"]) for row in lexicons.rows("labels") if row["language"] == _PROGRAM}


def _key(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalnum())


@lru_cache(maxsize=8192)
def part_of(word: str) -> Part | None:
    """Return what a label says; case, spaces and punctuation make no difference.

    >>> [part_of(word) for word in ("Author(s)", "ANNÉE", "发表于", "Mood")]
    [<Part.AUTHORS: 'authors'>, <Part.YEAR: 'year'>, <Part.VENUE: 'venue'>, None]
    """
    if len(word) > _LONGEST:
        return None
    known = _vocabulary()
    key = _key(word)
    return known.get(key) or known.get(_key(_ASIDE.sub("", word))) or known.get(key.removesuffix("s"))


_QUESTIONS = {
    **dict.fromkeys(("who", "wer", "qui", "quién", "chi", "quem"), Part.AUTHORS),
    **dict.fromkeys(("what", "was", "quoi", "qué", "che cosa", "o quê"), Part.TITLE),
    **dict.fromkeys(("when", "wann", "quand", "cuándo", "quando"), Part.YEAR),
    **dict.fromkeys(("where", "wo", "où", "dónde", "dove", "onde"), Part.VENUE),
}
"""What columns say that are headed by questions."""
_AT_MEETINGS = {Part.AUTHORS: Part.PRESENTER, Part.TITLE: Part.PAPER, Part.YEAR: Part.DATE}
_DAY = re.compile(r"(?<![\d/.])\d{1,2}[./]\d{1,2}[./]\d\d(?!\d)")
"""A day with a year of two digits, in whatever order."""
_BESIDE_WORKS = frozenset({Part.AUTHORS, Part.LINK, Part.RATING})
_NAMING_WORKS = frozenset({Part.TITLE, Part.PAPER, Part.SPEAKER, Part.PRESENTER})
"""Columns beside which one of books has works, and those beside which it has places: `Title | Author | Book`."""
_ROWS, _GOODS = 20, lexicons.words("column of goods")
"""Rows of a table that are looked at, and what hours and goods are counted under."""
_HELD, _WHO = lexicons.words("column of what is held"), lexicons.words("column of who presents")
"""Heads of columns: of a programme, and beside days."""
_NOTED = re.compile(r"\s*\[\d\]")
_TALKS = frozenset({"talk", "talks", "vortrag", "exposé", "ponencia", "charla", "palestra"})


def columns_of(note: Note, index: int) -> list[Part | None]:
    """Return what each column of a table says, by its header: `Author | Year`, or `who | when | what`.

    Where days tell when, they are those of meetings: somebody presents there what others have written.

    Args:
        note: the note.
        index: of the block that is the header.
    """
    header = note.blocks[index]
    names = [header.prose[start:end] for start, end in header.cells]
    asked = [_QUESTIONS.get(name.strip(" ?*").casefold()) for name in names]
    if {Part.AUTHORS, Part.TITLE} <= set(asked):
        below = [block for block in note.blocks[index + 1 : index + 1 + _ROWS] if block.group == header.group]
        when = asked.index(Part.YEAR) if Part.YEAR in asked else -1
        held = [block.prose[slice(*block.cells[when])] for block in below if 0 <= when < len(block.cells)]
        if sum(names_day(day) or _DAY.search(day) is not None for day in held) * 2 > len(held):
            asked = [_AT_MEETINGS.get(part, part) if part is not None else None for part in asked]
        return [question or part_of(name) for question, name in zip(asked, names, strict=True)]
    goods = (name.strip().casefold() in _GOODS for name in names)
    parts = [Part.OTHER if good else part_of(name) or _either(name) for good, name in zip(goods, names, strict=True)]
    told = Part.SPEAKER in parts  # beside whom a column of talks has their titles
    if (told or Part.PRESENTER in parts) and {Part.TITLE, Part.PAPER, Part.KEYWORDS}.isdisjoint(parts):
        parts = _named(names, parts, _HELD, Part.KEYWORDS)
    elif Part.DATE in parts and {Part.AUTHORS, Part.SPEAKER, Part.PRESENTER}.isdisjoint(parts):
        parts = _named(names, parts, _WHO, Part.PRESENTER)
    written = not _BESIDE_WORKS.isdisjoint(parts) and _NAMING_WORKS.isdisjoint(parts)
    return [
        Part.TITLE if (told and name.strip().casefold() in _TALKS) or (written and _is_of_works(name)) else part
        for name, part in zip(names, parts, strict=True)
    ]


def _named(names: list[str], parts: list[Part | None], known: frozenset[str], part: Part) -> list[Part | None]:
    """Return what columns hold where some of them, which nothing else is known of, are headed by known words."""
    heads = [_NOTED.sub("", name).strip(" *").casefold() for name in names]
    free = (None, Part.PRESENTATION)
    return [part if one in free and head in known else one for head, one in zip(heads, parts, strict=True)]


def _either(name: str) -> Part | None:
    """Return what a column holds that is headed by several words: `Topic/Paper`, `Topic & date`."""
    known = {part_of(word) for word in re.split(r"[/|&]| or | and ", name)} - {None, Part.DATE}
    return Part.PAPER if Part.PAPER in known else known.pop() if len(known) == 1 else None


def _is_of_works(name: str) -> bool:
    """Return whether a column is one of works that nobody would call papers: `Buch`, `Book title`, `书籍名称`."""
    named = name.casefold().strip(" *_:#").removesuffix(" title").rpartition(" ")[2]
    return named in lexicons.words("column of works")


def field_named(name: str) -> Part | None:
    """Return what a property says of a paper: the names that programs give are known too, and no label of remarks is.

    Spelling with dashes, capitals or dots makes no difference.

    >>> [str(field_named(name)) for name in ("Author(s)", "publicationTitle", "cite-key", "Mood")]
    ['authors', 'venue', 'key', 'None']
    """
    plain = _key(name)
    for form in (plain, plain.removeprefix("zotero"), plain.removeprefix("paper"), plain.removeprefix("csl")):
        part = _properties().get(form) or part_of(form)
        if part is not None and (form in _properties() or part not in _BESIDE):
            return part
    return None


def read_labels(block: Block, start: int, end: int) -> tuple[Label, ...]:
    """Find the labels of a line: the one that opens it, and those behind a bar, a comma or a bracket.

    Args:
        block: the block of the line.
        start: where the line begins in the prose.
        end: where it ends.
    """
    found = _labels_in(block.prose, start, end)
    if not found and (bold := _bold_label(block, start, end)):
        return (bold,)
    return found


@lru_cache(maxsize=4096)  # the lines of a note are asked for a card first, and then for records
def _labels_in(text: str, start: int, end: int) -> tuple[Label, ...]:
    return tuple(_labels(text, start, end)) if _SIGN.search(text, start, end) else ()


def _labels(text: str, start: int, end: int) -> Iterator[Label]:
    opening = _OPENING.match(text, start, end)
    at = opening.end() if opening else start
    while True:
        label = _label_at(text, at, end, first=at == (opening.end() if opening else start))
        if label is not None:
            yield label
        behind = label.end if label is not None else at
        following = _NEXT.search(text, behind, min(end, behind + 600))
        if following is None:
            return
        at = following.end()


def _label_at(text: str, at: int, end: int, *, first: bool) -> Label | None:
    name = _NAME.match(text, at, end)
    if name is None or len(name.group().split()) > 4:
        return None
    part = part_of(name.group())
    closing = _CLOSING.match(text, name.end(), end)
    if part is None or closing is None:
        return None
    dash = (closing["sign"] or "").strip() in ("-", "–", "—")
    if dash and not (first and part in _DASHED):
        return None
    if closing["sign"] == "?" and part is not Part.STATE:
        return None
    bracketed = first and text[max(0, at - 1) : at] in ("【", "[", "（") and at
    if not closing["sign"] and (not bracketed or (part is Part.STATE and states.value(name.group()))):
        return None  # `[Read] A title` is a state by itself
    return Label(part, at, closing.end())


_DASHED = frozenset([Part.AUTHORS, Part.YEAR, Part.VENUE, Part.TITLE, Part.LINK, Part.KEYWORDS, Part.RATING])
"""Labels that a dash may follow; words such as "model" and "paper" begin too many titles."""


def _bold_label(block: Block, start: int, end: int) -> Label | None:
    """Read a label that bold type alone sets off: `**Authors** Jane Roe`."""
    for mark in marks_near(block, start, start + 3):
        if mark.kind in (MarkKind.STRONG, MarkKind.CODE) and start <= mark.start <= start + 3 and mark.end <= end:
            part = part_of(block.prose[mark.start : mark.end])
            if part is not None:
                behind = mark.end
                while behind < end and block.prose[behind] in " \t:：-–—":
                    behind += 1
                return Label(part, mark.start, behind)
    return None


_PROPERTY_NAME = r"[*_]{0,3}(?P<name>[^\W\d_][\w ()/’'-]{0,30})[*_]{0,3}::[*_]{0,3}"
_VALUE = r"(?P<value>(?:[^\[\]()\n]|\[[^\[\]()\n]{0,200}\]|\([^\[\]()\n]{0,200}\)){0,500}+)"
_INLINE = re.compile(rf"[\[(]{_PROPERTY_NAME}(?=\s){_VALUE}[\])]")
_PROPERTY = re.compile(rf"\s*{_PROPERTY_NAME}(?=\s|$)\s{{0,3}}(?P<value>[^\n]*)")
"""Inline fields, as Dataview and Logseq have them: `[year:: 2017]` within a line, or `year:: 2017` as a whole one.

They belong to the line that they stand on, or to what they stand under; never to what comes next.
"""


def inline_fields(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the fields in brackets between two places of a text; their groups are `name` and `value`."""
    return _INLINE.finditer(text, start, end) if "::" in text else iter(())


def property_line(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the field that a line is as a whole, with its groups `name` and `value`; None where it is none."""
    return _PROPERTY.fullmatch(text, start, end) if "::" in text else None


def fields_of(text: str, lines: Iterable[tuple[int, int]]) -> list[re.Match[str]]:
    """Return the fields of some lines of a text, in order; their groups are `name` and `value`."""
    found: list[re.Match[str]] = []
    for start, end in lines if "::" in text else ():
        line = property_line(text, start, end)
        found += inline_fields(text, start, end) if line is None else [line]
    return found


def fields_alone(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the names of the fields of a line that holds nothing else, none if it does.

    >>> lines = ("[doi:: 10.1000/abc]", "**Year**:: 2017", "Deep sets [year:: 2017]", "std::vector")
    >>> [fields_alone(line, 0, len(line)) for line in lines]
    [('doi',), ('Year',), (), ()]
    """
    line = property_line(text, start, end)
    if line is not None:
        return (line["name"],)
    found = list(inline_fields(text, start, end))
    ends = [start, *(one.end() for one in found)]
    starts = [*(one.start() for one in found), end]
    between = "".join(text[last:first] for last, first in zip(ends, starts, strict=True))
    return () if any(map(str.isalnum, between)) else tuple(one["name"] for one in found)
