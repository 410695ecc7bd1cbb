"""Where the quotes of a note stand in its text as it is now: at their places, elsewhere, in other words, or nowhere."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

from kg.publishing.verifying.rewording import likeness, nearest

TELLING = 12
"""A quote of this many characters is told by its words alone; a shorter one, by what stands around it, too."""
ALIKE = 0.6
"""How alike a quote and what stands at its place are, for the quote to be changed rather than gone."""
_AROUND = 80
"""Characters before and behind the place of a quote in which other words for it are looked for."""
_START = re.compile(r"(?<!\w)\S")


class Passage(NamedTuple):
    """A quote and its place: code points of the note as it was read."""

    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where passages are now."""

    exact: Mapping[Passage, int]
    """Where the same words begin."""
    reworded: Mapping[Passage, tuple[int, int]]
    """Where words stand that are nearly the same: start and end."""
    stray: Mapping[Passage, int]
    """Where the same words begin of short quotes that do not stand near their surroundings."""


def relocate(text: str, passages: Iterable[Passage]) -> Places:
    """Find passages in a text; those missing from the result are gone.

    Long quotes are found by their words. If words occur several times, the nearest to where the surrounding text has
    moved is taken, and each place is used for one quote only.
    """
    ordered = sorted(passages)
    found = {one: one.start for one in ordered if text.startswith(one.quote, one.start)}
    if len(found) == len(ordered):
        return Places(found, {}, {})
    _follow(text, ordered, found, _Shifts(_anchors(text, ordered)))
    shifts = _Shifts(sorted((one.start, at - one.start) for one, at in found.items()))
    _follow(text, ordered, found, shifts)
    _search(text, [one for one in ordered if one not in found and len(one.quote) >= TELLING], found, shifts)
    around = _Around(found)
    reworded = {
        one: place for one in ordered if one not in found for place in [_reworded(text, one, around, shifts)] if place
    }
    wider = dict(found)
    _search(text, [one for one in ordered if one not in found and one not in reworded], wider, shifts)
    return Places(found, reworded, {one: at for one, at in wider.items() if one not in found})


class _Shifts:
    """How far the text has moved, at places where that is known."""

    def __init__(self, known: Sequence[tuple[int, int]]) -> None:
        self._known = known

    def places(self, start: int) -> list[int]:
        """Return where a place of old may be now, as far moved as the next one that is known before and behind it."""
        after = bisect_left(self._known, (start + 1,))
        near = self._known[max(after - 1, 0) : after + 1]
        return [max(start + moved, 0) for _, moved in near] or [start]


def _anchors(text: str, passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """Return the long quotes that stand once in a note and stand once in it now: old place, how far it moved."""
    times = Counter(one.quote for one in passages)
    anchors: list[tuple[int, int]] = []
    for one in passages:
        if len(one.quote) >= TELLING and times[one.quote] == 1:
            at = text.find(one.quote)
            if at >= 0 and text.find(one.quote, at + 1) < 0:
                anchors.append((one.start, at - one.start))
    return anchors


def _follow(text: str, passages: Iterable[Passage], found: dict[Passage, int], shifts: _Shifts) -> None:
    """Find the passages that moved exactly as far as the text next to them."""
    for one in passages:
        if one not in found:
            at = next((at for at in shifts.places(one.start) if text.startswith(one.quote, at)), -1)
            if at >= 0:
                found[one] = at


def _search(text: str, passages: Iterable[Passage], found: dict[Passage, int], shifts: _Shifts) -> None:
    """Find passages anywhere in the text where no other passage of the same words is."""
    wanted: dict[str, list[Passage]] = defaultdict(list)
    for one in passages:
        wanted[one.quote].append(one)
    taken: dict[str, set[int]] = defaultdict(set)
    for one, at in found.items():
        if one.quote in wanted:
            taken[one.quote].add(at)
    for quote, some in wanted.items():
        free = [at for at in _occurrences(text, quote) if at not in taken[quote]]
        for one in some:
            if not free:
                break
            near = shifts.places(one.start)[0]
            found[one] = min(free, key=lambda at, near=near: (abs(at - near), at))  # type: ignore[misc]
            free.remove(found[one])


def _occurrences(text: str, quote: str) -> Iterator[int]:
    """Yield where a quote stands, and not as a part of longer words."""
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        glued = (at > 0 and quote[0].isalnum() and text[at - 1].isalnum()) or (
            end < len(text) and quote[-1].isalnum() and text[end].isalnum()
        )
        if not glued:
            yield at
        at = text.find(quote, at + 1)


class _Around:
    """The passages that were found, by where they stood, so that those next to a place are known."""

    def __init__(self, found: Mapping[Passage, int]) -> None:
        self._ends = sorted((one.end, at + one.end - one.start) for one, at in found.items())
        self._starts = sorted((one.start, at) for one, at in found.items())

    def before(self, start: int) -> tuple[int, int]:
        """Return the end, old and new, of the last passage that ends before a place; (0, 0) when there is none."""
        at = bisect_right(self._ends, (start, 1 << 62))
        return self._ends[at - 1] if at else (0, 0)

    def behind(self, end: int) -> tuple[int, int] | None:
        """Return the start, old and new, of the first passage that begins behind a place."""
        at = bisect_left(self._starts, (end,))
        return self._starts[at] if at < len(self._starts) else None


def _reworded(text: str, one: Passage, around: _Around, shifts: _Shifts) -> tuple[int, int] | None:
    """Find what stands in the place of a passage, if it is nearly the same.

    When nothing but the quote changed, its new text is what is left between the text before it and the text behind it.
    """
    (old_end, low), behind = around.before(one.start), around.behind(one.end)
    start = low + one.start - old_end
    high = behind[1] if behind and behind[1] >= low else len(text)
    likely: list[tuple[int, int]] = []
    if behind and low <= start < (end := behind[1] - behind[0] + one.end) <= high:
        likely.append((start, end))
    length = len(one.quote)
    for place in (start, *shifts.places(one.start)):
        first = max(low, place - _AROUND - length // 2)
        last = min(high, place + _AROUND + length + length // 2)
        here, there = nearest(one.quote, text[first:last]) if first < last else (0, 0)
        likely.append((first + here, first + there))
    likely.append(_whole(text, start, min(start + length, high)))
    sensible = [(a, b) for a, b in dict.fromkeys(likely) if 0 < b - a <= 3 * length + TELLING]
    scored = [(likeness(one.quote, text[a:b]), -(b - a), -a, (a, b)) for a, b in sensible]
    best = max(scored, default=None)
    return best[-1] if best and ALIKE <= best[0] < 1 else None


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a range to whole words."""
    if start >= end:
        return start, start
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Texts in which to look for quotes that are gone from their own notes."""

    texts: Mapping[str, str]
    """By note."""
    taken: Mapping[str, AbstractSet[tuple[int, str]]] = field(default_factory=dict)
    """Of each, where quotes of its own begin, and these."""

    def find(self, lost: Mapping[str, Sequence[Passage]]) -> dict[str, dict[Passage, tuple[str, int]]]:
        """Find what is lost: by note and passage, the other note and where it begins there.

        Each text is searched once. Long quotes are found by their words; short ones, which occur anywhere, only
        beside long ones that moved to the same text.
        """
        keys: dict[str, set[tuple[str, Passage]]] = defaultdict(set)
        for note, passages in lost.items():
            for one in passages:
                if len(one.quote) >= TELLING:
                    keys[one.quote[:TELLING]].add((note, one))
        found: dict[str, dict[Passage, tuple[str, int]]] = defaultdict(dict)
        for other, text in sorted(self.texts.items()) if keys else ():
            self._scan(other, text, keys, found)
        for note, passages in lost.items():
            self._beside(passages, found[note])
        return {note: places for note, places in found.items() if places}

    def _scan(
        self,
        other: str,
        text: str,
        keys: Mapping[str, set[tuple[str, Passage]]],
        found: dict[str, dict[Passage, tuple[str, int]]],
    ) -> None:
        own = self.taken.get(other, frozenset())
        used: set[tuple[int, str]] = set()
        for match in _START.finditer(text):
            at = match.start()
            for note, one in sorted(keys.get(text[at : at + TELLING], ())):
                free = (at, one.quote) not in own and (at, one.quote) not in used
                if free and note != other and one not in found[note] and text.startswith(one.quote, at):
                    found[note][one] = other, at
                    used.add((at, one.quote))

    def _beside(self, passages: Sequence[Passage], found: dict[Passage, tuple[str, int]]) -> None:
        known: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for one, (other, at) in found.items():
            insort(known[other], (one.start, at - one.start))
        for one in passages:
            if one in found:
                continue
            for other, shifts in known.items():
                near = _Shifts(shifts).places(one.start)
                at = next((at for at in near if self.texts[other].startswith(one.quote, at)), -1)
                if at >= 0:
                    found[one] = other, at
                    break
