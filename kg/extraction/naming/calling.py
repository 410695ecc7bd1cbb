"""Names that the layout gives: what papers and talks are called by, who speaks, and who is linked to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from kg.extraction import align, gazetteer, logs, shapes
from kg.extraction.citations.people import is_given
from kg.extraction.entries import Entry, Field, Page
from kg.extraction.key_forms import read_key
from kg.extraction.names import looks_like_person
from kg.extraction.naming.named import PLACED, Named
from kg.extraction.naming.no_names import is_name
from kg.extraction.naming.titling import is_called
from kg.extraction.nlp import Found
from kg.model import BlockKind, Kind, LinkKind
from kg.text import name_key

LINKED = "linked-person"

_SMALL = frozenset("of and the a an in on to from is are as at or not can do does be beyond your our their".split())
_LINKED = 0.75


_DATASET = re.compile(
    r"\b(?:benchmarks?|data ?sets?|corpus|corpora|leaderboard|test ?suite|challenge set|testbed|test bed|arena|bench)\b"
    r"(?![ -](?:distillation|pruning|condensation|selection|search|augmentation|bias|shift|inference|curation))",
    re.IGNORECASE,
)
_NAME = r"[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_a-z][^\W\d_]+){0,2}"
_PRESENT = re.compile(
    r"\b(?i:present|attendees|attending|attendance|participants|anwesend|teilnehmende|présents|asistentes)\b"
    rf"(?:, [\w ]{{2,20}})?:\s+(?P<names>{_NAME}(?:(?:,|,? (?:and|und|et|y|&)) {_NAME}){{0,20}})(?=\s*(?:[.;(]|$|\n))"
)
_NAMES = re.compile(_NAME)
_INSIDE = re.compile(r"[^\W\d_]\d*\Z")
"""Before what is only the end of a name; numbers alone are those of posters: `17AlphaFold`."""
_A_PAPER = re.compile(r"(?:^| )(?i:paper|preprint|article|survey|thesis|book|(?:19|20)\d\d[a-z]?)$")
"""How a name ends that people give a paper and not what it introduces: `ODE paper`, `Chen 2018`."""


def called(page: Page, small: AbstractSet[str]) -> Iterable[Named]:
    """Take the short name of a paper, and the name before the colon of its title, for what the paper introduces.

    Args:
        page: the note.
        small: the words that it has in small letters.
    """
    for entry in page.entries:
        for place in (entry.short, _title_name(entry.title)):
            if place is None or place.start >= place.end:
                continue
            kind = Kind.DATASET if _tells_dataset(entry.title, place) else Kind.METHOD
            prose = page.note.blocks[place.block].prose
            if _INSIDE.search(prose, max(0, place.start - 12), place.start) or _names_work(entry, place.text):
                continue
            text = align.one_line(prose[place.start : place.end])
            if shapes.is_short_name(text) and is_name(text, kind) and not _A_PAPER.search(text):
                title = entry.title if place is not entry.short else None
                rest = title.text.partition(text)[2] if title is not None else None
                shown = is_called(text, rest)
                sure = 0.9 if (_is_used(page, place, text, small) if shown is None else shown) else 0.4
                yield Named(place.block, place.start, place.end, kind, text, "short-name", sure)
    for occasion in page.occasions:
        place = _title_name(occasion.title) if occasion.kind == "talk" or not occasion.kind else None
        if place is not None and is_name(place.text, Kind.METHOD):
            yield Named(place.block, place.start, place.end, Kind.METHOD, place.text, "short-name", 0.7)


def _names_work(entry: Entry, text: str) -> bool:
    """Return whether a name is of the work alone: its first author, or the initials of a title that is no name.

    So `Kuhn: The Structure of ...` is by Kuhn, and `AIAYN` is Attention Is All You Need.
    """
    key = name_key(text)
    writers = {name_key(author.text.split()[-1]) for author in entry.authors[:1] if author.text.strip()}
    writers |= {name_key(read_key(entry.citekey.text)[0])} if entry.citekey is not None else set()
    title = entry.title.text if entry.title is not None else ""
    return key in writers - {""} or any(_is_initials(key, part) for part in (title, title.partition(":")[2]))


def _is_initials(key: str, title: str) -> bool:
    """Return whether letters are the initials of a title with small words, whether these count or not.

    >>> _is_initials("aiayn", "Attention Is All You Need"), _is_initials("ddm", "Denoising Diffusion Models")
    (True, False)
    """
    words = [word.casefold() for word in shapes.words(title)]
    small = [word for word in words[1:] if word in _SMALL]
    every = "".join(word[0] for word in words)
    return bool(small) and key in (every, "".join(word[0] for word in words if word not in _SMALL))


def _is_used(page: Page, place: Field, text: str, small: AbstractSet[str]) -> bool:
    """Return whether a note uses words as a name: a word in capitals before a paper, or words inside a sentence."""
    if place in {entry.short for entry in page.entries} and len(shapes.words(text)) == 1 and text[:1].isupper():
        return text.casefold() not in small and f"{text.casefold()}s" not in small
    used = re.compile(rf"[^\W\d_],? {re.escape(text)}(?![\w:])")
    prose = (BlockKind.PARAGRAPH, BlockKind.ITEM)
    others = (block.prose for at, block in enumerate(page.note.blocks) if at != place.block and block.kind in prose)
    return text[:1].isupper() and any(used.search(other) for other in others)


def _title_name(title: Field | None) -> Field | None:
    if title is None or title.end - title.start < len(title.text) - 2:
        return None
    words = shapes.words(title.text)
    whole = len(words) == 1 and shapes.is_name_shaped(words[0])
    place = (0, len(title.text)) if whole else shapes.short_name(title.text)
    if place is None:
        return None
    return Field(title.text[slice(*place)], title.block, title.start + place[0], title.start + place[1])


def _tells_dataset(title: Field | None, name: Field) -> bool:
    """Return whether a name is of a dataset: by itself, or by the title behind it."""
    listed = gazetteer.known(name.text)
    if listed is not None and listed.caution != "broad":
        return listed.kind is Kind.DATASET
    if re.search(r"(?:bench|Bench|QA|Eval|arena|Arena|1[KkMm]|Net-\d)\b|Benchmark|Dataset|\d[MK]$", name.text):
        return True
    rest = (title.text.partition(":")[2] or title.text) if title is not None else ""
    return _DATASET.search(rest) is not None


def speaking(page: Page) -> Iterable[Named]:
    """Take who speaks at the occasions of the note, and where these belong to."""
    for occasion in page.occasions:
        for speaker in occasion.speakers:
            yield _placed(speaker.name, Kind.PERSON, occasion.rule)
            for place in speaker.places:
                yield _placed(place, Kind.ORG, occasion.rule)


def writing(page: Page) -> Iterable[Named]:
    """Take the authors of the papers of meetings: the line also says where they belong to."""
    for entry in page.entries:
        for author in entry.authors:
            if (
                entry.rule == logs.NAME
                and looks_like_person(author.text)
                and page.note.blocks[author.block].kind in PLACED
            ):
                yield _placed(author, Kind.PERSON, entry.rule)


def attending(page: Page) -> Iterable[Named]:
    """Take who was present at a meeting: `Present: Jane, Max and Aisha`."""
    for index, block in enumerate(page.note.blocks):
        for listed in _PRESENT.finditer(block.prose) if block.kind in PLACED else ():
            for name in _NAMES.finditer(block.prose, *listed.span("names")):
                yield _placed(Field(name.group(), index, *name.span()), Kind.PERSON, "attendance")


def linked(page: Page) -> Iterator[tuple[int, Found]]:
    """Find the links whose whole text is a given name and a family name: the block, and the find in it."""
    for index, block in enumerate(page.note.blocks):
        for link in block.links if block.kind in PLACED else ():
            text = align.one_line(block.prose[link.start : link.end])
            if link.kind is LinkKind.INLINE and looks_like_person(text) and is_given(text.split()[0]):
                yield index, Found(Kind.PERSON, link.start, link.end, LINKED, _LINKED)


def _placed(place: Field, kind: Kind, rule: str) -> Named:
    return Named(place.block, place.start, place.end, kind, place.text, rule, 0.95)
