"""Names of a note at all their places: a sure name wherever it is written, a surname as the person of a full name."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from kg.extraction import align, names, shapes
from kg.extraction.citations.people import is_person
from kg.extraction.entries import Page
from kg.extraction.naming.named import PLACED, SURE, Named
from kg.extraction.ranges import Ranges
from kg.model import Kind
from kg.text import name_key

_BESIDE = re.compile(r"\s*(?:[,(]|of|from|at)\s*(?:[\w-]{1,20}[, ]\s*){0,3}")
"""What stands between a person and an organisation that tells where the person belongs to."""
_BY = re.compile(r"\b(?:by|with|and|,)\s+$")
_NEAR = 120
"""Characters around a person in which what tells of the person stands."""
_TOLD = 0.9
"""Confidence of a name that the layout or a title before it says to be a person."""
_LONG = 4
"""Letters from which on a word in small letters says something: short ones are parts of Chinese names, too."""
_RUN = re.compile(r"\b[A-Z][a-z]{3,} $")
_OWNED = re.compile(r"['’]s?\s+")


def whole_names(page: Page, chosen: list[Named], small: AbstractSet[str]) -> list[Named]:
    """Give each person the full name that the note has; leave out what only looks like a name of a person.

    Args:
        page: the note.
        chosen: the names that it has.
        small: the words that it writes in small letters, of which names of persons are seldom made.
    """
    authors = {f.text for entry in page.entries for f in entry.authors}
    alone = {name_key(_unowned(n.text)) for n in chosen if n.kind is Kind.PERSON and " " not in n.text}
    orgs = _Organisations(chosen)
    persons = {(n.block, n.start): n for n in chosen if n.kind is Kind.PERSON}
    full = {name for name in authors if names.looks_like_person(name)}
    for one in chosen:
        if one.kind is Kind.PERSON and names.looks_like_person(_unowned(one.text)):
            prose = page.note.blocks[one.block].prose
            placed = orgs.beside(prose, one)
            told = _BY.search(prose[max(0, one.start - _NEAR) : one.start]) is not None or _is_joined(one, persons)
            named = _is_person(_unowned(one.text), alone) and not _is_inside(prose, one.start, _unowned(one.text))
            seen = (named or placed or told) and not _is_ordinary(_unowned(one.text), small)
            if one.confidence > _TOLD or seen:
                full.add(_unowned(one.text))
    by_part: dict[str, set[str]] = defaultdict(set)
    for name in full:
        for part in (name.split()[-1], name.split()[0]):
            by_part[name_key(part)].add(name)
    kept = [_whole(one, full, by_part) for one in chosen]
    return [one for one in kept if one is not None]


class _Organisations:
    """The organisations of a note in order, to find those that stand near a person."""

    def __init__(self, chosen: Iterable[Named]) -> None:
        orgs = [n for n in chosen if n.kind is Kind.ORG]
        self.by_start = sorted((o.block, o.start) for o in orgs)
        self.by_end = sorted((o.block, o.end) for o in orgs)

    def beside(self, prose: str, one: Named) -> bool:
        """Return whether an organisation stands behind or before a person so that the person belongs to it."""
        behind = _within(self.by_start, one.block, one.end, one.end + _NEAR)
        before = _within(self.by_end, one.block, one.start - _NEAR, one.start)
        return any(_BESIDE.fullmatch(prose, one.end, place) for place in behind) or any(
            _OWNED.fullmatch(prose, place, one.start) for place in before
        )


def _within(places: list[tuple[int, int]], block: int, start: int, end: int) -> Iterator[int]:
    first = bisect_left(places, (block, start))
    return (place for _, place in places[first : bisect_right(places, (block, end), lo=first)])


def _whole(one: Named, full: set[str], by_part: Mapping[str, set[str]]) -> Named | None:
    """Return a name with the full name of the person it stands for; None when it is nobody's."""
    text = _unowned(one.text)
    named = by_part.get(name_key(text), set())
    if one.kind is not Kind.PERSON:
        known = len(named) == 1 and one.rule != "known-name" and " " not in text
        return replace(one, kind=Kind.PERSON, text=min(named)) if known else one
    end = one.end - len(one.text) + len(text)
    if text in full:
        return replace(one, text=text, end=end, confidence=max(one.confidence, 0.85))
    if " " not in text and len(named) == 1:
        return replace(one, text=min(named), end=end)
    return one if " " not in text and one.confidence > _TOLD else None


def _is_joined(one: Named, persons: Mapping[tuple[int, int], Named]) -> bool:
    """Return whether another full name follows in a list of names."""
    for gap in (2, 5, 6, 3):
        other = persons.get((one.block, one.end + gap))
        if other is not None and names.looks_like_person(other.text):
            return True
    return False


def _unowned(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")


def _is_inside(prose: str, start: int, name: str) -> bool:
    """Return whether a name that only its last word speaks for ends a longer run of capitalised words."""
    return not is_person(name) and _RUN.search(prose[max(0, start - 30) : start]) is not None


def _is_ordinary(name: str, small: AbstractSet[str]) -> bool:
    """Return whether the last word of a name is an ordinary one that the note also writes small: `Digital Media`."""
    last = name.rsplit(maxsplit=1)[-1].casefold()
    return len(last) >= _LONG and last in small and not is_person(name)


def _is_person(name: str, alone: set[str]) -> bool:
    """Return whether a full name is one: a part of it is common, or the family name stands elsewhere alone."""
    return is_person(name) or name_key(name.rsplit(maxsplit=1)[-1]) in alone


def spread(page: Page, chosen: list[Named], closed: dict[int, list[tuple[int, int]]]) -> list[Named]:
    """See a sure and distinctive name in every place of the note where it stands as written."""
    sure: dict[str, Named] = {}
    for one in sorted(chosen, key=lambda n: -n.confidence):
        printed = page.note.blocks[one.block].prose[one.start : one.end]
        if one.confidence >= SURE and _is_distinctive(printed, one.kind):
            sure.setdefault(printed, one)
            if one.kind is Kind.PERSON and " " in printed:
                sure.setdefault(printed.split()[-1], one)
    if not sure:
        return chosen
    pattern = re.compile(rf"(?<![\w/@-]){_any_of(sure)}(?=s?(?![\w@]))")
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in chosen:
        places[one.block].append((one.start, one.end))
    more: list[Named] = []
    for index, block in enumerate(page.note.blocks):
        if block.kind not in PLACED:
            continue
        taken = Ranges((*places[index], *closed[index]))
        for match in pattern.finditer(block.prose):
            start, end = match.span()
            if taken.touch(start, end):
                continue
            model = sure[match.group()]
            text = model.text if model.kind is Kind.PERSON else align.one_line(match.group())
            more.append(Named(index, start, end, model.kind, text, model.rule, round(model.confidence * 0.9, 4)))
    return chosen + more


def _any_of(names: Iterable[str]) -> str:
    """Return a pattern of some names that tries the longest first, and what several begin with once for all."""
    tree: dict[str, Any] = {}
    for name in sorted(names):
        node = tree
        for sign in name:
            node = node.setdefault(sign, {})
        node[""] = {}
    return _spelled(tree)


def _spelled(node: Mapping[str, Any]) -> str:
    begun = ""
    while len(node) == 1 and "" not in node:
        [(sign, node)] = node.items()
        begun += re.escape(sign)
    ways = [re.escape(sign) + _spelled(below) for sign, below in node.items() if sign]
    return f"{begun}(?:{'|'.join(ways)}){'?' if '' in node else ''}" if ways else begun


def _is_distinctive(text: str, kind: Kind) -> bool:
    if kind is Kind.TASK:
        return " " in text or "-" in text
    words = shapes.words(text)
    if len(words) > 1:
        return True
    if kind in (Kind.PERSON, Kind.ORG):
        return len(text) > 3
    return len(text) > 1 and any(shapes.is_name_shaped(word) for word in words)
