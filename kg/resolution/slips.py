"""Titles of papers that are alike but for a slip of the pen: a misprint, an abbreviation, the end cut off."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from rapidfuzz.distance import DamerauLevenshtein, Indel
from rapidfuzz.fuzz import ratio

from kg.resolution.components import Key, components
from kg.resolution.titles import MIN_TITLE, SMALL, title_key, words

Pair = tuple[str, str]
_ANCHOR = 10
_MANY = 16
"""Titles that begin or end alike from which on only those are compared that have a word in common, or one like it."""
_NEAR = 80
"""Likeness of two titles, up to 100, that differ by letters and small words alone."""
_RUN = 5
"""Words of a title at most that one slip changes."""
_LETTERS = range(4, 41)
"""Letters of a word that can be misprinted."""
_LONG = 8
"""Letters from which on a word may be misprinted twice."""
_DOTS = re.compile(r"(?<!\s)\s*(?:…|\.\.\.)\s*$")


@lru_cache(maxsize=1 << 12)
def slip(one: str, other: str) -> str:
    """Return how two titles are alike but for a slip of the pen, "" when they are not.

    >>> slip("Structural Causal Bandits with Memory", "Structural Casual Bandits with Memory")
    'a misprint'
    >>> slip("Scaling Large Language Models to Gaming", "Scaling LLMs to Gaming")
    'an abbreviation'
    >>> slip("Learning to Rank, Part I", "Learning to Rank, Part II")
    ''
    >>> slip("Supervised Contrastive Learning of Views", "Unsupervised Contrastive Learning of Views")
    ''
    """
    if _is_cut(one, other) or _is_cut(other, one):
        return "its end cut off"
    mine, its = words(one), words(other)
    if "".join(mine) == "".join(its):
        return "other blanks"
    if Indel.distance(mine, its, score_cutoff=4 * _RUN) > 4 * _RUN:
        return ""
    told = [_edit(mine[a:b], its[c:d]) for a, b, c, d in _differences(mine, its)]
    return told[0] if 0 < len(told) <= 2 and all(told) else ""


def _differences(mine: Sequence[str], its: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield where two titles differ: the words of the one, and those that the other has in their place."""
    a = c = 0
    for same in Indel.opcodes(mine, its):
        if same.tag == "equal":
            if (a, c) != (same.src_start, same.dest_start):
                yield a, same.src_start, c, same.dest_start
            a, c = same.src_end, same.dest_end
    if (a, c) != (len(mine), len(its)):
        yield a, len(mine), c, len(its)


def anchors(title: str) -> tuple[str, str]:
    """Return how a title begins and ends: titles that are alike but for a slip share one of both."""
    key = title_key(title)
    return f"{key[:_ANCHOR]}<", f">{key[-_ANCHOR:]}"


def slips(titles: Iterable[str]) -> list[Pair]:
    """Return the pairs of different titles that are alike but for a slip, in order."""
    anchored: dict[str, list[str]] = defaultdict(list)
    for title in sorted(set(titles)):
        for anchor in anchors(title):
            anchored[anchor].append(title)
    near = {pair for block in anchored.values() for pair in _pairs(block) if may_slip(*pair)}
    return [pair for pair in sorted(near) if slip(*pair)]


def _pairs(titles: Sequence[str]) -> Iterator[Pair]:
    """Yield pairs of titles that begin or end alike, and among them all that are alike but for a slip."""
    if len(titles) < _MANY:
        yield from combinations(titles, 2)
        return
    yield from _cut_off(titles)
    lasting = _lasting(titles)
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for title in titles:
        groups[tuple(lasting[word] for word in words(title) if word in lasting)].append(title)
    for group in groups.values():
        yield from combinations(group, 2) if len(group) < _MANY else _meeting(group)


def _lasting(titles: Sequence[str]) -> Mapping[str, str]:
    """Return what slips leave of the words of some titles: the same for a word and its misprints.

    Two titles of which different words last are not alike. A word that may be left out, or written as one with others,
    is not among those that last.
    """
    spelled: dict[str, set[Sequence[str]]] = defaultdict(set)
    for title in titles:
        for run in (*zip(words(title)), *_runs(words(title))):
            spelled["".join(run)].add(run)
    vocabulary = sorted({word for title in titles for word in words(title)})
    changing = {*SMALL, *(word for runs in spelled.values() if len(runs) > 1 for run in runs for word in run)}
    for run in (run for runs in spelled.values() for run in runs if len(run) > 1):
        short = [word for word in _abbreviations(run) if (word,) in spelled.get(word, ())]
        changing.update((*short, *run) if short else ())
    alike = components({word: map(Key, sorted(_with_letters_left_out(word))) for word in vocabulary})
    return {word: some[0] for some in alike if changing.isdisjoint(some) for word in some}


def _meeting(titles: Sequence[str]) -> Iterator[Pair]:
    """Yield pairs of titles, and among them all that are alike but for a slip, without a look at all pairs.

    Wherever two of these differ, a word of one is a misprint of a word of the other, or a run of words in one of them
    is written as one word in the other. So for any word of a title the others can be looked up: the rarest is enough.
    """
    ordered = sorted(titles, key=lambda title: len(words(title)))
    sizes = [len(words(title)) for title in ordered]
    having: dict[str, list[int]] = defaultdict(list)
    abbreviated: dict[str, list[int]] = defaultdict(list)
    for at, title in enumerate(ordered):
        runs = list(_runs(words(title)))
        for word in {*words(title), *map("".join, runs)}:
            having[word].append(at)
        for word in {short for run in runs for short in _abbreviations(run)}:
            abbreviated[word].append(at)
    like = _misprints({word for title in ordered for word in words(title)})
    often = {word: sum(len(having[other]) for other in others) for word, others in like.items()}
    for at, title in enumerate(ordered):
        own = words(title)
        low, high = bisect_left(sizes, sizes[at] - 2 * _RUN), bisect_right(sizes, sizes[at] + 2 * _RUN)
        places = [place for place, word in enumerate(own) if word not in SMALL]
        for place in [min(places, key=lambda place: often[own[place]])] if places else range(len(own)):
            across = list(_runs(own, across=place))
            written = {*like[own[place]], *map("".join, across), *(s for run in across for s in _abbreviations(run))}
            for some in (abbreviated.get(own[place], []), *(having.get(word, []) for word in written)):
                for other in some[bisect_left(some, low) : bisect_left(some, high)]:
                    if other != at:
                        yield min(title, ordered[other]), max(title, ordered[other])


def _runs(own: Sequence[str], across: int | None = None) -> Iterator[Sequence[str]]:
    """Yield the runs of words that may be written as one, all or those across a place."""
    for begin in range(len(own)) if across is None else range(max(0, across - _RUN + 1), across + 1):
        for end in range(max(begin + 2, 0 if across is None else across + 1), min(begin + _RUN, len(own)) + 1):
            yield own[begin:end]


def _abbreviations(run: Iterable[str]) -> tuple[str, str]:
    """Return the words that are made of the first letters of others: `llm`, `llms`."""
    initials = "".join(word[0] for word in run)
    return initials, f"{initials}s"


def _misprints(vocabulary: Iterable[str]) -> Mapping[str, set[str]]:
    """Return for each word those that it may be a misprint of, and itself: they are equal but for a letter or two."""
    less: dict[str, list[str]] = defaultdict(list)
    cuts = {word: _with_letters_left_out(word) for word in vocabulary}
    for word, some in cuts.items():
        for cut in some:
            less[cut].append(word)
    return {word: {other for cut in some for other in less[cut]} for word, some in cuts.items()}


def _with_letters_left_out(word: str) -> set[str]:
    found = {word}
    if _may_be_misprinted(word):
        for _ in range(1 if len(word) < _LONG else 2):
            found |= {cut[:at] + cut[at + 1 :] for cut in found for at in range(len(cut))}
        found |= {"network"} if word.rstrip("s") == "net" else set()
    return found


def _cut_off(titles: Sequence[str]) -> Iterator[Pair]:
    """Yield each title that ends in dots with those that go on from there."""
    keyed = sorted((title_key(title), title) for title in titles)
    for title in titles:
        begun = _begun(title)
        if len(begun) >= MIN_TITLE:
            for at in range(bisect_left(keyed, (begun, "")), len(keyed)):
                if not keyed[at][0].startswith(begun):
                    break
                if keyed[at][1] != title:
                    yield min(title, keyed[at][1]), max(title, keyed[at][1])


def may_slip(one: str, other: str) -> bool:
    """Return quickly whether two titles could be alike but for a slip."""
    if ratio(title_key(one), title_key(other), score_cutoff=_NEAR) or _DOTS.search(one) or _DOTS.search(other):
        return True
    mine, its = _bag(one), _bag(other)
    return len(mine - its) == 1 or len(its - mine) == 1


@lru_cache(maxsize=1 << 12)
def _bag(title: str) -> frozenset[str]:
    return frozenset(words(title))


def _is_cut(short: str, long: str) -> bool:
    """Return whether a title ends in dots and another one goes on from there."""
    begun = _begun(short)
    return len(begun) >= MIN_TITLE and title_key(long).startswith(begun)


def _begun(title: str) -> str:
    """Return the key of a title that ends in dots as far as it goes, "" of any other."""
    found = _DOTS.search(title)
    return title_key(title[: found.start()]) if found else ""


def _edit(mine: Sequence[str], its: Sequence[str]) -> str:
    """Return what one difference between two titles is, "" when it makes two titles of them."""
    if max(len(mine), len(its)) > _RUN:
        return ""
    if not mine or not its:
        return "a small word" if all(word in SMALL for word in (*mine, *its)) else ""
    if len(mine) == len(its) == 1:
        return "a misprint" if _is_slip(mine[0], its[0]) else ""
    short, long = sorted((mine, its), key=len)
    if len(short) == 1 and short[0] in _abbreviations(long):
        return "an abbreviation"
    return "other blanks" if "".join(mine) == "".join(its) else ""


def _is_slip(one: str, other: str) -> bool:
    if not (_may_be_misprinted(one) and _may_be_misprinted(other)):
        return False
    if one.endswith(other) or other.endswith(one):
        return one[1:] == other or other[1:] == one  # a longer prefix makes another word: supervised, unsupervised
    if one[:3] == other[:3] and {one.rstrip("s"), other.rstrip("s")} == {"net", "network"}:
        return True
    most = 1 if min(len(one), len(other)) < _LONG else 2
    return DamerauLevenshtein.distance(one, other, score_cutoff=2) <= most


def _may_be_misprinted(word: str) -> bool:
    return len(word) in _LETTERS and not any(map(str.isdigit, word))
