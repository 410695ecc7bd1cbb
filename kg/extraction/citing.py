"""Citations in the text of a note: "(Lind et al., 2017)", "Lind and Roe (2018a)", "[3]", `[[Lind 2017]]`.

What a note describes itself under a label ("[3]", "2018a") is found here; whatever else is cited is left to identity,
which knows what all notes describe. Only what fits a paper becomes a citation, so that words in brackets that look like
one do no harm.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg import untrusted
from kg.extraction import align, linking
from kg.extraction import citation_forms as forms
from kg.extraction.context import Context
from kg.extraction.dates import full_year
from kg.extraction.entries import Entry, Field
from kg.extraction.ranges import Ranges
from kg.model import Block, BlockKind, Kind, Link, LinkKind, MarkKind, Mention, Note, Reference, Span
from kg.text import name_key, note_key

NAME = "citation"
_KEYS = re.compile(
    r"\\[a-zA-Z]{0,10}cite[a-zA-Z]{0,10}\*?\{(?P<cited>[^{}]{2,400})\}|(?<![\w@/.])@\{?(?P<keyed>[^\W_][\w:.#$%&+?<>~/-]{1,80})"
)
_NEAR = 40
"""Characters before a bracket that tell whether what it holds is no citation."""
_NUMBERS = re.compile(r"\d{1,3}(?:\s?[,–-]\s?\d{1,3})*(?![\w%])")
_RAISED = re.compile(r"[⁰¹²³⁴-⁹]{1,3}(?:[,⁻–-][⁰¹²³⁴-⁹]{1,3})*")
_CITING_WORD = re.compile(r"(?:[^\W\d_]{3}|\bal\.)[.,;:)\]\"”’\s]{0,2}\Z")
"""What stands before a raised number that cites; units such as `km` are shorter."""
_INDEXED = re.compile(r"(?<!\w)\w$")
"""A single letter, of which the bracket is an index."""
_RANGE = re.compile(r"(?:\b(?:from|interval|range|within|bounds?)|[∈=])\s*$")
_YEARS = re.compile(rf"(?:{forms.YEAR_TEXT}|['’]\d\d)?[a-k]?(?!\w)")
_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.FOOTNOTE, BlockKind.ROW)


@dataclass(frozen=True, slots=True)
class Citation:
    """Words that cite a paper, and which one: an entry of the note, or what a reference to any note fits."""

    place: Field
    entry: Entry | None = None
    reference: Reference | None = None
    whole: Link | None = None
    """The link that the words are of."""


def paper_of(context: Context, citation: Citation) -> Mention | None:
    """Return the mention of the paper that is cited."""
    if citation.entry is not None:
        return context.subject(citation.entry)
    return citation.reference.mention if citation.reference is not None else None


def find(context: Context) -> Iterator[Citation]:
    """Find the citations in the text of a note, in the order of its blocks."""
    labels = _Labels(context)
    for entry in context.papers:
        if entry.authors and entry.year is not None and entry.title is None and not entry.citekey:
            names = tuple(author.text.split()[-1] for author in entry.authors)
            others = entry.complete is False
            reference = Reference(context.subject(entry), names, others, entry.year.text)
            yield Citation(entry.anchor, reference=reference)
    for index, block in enumerate(context.note.blocks):
        if block.kind not in _TEXT or not block.prose:
            continue
        kept = [found for found in _of_block(context, index, labels) if not labels.describes(found.place)]
        places, taken = set[tuple[int, int]](), Ranges()
        for found in kept:
            place = found.place.start, found.place.end
            if place in places:
                yield found
            elif not taken.touch(*place):
                places.add(place)
                taken.add(*place)
                yield found


def _of_block(context: Context, index: int, labels: _Labels) -> Iterator[Citation]:
    block = context.note.blocks[index]
    yield from _linked(context, index)
    yield from _keyed(context, index, labels)
    yield from _labelled(block, index, labels)
    yield from _dated(context, index, labels)
    for found in forms.CALLED.finditer(block.prose):
        place = align.field(block, index, *found.span("name"))
        behind = forms.UNDATED.match(block.prose, found.end() + 1)
        names = forms.surnames(behind)[0] if behind else ()
        if behind and names:
            yield _pointing(context, place, surnames=names, others=bool(behind["others"]))
        else:
            yield _pointing(context, place, called=found["name"])


def _pointing(context: Context, place: Field, **said: object) -> Citation:
    span = context.span(place)
    mention = Mention(span, Kind.PAPER, place.text, NAME, 0.9)
    return Citation(place, reference=Reference(mention, **said))  # type: ignore[arg-type]


def _keyed(context: Context, index: int, labels: _Labels) -> Iterator[Citation]:
    """Read the keys that text cites by, each time: those of Pandoc and LaTeX, and links to notes named by them."""
    block = context.note.blocks[index]
    for link in block.links:
        entry = labels.keys.get(link.target.removeprefix("@").removesuffix(".md")) if "@" in link.target else None
        if entry is not None and link.kind is LinkKind.WIKI:
            yield Citation(Field(link.target, index, link.start, link.end), entry, whole=link)
    for found in _KEYS.finditer(block.prose) if labels.keys else ():
        inner = found["cited"] or found["keyed"]
        start = found.start("cited") if found["cited"] else found.start("keyed")
        for part in re.finditer(r"[^\s,{}]+", inner):
            entry = labels.keys.get(part.group().rstrip(".:;"))
            if entry is not None:
                yield Citation(Field(part.group(), index, start + part.start(), start + part.end()), entry)


def _linked(context: Context, index: int) -> Iterator[Citation]:
    """Read the links to notes: a note that is about a paper is cited by a link."""
    block = context.note.blocks[index]
    for link in block.links:
        called = linking.note_target(context.note, link)
        if called:
            place = Field(block.prose[link.start : link.end] or called, index, link.start, link.end)
            span = Span(context.note.id, link.source_start, link.source_end)
            mention = Mention(span, Kind.PAPER, place.text, NAME, 0.9)
            yield Citation(place, reference=Reference(mention, note=note_key(called)))


def _labelled(block: Block, index: int, labels: _Labels) -> Iterator[Citation]:
    """Read "[3]", "[1, 4]", "[2-5]" and "[VSP+17]" where the note has references with all of these labels."""
    for link in block.links:
        entry = labels.footnotes.get(link.target) if link.kind is LinkKind.FOOTNOTE else None
        if entry is not None:
            yield Citation(Field(link.target, index, link.start, link.end), entry)
    prose = block.prose
    code = Ranges((mark.start, mark.end) for mark in block.marks if mark.kind in (MarkKind.CODE, MarkKind.MATH))
    for pattern in (forms.NUMBERS, forms.ALPHA) if labels.own else ():
        for found in pattern.finditer(prose):
            start = found.start("inner")
            near = max(0, found.start() - _NEAR), found.start()
            pair = re.fullmatch(r"\d+, ?\d+", found["inner"]) and _RANGE.search(prose, *near)
            if pair or code.touch(start, start + 1) or _INDEXED.search(prose, *near):
                continue
            yield from _known(index, _each(found["inner"], start), labels)
    if labels.own:
        for start, text in _raised(block):
            yield from _known(index, _each(text, start), labels)


def _known(index: int, parts: Iterable[tuple[str, int, int]], labels: _Labels) -> Iterator[Citation]:
    """Yield the citations of several labels with their places, if the note has references with all of them."""
    found = [*parts]
    if all(label in labels.own for label, _, _ in found):
        yield from (Citation(Field(label, index, start, end), labels.own[label]) for label, start, end in found)


def _raised(block: Block) -> Iterator[tuple[int, str]]:
    """Yield the raised numbers behind words, with where they begin: `as shown<sup>3</sup>`, `as shown.³`."""
    numbers = [mark.start for mark in block.marks if mark.kind is MarkKind.RAISED]
    for start in numbers:
        found = _NUMBERS.match(block.prose, start)
        if found is not None and _CITING_WORD.search(block.prose, max(0, start - _NEAR), start):
            yield start, found.group()
    for found in _RAISED.finditer(block.prose):
        if _CITING_WORD.search(block.prose, max(0, found.start() - _NEAR), found.start()):
            yield found.start(), unicodedata.normalize("NFKC", found.group()).replace("−", "-")


def _each(inner: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield the labels in brackets with their places; those of a range share the place of the range."""
    inner = forms.LOCATOR.sub(lambda found: ";".ljust(len(found.group())), inner)
    for part in re.finditer(r"[^,;\s][^,;]*", inner):
        ends = re.fullmatch(r"(\d+)\]?\s?[–-]\s?\[?(\d+)\s*", part.group())
        place = start + part.start(), start + part.start() + len(part.group().rstrip())
        if ends and 0 < untrusted.integer(ends[2]) - untrusted.integer(ends[1]) < 50:
            yield from (
                (str(number), *place) for number in range(untrusted.integer(ends[1]), untrusted.integer(ends[2]) + 1)
            )
        else:
            yield (part.group().strip(), *place)


def _dated(context: Context, index: int, labels: _Labels) -> Iterator[Citation]:
    """Read authors and years, in brackets or with the year alone in them."""
    block = context.note.blocks[index]
    prose = block.prose
    if "al" not in prose and not any(map(str.isdigit, prose)):
        return
    for found in forms.dated(prose):
        title = forms.title_behind(prose, found)
        if not title or name_key(title) in labels.titles:  # else another paper of the same authors and year is meant
            yield from _of_years(context, index, found, labels)
    for found in forms.UNDATED.finditer(prose):
        names, start = forms.surnames(found)
        if found["others"] and names:
            place = align.field(block, index, start, found.end("others"))
            yield _pointing(context, place, surnames=names, others=True)


def _of_years(context: Context, index: int, found: re.Match[str], labels: _Labels) -> Iterator[Citation]:
    """Yield a citation for each of the years behind some names."""
    block = context.note.blocks[index]
    names, start = forms.named_in(found)
    if not names:
        return
    year = ""
    base = found.start("years")
    for part in _YEARS.finditer(found["years"]):
        dated = forms.YEAR.fullmatch(part.group())
        if not part.group() or dated is None or not (dated[1] or (year and dated[2])):
            continue
        year = (dated[1] if dated[1].isdigit() else full_year(dated[1][1:])) if dated[1] else year
        first = start if part.start() == 0 else base + part.start()
        place = align.field(block, index, first, base + part.end())
        letter = dated[2] or ""
        entry = labels.lettered(names, year + letter) if letter else None
        if entry is not None:
            yield Citation(place, entry)
        elif not letter or not labels.letters(names, year):
            yield _pointing(context, place, surnames=names, others=bool(found["others"]), year=year)


class _Labels:
    """The references of a note by what its text calls them."""

    def __init__(self, context: Context) -> None:
        note = context.note
        self.own: dict[str, Entry] = {}
        self.keys = {entry.citekey.text: entry for entry in reversed(context.papers) if entry.citekey is not None}
        self.footnotes: dict[str, Entry] = {}
        self.titles = {name_key(entry.title.text) for entry in context.papers if entry.title is not None}
        self._dated: dict[str, list[tuple[Entry, str]]] = defaultdict(list)
        places: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for entry in context.papers:
            if not entry.listed:
                continue
            for field in (*entry.authors, entry.year, entry.title):
                if field is not None and entry.citekey is None:
                    places[field.block].append((field.start, field.end))
            at = entry.first_block
            for label, place in _labels_of(note, at, entry.anchor):
                self.own.setdefault(label, entry)
                places[at].append(place)
            if note.blocks[at].kind is BlockKind.FOOTNOTE:
                self.footnotes.setdefault(note.blocks[at].info, entry)
            self._date(note, entry)
        self._places = {block: Ranges(some) for block, some in places.items()}

    def _date(self, note: Note, entry: Entry) -> None:
        if entry.year is None or not entry.authors:
            return
        behind = note.blocks[entry.year.block].prose[entry.year.end : entry.year.end + 2]
        letter = behind[:1] if re.match(r"[a-z](?!\w)", behind) else ""
        for part in _parts(entry.authors[0].text):
            self._dated[f"{part} {entry.year.text}"].append((entry, letter))

    def describes(self, place: Field) -> bool:
        """Return whether a place lies in the description of a paper itself."""
        return place.block in self._places and self._places[place.block].touch(place.start, place.end)

    def lettered(self, names: Sequence[str], year: str) -> Entry | None:
        """Return the reference of a first author and a year with a letter: 2018a."""
        fitting = [e for e, letter in self._of(names, year[:4]) if letter == year[4:]]
        return fitting[0] if len(fitting) == 1 else None

    def letters(self, names: Sequence[str], year: str) -> bool:
        """Return whether the references of a first author and a year are told apart by letters."""
        return any(letter for _, letter in self._of(names, year))

    def _of(self, names: Sequence[str], year: str) -> Sequence[tuple[Entry, str]]:
        return self._dated.get(f"{_parts(names[0])[-1]} {year}", ())


def _parts(name: str) -> list[str]:
    """Return the words of a name by which it is compared."""
    return [key for part in name.replace("-", " ").split() if (key := name_key(part))] or [""]


def _labels_of(note: Note, index: int, anchor: Field) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the label that stands before a reference, on its line with its place, or the number of its item."""
    block = note.blocks[index]
    line = block.prose.rfind("\n", 0, anchor.start if anchor.block == index else 0) + 1
    found = forms.LABEL.match(block.prose, line)
    if found:
        yield found["label"] or found["number"], found.span()
    elif block.ordered and block.kind is BlockKind.ITEM and block.prose:
        start = block.source(0, 1)[0]
        before = note.text[max(0, note.text.rfind("\n", 0, start)) : start]
        number = re.search(r"(\d{1,4})[.)]\s*$", before)
        if number:
            yield number[1], (0, 0)
