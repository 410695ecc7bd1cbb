"""What a line looks like: the cheap signs by which a reader knows authors, a title, a link row or plain prose."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kg.extraction import shapes, venues
from kg.extraction.citations.likeness import looks_like
from kg.extraction.citations.people import PARTICLES, is_name
from kg.extraction.linking import is_link_label
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records.labels import Label, part_of, read_labels
from kg.extraction.records.lines import Line
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, Link, LinkKind, MarkKind, Note

# Patterns that begin with a letter or a sign, and look back from there, are found faster than those that look first.
_YEAR = re.compile(r"(?:18[5-9]|19\d|20[0-4])(?<![\w./-]...)\d(?![\w/-])")
_OTHERS = {
    "et": re.compile(r"et(?<!\w..)(?:\.?\s?al| coll)\b"),
    "and others": re.compile(r"and others(?<!\w.{10})\b"),
    "等": re.compile("等"),
    "u.": re.compile(r"\bu\.\s?a\."),
    "и др": re.compile(r"\bи др\b"),
    "y otros": re.compile(r"\by otros\b"),
}
"""Ways to say "and others" by the piece that they hold."""
_INITIAL = re.compile(r"\.(?<=[^\W\d_a-z].)(?<!\w..)")
_TASK = re.compile(r"\s*\[[ xX/-]\]\s")
_DATE = re.compile(r"\W*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d)\b")
_LISTED = re.compile(r"\s*(?:\[\d{1,3}\]|\d{1,3}[.)])\s")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*\.?")
_JOINTS = frozenset("and und et y e и & with".split())
_FIRST_WORDS = re.compile(r"(?:[^\W\d_][^\s:]{0,20}+ ){1,3}")
_SEEN = 2000
"""Characters of a line that are looked at."""
_QUOTE = re.compile('["“„«‘「『《]')
_ROLES = {Role.PAPER: "p", Role.CODE: "c", Role.VIDEO: "v", Role.SOCIAL: "s", Role.LISTING: "l", Role.DATA: "d"}


@dataclass(frozen=True, slots=True)
class Look:
    """The signs of a line."""

    text: str
    labels: tuple[Label, ...]
    words: int
    people: float
    """Share of the words that names of persons are made of, joints left out."""
    commas: int
    initials: bool
    et_al: bool
    year: bool
    venue: bool
    likeness: float
    """How much the line reads like a reference."""
    roles: str
    """What its links lead to: `p`aper, `c`ode, `v`ideo, `d`ata, a `s`ocial page, a `l`isting, an `o`ther page."""
    named: str
    """The roles of those links whose text is a name or a title."""
    only_links: bool
    """Whether nothing stands in it but labels of links and addresses."""
    identifier: bool
    bold: int
    """Words in bold at the beginning."""
    emphasis: int
    """Words in italics at the beginning."""
    quoted: bool
    title: bool
    """Whether it has the form of a title."""
    capitals: bool
    """Whether nearly all words that matter begin with a capital."""
    told: bool
    """Whether it is a sentence."""
    opening: str
    """What it begins with: a checkbox, a date, a number, a letter of some case."""
    closing: str
    """The mark it ends with."""


def labels_of(note: Note, line: Line) -> tuple[Label, ...]:
    """Find the labels of a line; the first is that of its column, if it has one."""
    labels = read_labels(note.blocks[line.index], line.start, min(line.end, line.start + _SEEN)) or _tabbed(note, line)
    return labels if line.part is None else (Label(line.part, line.start, line.start), *labels)


def _tabbed(note: Note, line: Line) -> tuple[Label, ...]:
    """Read a label that nothing but a tab divides from its value, as in two columns copied from a page."""
    block = note.blocks[line.index]
    found = _FIRST_WORDS.match(block.prose, line.start, line.end)
    if found is None or "\t" not in note.text[slice(*block.source(*found.span()))]:
        return ()
    for space in re.finditer(" ", found.group()):
        at = line.start + space.start()
        if note.text[block.source(at, at + 1)[0]] == "\t":
            part = part_of(block.prose[line.start : at])
            return (Label(part, line.start, at + 1),) if part is not None else ()
    return ()


def look_at(note: Note, line: Line) -> Look:
    """Look at a line."""
    block, labels = note.blocks[line.index], labels_of(note, line)
    if line.end - line.start > _SEEN:
        line = replace(line, end=line.start + _SEEN)
    text = block.prose[line.start : line.end].replace("\n", " ")
    links = [
        k
        for k in links_near(block, line.start, line.end)
        if (line.start <= k.start < line.end or k.start == k.end == line.end) and k.kind is not LinkKind.FOOTNOTE
    ]
    value = (
        block.prose[labels[-1 if line.part else 0].end : line.end]
        if labels and labels[0].start - line.start < 8
        else text
    )
    bare = _without_links(block, line, links)
    form = shapes.form(value)
    words = _WORD.findall(bare)
    return Look(
        text=text,
        labels=labels,
        words=len(words),
        people=_people(value),
        commas=text.count(",") + text.count("、") + text.count("，") + text.count(";"),
        initials=bool(_INITIAL.search(bare)),
        et_al=_names_others(bare),
        year=bool(_YEAR.search(bare)),
        venue=bool(venues.find_venues(text)),
        likeness=looks_like(text),
        roles=_roles(links),
        named=_roles([k for k in links if not is_link_label(block.prose[k.start : k.end])]),
        only_links=bool(links) and not any(c.isalpha() for c in bare),
        identifier=bool(find_identifiers(text)),
        bold=_marked(block, line, MarkKind.STRONG),
        emphasis=_marked(block, line, MarkKind.EM),
        quoted=_QUOTE.search(text) is not None,
        title=form.title,
        capitals=form.capitals,
        told=form.sentence,
        opening=_opening(text),
        closing=_closing(text),
    )


def _names_others(text: str) -> bool:
    small = text.lower()
    return any(piece in small and way.search(small) is not None for piece, way in _OTHERS.items())


def _without_links(block: Block, line: Line, links: list[Link]) -> str:
    text = block.prose[line.start : line.end]
    for link in links:
        shown = block.prose[link.start : link.end]
        if link.kind is LinkKind.IMAGE or is_link_label(shown):
            a, b = link.start - line.start, min(link.end, line.end) - line.start
            text = text[:a] + " " * (b - a) + text[b:]
    return text


def _people(text: str) -> float:
    words = [word for word in _WORD.findall(text[:400]) if word not in _JOINTS and word not in PARTICLES]
    if not words:
        return 0.0
    likely = sum(
        (len(word.rstrip(".")) == 1 and word[0].isupper()) or (word[0].isupper() and is_name(word)) for word in words
    )
    return float(likely) / len(words)


def _roles(links: list[Link]) -> str:
    found = {
        _ROLES.get(read_link(k.target).role, "o")
        for k in links
        if k.kind is not LinkKind.IMAGE and (k.kind is LinkKind.WIKI or "://" in k.target)
    }
    return "".join(sorted(found))


def _marked(block: Block, line: Line, kind: MarkKind) -> int:
    for mark in marks_near(block, line.start, line.end):
        if mark.kind is kind and line.start <= mark.start <= line.start + 6 and mark.end <= line.end + 1:
            return len(shapes.words(block.prose[mark.start : mark.end]))
    return 0


def _opening(text: str) -> str:
    for pattern, name in ((_TASK, "task"), (_DATE, "date"), (_LISTED, "number")):
        if pattern.match(text):
            return name
    first = text.lstrip()[:1]
    if not first:
        return "none"
    if first.isdigit():
        return "digit"
    if first.isalpha():
        return "upper" if first.isupper() else "lower" if first.islower() else "script"
    return first if first in '[("“@#!$' else "sign"


def _closing(text: str) -> str:
    last = text.rstrip()[-1:]
    return last if last in ".?!:,;)]" else "a"
