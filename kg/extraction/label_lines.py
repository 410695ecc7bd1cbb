"""Reading lines that say what they hold: `Authors: A, B`, `Venue:: ICLR 2025`, `- Rating: 4/5`."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction import align
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.link_labels import own_links
from kg.extraction.loose import count, people, read_loose
from kg.model import Block

_LABELS: dict[str, str] = {}
for _field, _words in {
    "title": "title paper paper-title titel titre título name",
    "authors": "author authors author(s) by writers autor autoren autores auteur auteurs written-by authored-by who",
    "venue": "venue conference journal published published-in published-at publication where appeared appeared-in "
    "proceedings booktitle konferenz zeitschrift conférence revue revista conferencia source",
    "year": "year date published-on publication-date jahr année año anno published-date",
    "links": "link links url urls paper pdf arxiv doi openreview code github repo website project project-page "
    "source-code download access preprint full-text",
    "keywords": "tags tag keywords keyword topics topic area category field stichwörter mots-clés",
    "presentation": "presentation type track decision session-type format presented-as",
    "rating": "rating score stars my-rating bewertung note",
    "citekey": "citekey cite-key citation-key key bibtex-key bibkey",
}.items():
    for _word in _words.split():
        _LABELS.setdefault(_word.replace("-", " "), _field)
_LABELLED = re.compile(r"\s*(?:[-*•]\s+)?\W{0,3}([^\W\d_][^\n:：=]{0,22}?)\W{0,2}\s*(?:::|[:：])(?!//)\s*")


def read_lines(block: Block, index: int, start: int = 0, end: int | None = None) -> Details:
    """Read each line of a range, labelled or loose."""
    end = len(block.prose) if end is None else end
    details = Details()
    for first, last in align.lines(block):
        first, last = max(first, start), min(last, end)
        if first < last:
            labelled = read_labelled(block, index, first, last)
            details = details.and_then(labelled or read_loose(block, index, first, last))
    return details


def read_labelled(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read `label: value`; None when the line does not begin with a label that kg knows."""
    match = _LABELLED.match(block.prose, start, end)
    name = _LABELS.get(" ".join(match.group(1).casefold().split()), "") if match else ""
    if not match or not name:
        return None
    first, last = align.trim(block.prose, match.end(), end, " \t*_`")
    links = own_links(block, index, start, end)
    read = Details(letters=count(block.prose[start:end]), links=links)
    if first >= last:
        return read
    value = align.field(block, index, first, last)
    if name == "authors":
        authors, complete = people(block, index, first, last)
        return replace(read, authors=authors, complete=complete)
    if name in ("venue", "year", "presentation"):
        loose = read_loose(block, index, first, last)
        venue = loose.venue or (value if name == "venue" else None)
        return replace(read, venue=venue, year=loose.year, presentation=loose.presentation)
    if name == "keywords":
        parts = re.finditer(r"[^,;\n#\[\]]+", block.prose[first:last])
        fields = (align.field(block, index, first + p.start(), first + p.end()) for p in parts if p.group().strip())
        return replace(read, keywords=tuple(fields))
    if name == "rating":
        return replace(read, rating=rating(value))
    if name == "citekey":
        return replace(read, citekey=replace(value, text=value.text.lstrip("@[").rstrip("]")))
    return replace(read, title=value) if name == "title" and not links else read


def rating(value: Field) -> Field | None:
    """Read a rating written as a number, as `4/5`, as stars or as plus signs.

    >>> [rating(Field(t, 0, 0, 9)).text for t in ("4/5", "★★★☆☆", "+++", "5")]
    ['4', '3', '3', '5']
    """
    stars = sum(value.text.count(c) for c in "★⭐🌟")
    number = re.match(r"\d{1,2}", value.text)
    plus = re.fullmatch(r"\++", value.text)
    text = str(stars) if stars else number.group() if number else str(len(value.text)) if plus else ""
    return replace(value, text=text) if text else None
