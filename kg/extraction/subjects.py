"""Whether what heads a part of a note, or tags it, names a subject: by its form, its words, and what stands around it.

A subject is what one would look up in an index; what is none heads a *section*. The signs are weighed by a logistic
regression, whose weights in `subjects.csv` are made by `data/training/prose/train_subjects.py` from judged headings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from kg import lexicons
from kg.extraction import bold_heads, network, shapes
from kg.extraction.entries import Field, Page
from kg.extraction.naming import Names
from kg.extraction.no_subjects import heads_part
from kg.extraction.outline import Outline, Role, candidate
from kg.model import BlockKind, Kind, Note
from kg.text import form_key
from kg.vocabularies import Labels

ALONE, FILE = "subjects_alone.csv", "subjects.csv"
"""The weights of what a heading shows by itself, and those of that and of how probable the others of the note are."""
ENOUGH, OVER_PAPERS, PLAIN, OF_TAG = 0.6, 0.4, 0.15, 0.45
"""Probability from which on a heading names a subject, with a precision of 0.9; one over papers; one of those that has
no sign against it; and a tag."""
_AGAINST = frozenset(
    "section function general sentence digit gerund part separated words.9 named.person linked item".split()
)
_LISTS = ("topics", "tasks", "methods", "datasets")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Letters of languages that put no spaces between words."""
_SEPARATOR = re.compile(r"[^\W_]\s?[:|]|\s[–—-]\s")
_STEM = 6
"""Letters that the forms of a word have in common."""
_FEW, _NEAR, _NEXT = 6, 10, 2
"""Papers of a note that lists them; how many before a heading, and behind it, it is compared with; the nearest."""


class Surroundings:
    """What a note says where, as far as its headings ask for it."""

    def __init__(self, page: Page, names: Names) -> None:
        """Index a note with its papers, and what its prose names."""
        note = page.note
        self.note, self.names, self.labels = note, names, page.labels
        self.ends = _ends(note)
        """Block -> the first block behind those below it."""
        papers = {entry.first_block for entry in page.entries}
        self.headings = [
            index for index, block in enumerate(note.blocks) if block.kind is BlockKind.HEADING and index not in papers
        ]
        self.levels: dict[tuple[int | None, bool], list[int]] = defaultdict(list)
        """Block, and whether headings are asked for -> those right below it, or other blocks that have some below."""
        self.places: dict[str, list[int]] = defaultdict(list)
        """Stem -> the blocks that are no headings and have it, in order."""
        for index, block in enumerate(note.blocks):
            heading = block.kind is BlockKind.HEADING
            if index not in papers and (heading or self.ends[index] > index + 1):
                self.levels[block.parent, heading].append(index)
            for stem in () if heading else _stems(block.prose):
                self.places[stem].append(index)
        self.titles: dict[str, list[int]] = defaultdict(list)
        """Stem -> the blocks of the papers whose titles have it, in order."""
        for entry in sorted((e for e in page.entries if e.title is not None), key=lambda e: e.anchor.block):
            for stem in set(_stems(entry.title.text if entry.title else "")):
                self.titles[stem].append(entry.anchor.block)
        self.papers = sorted(entry.anchor.block for entry in page.entries if entry.listed)
        self.persons = frozenset(
            name.text.casefold() for name in names.named if name.kind is Kind.PERSON and " " in name.text
        )
        self.title = frozenset(_stems(note.title))

    def below(self, places: Sequence[int], block: int) -> int:
        """Return how many of some blocks, in order, stand below a block."""
        return bisect_left(places, self.ends[block]) - bisect_left(places, block + 1)

    def beside(self, block: int) -> list[int]:
        """Return the headings around a heading, or the items around an item, that stand below the same."""
        one = self.note.blocks[block]
        level = self.levels.get((one.parent, one.kind is BlockKind.HEADING), [])
        at = bisect_left(level, block)
        return level[max(at - _NEAR, 0) : at] + level[at + 1 : at + 1 + _NEAR]


def with_subjects(outline: Outline, around: Surroundings) -> Outline:
    """Return an outline with the subjects that it names; headings that could be topics and name none are sections."""
    places = candidates(outline, around)
    named = {at: places[at] for at, found in signs(around, places).items() if _is_subject(found)}
    roles = {at: Role.SECTION if role is Role.TOPIC and at not in named else role for at, role in outline.roles.items()}
    return replace(outline, roles=roles, named=named)


def _is_subject(found: Mapping[str, float]) -> bool:
    """Return whether signs are those of a subject.

    Over papers, a name of the word lists does, and so does a general one: it names a subject with what stands above it.
    """
    if "papers" in found and ("known" in found or ("general" in found and "section" not in found)):
        return True
    over = OVER_PAPERS if found.keys() & _AGAINST else PLAIN
    return network.probability(found, __package__, FILE) >= (over if "papers" in found else ENOUGH)


def candidates(outline: Outline, around: Surroundings) -> dict[int, Field]:
    """Return what may name a subject, by block: no link to a page on the web, unless papers stand below."""
    found = {}
    for at, role in outline.roles.items():
        place = candidate(outline.note, at, role)
        if place is not None and (around.below(around.papers, at) or not _is_linked(around, place, "http")):
            found[at] = place
    return found


def _is_linked(around: Surroundings, place: Field, scheme: str = "") -> bool:
    """Return whether all of a name is a link to an address that begins in some way."""
    links = around.note.blocks[place.block].links
    return any(one.target.startswith(scheme) and one.start <= place.start and place.end <= one.end for one in links)


def is_tag(around: Surroundings, place: Field) -> bool:
    """Return whether a tag or a keyword names a subject, and nobody of whom the note tells."""
    return (
        place.text.casefold() not in around.persons
        and network.probability(tag_signs(around, place), __package__, FILE) >= OF_TAG
    )


def signs(around: Surroundings, places: Mapping[int, Field]) -> dict[int, dict[str, float]]:
    """Return the signs of headings, and of items with others below them, for and against their naming a subject.

    Where most headings of a note are subjects, or the two nearest are, one more is.
    """
    found = {at: alone(around, place) for at, place in places.items()}
    likely = {at: network.probability(own, __package__, ALONE) for at, own in found.items()}
    total = sum(likely.get(at, 0.0) for at in around.headings)
    for at, own in found.items():
        nearest = [at, *sorted(around.beside(at), key=lambda one: abs(one - at))[:_NEXT]]
        own["nearest"] = sum(likely.get(one, 0.0) for one in nearest) / len(nearest)
        heading = around.note.blocks[at].kind is BlockKind.HEADING
        own["others"] = (total + (not heading) * likely[at]) / (len(around.headings) + (not heading))
    return found


def alone(around: Surroundings, place: Field) -> dict[str, float]:
    """Return the signs that a heading has by itself, by its words, and by what stands below and beside it."""
    block = around.note.blocks[place.block]
    beside = [around.note.blocks[one].prose for one in around.beside(place.block)]
    found = {"bias": 1.0, **_of_words(place.text, around.labels), **_of_form(place.text)}
    for some in (_below(around, place), _beside(around, beside), _named(around, place)):
        found.update(some)
    found["item"] = float(block.kind is not BlockKind.HEADING)
    found["part"] = float(heads_part(place.text, beside))
    found["linked"] = float(_is_linked(around, place))
    return {sign: value for sign, value in found.items() if value}


def tag_signs(around: Surroundings, place: Field) -> dict[str, float]:
    """Return the signs of a tag or a keyword for and against its naming a subject."""
    words = _of_words(place.text, around.labels)
    found = {"tag": 1.0, **{f"tag.{sign}": value for sign, value in words.items()}}
    found["tag.digit"] = float(any(c.isdigit() for c in place.text))
    found["tag.long"] = float(len(_words(place.text)) > 3)
    content = _content(place.text)
    if content:
        found["tag.recurs"] = sum(stem in around.places or stem in around.titles for stem in content) / len(content)
        found["tag.title"] = sum(stem in around.title for stem in content) / len(content)
    return {sign: value for sign, value in found.items() if value}


@lru_cache(maxsize=4096)
def _of_words(text: str, labels: Labels) -> Mapping[str, float]:
    """Return what the word lists say of a name and of its words; a label of a vocabulary is a known name, too."""
    words = _words(text)
    if not words:
        return {}
    section, function = _lists()
    known = len(words) if text in labels else _known_parts(text)
    return {
        "section": sum(word in section for word in words) / len(words),
        "section.first": float(words[0] in section),
        "general": float(lexicons.is_general(text.strip(" :"))),
        "known": float(known == len(words)),
        "known.part": 0.0 if known == len(words) else known / len(words),
        "function": sum(word in function for word in words) / len(words),
        "function.first": float(words[0] in function),
    }


def _of_form(text: str) -> dict[str, float]:
    """Return what the form of a name says."""
    words = shapes.words(text)
    count = max(len(words), len(_WIDE.findall(text)) // 2)
    return {
        "words.2-3": float(2 <= count <= 3),
        "words.9": float(count >= 9),
        "sentence": float(shapes.form(text).sentence),
        "separated": float(_SEPARATOR.search(text) is not None),
        "and": float("&" in text or " and " in text or "/" in text),
        "digit": float(any(word.isdigit() for word in words)),
        "gerund": float(len(words) > 1 and words[0].endswith("ing")),
        "acronym": float(len(words) == 1 and shapes.is_name_shaped(words[0])),
    }


def _below(around: Surroundings, place: Field) -> Iterator[tuple[str, float]]:
    """Yield what stands below a heading, and how much of it recurs there, and in the title of the note."""
    at, content = place.block, _content(place.text)
    papers = around.below(around.papers, at)
    yield "papers", float(papers > 0)
    yield "few papers", float(not papers and 0 < len(around.papers) < _FEW)
    yield "headings", float((at, True) in around.levels)
    if content:
        yield "below", float(all(around.below(around.places.get(stem, ()), at) for stem in content))
        titles = [around.below(around.titles.get(stem, ()), at) for stem in content]
        yield "titles", sum(count > 0 for count in titles) / len(content)
        yield "title", sum(stem in around.title for stem in content) / len(content)


def _beside(around: Surroundings, beside: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield what the other headings of the note are."""
    yield "no papers", float(not around.papers)
    if beside:
        words = [_of_words(one, around.labels) for one in beside]
        yield "beside.section", sum(one.get("section", 0) for one in words) / len(beside)
        yield "beside.known", sum(one.get("known", 0) + one.get("known.part", 0) for one in words) / len(beside)
        yield "beside.long", sum(len(shapes.words(one)) > 6 for one in beside) / len(beside)


def _named(around: Surroundings, place: Field) -> Iterator[tuple[str, float]]:
    """Yield of what kind the names in a heading are."""
    length = max(place.end - place.start, 1)
    for name in around.names.within(place.block, place.start, place.end):
        if name.kind in (Kind.METHOD, Kind.TASK, Kind.DATASET):
            yield "named", min((name.end - name.start) / length, 1.0)
        elif name.kind is Kind.PERSON:
            yield "named.person", 1.0


def _ends(note: Note) -> list[int]:
    ends = [index + 1 for index in range(len(note.blocks))]
    for index in range(len(note.blocks) - 1, -1, -1):
        parent = note.blocks[index].parent
        if parent is not None:
            ends[parent] = max(ends[parent], ends[index])
    for index, below in bold_heads.find(note).items():
        ends[index] = below.stop
    return ends


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_split(text.casefold()))


def _split(text: str) -> Iterator[str]:
    """Yield the words of a text; where words have no spaces between them, each pair of letters."""
    for word in _WORD.findall(text):
        if _WIDE.search(word) and len(word) > 2:
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        else:
            yield word


def _stems(text: str) -> set[str]:
    words = _split(text.casefold()) if _WIDE.search(text) else _WORD.findall(text.casefold())
    return {word[:_STEM].removesuffix("s") for word in words}


@lru_cache(maxsize=4096)
def _content(text: str) -> tuple[str, ...]:
    """Return the stems of the words that say what a name is about."""
    section, function = _lists()
    words = [word for word in _words(text) if word not in function and word not in section and len(word) > 1]
    return tuple(dict.fromkeys(word[:_STEM].removesuffix("s") for word in words if not word.isdigit()))


def _known_parts(text: str) -> int:
    """Return how many words of a name belong to names that the word lists know."""
    words = shapes.words(text)[:12]
    if is_known(text) or is_known(" ".join(words)):
        return len(_words(text))
    found = at = 0
    while at < len(words):
        ends = range(min(len(words), at + 5), at, -1)
        end = next((end for end in ends if is_known(" ".join(words[at:end]))), None)
        found, at = (found + end - at, end) if end is not None else (found, at + 1)
    return min(found, len(_words(text)))


def is_known(name: str) -> bool:
    """Return whether the word lists have a name."""
    return len(name) > 1 and form_key(name).removeprefix("=").casefold() in _names()


@cache
def _names() -> frozenset[str]:
    """Return the forms of all names of the word lists, in small letters."""
    found = set[str]()
    for one in _LISTS:
        for row in lexicons.rows(one):
            if not row.get("caution"):
                found.update(form_key(name) for name in lexicons.forms(row))
    return frozenset(name.removeprefix("=").casefold() for name in found)


@cache
def _lists() -> tuple[frozenset[str], frozenset[str]]:
    return lexicons.words("section word"), lexicons.words("function word")
