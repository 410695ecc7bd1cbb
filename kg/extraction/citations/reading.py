"""Put title, names, year and venue of a reference together, once its tokens are labelled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter

from kg import lexicons
from kg.extraction.citations.people import Name, written
from kg.extraction.citations.tokens import Token, shape, within
from kg.extraction.dates import full_year
from kg.extraction.venues import read_venue
from kg.links import find_identifiers

_QUOTES = {"“": "”", "‘": "’", "«": "»", '"': '"', "„": "“"}
_PAIRS = {")": "(", "]": "[", "”": "“", "»": "«", "’": "‘", "}": "{"}


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the punctuation around a part, but close what is opened in it.

    >>> text = "A. Smith: Do (x or y)?,. 2020"
    >>> text[slice(*trim(text, 9, 24))]
    'Do (x or y)?'
    """
    while start < end and (text[start].isspace() or text[start] in ',.;:*_-–—”’»)]"“‘«„•/|#'):
        start += 1
    start, end = _quoted(text, start, end)
    while start < end:
        last = text[end - 1]
        if (
            last.isspace()
            or last in ",.;:*_-–—“‘«([{„/|¨"
            or (last in _PAIRS and text.count(last, start, end) > text.count(_PAIRS[last], start, end))
            or (last == '"' and text.count('"', start, end) % 2)
        ):
            end -= 1
        else:
            break
    for closing, opening in _PAIRS.items():
        if (
            closing != "’"
            and end < len(text)
            and text[end] == closing
            and text.count(opening, start, end) > text.count(closing, start, end)
        ):
            end += 1
    if text[end : end + 1] == '"' and text.count('"', start, end) % 2:
        end += 1
    while end < len(text) and text[end] in "?!" and text[end - 1] not in "?!":
        end += 1
    return start, end


def _quoted(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a part with the quotation mark before it, if only its first words are quoted, or up to the closing mark.

    >>> [text[slice(*_quoted(text, 1, len(text)))] for text in ('"Why me?": on trust', '"Why me". He says', '"Why me?')]
    ['"Why me?": on trust', 'Why me', 'Why me?']
    """
    closing = _QUOTES.get(text[start - 1]) if start else None
    at = text.find(closing, start, end) if closing else -1
    if at == -1 or not any(c.isalnum() for c in text[at + 1 : end]):
        return start, end
    return (start, at) if text[at - 1] in ",." or text[at + 1] in ",.;" else (start - 1, end)


_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
HANGING = frozenset("a an and as at by for from in of on or the to with via using like their its".split())
"""Words with which no title ends."""
_MORE = lexicons.words("word for others")
_EDITION = re.compile(r"(?:\s?['’‘]?|-)((?:19|20)\d\d)(?![\w./:–-])|\s?['’‘]\s?(\d\d)(?!\w)")
"""The year of an edition, right behind the name of the venue: `ICML 2019`, `ICML'19`."""
_BESIDE = 3
"""Characters between a venue and the year of its edition."""
_HEAD = 6
"""Tokens before a colon that may be the head of a title, the colon among them."""
_Run = tuple[int, int]
"""The first and the last token."""
Marks = Sequence[tuple[int, int, str]]
"""Typographic runs: start, end, sort."""
_HOLES = 4
"""Tokens that may be missing within a title."""
_APOSTROPHES = frozenset("'’‘ʼ")
_SECTION = 3
"""Words of the section of a journal, at most."""
_SHORT = 2
"""Digits of a year behind an apostrophe."""
_DAY = re.compile(r"(?P<year>(?:19|20)\d\d)-\d\d-\d\d[)）]")
"""When an electronic text appeared, in round brackets: `[EB/OL]. (2011-08-12)[2023-10-01]`."""
_STAMP = re.compile(r"\d{4},? at \d{1,2}:\d\d")
"""When a program wrote a line: `July 3, 2023 at 11:21`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the reference: its text cleaned for display, and where it stands in the text given."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference as read."""

    title: Part
    authors: tuple[Part, ...]
    """In order, given name first: "A. Vaswani" for "Vaswani, A."."""
    complete: bool | None
    """Whether the authors are all; None when there are none."""
    year: Part | None
    """Text is four digits."""
    venue: Part | None
    """As printed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A reference whose tokens are labelled, before its parts are put together."""

    text: str
    tokens: Sequence[Token]
    labels: Sequence[str]
    names: Sequence[Name]
    marks: Marks = ()


def compose(found: Draft, *, alone: bool = True) -> Citation | None:
    """Put the parts of a reference together; None when no title is found in it.

    Args:
        found: the reference with its labels.
        alone: whether nothing but the text says that it is a reference, so that more than a title must be in it.
    """
    text, tokens, labels, names = found.text, found.tokens, found.labels, found.names
    run = title_run(tokens, labels)
    if run is not None and _ends_venue(tokens, labels, run):
        labels = [*labels[: run[0] - 1], *["V"] * (run[1] - run[0] + 2), *labels[run[1] + 1 :]]
        run = title_run(tokens, labels)
    title = _title(text, tokens, _with_head(tokens, labels, run, found.marks) if run else None)
    if title is None:
        return None
    authors = [author for author in _authors(text, tokens, names) if _is_apart(author, title)]
    venue = _venue(text, tokens, labels)
    if alone and not authors and venue is None and "Y" not in labels:
        return None
    year = _year_of(text, tokens, venue, labels) or _year(text, tokens, labels, title)
    complete = None if not authors else "X" not in labels and not _trails_off(tokens, labels, names)
    return Citation(title, tuple(authors), complete, year, venue)


def _ends_venue(tokens: Sequence[Token], labels: Sequence[str], run: tuple[int, int]) -> bool:
    """Return whether a few words behind a venue and a colon are its section: `Journal of Tides: Harbours`.

    Behind authors, year and venue they are the title: `Lind 2001 Tides: Harbours that silt`.
    """
    first, last = run
    begins = next((i for i in range(first - 2, -1, -1) if labels[i] != "V"), -1)
    if first > 1 and begins >= 0 and labels[begins] == "Y":
        return False
    behind = first > 1 and tokens[first - 1].text == ":" and labels[first - 2] == "V" and not tokens[first].parted
    return behind and last - first < _SECTION


def title_run(tokens: Sequence[Token], labels: Sequence[str]) -> tuple[int, int] | None:
    """Return the first and the last token of the title; None where there is none."""
    return longest(tokens, labels, "T", _HOLES)


def longest(tokens: Sequence[Token], labels: Sequence[str], sign: str, gap: int) -> tuple[int, int] | None:
    """Find the longest run of a label within one block or cell, small holes in it filled.

    Returns:
        Its first and its last token.
    """
    return max(_runs(tokens, labels, sign, gap), key=_length, default=None)


_PARTED = attrgetter("parted")


def _runs(tokens: Sequence[Token], labels: Sequence[str], sign: str, gap: int, *, apart: bool = False) -> list[_Run]:
    """Return all runs of a label; none goes on into a bracket, or out of one, where they stand apart."""
    runs: list[_Run] = []
    for i in [i for i, label in enumerate(labels) if label == sign] if sign in labels else ():
        first, last = runs[-1] if runs else (i, -gap)
        goes_on = bool(runs) and i - last <= gap and not any(map(_PARTED, tokens[last + 1 : i + 1]))
        if goes_on and not (apart and _leaves(tokens, first, last, i)):
            runs[-1] = (first, i)
        else:
            runs.append((i, i))
    return runs


def _leaves(tokens: Sequence[Token], first: int, last: int, i: int) -> bool:
    """Return whether a link begins between two tokens, or a bracket ends that was opened before the run."""
    signs = [token.text for token in tokens[first:i]]
    return "[" in signs[last - first :] or signs.count(")") > signs.count("(")


def _length(run: _Run) -> tuple[int, int]:
    return run[1] - run[0], -run[0]


def _with_head(tokens: Sequence[Token], labels: Sequence[str], run: tuple[int, int], marks: Marks) -> tuple[int, int]:
    """Take a short name before a colon into the title, and other words where both are set in one type."""
    first, last = run
    if first < 2 or tokens[first].parted:
        return run
    if tokens[first - 1].text != ":" or tokens[first - 1].spaced:
        return run
    at = first - 1
    if _is_head(tokens, labels, at - 1):
        return at - 1, last
    while at > 0 and labels[at - 1] == "N" and not tokens[at].parted:
        at -= 1
    if at < first - 1:
        return at, last
    for start, end, sort in marks:
        inside = within(tokens, start, end) if sort in ("link", "strong", "em") else []
        near = inside and 1 < first - inside[0] <= _HEAD and last <= inside[-1]
        if near and all(labels[i] in ("N", "M", "O") for i in range(inside[0], first)):
            return inside[0], last
    return run if tokens[at].parted else _with_opening(tokens, labels, run)


def _is_head(tokens: Sequence[Token], labels: Sequence[str], at: int) -> bool:
    """Return whether a word before a colon is the head of a title: behind a full stop, and no family name."""
    if at < 1 or tokens[at].parted or tokens[at - 1].text not in ".),“" or len(tokens[at].text) <= _SHORT:
        return False
    initial = len(tokens[at - 2].text) <= _SHORT and labels[at - 2] == labels[at - 1] == "G" if at > 1 else False
    return tokens[at].text[0].isalpha() and (labels[at] == "O" or (labels[at] == "G" and initial))


def _with_opening(tokens: Sequence[Token], labels: Sequence[str], run: tuple[int, int]) -> tuple[int, int]:
    """Take words in capitals into the title that a line begins with, a colon behind them: `Step by Step: A method`."""
    first = run[0]
    at = first - 1
    while at > 0 and first - at < _HEAD and labels[at - 1] in ("N", "M") and not tokens[at].parted:
        at -= 1
    capitals = sum(token.text[0].isupper() for token in tokens[at : first - 1])
    begins = at == 0 or tokens[at].parted or tokens[at].begins
    return (at, run[1]) if begins and capitals > 1 else run


def _authors(text: str, tokens: Sequence[Token], names: Sequence[Name]) -> list[Part]:
    authors = [Part(*written(text, tokens, name)) for name in names]
    kept = [replace(author, text=author.text.lstrip(" .,;:")) for author in authors]
    while (
        len(kept) > 1
        and " " not in kept[0].text
        and any(other.text.endswith(" " + kept[0].text) for other in kept[1:4])
    ):
        kept = kept[1:]  # a short reference before the long one: "Lee 1999 = Lee, A., ..."
    return kept


def _is_apart(author: Part, title: Part) -> bool:
    """Return whether an author is no part of the title, and not the short name that the title begins with."""
    if author.start < title.end and title.start < author.end:
        return False
    return not title.text.startswith((f"{author.text}: ", f"{author.text} - "))


def _title(text: str, tokens: Sequence[Token], run: tuple[int, int] | None) -> Part | None:
    if run is None:
        return None
    start, end = trim(text, tokens[run[0]].start, tokens[run[1]].end)
    shown = " ".join(text[start:end].split())
    if not any(character.isalpha() for character in shown):
        return None
    return Part(shown, start, end)


def _year_of(text: str, tokens: Sequence[Token], venue: Part | None, labels: Sequence[str]) -> Part | None:
    """Return the year that stands right behind the venue: of several years it is the one of the appearance."""
    if venue is None:
        return None
    edition = _EDITION.match(text, venue.end)
    if edition:
        digits = edition[1] or full_year(edition[2])
        return Part(digits, edition.start(1) if edition[1] else edition.start(2), edition.end())
    for i, token in enumerate(tokens):
        if token.start < venue.end or labels[i] != "Y":
            continue
        between = text[venue.end : token.start]
        if len(between) > _BESIDE or between.strip(" ,('’‘"):
            return None
        if match := _YEAR.fullmatch(token.text):
            return Part(match[0], token.start, token.end)
        return None
    return None


VISITED = re.compile(
    r"\b(?:access(?:ed|o|o em)|acess(?:o|ado)|acceso|retrieved|visited|viewed|abgerufen|aufgerufen|besucht|zugriff|"
    r"consult(?:ed|ée?|ad[ao]|ato)|cited|geraadpleegd|hämtad|дата обращения)\b[^\n]{0,30}?(?<!\d)(?:19|20)\d\d(?!\d)",
    re.IGNORECASE,
)
"""When somebody looked at a page, which says nothing of when it was written: `accessed 3 May 2022`."""


def _year(text: str, tokens: Sequence[Token], labels: Sequence[str], title: Part) -> Part | None:
    others = [(start, end) for start, end, _ in find_identifiers(text)]
    others += [found.span() for found in VISITED.finditer(text)]
    for signs in ("Y", "V", "O", "PCEXA"):
        for i, token in enumerate(tokens):
            if labels[i] not in signs or title.start <= token.start < title.end:
                continue
            if any(start <= token.start < end for start, end in others):
                continue
            if _STAMP.match(text, token.start):
                continue
            if (match := _YEAR.match(token.text)) and len(token.text) <= 5 and (signs == "Y" or _dates(tokens, i)):
                return Part(match[0], token.start, token.start + 4)
    for i, token in enumerate(tokens):
        if labels[i] == "Y" and i and tokens[i - 1].text in _APOSTROPHES and _is_two_digits(token.text):
            return Part(full_year(token.text), token.start, token.end)
        if labels[i] == "Y" and (day := _DAY.match(text, token.start)) and text[: token.start].endswith(("(", "（")):
            return Part(day["year"], token.start, token.start + len(day["year"]))
    return None


def _dates(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a number that looks like a year is one: no page, no part of a range."""
    if shape(tokens[i].text) != "YEAR" or not "1900" <= tokens[i].text <= "2035":
        return False
    near = [token.text.casefold() for token in tokens[max(0, i - 5) : i]]
    if not {"pp", "pages", "arxiv"}.isdisjoint(near):
        return False
    around = [tokens[n].text for n in (i - 1, i + 1) if 0 <= n < len(tokens)]
    return not any(mark in "-–/" for mark in around)


def _is_two_digits(text: str) -> bool:
    return len(text) == _SHORT and text.isdigit()


_PART = re.compile(
    r"\b(?:chapter|chap\.|ch\.|kapitel|chapitre|capítulo|capitolo|appendix)\s?[\divxlc]{1,5}[:.,]?\s[\"“«„]?\Z",
    re.IGNORECASE,
)
"""Before the title of a part of a work: `Chapter 1: "..."`."""


def _venue(text: str, tokens: Sequence[Token], labels: Sequence[str]) -> Part | None:
    """Return the longest venue; where the work has appeared that is not the server with a preprint of it."""
    runs = [run for run in _runs(tokens, labels, "V", 3, apart=True) if not _PART.search(text, 0, tokens[run[0]].start)]
    published = [run for run in runs if not all(map(_is_of_preprint, tokens[run[0] : run[1] + 1]))]
    left = published or runs
    if len(left) > 1:
        left = [run for run in left if read_venue(text[tokens[run[0]].start : tokens[run[1]].end])] or left
    run = max(left, key=_length, default=None)
    if run is None:
        return None
    start, end = trim(text, tokens[run[0]].start, tokens[run[1]].end)
    shown = " ".join(text[start:end].split())
    return Part(shown, start, end) if shown else None


def _is_of_preprint(token: Token) -> bool:
    """Return whether a word only says that a work is a preprint, or is no word."""
    return not token.text[0].isalpha() or token.text.casefold() in _preprint_words()


@cache
def _preprint_words() -> frozenset[str]:
    servers = [row for row in lexicons.rows("venues") if row["kind"] == "preprint"]
    names = [name for row in servers for name in (row["name"], *row["aliases"].split("|"))]
    return frozenset(name.casefold() for name in names if " " not in name) | {"preprint", "preprints", "eprint"}


def _trails_off(tokens: Sequence[Token], labels: Sequence[str], names: Sequence[Name]) -> bool:
    """Return whether "and others" or an ellipsis follows the last name, or an ellipsis stands among the names."""
    if not names:
        return False
    first, last = names[0].all()[0], max(name.all()[-1] for name in names)
    for i in range(first, min(len(tokens), last + 6)):
        text = tokens[i].text.casefold()
        if labels[i] in "TY" and i > last:
            return False
        if (
            text == "…"
            or (text == "." and [t.text for t in tokens[i : i + 3]] == [".", ".", "."])
            or (i > last and text in _MORE)
        ):
            return True
    return False
