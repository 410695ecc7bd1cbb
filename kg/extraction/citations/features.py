"""Say what is known of each token of a reference: the evidence the labeller weighs.

Three sorts. *Own* features depend on the token alone. *Places* say where in the reference it stands: how far from its
ends, in quotes, in brackets, behind the year. *Surroundings* are what it shares with its neighbours: the length and the
case of its sentence and of its clause, the italics they stand in. What the neighbours are, the network sees for itself.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from kg.extraction.citations.name_lists import is_given, is_surname
from kg.extraction.citations.tokens import Token, kind, names_venue, shape, within
from kg.extraction.labelling.vectors import Group

Marks = Sequence[tuple[int, int, str]]
"""Runs of the text: start, end, sort."""
_SET_OFF = frozenset(["em", "strong", "link", "known"])
_RUN = 3
"""Tokens of a run that is a part of its own, as a sentence is."""
_OPEN = "“«„‘‹「『"
_CLOSE = "”»“’›」』"
_STRONG = frozenset('.?!;“”"«»„()[]「」『』')
_SOFT = frozenset(",:–—/")


@lru_cache(maxsize=1 << 16)
def own(text: str) -> Group:
    """Give the features of a token alone: its class, its letters, and the lists of names that it is in."""
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
    """Say which lists of names a word is in."""
    if text[0].islower():
        return ()
    given, surname = is_given(text), is_surname(text)
    return (f"name{'g' * given}{'s' * surname}",)


def describe(tokens: Sequence[Token], marks: Marks) -> list[tuple[Group, ...]]:
    """Describe each token: its look, its place, and what it shares with its neighbours."""
    return [
        (own(token.text), *place, *shared)
        for token, place, shared in zip(tokens, places(tokens, marks), surroundings(tokens, marks), strict=True)
    ]


def places(tokens: Sequence[Token], marks: Marks) -> list[tuple[Group, ...]]:
    """Give what is known of each token's place in the reference, as many groups for each."""
    quoted = _quotes(tokens)
    inverted, capitals, edges = _inverted(tokens), _capitals(tokens), _edges(tokens, marks)
    found: list[tuple[Group, ...]] = []
    years = depth = 0
    ends = _ends(tokens)
    begun = part = 0
    for i, token in enumerate(tokens):
        first, look = token.text, shape(token.text)
        if token.parted:
            begun, part, depth = i, part + 1, 0
        depth += first in "(["
        left = len(tokens) - 1 - i
        blank_behind = i + 1 < len(tokens) and tokens[i + 1].spaced
        found.append(
            (
                _whereabouts(
                    i if i < 3 else 3 + min(i // 5, 8), left if left < 3 else 3 + min(left // 8, 5), edge=i in edges
                ),
                _within(quoted[i], min(years, 2), min(depth, 1), inverted),
                _spacing(kind(first) if not first.isalnum() else "", before=token.spaced, behind=blank_behind),
                _habits(inverted, capitals, look),
                _bounds(min(i - begun, 3), min(ends[i] - i, 3), min(part, 3), look, begins=token.begins),
            )
        )
        depth = max(0, depth - (first in ")]"))
        years += look == "YEAR"
    return found


@lru_cache(maxsize=1 << 12)
def _whereabouts(place: int, left: int, *, edge: bool) -> Group:
    return (f"pos{place}", f"left{left}", f"edge{edge:d}")


@lru_cache(maxsize=1 << 12)
def _within(quoted: str, years: int, depth: int, inverted: str) -> Group:
    return (f"q{quoted}", f"y{years}", f"()/{depth}", f"inv{inverted}y{min(years, 1)}q{quoted}")


@lru_cache(maxsize=1 << 12)
def _spacing(sign: str, *, before: bool, behind: bool) -> Group:
    return (f"sp{before:d}", f"spn{behind:d}{sign}")


@lru_cache(maxsize=1 << 14)
def _habits(inverted: str, capitals: str, look: str) -> Group:
    return (f"inv{inverted}{look}", f"cap{capitals}{look}")


@lru_cache(maxsize=1 << 14)
def _bounds(first: int, last: int, part: int, look: str, *, begins: bool) -> Group:
    """Say how far a token is from both ends of its block or cell, and which of them it is."""
    return (
        f"beg{begins:d}{first}",
        f"in{first}p{part}",
        f"out{last}p{part}",
        f"in{first}{look}",
        f"out{last}{look}",
    )


def _edges(tokens: Sequence[Token], marks: Marks, *, fewest: int = 1) -> frozenset[int]:
    """Give the tokens with which a run of bold, italics or a link begins, and those right behind one.

    Args:
        tokens: of the record.
        marks: its runs.
        fewest: tokens of a run that counts.
    """
    starts = [token.start for token in tokens]
    found = set()
    for start, end, sort in marks:
        if sort in _SET_OFF:
            first, behind = bisect_left(starts, start), bisect_left(starts, end)
            if behind - first >= fewest:
                found |= {first, behind}
    return frozenset(found - {0})


def _ends(tokens: Sequence[Token]) -> list[int]:
    """Give for each token the last one of its block or cell."""
    found = [len(tokens) - 1] * len(tokens)
    for i in range(len(tokens) - 2, -1, -1):
        found[i] = i if tokens[i + 1].parted else found[i + 1]
    return found


def surroundings(tokens: Sequence[Token], marks: Marks) -> list[tuple[Group, ...]]:
    """Give what each token shares with its neighbours: the whole, its sentence, its clause, its typographic run."""
    opening = " ".join(kind(token.text) for token in tokens[:4])
    inverted = f"inv{_inverted(tokens)}"
    head, rest = (f"o{opening}", inverted), ("o-", inverted)
    edges = _edges(tokens, marks, fewest=_RUN)
    strong = _segments(tokens, edges, soft=False)
    soft = _segments(tokens, edges, soft=True)
    runs = _runs(tokens, marks)
    return [(head if i < 40 else rest, *strong[i], *soft[i], runs[i]) for i in range(len(tokens))]


def _inverted(tokens: Sequence[Token]) -> str:
    """Count the family names followed by initials, and the initials followed by family names: the habit of the list."""
    shapes = [shape(token.text) for token in tokens[:60]]
    first = sum(
        a in ("Xx", "Xx-Xx", "XXXX") and b == "," and c in ("X", "Xx")
        for a, b, c in zip(shapes, shapes[1:], shapes[2:], strict=False)
    )
    bare = sum(a in ("Xx", "Xx-Xx") and b in ("X", "XX") for a, b in itertools.pairwise(shapes))
    given = sum(
        a == "X" and b == "." and c in ("Xx", "Xx-Xx", "XXXX")
        for a, b, c in zip(shapes, shapes[1:], shapes[2:], strict=False)
    )
    return f"{min(first, 3)}{min(bare, 3)}{min(given, 3)}"


def _capitals(tokens: Sequence[Token]) -> str:
    """Count the words in capitals before a comma or beside a name: family names are set so, or nothing is."""
    shapes = [shape(token.text) for token in tokens[:60]]
    first = sum(
        a in ("XX", "XXX", "XXXX") and b == "," and c in ("X", "Xx")
        for a, b, c in zip(shapes, shapes[1:], shapes[2:], strict=False)
    )
    beside = sum(a in ("XXX", "XXXX") and b in ("X", "Xx") for a, b in itertools.pairwise(shapes))
    return f"{min(first, 3)}{min(beside, 2)}"


def _quotes(tokens: Sequence[Token]) -> list[str]:
    """Say for each token: before the first quotation, in it, behind it, in a later one, or that there is none."""
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


def _segments(tokens: Sequence[Token], edges: frozenset[int], *, soft: bool) -> list[tuple[Group, Group]]:
    """Describe the sentence (or, soft, the clause) each token stands in: length, case, rank by length."""
    groups: list[list[int]] = [[]]
    for i, token in enumerate(tokens):
        if (token.parted or i in edges) and groups[-1]:
            groups.append([])
        groups[-1].append(i)
        if _breaks(tokens, i, soft=soft):
            groups.append([])
    counts = [_count(tokens, group) for group in groups]
    longest = sorted(range(len(groups)), key=lambda g: (-counts[g][0], g))
    rank = {g: min(r, 3) for r, g in enumerate(longest)}
    sign = "s" if soft else "S"
    found: list[tuple[Group, Group]] = []
    order = 0
    for g, group in enumerate(groups):
        words, lower, initials, commas, venue, known = counts[g]
        order += words >= 3
        share = min(4, 4 * known // max(1, words))
        features = (
            f"{sign}w{_bucket(words)}",
            f"{sign}l{_bucket(lower)}",
            f"{sign}i{min(initials, 3)}c{min(commas, 3)}",
            f"{sign}r{rank[g]}v{int(venue)}",
            f"{sign}o{min(order, 4)}w{_bucket(words)}v{int(venue)}",
            f"{sign}x{_bucket(lower)}v{int(venue)}i{min(initials, 1)}",
            f"{sign}k{share}w{_bucket(words)}",
            f"{sign}k{share}c{min(commas, 3)}l{min(lower, 3)}",
        )
        found += [(features, _rank(sign, min(2, n), min(words, 3))) for n in range(len(group))]
    return found


@lru_cache(maxsize=1 << 8)
def _rank(sign: str, number: int, words: int) -> Group:
    return (f"{sign}n{number}w{words}",)


def _count(tokens: Sequence[Token], group: Sequence[int]) -> tuple[int, int, int, int, bool, int]:
    words = lower = initials = commas = known = 0
    venue = False
    for i in group:
        text = tokens[i].text
        if text == ",":
            commas += 1
        elif len(text) == 1 and text.isupper():
            initials += 1
        elif text[0].isalpha() and len(text) > 1:
            words += 1
            lower += text[0].islower()
            venue = venue or names_venue(text)
            known += text[0].isupper() and (is_given(text) or is_surname(text))
    return words, lower, initials, commas, venue, known


def _runs(tokens: Sequence[Token], marks: Marks) -> list[Group]:
    """Say which typographic run each token stands in, and whether it is the first run of its sort."""
    found: list[Group] = [()] * len(tokens)
    seen: dict[str, int] = {}
    sorts = "".join(sorted({sort[0] for _, _, sort in marks}))
    for start, end, sort in sorted(marks):
        seen[sort] = seen.get(sort, 0) + 1
        inside = within(tokens, start, end)
        words = sum(tokens[i].text[0].isalpha() for i in inside)
        for i in inside:
            found[i] += (f"m{sort}{min(seen[sort], 3)}", f"m{sort}w{_bucket(words)}")
    return [features or (f"m-{sorts}",) for features in found]
