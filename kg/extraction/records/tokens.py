"""The tokens of a record, and what the layout says of each: its line, the label before it, and what siblings show.

Who writes a list writes all of it alike: tokens that stand in one place of the layout, say in bold on the first line,
or in the brackets behind it, are of one part in most records; what they are there on average weighs on each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from operator import itemgetter

import numpy as np

from kg.extraction.citations.people import is_name
from kg.extraction.citations.tokens import Token, names_venue, shape, tokenize, within
from kg.extraction.crf import Scores
from kg.extraction.network import Group
from kg.extraction.records.record import Record

_NONE: Group = ("lab-",)
OPENING = frozenset("([{【（")
_CLOSING = frozenset(")]}】）")
_HEAD, _TAIL = 380, 220
"""Tokens at the beginning and at the end of a long record that are read."""
_LISTED = 60
"""Tokens at either end of a list of names that are read one by one."""
_BETWEEN = frozenset([",", ".", ";", "&", "and", "-", "·"])
_NAMES = frozenset(["X", "XX", "Xx", "XxX", "Xx-Xx", "X-X", "XXX", "XXXX"])
_MOST = 100_000
_WIDEST = 60
"""Tokens in brackets; what is longer is text of its own."""


def tokens_of(record: Record) -> list[Token]:
    """Cut a record into tokens; an address printed in it is one, whatever is glued to it."""
    found: list[Token] = []
    at = 0
    for start, end in record.addresses():
        found += tokenize(record.text[:start], start=at, most=_MOST)
        gap = record.text[max(at, start - 2) : start]
        found.append(Token(record.text[start:end], start, end, start == 0 or gap[-1:].isspace(), "\n" in gap))
        at = end
    return _parted(record, _cut_at_links(record, [*found, *tokenize(record.text, start=at, most=_MOST)]))


def _cut_at_links(record: Record, tokens: list[Token]) -> list[Token]:
    """Cut a word in two where the text of a link ends in it: `[A title](address)by Ann Roe`."""
    starts = [token.start for token in tokens]
    for end in sorted({end for _, end, sort in record.marks if sort == "link"}, reverse=True):
        at = bisect_right(starts, end) - 1
        token = tokens[at] if at >= 0 else None
        if token is None or not token.start < end < token.end:
            continue
        text, rest = record.text[token.start : end], record.text[end : token.end]
        if len(rest) > 1 and rest.isalpha() and text.isalpha():
            tokens[at : at + 1] = [token._replace(text=text, end=end), Token(rest, end, token.end, spaced=True)]
    return tokens


def elide(tokens: list[Token]) -> tuple[list[Token], int]:
    """Leave out the middle of a long list of names, or of a long record.

    Returns:
        The tokens that stay, and how many of them stand before the gap; 0 when there is none.
    """
    if len(tokens) <= 2 * _LISTED:
        return tokens, 0
    first, last = _longest_list(tokens)
    if last - first > 2 * _LISTED:
        shown = [*tokens[: first + _LISTED], *tokens[last - _LISTED :]]
        if len(shown) <= _HEAD + _TAIL:
            return shown, first + _LISTED
    if len(tokens) <= _HEAD + _TAIL:
        return tokens, 0
    return [*tokens[:_HEAD], *tokens[-_TAIL:]], _HEAD


def _longest_list(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return the longest run of tokens that names and what stands between them consist of."""
    best, begun = (0, 0), 0
    for i, token in enumerate(tokens):
        if not (token.text in _BETWEEN or shape(token.text) in _NAMES):
            begun = i + 1
        elif i + 1 - begun > best[1] - best[0]:
            best = (begun, i + 1)
    return best


def _parted(record: Record, tokens: list[Token]) -> list[Token]:
    """Return which tokens are the first of a block, of a cell, or of a line that was not only wrapped."""
    begins = sorted(record.starts[number] for number in record.parted())
    if not begins:
        return tokens
    found: list[Token] = []
    last = 0
    for token in tokens:
        passed = bisect_right(begins, token.start)
        found.append(token._replace(parted=True) if passed > last else token)
        last = passed
    return found


def layout_of(record: Record, tokens: Sequence[Token]) -> tuple[list[Group], ...]:
    """Return what the layout says of each token, in groups that neighbours share: first groups of all, then second."""
    lines = record.layout()
    labels = record.labelled()
    starts = [start for start, _, _ in labels]
    some = (f"labels{min(len(labels) // 2, 4)}",)
    numbers = _line_numbers(record, tokens)
    held = [_NONE] * len(tokens)
    for i, token in enumerate(tokens if labels else ()):
        at = bisect_right(starts, token.start) - 1
        if at >= 0:
            held[i] = _label(record, labels[at], token, numbers[i])
    return [lines[number] for number in numbers], [some] * len(tokens), held, _brackets(tokens)


def _brackets(tokens: Sequence[Token]) -> list[Group]:
    """Return for each token in brackets what else stands in them, and how many brackets came before."""
    found: list[Group] = [("br-",)] * len(tokens)
    opened: list[int] = []
    count = 0
    for i, token in enumerate(tokens):
        if token.text in OPENING:
            opened.append(i)
        elif token.text in _CLOSING and opened:
            first = opened.pop()
            inside = tokens[first + 1 : i]
            if len(inside) <= _WIDEST and not opened:
                features = _inside(inside, token.text, min(count, 3))
                found[first : i + 1] = [features] * (i + 1 - first)
                count += 1
    return found


def _inside(tokens: Sequence[Token], sign: str, number: int) -> Group:
    words = [token.text for token in tokens if token.text[0].isalpha()]
    years = sum(shape(token.text) == "YEAR" for token in tokens)
    venue = any(names_venue(word) for word in words)
    people = sum(word[0].isupper() and is_name(word) for word in words)
    small = sum(word[0].islower() for word in words)
    size = min(len(words), 6)
    look = f"{size}y{min(years, 1)}v{venue:d}p{min(people, 2)}"
    return (f"br{look}", f"br{look}s{min(small, 2)}{sign}", f"br{number}{sign}", f"brw{size}s{min(small, 3)}")


def _line_numbers(record: Record, tokens: Sequence[Token]) -> list[int]:
    """Return the line of each token."""
    return [number for number, on_line in enumerate(record.tokens_by_line(tokens)) for _ in on_line]


def _label(record: Record, label: tuple[int, int, str], token: Token, number: int) -> Group:
    """Return what the label before a token means for it."""
    start, end, part = label
    if not start <= token.start < end:
        return _NONE
    away = number - record.line_at(start)
    wrapped = away > 0 and record.lines[number].index == record.lines[number - 1].index
    return _labelled(part, record.lines[number].kind, min(away, 2), wrapped=wrapped)


@lru_cache(maxsize=1 << 10)
def _labelled(part: str, kind: str, away: int, *, wrapped: bool) -> Group:
    if part == "label":
        return ("lab=", f"lab={kind}")
    if away == 0:
        return (f"lab{part}", f"lab{part}{kind}")
    return (f"carry{part}{away}{wrapped:d}", f"carry{part}")


_WEIGHT = 0.4
LEAST = 3
"""Records that make a list; fewer show no habit."""
_FLOOR = 0.05
"""The least share that a label is given, so that one record can still be odd."""
_STOPS = frozenset(".?!|—–;:([")
Slot = tuple[object, ...]


def slots(record: Record, tokens: Sequence[Token]) -> list[Slot]:
    """Name the place in the layout of each token: line, type, brackets, and how many parts stand before it."""
    first = record.lines[0]
    labels = record.labelled()
    types = [frozenset[str]()] * len(tokens)
    for start, end, sort in record.marks:
        for i in within(tokens, start, end) if sort != "tag" else ():
            types[i] |= {sort}
    found: list[Slot] = []
    depth = part = 0
    last = -1
    for i, (token, number) in enumerate(zip(tokens, _line_numbers(record, tokens), strict=True)):
        if number != last:
            depth = part = 0
            last = number
        line = record.lines[number]
        if token.text in ")]":
            depth = max(0, depth - 1)
        behind = bisect_right(labels, token.start, key=itemgetter(0))
        label = labels[behind - 1][2] if behind and token.start < labels[behind - 1][1] else ""
        place = min(number, 3) if line.index == first.index else 4 + min(line.level - first.level, 2)
        found.append((line.kind, place, label, types[i], depth > 0, min(part, 3)))
        if token.text in "([":
            depth += 1
        if (token.text in _STOPS and not (token.text == "." and i and len(tokens[i - 1].text) == 1)) or (
            token.text == "-" and token.spaced and i + 1 < len(tokens) and tokens[i + 1].spaced
        ):
            part += 1
    return found


def agreement(slotted: Sequence[Sequence[Slot]], chances: Sequence[Scores]) -> list[Scores]:
    """Return what the siblings say for the labels of each token, to be added to its scores.

    Args:
        slotted: for each record the slots of its tokens.
        chances: for each record the probabilities of the labels of its tokens, read alone.
    """
    whole = np.concatenate(chances)
    owners = [number for number, record in enumerate(slotted) for _ in record]
    members: dict[Slot, list[int]] = defaultdict(list)
    for i, slot in enumerate(chain.from_iterable(slotted)):
        members[slot].append(i)
    found = np.zeros_like(whole)
    for places in members.values():
        if len({owners[i] for i in places}) >= LEAST:
            found[places] = _WEIGHT * np.log(np.maximum(whole[places].mean(axis=0), _FLOOR))
    bounds = pairwise(accumulate(map(len, slotted), initial=0))
    return [found[start:end] for start, end in bounds]
