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
from kg.extraction import bold_heads, network, shapes, venues
from kg.extraction.entries import Field, Page
from kg.extraction.naming import Names
from kg.extraction.no_subjects import heads_part
from kg.extraction.outline import Outline, Role, candidate, stands_elsewhere
from kg.model import Block, BlockKind, Kind, Note
from kg.text import form_key
from kg.vocabularies import Labels

FILE = "subjects.csv"
ENOUGH = 0.45
"""Probability from which on a heading names a subject."""
_BARE, _OF_A_PAPER, _A_LIST = 0.7, 0.85, 6
"""The same of a heading over no paper that no list knows, in a note without papers, and in one on a few, where most
headings are parts of what is told of them; and papers of a note that lists them: its empty groups are subjects, too."""
_LISTS = ("topics", "tasks", "methods", "datasets")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Letters of languages that put no spaces between words."""
_ASKS = re.compile(
    r"(?:what|why|how|when|where|which|who|whose|is|are|do|does|can|should|will|did|was)\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SEPARATOR = re.compile(r"[^\W_]\s?[:|]|\s[–—-]\s")
_ADDRESS = re.compile(r"https?:|www\.|\w\.(?:com|org|io|net|pdf|html?)\b", re.IGNORECASE)
_STEM = 6
"""Letters that the forms of a word have in common."""
_MANY = 20
_LONG = {"words.6-8", "words.9"}
_OF_ITEMS = ("papers.2", "known", "beside.known", "beside.papers")
"""Signs that say more of an item than of a heading."""


class Surroundings:
    """What a note says where, as far as its headings ask for it."""

    def __init__(self, page: Page, names: Names) -> None:
        """Index a note with its papers, and what its prose names."""
        note = page.note
        self.note, self.names, self.labels = note, names, page.labels
        self.introducing = frozenset(e.first_block for e in page.entries)
        self.ends = _ends(note)
        """Block -> the first block behind those below it."""
        self.headings: dict[str, list[int]] = defaultdict(list)
        """Form of a heading -> the headings that have it."""
        self.children: dict[int | None, list[int]] = defaultdict(list)
        """Block -> the headings right below it."""
        self.items: dict[int | None, list[int]] = defaultdict(list)
        """Block -> the items right below it that have others below them."""
        self.places: dict[str, list[int]] = defaultdict(list)
        """Stem -> the blocks that are no headings and have it, in order."""
        self.paragraphs: list[int] = []
        for index, block in enumerate(note.blocks):
            if block.kind is BlockKind.HEADING:
                self.headings[_form(block.prose)].append(index)
                self.children[block.parent].append(index)
                continue
            if self.ends[index] > index + 1:
                self.items[block.parent].append(index)
            if block.kind is BlockKind.PARAGRAPH:
                self.paragraphs.append(index)
            for stem in _stems(block.prose):
                self.places[stem].append(index)
        self.titles: dict[str, list[int]] = defaultdict(list)
        """Stem -> the blocks of the papers whose titles have it, in order."""
        for entry in sorted((e for e in page.entries if e.title is not None), key=lambda e: e.anchor.block):
            for stem in set(_stems(entry.title.text if entry.title else "")):
                self.titles[stem].append(entry.anchor.block)
        self.papers = sorted(entry.anchor.block for entry in page.entries if entry.listed)
        self.named = sorted(name.block for name in names.named)
        self.persons = frozenset(
            name.text.casefold() for name in names.named if name.kind is Kind.PERSON and " " in name.text
        )
        self.whole = any(entry.whole for entry in page.entries)
        self.title = frozenset(_stems(note.title))

    def below(self, places: Sequence[int], block: int) -> int:
        """Return how many of some blocks, in order, stand below a block."""
        return bisect_left(places, self.ends[block]) - bisect_left(places, block + 1)


def with_subjects(outline: Outline, around: Surroundings) -> Outline:
    """Return an outline with the subjects that it names; headings that could be topics and name none are sections."""
    roles, named = dict(outline.roles), {}
    for index, role in outline.roles.items():
        place = candidate(outline.note, index, role)
        if place is not None and is_subject(around, place):
            named[index] = place
        elif role is Role.TOPIC:
            roles[index] = Role.SECTION
    return replace(outline, roles=roles, named=named)


def is_subject(around: Surroundings, place: Field) -> bool:
    """Return whether a heading, or an item with others below it, names a subject.

    Over papers, a name of the word lists does, and so does a general one: it names a subject with what stands above it.
    """
    if _is_part(around, place):
        return False
    found = signs(around, place)
    if {"separated", "comma"} <= found.keys() and not _LONG.isdisjoint(found):
        return False  # a title
    general = "section" not in found and place.text.casefold() in _general()
    listed = general or ("known" in found and "section.all" not in found)
    probability = network.probability(found, __package__, FILE)
    if around.below(around.papers, place.block) > 0:
        return listed or probability >= ENOUGH
    if "known" in found or len(around.papers) >= _A_LIST:
        return probability >= ENOUGH
    return probability >= (_OF_A_PAPER if around.papers else _BARE) and ("below" in found or "known.part" in found)


def _is_part(around: Surroundings, place: Field) -> bool:
    """Return whether a name is none of a subject by its form, or that of a page elsewhere that is no paper."""
    note, block = around.note, around.note.blocks[place.block]
    heading = block.kind is BlockKind.HEADING
    if not around.below(around.papers, place.block) and (
        (not heading and stands_elsewhere(note, place.block)) or _leads_away(block, place)
    ):
        return True
    level = (around.children if heading else around.items).get(block.parent, ())
    return heads_part(place.text, (note.blocks[one].prose for one in level if one != place.block))


def _leads_away(block: Block, place: Field) -> bool:
    """Return whether all of a name is a link to a page on the web."""
    return any(
        link.target.startswith("http") and link.start <= place.start and place.end <= link.end for link in block.links
    )


def is_tag(around: Surroundings, place: Field) -> bool:
    """Return whether a tag or a keyword names a subject, and nobody of whom the note tells."""
    return (
        place.text.casefold() not in around.persons
        and network.probability(tag_signs(around, place), __package__, FILE) >= ENOUGH
    )


def signs(around: Surroundings, place: Field) -> dict[str, float]:
    """Return the signs of a heading, or of an item with others below it, for and against its naming a subject."""
    found = {"bias": 1.0, **_of_words(place.text, around.labels)}
    block = around.note.blocks[place.block]
    found |= _of_form(place.text)
    found |= dict(_recurring(around, place))
    found |= dict(_below(around, place.block))
    found |= dict(_beside(around, place.block))
    found |= dict(_named(around, place))
    if block.kind is not BlockKind.HEADING:
        found["item"] = 1.0
        found |= {f"item.{sign}": found.get(sign, 0.0) for sign in _OF_ITEMS}
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
        return {"empty": 1.0}
    section, function = _lists()
    flags = [word in section for word in words]
    known, last = (len(words), True) if text in labels else _known_parts(text)
    return {
        "section": sum(flags) / len(words),
        "section.all": float(all(flag or word in function for flag, word in zip(flags, words, strict=True))),
        "section.first": float(flags[0]),
        "section.last": float(flags[-1]),
        "general": float(lexicons.is_general(text.strip(" :"))),
        "known": float(known == len(words)),
        "known.part": 0.0 if known == len(words) else known / len(words),
        "known.last": float(last),
        "function": sum(word in function for word in words) / len(words),
        "function.first": float(words[0] in function),
    }


def _of_form(text: str) -> dict[str, float]:
    """Return what the form of a name says."""
    words = shapes.words(text)
    letters = [c for c in text if c.isalpha()]
    wide = len(_WIDE.findall(text))
    count = len(words) if not wide else max(len(words), wide // 2)
    form = shapes.form(text)
    return {
        "words.1": float(count == 1),
        "words.2-3": float(2 <= count <= 3),
        "words.6-8": float(6 <= count <= 8),
        "words.9": float(count >= 9),
        "sentence": float(form.sentence),
        "titled": float(form.capitals and count >= 5),
        "small": float(bool(letters) and letters[0].islower()),
        "loud": float(len(words) > 1 and text.isupper()),
        "question": float("?" in text or "？" in text or (count > 2 and _ASKS.match(text) is not None)),
        "separated": float(_SEPARATOR.search(text) is not None),
        "brackets": float("(" in text or "[" in text),
        "quotes": float(any(c in text for c in '"“”„«»「」')),
        "comma": float("," in text),
        "and": float("&" in text or " and " in text or "/" in text),
        "year": float(_YEAR.search(text) is not None),
        "digit": float(any(word.isdigit() for word in words)),
        "gerund": float(len(words) > 1 and words[0].endswith("ing")),
        "address": float(_ADDRESS.search(text) is not None),
        "acronym": float(len(words) == 1 and shapes.is_name_shaped(words[0])),
        "wide": float(wide > 0),
        "venue": float(any(True for _ in venues.find_venues(text))),
    }


def _recurring(around: Surroundings, place: Field) -> Iterator[tuple[str, float]]:
    """Yield how much of a name recurs in what stands below it, and in the rest of the note."""
    content = _content(place.text)
    if not content:
        yield "empty", 1.0
        return
    at = place.block
    below = [around.below(around.places.get(stem, ()), at) for stem in content]
    titles = [around.below(around.titles.get(stem, ()), at) for stem in content]
    papers = around.below(around.papers, at)
    yield "below", sum(count > 0 for count in below) / len(content)
    yield "below.often", sum(count > 2 for count in below) / len(content)
    if papers:
        yield "titles", sum(count > 0 for count in titles) / len(content)
        yield "titles.share", sum(titles) / len(content) / papers
    elsewhere = [len(around.places.get(stem, ())) - count for stem, count in zip(content, below, strict=True)]
    yield "elsewhere", sum(count > 0 for count in elsewhere) / len(content)
    yield "title", sum(stem in around.title for stem in content) / len(content)
    same = around.headings.get(_form(around.note.blocks[at].prose), ())
    yield "repeated", float(len(same) > 1)


def _below(around: Surroundings, at: int) -> Iterator[tuple[str, float]]:
    """Yield what kind of things stand below a heading."""
    papers = around.below(around.papers, at)
    size = around.ends[at] - at - 1
    yield "papers.1", float(papers == 1)
    yield "papers.2", float(papers >= 2)
    yield "papers.many", float(papers >= 6)
    yield "names", float(around.below(around.named, at) > 0)
    yield "bare", float(size == 0)
    if size:
        yield "prose", around.below(around.paragraphs, at) / size
    yield "headings", float(at in around.children)


def _beside(around: Surroundings, at: int) -> Iterator[tuple[str, float]]:
    """Yield what the other headings of the note are."""
    yield "one paper", float(around.whole)
    yield "no papers", float(not around.papers)
    yield "papers in note", float(len(around.papers) > _MANY)
    heading = around.note.blocks[at].kind is BlockKind.HEADING
    level = (around.children if heading else around.items).get(around.note.blocks[at].parent, ())
    siblings = [one for one in level if one != at][:_MANY]
    if siblings:
        words = [_of_words(around.note.blocks[one].prose, around.labels) for one in siblings]
        count = len(siblings)
        yield "beside.section", sum(one.get("section", 0) for one in words) / count
        yield "beside.known", sum(one.get("known", 0) + one.get("known.part", 0) for one in words) / count
        yield "beside.papers", sum(one in around.introducing for one in siblings) / count
        yield "beside.long", sum(len(shapes.words(around.note.blocks[one].prose)) > 6 for one in siblings) / count


def _named(around: Surroundings, place: Field) -> Iterator[tuple[str, float]]:
    """Yield of what kind the names in a heading are."""
    length = max(place.end - place.start, 1)
    for name in around.names.within(place.block, place.start, place.end):
        share = min((name.end - name.start) / length, 1.0)
        if name.kind in (Kind.METHOD, Kind.TASK, Kind.DATASET):
            yield "named", share
        elif name.kind in (Kind.PERSON, Kind.ORG, Kind.VENUE, Kind.EDITION, Kind.PAPER):
            yield f"named.{name.kind.value}", 1.0


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


def _form(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _known_parts(text: str) -> tuple[int, bool]:
    """Return how many words of a name belong to names that the word lists know, and whether the last one does."""
    words = shapes.words(text)[:12]
    if is_known(text) or is_known(" ".join(words)):
        return len(_words(text)), True
    found, at, last = 0, 0, False
    while at < len(words):
        for end in range(min(len(words), at + 5), at, -1):
            if is_known(" ".join(words[at:end])):
                found, at, last = found + end - at, end, True
                break
        else:
            at, last = at + 1, False
    return min(found, len(_words(text))), last


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
def _general() -> frozenset[str]:
    return frozenset(row["heading"].casefold() for row in lexicons.rows("headings") if row["kind"] == "general")


@cache
def _lists() -> tuple[frozenset[str], frozenset[str]]:
    return lexicons.words("section word"), lexicons.words("function word")
