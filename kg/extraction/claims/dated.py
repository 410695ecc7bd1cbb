"""What a note says of itself: its date, other names, the notes it links to, the paper it is about.

The date stands in its front matter, else in the name of its file, else in its first heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from kg import lexicons, terms
from kg.extraction import align, dates, linking
from kg.extraction.card import read_front_matter
from kg.extraction.context import Context
from kg.extraction.entries import Field
from kg.extraction.records.labels import Part
from kg.extraction.records.values import find_words
from kg.model import Block, BlockKind, Claim, Span

_CREATED = lexicons.words("creation property")
"""Names of the values that say when a note was made, without spaces and signs."""
_DATE = frozenset("date day datum tag fecha data дата 日期 日付 날짜".split())
"""Names of values that may give the date of the paper, too."""
_NUMBERS = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)(?:\d{4}(?:\d\d)?)?(?!\d)")
"""A day without signs, with the time of day behind it or without: `20240514 Meeting`, `202405141230`."""
_WITHIN = re.compile(r"(?<![\d.])(?:19|20)\d\d(?P<sign>[-_.])\d\d(?P=sign)\d\d(?!\d)")
_FULL, _YEAR = 10, 4
"""Characters of a day and of a year."""
_SURE, _NAMED, _HEADED = 1.0, 0.95, 0.9


def make(context: Context) -> Iterator[Claim]:
    """Claim the date of a note, from the first of these places that gives one."""
    note = linking.note_itself(context.note)
    if note is None:
        return
    stated = _stated(context)
    if stated is not None:
        yield Claim(note, terms.DATE_CREATED, stated.text, (context.span(stated),), linking.NOTE, _SURE)
        return
    named = of_name(PurePosixPath(context.note.id).stem)
    if named:
        yield Claim(note, terms.DATE_CREATED, named, (note.span,), linking.NOTE, _NAMED)
        return
    headed = _headed(context)
    if headed is not None:
        where = Span(context.note.id, *context.note.blocks[headed.block].source(headed.start, headed.end))
        yield Claim(note, terms.DATE_CREATED, headed.text, (where,), linking.NOTE, _HEADED)


def _stated(context: Context) -> Field | None:
    """Read the front matter: when the note was made, else its date, unless that is the date of its paper."""
    blocks = context.note.blocks
    if not blocks or blocks[0].kind is not BlockKind.RECORD or blocks[0].info not in ("yaml", "toml", "json"):
        return None
    created = _value(blocks[0], _CREATED)
    if created is not None:
        return created
    date = _value(blocks[0], _DATE)
    paper = next((entry for entry in context.papers if entry.whole), None)
    if date is None or paper is None:
        return date
    stated = blocks[0].prose[date.start :].partition("\n")[0]
    other = paper.year is not None and paper.year.text != date.text[:_YEAR]
    own = len(date.text) == _FULL and (other or dates.is_moment(stated))
    return date if own else None


def _value(block: Block, names: frozenset[str]) -> Field | None:
    for field in block.fields:
        if "".join(c for c in field.name.casefold() if c.isalnum()) in names:
            start, end = align.trim(block.prose, field.start, field.end, " \t\n[]\"'<>")
            found = dates.at(block.prose, start, end)
            if found is not None:
                return Field(found[1], 0, start, found[0])
    return None


def of_name(stem: str) -> str:
    """Read the date in the name of a file, "" when it has none; the year of a conference is none.

    >>> [of_name(stem) for stem in ("20240514 Meeting", "Lab 2024_02_20", "March 5th, 2024")]
    ['2024-05-14', '2024-02-20', '2024-03-05']
    >>> [of_name(stem) for stem in ("2024", "2024-iclr", "2005.12345", "lind2017")]
    ['2024', '', '', '']
    """
    numbers = _NUMBERS.match(stem)
    if numbers:
        return dates.iso(f"{numbers['year']}-{numbers['month']}-{numbers['day']}")
    within = _WITHIN.search(stem)
    found = dates.at(stem, within.start()) if within else dates.at(stem)
    if found is None:
        return ""
    return found[1] if len(found[1]) == _FULL or found[0] == len(stem) else ""


def _headed(context: Context) -> Field | None:
    """Read the day or month in the first heading, unless other headings of its level are dates, too, as in a log."""
    if any(entry.whole for entry in context.papers):
        return None
    blocks = context.note.blocks
    headings = [at for at, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    if not headings:
        return None
    first = headings[0]
    beside = (at for at in headings[1:] if blocks[at].level == blocks[first].level)
    if any(_day(blocks[at], at) is not None for at in beside):
        return None
    return _day(blocks[first], first)


def _day(block: Block, index: int) -> Field | None:
    """Find the day or the month that a heading names; a year alone is one only where nothing else stands."""
    for word in re.finditer(r"(?<![\w.])\w", block.prose):
        found = dates.at(block.prose, word.start())
        bare = found is not None and block.prose[: word.start()] + block.prose[found[0] :]
        if found is not None and (len(found[1]) > _YEAR or not str(bare).strip()):
            return Field(found[1], index, word.start(), found[0])
    return None


def linked(context: Context) -> Iterator[Claim]:
    """Claim the aliases of a note, the notes it links to, and the papers that it is about."""
    note = linking.note_itself(context.note)
    if note is None:
        return
    for index, start, end in read_front_matter(context.note).places(Part.ALIAS):
        block = context.note.blocks[index]
        for alias in find_words(block, index, (start, end), edges=" \t[]\"'", spaced=False):
            yield Claim(note, terms.ALTERNATE_NAME, alias.text, (context.span(alias),), linking.NOTE, 1.0)
    for _, other in linking.note_links(context.note):
        yield Claim(note, terms.LINKS_TO, other, (other.span,), linking.NOTE_LINK, 1.0)
    whole = (entry for entry in context.papers if entry.whole)
    for entry in dict.fromkeys((*whole, *filter(None, [context.whole]))):
        place = context.span(entry.anchor)
        yield Claim(note, terms.ABOUT, context.subject(entry), (place,), entry.rule, entry.confidence)
