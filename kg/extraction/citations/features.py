"""Say what is known of each token of a reference: the evidence the labeller weighs.

Three sorts. *Own* features depend on the token alone. *Places* say where in the reference it stands: how far from its
ends, in quotes, in brackets, behind the year. *Surroundings* are what it shares with its neighbours: the length and the
case of its sentence and of its clause, the italics they stand in. What the neighbours are, the network sees for itself.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from kg.extraction.citations.people import is_given, is_name, is_surname
from kg.extraction.citations.tokens import LONGEST, Token, kind, names_venue, shape, within
from kg.extraction.network import Group, Network

Marks = Sequence[tuple[int, int, str]]
"""Runs of the text: start, end, sort."""
_SET_OFF = frozenset(["em", "strong", "link", "known"])
_RUN = 3
"""Tokens of a run that is a part of its own, as a sentence is."""
_OPEN = "“«„‘‹「『"
_CLOSE = "”»“’›」』"
_QUOTING = frozenset(_OPEN + "\"'")
_STRONG = frozenset('.?!;“”"«»„()[]「」『』')
_SOFT = frozenset(",:–—/")
_BREAKS = _STRONG | _SOFT
Counts = tuple[int, int, int, int, int, int]
"""Words, those in small letters, initials, commas, words of venues, words of names."""
Column = list[Group]
"""A group of features for each token."""
Layout = Sequence[Column]
"""What the layout says of the line of each token."""


@lru_cache(maxsize=1 << 16)
def own(text: str) -> Group:
    """Return the features of a token alone: its class, its letters, and the lists of names that it is in."""
    word, form = f"k{kind(text)}", f"s{shape(text)}"
    found: Group = (word, form)
    if not text[0].isalpha():
        return found
    if form == "sCJK":
        return (*found, f"n{len(text)}", f"h{text[0]}", f"e{text[-1]}", f"e{text[-2:]}", *_listed(text))
    lower = text.casefold()
    found += (*_listed(text), f"n{min(len(text), 10)}")
    if len(text) <= 3:
        return (*found, f"w{lower}")
    return (*found, f"b{lower[:2]}", f"b{lower[:3]}", f"b{lower[:4]}", f"e{lower[-2:]}", f"e{lower[-3:]}")


def _listed(text: str) -> Group:
    """Return which lists of names a word is in."""
    if text[0].islower():
        return ()
    given, surname = is_given(text), is_surname(text)
    return (f"name{'g' * given}{'s' * surname}",)


def describe(tokens: Sequence[Token], marks: Marks, layout: Layout = ()) -> list[tuple[Group, ...]]:
    """Describe each token: its look, its place, what it shares with its neighbours, and what the layout says."""
    looks = [shape(token.text) for token in tokens]
    inverted = _inverted(looks)
    alone = [own(token.text) for token in tokens]
    columns = (*_places(tokens, marks, looks, inverted), *_surroundings(tokens, marks, inverted), *layout)
    return list(zip(alone, *columns, strict=True))


def _places(tokens: Sequence[Token], marks: Marks, looks: Sequence[str], inverted: str) -> Iterator[Column]:
    """Yield what is known of each token's place in the reference."""
    whereabouts = list(_along(len(tokens)))
    for i in _edges(tokens, marks) - {len(tokens)}:
        whereabouts[i] = _whereabouts(i, len(tokens) - 1 - i, edge=1)
    yield whereabouts
    yield _enclosing(tokens, looks, inverted)
    signs = ["" if token.text.isalnum() else kind(token.text) for token in tokens]
    blanks = [token.spaced for token in tokens]
    yield list(map(_spacing, signs, blanks, (*blanks[1:], False)))
    capitals = _capitals(looks)
    habits = {look: _habits(inverted, capitals, look) for look in set(looks)}
    yield [habits[look] for look in looks]
    begun = [0, *(i for i, token in enumerate(tokens) if token.parted and i), len(tokens)]
    places: list[tuple[int, int, int]] = []
    for part, (start, end) in enumerate(itertools.pairwise(begun), bool(tokens) and tokens[0].parted):
        places += _in_block(end - start, min(part, 3))
    yield list(map(_bounds, places, looks, [token.begins for token in tokens]))


def _enclosing(tokens: Sequence[Token], looks: Sequence[str], inverted: str) -> Column:
    """Return for each token whether it is in quotes, in brackets, and behind how many years."""
    found: list[Group] = []
    years = depth = 0
    for token, look, quoted in zip(tokens, looks, _quotes(tokens), strict=True):
        if token.parted:
            depth = 0
        depth += token.text in "(["
        found.append(_within(quoted, min(years, 2), min(depth, 1), inverted))
        depth = max(0, depth - (token.text in ")]"))
        years += look == "YEAR"
    return found


@lru_cache(maxsize=LONGEST + 1)
def _along(count: int) -> tuple[Group, ...]:
    """Return for each of so many tokens how far it is from both ends."""
    return tuple(_whereabouts(i, count - 1 - i, edge=0) for i in range(count))


def _whereabouts(before: int, behind: int, *, edge: int) -> Group:
    place, left = before if before < 3 else 3 + min(before // 5, 8), behind if behind < 3 else 3 + min(behind // 8, 5)
    return (f"pos{place}", f"left{left}", f"edge{edge}")


@lru_cache(maxsize=1 << 12)
def _within(quoted: str, years: int, depth: int, inverted: str) -> Group:
    return (f"q{quoted}", f"y{years}", f"()/{depth}", f"inv{inverted}y{min(years, 1)}q{quoted}")


@lru_cache(maxsize=1 << 12)
def _spacing(sign: str, before: bool, behind: bool) -> Group:  # noqa: FBT001 - of one token after the other
    return (f"sp{before:d}", f"spn{behind:d}{sign}")


@lru_cache(maxsize=1 << 14)
def _habits(inverted: str, capitals: str, look: str) -> Group:
    return (f"inv{inverted}{look}", f"cap{capitals}{look}")


@lru_cache(maxsize=LONGEST + 1)
def _in_block(count: int, part: int) -> tuple[tuple[int, int, int], ...]:
    """Return for each of so many tokens how far it is from both ends of its block or cell, and which that is."""
    return tuple((min(i, 3), min(count - 1 - i, 3), part) for i in range(count))


@lru_cache(maxsize=1 << 14)
def _bounds(place: tuple[int, int, int], look: str, begins: bool) -> Group:  # noqa: FBT001 - the same
    """Return how far a token is from both ends of its block or cell, and which of them it is."""
    first, last, part = place
    return (f"beg{begins:d}{first}", f"in{first}p{part}", f"out{last}p{part}", f"in{first}{look}", f"out{last}{look}")


def _edges(tokens: Sequence[Token], marks: Marks, *, fewest: int = 1) -> frozenset[int]:
    """Return the tokens with which a run of bold, italics or a link begins, and those right behind one.

    Args:
        tokens: of the record.
        marks: its runs.
        fewest: tokens of a run that counts.
    """
    if not marks:
        return frozenset()
    starts = [token.start for token in tokens]
    found = set()
    for start, end, sort in marks:
        if sort in _SET_OFF:
            first, behind = bisect_left(starts, start), bisect_left(starts, end)
            if behind - first >= fewest:
                found |= {first, behind}
    return frozenset(found - {0})


def _surroundings(tokens: Sequence[Token], marks: Marks, inverted: str) -> Iterator[Column]:
    """Yield what each token shares with its neighbours: the whole, its sentence, its clause, its typographic run."""
    opening = " ".join(kind(token.text) for token in tokens[:4])
    head, rest = (f"o{opening}", f"inv{inverted}"), ("o-", f"inv{inverted}")
    yield [head if i < 40 else rest for i in range(len(tokens))]
    parted = [i for i, token in enumerate(tokens) if token.parted]
    cuts = {0, *_edges(tokens, marks, fewest=_RUN), *parted} - {len(tokens)}
    signs = [i for i, token in enumerate(tokens) if token.text in _BREAKS]
    counts = np.array([_counted(token.text) for token in tokens], np.intp).reshape(-1, 6)
    for soft in (False, True):
        behind = {i + 1 for i in signs if _breaks(tokens, i, soft=soft)} - {len(tokens)}
        yield from _segments(counts, sorted(cuts | behind), "s" if soft else "S")
    yield _runs(tokens, marks)


def _inverted(looks: Sequence[str]) -> str:
    """Count the family names followed by initials, and the initials followed by family names: the habit of the list."""
    looks = looks[:60]
    first = bare = given = 0
    for a, b, c in zip(looks, looks[1:], (*looks[2:], ""), strict=False):
        if a in ("Xx", "Xx-Xx", "XXXX"):
            first += b == "," and c in ("X", "Xx")
            bare += a != "XXXX" and b in ("X", "XX")
        elif a == "X":
            given += b == "." and c in ("Xx", "Xx-Xx", "XXXX")
    return f"{min(first, 3)}{min(bare, 3)}{min(given, 3)}"


def _capitals(looks: Sequence[str]) -> str:
    """Count the words in capitals before a comma or beside a name: family names are set so, or nothing is."""
    looks = looks[:60]
    first = beside = 0
    for a, b, c in zip(looks, looks[1:], (*looks[2:], ""), strict=False):
        if a in ("XX", "XXX", "XXXX"):
            first += b == "," and c in ("X", "Xx")
            beside += a != "XX" and b in ("X", "Xx")
    return f"{min(first, 3)}{min(beside, 2)}"


def _quotes(tokens: Sequence[Token]) -> list[str]:
    """Say for each token: before the first quotation, in it, behind it, in a later one, or that there is none."""
    if _QUOTING.isdisjoint(token.text for token in tokens):
        return ["none"] * len(tokens)
    states: list[str] = []
    count, closing = 0, ""
    for i, token in enumerate(tokens):
        character = token.text
        if closing and character == closing and (closing not in "’'" or _closes(tokens, i)):
            states.append(f"end{min(count, 2)}")
            closing = ""
            continue
        if not closing and (character in _OPEN or (character in "\"'" and _opens(tokens, i))):
            closing = _CLOSE[_OPEN.index(character)] if character in _OPEN else character
            count += 1
            states.append(f"open{min(count, 2)}")
            continue
        states.append(f"in{min(count, 2)}" if closing else f"out{min(count, 2)}")
    return states if count else ["none"] * len(tokens)


def _opens(tokens: Sequence[Token], i: int) -> bool:
    return tokens[i].spaced and i + 1 < len(tokens) and not tokens[i + 1].spaced


def _closes(tokens: Sequence[Token], i: int) -> bool:
    return i + 1 == len(tokens) or tokens[i + 1].spaced or not tokens[i + 1].text[0].isalnum()


def _bucket(count: int) -> int:
    return count if count < 5 else 5 if count < 8 else 6 if count < 13 else 7


def _breaks(tokens: Sequence[Token], i: int, *, soft: bool) -> bool:
    text = tokens[i].text
    if text == ".":
        before = tokens[i - 1].text if i else ""
        return len(before) > 1 and (i + 1 == len(tokens) or tokens[i + 1].spaced)
    if text == ":" and not soft:
        return False
    return text in _STRONG or (soft and text in _SOFT)


def _segments(counts: NDArray[np.intp], starts: Sequence[int], sign: str) -> tuple[Column, Column]:
    """Describe the sentence (or the clause) each token stands in, length, case, rank by length; and its place in it."""
    if not starts:
        return [], []
    groups = list(itertools.pairwise((*starts, len(counts))))
    sums: list[list[int]] = np.add.reduceat(counts, starts).tolist()
    longest = sorted(range(len(groups)), key=lambda g: (-sums[g][0], g))
    ranks = {g: min(r, 3) for r, g in enumerate(longest)}
    found: list[Group] = []
    places: list[Group] = []
    order = 0
    for g, (start, end) in enumerate(groups):
        words, lower, initials, commas, venue, known = sums[g]
        order += words >= 3
        share = min(4, 4 * known // max(1, words))
        sizes = (_bucket(words), _bucket(lower), min(initials, 3), min(commas, 3), share)
        found += [_segment(sign, sizes, ranks[g], min(order, 4), min(venue, 1))] * (end - start)
        first, second, rest = (_rank(sign, n, min(words, 3)) for n in range(3))
        places += [first, second, *[rest] * (end - start - 2)][: end - start]
    return found, places


@lru_cache(maxsize=1 << 12)
def _segment(sign: str, sizes: tuple[int, ...], rank: int, order: int, venue: int) -> Group:
    words, lower, initials, commas, share = sizes
    return (
        f"{sign}w{words}",
        f"{sign}l{lower}",
        f"{sign}i{initials}c{commas}",
        f"{sign}r{rank}v{venue}",
        f"{sign}o{order}w{words}v{venue}",
        f"{sign}x{lower}v{venue}i{min(initials, 1)}",
        f"{sign}k{share}w{words}",
        f"{sign}k{share}c{commas}l{min(lower, 3)}",
    )


@lru_cache(maxsize=1 << 8)
def _rank(sign: str, number: int, words: int) -> Group:
    return (f"{sign}n{number}w{words}",)


@lru_cache(maxsize=1 << 15)
def _counted(text: str) -> Counts:
    """Return what a token counts as: word, in small letters, initial, comma, name of a venue, name of a person."""
    if text == ",":
        return (0, 0, 0, 1, 0, 0)
    if len(text) == 1 or not text[0].isalpha():
        return (0, 0, int(len(text) == 1 and text.isupper()), 0, 0, 0)
    known = text[0].isupper() and is_name(text)
    return (1, int(text[0].islower()), 0, 0, int(names_venue(text)), int(known))


def _runs(tokens: Sequence[Token], marks: Marks) -> list[Group]:
    """Return which typographic run each token stands in, and whether it is the first run of its sort."""
    found: list[Group] = [()] * len(tokens)
    seen: dict[str, int] = {}
    none = ("m-" + "".join(sorted({sort[0] for _, _, sort in marks})),)
    for start, end, sort in sorted(marks):
        seen[sort] = seen.get(sort, 0) + 1
        inside = within(tokens, start, end)
        words = sum(tokens[i].text[0].isalpha() for i in inside)
        features = (f"m{sort}{min(seen[sort], 3)}", f"m{sort}w{_bucket(words)}")
        for i in inside:
            found[i] += features
    return [features or none for features in found]


@cache
def tagger() -> Network:
    """Load the model of the package, once."""
    return Network.load("fields.npz")
