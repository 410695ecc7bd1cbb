"""Real notes as training material: titles of a catalogue are found in them, and say what the lines and words around are.

What nothing explains has no label: it is left out of the loss and not taught as something else. The folder has `files/`
(the notes of `sources.tsv`), `catalog/` (see `facts.py`) and `labelled/` (references labelled by hand, anystyle's XML).

    python data/training/citations/real.py FOLDER [PART]

reports for each note of a part (`train`, `development`, `aside`) how many works of the catalogue were found in it, how many of its
lines have a label, and in how many of its lists most items are such works.
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree as ET
from zlib import crc32

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
if str(ROOT) not in sys.path:
    sys.path[:0] = [str(ROOT), str(HERE)]

from align import label_between, label_people  # noqa: E402
from facts import Catalogue, Words, Work, words_of  # noqa: E402

from kg import notes  # noqa: E402
from kg.extraction.citations.tokens import Token, shape  # noqa: E402
from kg.extraction.records.lines import BEGIN, INSIDE, OUTSIDE, Line, read_lines  # noqa: E402  # noqa: E402
from kg.extraction.records.reading import cited_lines  # noqa: E402
from kg.extraction.records.record import Record, make_record  # noqa: E402
from kg.extraction.records.segmenter import Segment  # noqa: E402
from kg.extraction.records.tokens import tokens_of  # noqa: E402
from kg.model import BlockKind, Note  # noqa: E402
from kg.settings import Settings  # noqa: E402
from kg.text import name_key  # noqa: E402

TRAIN = "train"
"""The part of the notes that is trained on; others are `development` and `aside`."""
NONE: frozenset[str] = frozenset()
"""The label of what nothing explains: it may be anything."""
Signs = frozenset[str]
_LONGEST = 260
"""Tokens of a record that are learned from."""
_BEFORE, _BEHIND = 2, 3
"""Blocks before and behind the one with a title in which its authors or its year are looked for."""
_TENTH = 10
"""Of how many references labelled by hand one is kept for development."""
_SHORT = 3
"""Letters of a family name that proves something."""
_LIST, _MOST = 5, 0.6
"""Works in a list, and the share of its items that they are, from which on the other items are works, too."""
_APART = 6
"""Tokens between two names of one list of authors, at most."""
_STOPS = frozenset('.,;!?|()[]"”»')
"""Where a subtitle ends that the catalogue does not have."""
_JOINTS = frozenset([*",;&/·、，-–.|", "and", "und", "et", "y", "e", "i", "with", "och", "и"])
"""What stands between two names."""
_NAMED = frozenset(["FB", "F", "GB", "G", "S", "A", "X"])
_BEYOND = frozenset("ORNVKLEPMICY") | {"EB"}
"""Labels of what is neither title nor author."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A title of the catalogue in a note: `note.blocks[block].prose[start:end]`."""

    block: int
    start: int
    end: int
    work: Work


@dataclass(frozen=True)
class Found:
    """A note with the works of the catalogue in it."""

    name: str
    note: Note
    hits: tuple[Hit, ...]
    negative: bool
    """Whether there is no paper in it."""

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the note."""
        return read_lines(self.note)


@dataclass(frozen=True)
class Real:
    """The notes of a folder."""

    folder: Path

    @cached_property
    def catalogue(self) -> Catalogue:
        """The works that are looked for."""
        return Catalogue(self.folder / "catalog").load()

    def notes(self, part: str, *, known: bool = True) -> Iterator[Found]:
        """Yield the notes of a part, or only those that have works of the catalogue in them or are known to have none."""
        with (HERE / "sources.tsv").open(encoding="utf-8", newline="") as rows:
            chosen = [row for row in csv.DictReader(rows, delimiter="\t") if row["part"] == part]
        settings = Settings()
        for row in chosen:
            path = self.folder / "files" / row["file"]
            note = notes.read(path, vault=path.parent, settings=settings).note
            if note is not None:
                hits = tuple(find(note, self.catalogue))
                negative = row["papers"] == "no" and not hits
                if hits or negative or not known:
                    yield Found(row["file"], note, hits, negative)

    def references(self, part: str) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
        """Yield the references of a part that were labelled by hand: their text, and what its stretches are."""
        for name in ("core", "good"):
            tree = ET.parse(self.folder / "labelled" / f"anystyle-{name}.xml")  # noqa: S314
            for sequence in tree.getroot():
                for text, stretches in _reference(sequence):
                    if (crc32(text.encode()) % _TENTH == 0) == (part != TRAIN):
                        yield text, stretches


def _reference(sequence: ET.Element) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    text, stretches = "", []
    for part in sequence:
        words = " ".join((part.text or "").split())
        if words:
            text += " " * bool(text)
            stretches.append((len(text), len(text) + len(words), part.tag))
            text += words
    titles = [tag for _, _, tag in stretches if tag == "title"]
    if len(titles) == 1 and 20 < len(text) < 1200:
        yield text, stretches


_PARTS = {
    "author": _NAMED,
    "title": frozenset("T"),
    "journal": frozenset("V"),
    "container-title": frozenset("V"),
    "publisher": frozenset("P"),
    "collection-title": frozenset("CV"),
    "citation-number": frozenset("OLK"),
    "editor": frozenset(["E", "EB", "O"]),
    "translator": frozenset(["E", "EB", "O"]),
    "director": _NAMED | {"E"},
    "date": frozenset("OYM"),
    "volume": frozenset("O"),
    "pages": frozenset("O"),
    "doi": frozenset("O"),
    "url": frozenset("O"),
    "isbn": frozenset("O"),
    "location": frozenset("OP"),
}
_EDGES = frozenset(".,;:()[]\"“”‘’'«»„—–-/ ")
_LEADING = frozenset(["in", "en", "dans", "dins", "em", "presented", "paper", "at", "to"])


def reference_labels(tokens: Sequence[Token], stretches: Sequence[tuple[int, int, str]]) -> list[Signs]:
    """Return what the tokens of a reference may be that was labelled by hand."""
    labels = [frozenset("O")] * len(tokens)
    years = 0
    for start, end, tag in stretches:
        inside = [n for n, token in enumerate(tokens) if start <= token.start < end]
        signs = _PARTS.get(tag, frozenset("OPVRM"))
        if tag in ("title", "journal", "container-title", "publisher", "author"):
            while inside and tokens[inside[0]].text in _EDGES:
                labels[inside.pop(0)] = frozenset("O")
            while inside and tokens[inside[-1]].text in _EDGES:
                labels[inside.pop()] = frozenset("OAFG") | _NAMED if tag == "author" else frozenset("O")
        if tag in ("journal", "container-title"):
            while len(inside) > 1 and (tokens[inside[0]].text.casefold() in _LEADING or tokens[inside[0]].text == ":"):
                labels[inside.pop(0)] = frozenset("OV")
        for n in inside:
            year = shape(tokens[n].text) == "YEAR"
            if tag in ("journal", "container-title") and any(c.isdigit() for c in tokens[n].text):
                labels[n] = frozenset("VOY")
            elif tag == "date" and year and not years:
                labels[n], years = frozenset("Y"), 1
            else:
                labels[n] = signs
    return labels


def find(note: Note, catalogue: Catalogue) -> Iterator[Hit]:
    """Yield the titles of the catalogue in a note whose authors or year stand near."""
    blocks = [words_of(block.prose) for block in note.blocks]
    for number, words in enumerate(blocks):
        near = blocks[max(0, number - _BEFORE) : number + _BEHIND + 1]
        for first, last, work in catalogue.find(words):
            if _agrees(work, words, first, last, near):
                yield Hit(number, words.places[first][0], words.places[last - 1][1], work)


def _agrees(work: Work, own: Words, first: int, last: int, near: Sequence[Words]) -> bool:
    """Return whether words around a title name an author of the work, or its year."""
    beside = set(own.keys[:first]) | set(own.keys[last:])
    for words in near:
        if words is not own:
            beside.update(words.keys)
    return not beside.isdisjoint(_surnames(work)) or str(work.year) in beside


def line_labels(found: Found) -> list[Signs]:
    """Return what each line of a note may be: where records begin, what belongs to them, what to none."""
    lines, note = found.lines, found.note
    if found.negative:
        return [frozenset([OUTSIDE])] * len(lines)
    labels: list[Signs] = [NONE] * len(lines)
    by_block: dict[int, list[int]] = defaultdict(list)
    for n, line in enumerate(lines):
        by_block[line.index].append(n)
    titled: Counter[int] = Counter(hit.block for hit in found.hits)
    for hit in found.hits:
        own = [n for n in by_block[hit.block] if lines[n].start < hit.end and hit.start < lines[n].end]
        for n in own[1:]:
            labels[n] = frozenset([INSIDE])
        if own and labels[own[0]] is NONE:
            first = lines[own[0]]
            opens = first.kind == "h" or (first.kind in "pi" and not _is_credited(note, hit, range(-_BEFORE, 0)))
            labels[own[0]] = frozenset([BEGIN] if opens else [BEGIN, INSIDE])
        for n in _credits(found, by_block, hit):
            if labels[n] is NONE:
                labels[n] = frozenset([INSIDE])
    for members in _lists(note):
        works = [index for index in members if titled[index] == 1]
        whole = len(works) >= max(2, _MOST * len(members))
        for index in members if whole and len(works) >= _LIST else works if whole else ():
            first, *rest = by_block[index] or [-1]
            if first >= 0:
                labels[first] = frozenset([BEGIN])
            for n in rest:
                labels[n] = frozenset([INSIDE])
        above = members[0] - 1
        if whole and above >= 0 and note.blocks[above].kind is BlockKind.HEADING and not titled[above]:
            for n in by_block[above]:
                labels[n] = frozenset([OUTSIDE])
    return labels


def _is_credited(note: Note, hit: Hit, near: range) -> bool:
    """Return whether a block near the title names an author of the work."""
    blocks = [note.blocks[hit.block + step] for step in near if 0 <= hit.block + step < len(note.blocks)]
    return any(_surnames(hit.work) & set(words_of(block.prose).keys) for block in blocks)


def _credits(found: Found, by_block: dict[int, list[int]], hit: Hit) -> Iterator[int]:
    """Yield the lines behind a title that are of all its authors; a work of one author has none that is sure."""
    surnames = _surnames(hit.work)
    for n in by_block[hit.block] + by_block[hit.block + 1] if len(surnames) > 1 else ():
        line = found.lines[n]
        behind = (line.index, line.start) >= (hit.block, hit.end)
        if behind and surnames <= set(words_of(found.note.blocks[line.index].prose[line.start : line.end]).keys):
            yield n


def _surnames(work: Work) -> set[str]:
    return {name for person in work.people if len(name := name_key(person["family"].split()[-1])) >= _SHORT}


def _lists(note: Note) -> Iterator[list[int]]:
    """Yield the items of each list of one depth, by the numbers of their blocks."""
    lists: dict[tuple[int, int, int | None], list[int]] = defaultdict(list)
    for index, block in enumerate(note.blocks):
        if block.kind is BlockKind.ITEM:
            lists[(block.group, block.level, block.parent)].append(index)
    yield from lists.values()


def records(found: Found, segments: Iterable[Segment]) -> Iterator[tuple[Record, list[Token], list[Signs]]]:
    """Yield the records of a note that have one work of the catalogue in them, with what their tokens may be."""
    for segment in segments:
        record = make_record(found.note, *cited_lines(segment))
        tokens = tokens_of(record)[:_LONGEST]
        if found.negative:
            yield record, tokens, [frozenset("O")] * len(tokens)
            continue
        inside = [(place, hit) for hit in found.hits if (place := _place(record, hit)) is not None]
        if len(inside) == 1 and tokens:
            (start, end), hit = inside[0]
            if end <= tokens[-1].end:
                yield record, tokens, _token_labels(record, tokens, start, end, hit.work)


def _place(record: Record, hit: Hit) -> tuple[int, int] | None:
    """Return where a title stands in the text of a record."""
    places = []
    for number, line in enumerate(record.lines):
        if line.index == hit.block and line.start < hit.end and hit.start < line.end:
            shift = record.starts[number] - line.start
            places.append((max(hit.start, line.start) + shift, min(hit.end, line.end) + shift))
    return (places[0][0], places[-1][1]) if places else None


def _token_labels(record: Record, tokens: Sequence[Token], start: int, end: int, work: Work) -> list[Signs]:
    title = [n for n, token in enumerate(tokens) if start <= token.start < end]
    labels = ["O"] * len(tokens)
    for n in title:
        labels[n] = "T"
    persons = sorted(label_people(work.people, tokens, labels))
    apart = any(later - end > _APART for (_, end), (later, _) in itertools.pairwise(persons))
    if apart:  # names in a remark, too
        persons, labels = [], ["T" if sign == "T" else "O" for sign in labels]
    named = len(persons)
    if persons:
        label_between(tokens, labels, persons[0][0], max(end for _, end in persons))
    odd = [n for n, sign in enumerate(labels) if sign == "A" and tokens[n].text.casefold() not in _JOINTS]
    rest = _BEYOND if named and (named == len(work.people) or "X" in labels) else _BEYOND | _NAMED
    signs = [frozenset([sign]) if sign != "O" else rest for sign in labels]
    depth = 0
    for n in range(odd[0] if odd else 0, odd[-1] + 1 if odd else 0):
        depth += (tokens[n].text in "([（") - (tokens[n].text in ")]）")
        if n in odd or (depth and labels[n] == "A"):  # in brackets an affiliation, else a name that is spelt otherwise
            signs[n] = frozenset("IOA") if depth or tokens[n].text in "()[]（）" else _NAMED | {"I"}
    for first, behind in ((title[-1] + 1, 1), (title[0] - 1, -1)) if title else ():
        n = first
        while 0 <= n < len(tokens) and tokens[first].text == ":" and labels[n] == "O" and tokens[n].text not in _STOPS:
            signs[n] = rest | {"T"}
            n += behind
    years = [n for n, token in enumerate(tokens) if labels[n] == "O" and token.text == str(work.year)]
    if len(years) == 1 and named:
        signs[years[0]] = frozenset("YV")
    if work.venue and not work.venue.startswith("arXiv"):
        _label_venue(tokens, labels, signs, name_key(work.venue))
    return signs


def _label_venue(tokens: Sequence[Token], labels: Sequence[str], signs: list[Signs], venue: str) -> None:
    """Label the words that are the venue of the catalogue, where they are all of it."""
    for first in range(len(tokens)):
        rest, n = venue, first
        while n < len(tokens) and labels[n] == "O" and rest and rest.startswith(name_key(tokens[n].text)):
            rest = rest[len(name_key(tokens[n].text)) :]
            n += 1
        if not rest and n > first and name_key(tokens[first].text):
            signs[first:n] = [frozenset("V")] * (n - first)
            return


def main() -> None:
    """Print the report of a part."""
    folder, part = Path(sys.argv[1]), (*sys.argv[2:], TRAIN)[0]
    print("works", "labelled", "lines", "lists", "note", sep="\t")
    total: Counter[str] = Counter()
    for found in Real(folder).notes(part):
        labels = line_labels(found)
        titled = Counter(hit.block for hit in found.hits)
        lists = sum(
            sum(titled[index] == 1 for index in members) >= max(_LIST, _MOST * len(members))
            for members in _lists(found.note)
        )
        counts = {"works": len(found.hits), "labelled": sum(map(bool, labels)), "lines": len(labels), "lists": lists}
        total.update(counts)
        print(*counts.values(), found.name, sep="\t")
    print(*total.values(), "all", sep="\t")


if __name__ == "__main__":
    main()
