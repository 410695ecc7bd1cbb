"""What follows a title: all of it authors, venue and year, or else the title does not end there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.extraction import align, names, patterns, shapes
from kg.extraction.author_lines import are_people
from kg.extraction.citations.name_lists import is_given
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.loose import read_bracket, read_cited, read_loose
from kg.model import Block

_MOST_SPLITS = 24
_LONG = 5
"""Characters of a title written without blanks."""
_INITIALS = re.compile(r"[A-Z]\.")


@dataclass(frozen=True, slots=True)
class Line:
    """A line taken apart."""

    title: Field | None
    short: Field | None
    details: Details
    sure: bool
    """Whether the form decides: a bold, italic or quoted title, or venue and year in a bracket before the title."""
    end: int
    """Where the title ends."""


def read_tail(block: Block, index: int, start: int, stop: int) -> Details:
    """Read what stands behind a marked title: all of it, else its first sentence or bracket."""
    if start >= stop:
        return Details()
    whole = read_loose(block, index, start, stop)
    if whole.explained:
        return whole
    bracket = read_bracket(block, index, start)
    if bracket.found:
        return bracket
    for match in patterns.STOP.finditer(block.prose, start + 2, stop):
        part = read_loose(block, index, start, match.start())
        if part.explained and part.found:
            return part
    return Details()


def read_plain(block: Block, index: int, start: int, stop: int, *, alone: bool = False) -> Line | None:
    """Split unmarked text where what follows is only authors, venue and year; the first such place ends the title."""
    for number, match in enumerate(patterns.SPLIT.finditer(block.prose, start + 1, stop)):
        if number > _MOST_SPLITS:
            break
        end = match.start() + (block.prose[match.start()] in "?!")
        text = block.prose[start:end]
        if not _is_title(text) or patterns.PERSONAL.match(text):
            continue
        right = _behind(block, index, end, stop) or _cited_behind(block, index, end)
        if right is not None and not (alone and right.authors) and not _is_no_title(text):
            title = align.field(block, index, *align.trim(block.prose, start, end, " \t\n,.;:–—-"))
            return Line(title, None, right, False, end)
    if alone:
        first = patterns.SENTENCE_END.search(block.prose, start + 8, stop)
        stop = first.start() if first else stop
    text = align.one_line(block.prose[start:stop]).rstrip(".")
    if (
        not shapes.is_title_like(text)
        or (shapes.is_sentence(text) and not alone)
        or are_people(text)
        or len(shapes.words(text)) < 2
    ):
        return None
    if (
        patterns.PERSONAL.match(text)
        or patterns.UNFINISHED.search(text)
        or (len(shapes.words(text)) <= 3 and not shapes.is_named_so(text))
    ):
        return None
    title = align.field(block, index, *align.trim(block.prose, start, stop, " \t\n,.;:–—-"))
    return Line(title, None, Details(), False, stop)


def _is_title(text: str) -> bool:
    """Return whether a text has the form of a title: several words, or what is written without blanks."""
    unspaced = len(text) >= _LONG and text[0] >= "\u2e80" and " " not in text
    return unspaced or (len(shapes.words(text)) > 1 and shapes.is_title_like(text))


def _is_no_title(text: str) -> bool:
    """Return whether a text is a list of persons with commas, or more than one sentence of prose."""
    return ("," in text and are_people(text)) or bool(patterns.INNER_STOP.search(text) and shapes.is_sentence(text))


def _cited_behind(block: Block, index: int, start: int) -> Details | None:
    """Read a citation in brackets right behind a title, whatever remark follows it."""
    match = patterns.CITATION.match(block.prose, start)
    cited = read_cited(block, index, *match.span(1)) if match else None
    return cited if cited is not None and cited.authors else None


def _differs(block: Block, people: tuple[Field, ...]) -> bool:
    """Return whether the first of several names is written as none of the others: it is the end of the title."""
    first, *rest = people
    turned = [block.prose[one.start : one.end].split() != one.text.split() for one in people]
    if len(rest) > 1 and turned[0] and not any(turned[1:]):
        return not is_given(first.text.split()[0])
    initials = [_INITIALS.match(one.text) is not None for one in people]
    return len(rest) > 1 and not initials[0] and all(initials[1:])


def _behind(block: Block, index: int, start: int, stop: int) -> Details | None:
    """Read the rest of a line when all of it is about the paper: a citation in brackets, or authors, venue, year."""
    a, b = align.trim(block.prose, start, stop, " \t\n,.;:|–—-")
    if a >= b:
        return None
    if block.prose[a] in "([" and block.prose[b - 1] in ")]" and not re.search(r"[()\[\]]", block.prose[a + 1 : b - 1]):
        cited = read_cited(block, index, a + 1, b - 1)
        if cited is not None:
            return cited
    if shapes.is_running_text(block.prose[a:b]):
        return None
    read = read_loose(block, index, a, b)
    likely = [names.looks_like_person(author.text) for author in read.authors]
    if len(likely) > 1 and ((not likely[0] and any(likely)) or _differs(block, read.authors)):
        return None
    full = read.explained and (read.authors or (read.venue and read.year) or read.venue)
    if full:
        return read
    return None
