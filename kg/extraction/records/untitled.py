"""Records without a title: a heading above gives it, or whoever cites leaves titles out."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.citations.people import collect, written
from kg.extraction.citations.reading import longest, trim
from kg.extraction.entries import Entry, Field
from kg.extraction.records.fields import NAME, names_place, read_links, run_of
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.lone_names import part_journal
from kg.extraction.records.remarks import read_words
from kg.extraction.records.terse import find_head

_SECTION, _NEAR = re.compile(r" [A-H](?=\d)"), 6
_BRACKETS = re.compile(r"[(\[][^()\[\]\n]{2,60}[)\]]")
_TERSE = 0.7
"""How sure a record is, at least, that names authors, year and journal."""
_NAMES = 2
"""Names with which a record below a heading begins, at least."""


def by_names(labelled: Labelled, sure: float, *, headed: bool) -> Entry | None:
    """Make an entry of a record that begins with the full names of authors and has no title.

    The heading above gives it, or there is none, as where chemists cite: `Lind, A.; Roe, B. J. Moss 2003, 71, 165–171`.

    Args:
        labelled: the record.
        sure: the probability that it is one.
        headed: whether it is the first paragraph below a heading.
    """
    record, tokens = labelled.record, labelled.tokens
    untitled = _is_untitled(labelled)
    if untitled:
        part_journal(labelled, untitled=True)
    terse = find_head(record.text)
    people = [
        written(record.text, tokens, name)
        for name in collect(tokens, labelled.labels)
        if name.family and (name.given or terse)
    ]
    untitled = untitled or terse is not None
    year, venue = _year(labelled), _journal(labelled)
    links, disputed = read_links(record, None)
    keyed = max((t.end for t, sign in zip(tokens, labelled.labels, strict=True) if sign == "K"), default=0)
    before = terse.start if terse is not None else keyed
    if not people or any(map(str.isalpha, record.text[before : people[0][1]])) or not (headed or untitled):
        return None
    if not untitled and (len(people) < _NAMES or people[0][1] > keyed or not (year or venue or links)):
        return None
    authors = tuple(replace(record.place(start, end), text=shown) for shown, start, end in people)
    venue = venue if venue is not None and (untitled or names_place(venue.text)) else None
    blocks = tuple(dict.fromkeys(line.index for line in record.lines))
    entry = Entry(
        NAME,
        record.place(people[0][1], terse.end if terse else tokens[-1].end) if untitled else authors[0],
        round(0.5 + 0.45 * max(sure, _TERSE if terse else 0.0), 2),
        authors=authors,
        complete="X" not in labelled.labels,
        year=year,
        venue=venue,
        links=links,
        disputed=disputed,
        labelled=blocks,
        blocks=blocks,
    )
    words = read_words(labelled, entry)
    return replace(entry, remarks=words.remarks, abstract=words.abstract)


def _journal(labelled: Labelled) -> Field | None:
    """Return where a work appeared, with the letter of a section before the volume: `Phys. Lett. B429`."""
    record, run = labelled.record, longest(labelled.tokens, labelled.labels, "V", 1)
    if run is None:
        return None
    start, end = labelled.tokens[run[0]].start, labelled.tokens[run[1]].end
    section = _SECTION.search(record.text, max(start, end - _NEAR), end + _NEAR)
    return record.place(*trim(record.text, start, section.end() if section else end))


def _year(labelled: Labelled) -> Field | None:
    """Return the year, which is the one in brackets of several numbers that look like one: `94, 1887 (1994)`."""
    tokens = labelled.tokens
    dated = [i for i, label in enumerate(labelled.labels) if label == "Y"]
    inside = [i for i in dated if i and tokens[i - 1].text == "("]
    if len(dated) > 1 and inside:
        return labelled.record.place(tokens[inside[-1]].start, tokens[inside[-1]].end)
    return run_of(labelled, "Y")


def _is_untitled(labelled: Labelled) -> bool:
    """Return whether all words of a line are of names and of where it appeared, with a year and a number behind it.

    What stands in brackets does not count: the group behind the names, the class of a number of arXiv.
    """
    words = [(t.text, sign[0]) for t, sign in zip(labelled.tokens, labelled.labels, strict=True) if t.text[0].isalnum()]
    behind = [text for text, sign in words[max((n for n, word in enumerate(words) if word[1] == "V"), default=0) :]]
    counted = sum(text[0].isdigit() for text in behind) > 1
    counted = counted and (len(labelled.record.lines) == 1 or "K" in labelled.labels)
    inside = [place.span() for place in _BRACKETS.finditer(labelled.record.text)]
    signs = [
        sign[0]
        for token, sign in zip(labelled.tokens, labelled.labels, strict=True)
        if token.text[0].isalpha() and not any(start < token.start < end for start, end in inside)
    ]
    return counted and "Y" in labelled.labels and "V" in signs and signs.count("O") <= 1 and not {*"TMN"} & {*signs}
