"""Cut a note into records: where each paper's lines begin and end, and which lines belong to none.

A learned network over lines proposes; siblings agree: what most items of a list are, the odd one is too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, takewhile

import numpy as np

from kg.extraction import align, names
from kg.extraction.crf import Chain, Scores
from kg.extraction.link_labels import is_link_label
from kg.extraction.lists import are_papers
from kg.extraction.network import Group, Network
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records.labels import Part
from kg.extraction.records.lines import Line, read_lines
from kg.extraction.records.looks import Look, look_at
from kg.extraction.records.surroundings import Setting, Slot
from kg.links import Role, read_link
from kg.model import BlockKind, Link, LinkKind, MarkKind, Note

BEGIN, INSIDE, OUTSIDE = "B", "I", "O"
MEMBERS = 2
"""Networks that vote."""
_AGREEMENT = 1.5
"""How much the siblings of a line count against its own looks."""
_LEAST = 3
"""Siblings that are a company."""
_MOST = 0.6
"""Share of the lines of an item that begin a record when the item holds several."""
_SURELY = 0.93
_REFERENCE, _FEWEST, _SOME = 0.9, 6, 0.2
"""How much a line must look like a reference, its words, and the share of them that are of names, to be a whole one."""
_BOX, _BOX_WIDTH = re.compile(r"\[[ xX/-]\]\s*$"), 6
_RARE = 1e-6
"""The least probability that is told apart from none."""
_FEW = 3
"""Words of a title before the names of its authors."""
_FLOOR = 0.02
"""The least share of siblings that a label is given, so that one can still be odd."""
NAMED = "named"
"""The family of records that links amid a line name."""
ABSTRACT = re.compile(r"(?i)abstract|zusammenfassung|résumé|resumen|resumo|riassunto|аннотация|摘要|要旨|초록")
_FRONT_PAGE, _TITLE_LINES, _FEWEST_NAMES = 25, 4, 2
"""Lines between the title of a pasted page and the word `Abstract`, lines of the title, persons of a byline; at most
and at least."""
_INLINE_FIELD = re.compile(r"[\[(][*_]{0,3}[^\W\d_][\w -]{0,30}[*_]{0,3}::\s")
"""A field of Dataview within a line."""
_SAYING = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_DECLARED = 6.0
"""Lenience, in nats, with the lines of a list that the user declared to be of papers."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines of one record, in order."""

    lines: tuple[Line, ...]
    looks: tuple[Look, ...]
    sure: float
    """The probability that a record begins with its first line."""
    family: Slot
    """The list that it belongs to."""
    siblings: int = 1
    """Members of that list, records or not."""

    @property
    def layout(self) -> Slot:
        """What all records of a note share that begin with the same sort of block."""
        first = self.lines[0]
        return ("layout", first.kind, first.level)


class Committee(Chain):
    """Networks that were trained apart and vote: one alone takes now and then a whole list for something else."""

    def __init__(self, networks: Sequence[Network]) -> None:
        steps = np.asarray(np.mean([network.steps for network in networks], axis=0), np.float32)
        super().__init__(networks[0].labels, steps)
        self.networks = networks

    def scores(self, elements: Sequence[Sequence[Group]]) -> Scores:
        """Score the labels of each line: the logarithm of the mean of the probabilities that the networks give."""
        chances = np.mean([network.chances(network.scores(elements)) for network in self.networks], axis=0)
        return np.asarray(np.log(np.maximum(chances, _RARE)), np.float32)


@cache
def segmenter() -> Committee:
    """Load the learned networks of the package, once."""
    return Committee([Network.load(f"records-{n}.npz") for n in range(1, MEMBERS + 1)])


def segment(
    note: Note, taken: Container[int] = (), *, papers: Container[int] = (), lenience: float = 0.0
) -> tuple[Segment, ...]:
    """Cut a note into the records of papers that its layout shows.

    Args:
        note: the note.
        taken: blocks that are read already.
        papers: those of them that are about a paper.
        lenience: how much, in nats, a line is rather taken for a part of a record.
    """
    lines = [line for line in read_lines(note) if line.index not in taken]
    if not lines:
        return ()
    setting = Setting(note, lines)
    labels, chances = label(setting, lenience)
    labels = _consistent(setting, labels)
    _end_at_others(setting, labels, papers)
    return tuple(_segments(setting, labels, chances))


def label(setting: Setting, lenience: float = 0.0) -> tuple[list[str], Scores]:
    """Label each line: it begins a record, continues one, or is outside of all; with the probabilities."""
    chain = segmenter()
    scores = chain.scores([setting.features(n) for n in range(len(setting.lines))])
    declared = [are_papers(setting.note, line.index) is True for line in setting.lines]
    scores[:, chain.labels.index(OUTSIDE)] -= np.where(declared, _DECLARED, lenience)
    chances = chain.chances(scores)
    scores = scores + _agreement(setting, chances)
    return [chain.labels[n] for n in chain.best(scores)], chain.chances(scores)


def _agreement(setting: Setting, chances: Scores) -> Scores:
    """Return what the siblings of each line say for its labels: the logarithm of their mean probability."""
    found = np.zeros_like(chances)
    slots: dict[Slot, list[int]] = defaultdict(list)
    for n, line in enumerate(setting.lines):
        if line.kind in "hipfr":
            slots[(*setting.slot(n), setting.family(n) if line.group and line.level == 1 else None)].append(n)
    for members in slots.values():
        if len(members) >= _LEAST:
            mean = np.log(np.maximum(chances[members].mean(axis=0), _FLOOR))
            found[members] = _AGREEMENT * mean
    return found


def _consistent(setting: Setting, labels: Sequence[str]) -> list[str]:
    """Begin a record where siblings, a front page or the identifier of another paper show one."""
    found = list(labels)
    _begin_credited(setting, found)
    _begin_bold(setting, found)
    _begin_front_pages(setting, found)
    _begin_items(setting, found)
    _begin_identified(setting, found)
    _begin_with_fields(setting, found)
    return found


def _end_at_others(setting: Setting, labels: list[str], papers: Container[int]) -> None:
    """End a record where the note goes on with a paper read already: what is behind that is not about the record."""
    blocks, first, ended = setting.note.blocks, 0, False
    for n, line in enumerate(setting.lines):
        if labels[n] == BEGIN:
            first, ended = line.index, False
        elif labels[n] == INSIDE and n:
            between = range(setting.lines[n - 1].index + 1, line.index)
            other = any(at in papers and blocks[at].kind in _SAYING for at in between)
            above = blocks[line.index].parent
            ended = ended or (other and (above == blocks[first].parent or above in between))
            labels[n] = OUTSIDE if ended else INSIDE


def _begin_with_fields(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item that has inline fields, in a list in which records do: fields are of their line.

    So it is with `[title:: Deep sets] [year:: 2017]`. An item that gives no title describes no paper.
    """
    for numbers in setting.members.values():
        own = [n for n in numbers if setting.lines[n].kind == "i" and _INLINE_FIELD.search(setting.looks[n].text)]
        titled = [n for n in own if any(label.part is Part.TITLE for label in setting.looks[n].labels)]
        for n in own if titled else ():
            labels[n] = BEGIN if n in titled else OUTSIDE
            below = n + 1
            while n not in titled and below < len(labels) and labels[below] == INSIDE:
                labels[below] = OUTSIDE
                below += 1


def _begin_identified(setting: Setting, labels: list[str]) -> None:
    """Begin a record with the line that gives its identifier, right above its labelled title."""
    note = setting.note
    for n, (line, below) in enumerate(pairwise(setting.lines)):
        look, titled = setting.looks[n], setting.looks[n + 1]
        if not look.identifier or titled.identifier or labels[n] == INSIDE or labels[n + 1] != BEGIN:
            continue
        places = (note.blocks[one.index].source(one.start, one.start + 1)[0] for one in (line, below))
        first, second = map(note.line, places)
        if second == first + 1 and any(label.part is Part.TITLE for label in titled.labels[:1]):
            labels[n : n + 2] = [BEGIN, INSIDE]


def _begin_credited(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item of a list in which most are a title and several names: `Title, Jane Roe, Bo Li`.

    So does a heading with a line of names below it.
    """
    for n, (line, below) in enumerate(pairwise(setting.lines)):
        if line.kind == "h" and labels[n] == OUTSIDE and below.kind == "p" and _is_byline(setting.looks[n + 1].text):
            labels[n] = BEGIN
            labels[n + 1] = INSIDE if labels[n + 1] == OUTSIDE else labels[n + 1]
    for numbers in setting.members.values():
        credited = [n for n in numbers if setting.lines[n].kind == "i" and _credits(setting.looks[n])]
        if len(credited) >= max(_LEAST, _MOST * len(numbers)):
            for n in numbers:
                labels[n] = BEGIN if labels[n] == OUTSIDE else labels[n]


def _begin_bold(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each line in bold that names with a year or a venue follow, if several of a note do so."""
    begun = [
        n
        for n, (look, below) in enumerate(pairwise(setting.looks))
        if _FEW <= look.words <= look.bold
        and setting.lines[n].kind in "pP"
        and setting.lines[n + 1].kind in "pP"
        and (below.year or below.venue)
    ]
    credited = sum(setting.looks[n + 1].people > 0 for n in begun)
    for n in begun if credited >= max(_LEAST, _MOST * len(begun)) else ():
        labels[n] = BEGIN
        labels[n + 1] = INSIDE if labels[n + 1] == OUTSIDE else labels[n + 1]


def _begin_front_pages(setting: Setting, labels: list[str]) -> None:
    """Make one record of the first page of a paper, pasted: a title, names below it, later the word `Abstract`."""
    for n, look in enumerate(setting.looks):
        if setting.lines[n].kind not in "pPh" or not ABSTRACT.fullmatch(look.text.strip()):
            continue
        upwards = range(n - 1, max(n - _FRONT_PAGE, 0), -1)
        byline = [m for m in upwards if setting.lines[m].kind in "pP" and _is_byline(setting.looks[m].text)]
        block = setting.lines[byline[-1]].index if byline else 0
        title = [m for m in range(n) if setting.lines[m].index == block - 1 and setting.lines[m].kind in "pPh"]
        if not byline or not 0 < len(title) <= _TITLE_LINES:
            continue
        last = next(
            (m for m in range(n, len(labels)) if setting.lines[m].index > setting.lines[n].index + 1), len(labels)
        )
        labels[title[0]] = BEGIN
        labels[title[0] + 1 : last] = [INSIDE] * (last - title[0] - 1)


def _is_byline(text: str) -> bool:
    """Return whether a line is names of persons, marks and numbers of affiliations behind them."""
    parts = names.byline(text)
    persons = sum(map(names.looks_like_person, parts))
    return len(parts) > 1 and persons >= max(_FEWEST_NAMES, _MOST * len(parts))


def _credits(look: Look) -> bool:
    """Return whether a line is words and, behind a comma each, the names of several persons."""
    first, *rest = look.text.split(", ")
    persons = len(rest) > 1 and all(names.looks_like_person(part) for part in rest)
    return persons and len(first.split()) > 1 and (len(rest) >= _FEW or not names.looks_like_person(first))


def _paper_links(setting: Setting, number: int) -> dict[str, Link]:
    """Return the links of a line whose text names a paper, by the key of the paper."""
    line = setting.lines[number]
    block = setting.note.blocks[line.index]
    named: dict[str, Link] = {}
    for link in links_near(block, line.start, line.end):
        if line.start <= link.start < line.end and link.kind is LinkKind.INLINE:
            shown, address = block.prose[link.start : link.end], read_link(link.target)
            if address.role is Role.PAPER and address.key and len(shown.split()) > 1 and not is_link_label(shown):
                named.setdefault(address.key, link)
    return named


def _several(setting: Setting) -> dict[int, list[Segment]]:
    """Make a record of each paper that a line, or a cell of a table, names among others by a link.

    Returns:
        The records by the number of the line that they stand on.
    """
    links = {n: named for n in range(len(setting.lines)) if (named := _paper_links(setting, n))}
    cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for n in links:
        line = setting.lines[n]
        cells[(line.index, line.level) if line.kind in "rR" else (line.index, line.level, n)].append(n)
    found: dict[int, list[Segment]] = {}
    for numbers in cells.values():
        count = len({key for n in numbers for key in links[n]})
        for n in numbers if count > 1 else ():
            found[n] = [
                Segment((piece,), (look_at(setting.note, piece),), 1.0, (NAMED, piece.index), count)
                for piece in _stretches(setting, n, links[n].values())
            ]
    return found


def _stretches(setting: Setting, number: int, links: Iterable[Link]) -> list[Line]:
    """Cut a line before each of some links; what stands before the first is left out."""
    line = setting.lines[number]
    prose = setting.note.blocks[line.index].prose
    starts = sorted(link.start for link in links)
    ends = [*starts[1:], line.end]
    return [
        replace(line, start=first, end=last)
        for first, last in (align.trim(prose, start, end) for start, end in zip(starts, ends, strict=True))
    ]


def _keys(setting: Setting, number: int) -> dict[str, str]:
    """Return the identifiers of papers on a line by the site that gave them, the first of each."""
    line = setting.lines[number]
    found: dict[str, str] = {}
    for link in links_near(setting.note.blocks[line.index], line.start, line.end):
        if line.start <= link.start < max(line.end, line.start + 1):
            address = read_link(link.target)
            if address.role is Role.PAPER and address.key:
                found.setdefault(address.site, address.key)
    return found


def _is_row_of_another(setting: Setting, number: int, known: Mapping[str, str]) -> bool:
    """Return whether a line begins the row of a table that gives the identifier of another paper."""
    lines, row = setting.lines, setting.lines[number].index
    if lines[number].kind not in "rR" or lines[number - 1].index == row:
        return False
    cells = takewhile(lambda n: lines[n].index == row, range(number, len(lines)))
    keys: dict[str, str] = {}
    for n in cells:
        keys = _keys(setting, n) | keys
    return any(known.get(site, key) != key for site, key in keys.items())


def _has_italics(setting: Setting, number: int) -> bool:
    line = setting.lines[number]
    marks = marks_near(setting.note.blocks[line.index], line.start, line.end)
    return any(mark.kind is MarkKind.EM and line.start < mark.start and mark.end <= line.end for mark in marks)


def _is_reference(look: Look) -> bool:
    """Return whether a line is a whole reference."""
    named = look.initials or look.et_al or look.quoted or look.people > _SOME
    return bool(look.likeness > _REFERENCE and look.year and named and look.words > _FEWEST)


def _has_box(setting: Setting, line: Line) -> bool:
    """Return whether an item has a box to tick: it is a task of its own."""
    block = setting.note.blocks[line.index]
    first = block.source(0, 1)[0] if block.prose else 0
    return bool(_BOX.search(setting.note.text, max(0, first - _BOX_WIDTH), first))


def _names_another(setting: Setting, number: int, first: Line, known: Mapping[str, str]) -> bool:
    """Return whether an item below a paper names another one: by an address of its own, or a quoted title and names."""
    keys, look = _keys(setting, number), setting.looks[number]
    if setting.lines[number].kind != "i" or first.kind not in "pPh":
        return False
    if look.quoted and look.likeness > _SURELY and (look.et_al or look.initials or look.people > 0):
        return True
    return (
        first.kind != "h"
        and bool(known)
        and bool(keys)
        and not keys.items() & known.items()
        and look.title
        and not look.labels
    )


def _begin_items(setting: Setting, labels: list[str]) -> None:
    """Begin a record at an item of another paper than the item before it: another identifier, a second reference."""
    first: Line | None = None
    known: dict[str, str] = {}
    whole = False
    for n, line in enumerate(setting.lines):
        reference = _is_reference(setting.looks[n])
        sure = setting.looks[n].likeness > _SURELY and (not setting.looks[n].told or _has_italics(setting, n))
        if labels[n] == OUTSIDE and reference and line.kind in "ipf" and sure:
            labels[n] = BEGIN
        if labels[n] == OUTSIDE:
            first = None
            continue
        keys = _keys(setting, n)
        beside = first is not None and line.kind == first.kind and line.level == first.level
        other = line.kind in "ir" and any(known.get(site, key) != key for site, key in keys.items())
        task = line.kind == "i" and _has_box(setting, line)
        apart = first is not None and _names_another(setting, n, first, known)
        row = first is not None and first.kind in "rR" and _is_row_of_another(setting, n, known)
        if apart or row or (beside and (other or task or (whole and reference and line.kind in "ipf"))):
            labels[n] = BEGIN
        if labels[n] == BEGIN:
            first, known, whole = line, {}, reference
        for site, key in keys.items():
            known.setdefault(site, key)


def _segments(setting: Setting, labels: Sequence[str], chances: Scores) -> list[Segment]:
    begin = segmenter().labels.index(BEGIN)
    found: list[Segment] = []
    current: list[int] = []

    def close() -> None:
        if current:
            lines = tuple(setting.lines[n] for n in current)
            looks = tuple(setting.looks[n] for n in current)
            family = setting.family(current[0])
            known = setting.siblings.get(family)
            found.append(Segment(lines, looks, float(chances[current[0], begin]), family, known.count if known else 1))
        current.clear()

    several = _several(setting)
    for n, label in enumerate(labels):
        if n in several:
            close()
            found += several[n]
        elif label == BEGIN:
            close()
            current.append(n)
        elif label == INSIDE and current:
            current.append(n)
        else:
            close()
    close()
    return found
