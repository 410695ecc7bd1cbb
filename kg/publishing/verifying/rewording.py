"""How two texts differ in words, and how alike they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

LETTER_BY_LETTER = 200
"""Characters up to which texts are compared letter by letter; longer ones are compared word by word."""
_PART = re.compile(r"\w+|[^\w\s]")
_MOST_WORDS = 2_000
"""Words compared of each text; what stands behind them is one piece."""


class PieceStatus(StrEnum):
    """What became of a piece of text."""

    SAME = "same"
    OLD = "old"
    NEW = "new"


class Piece(NamedTuple):
    """Consecutive words that are in both texts, or only in one of them."""

    status: PieceStatus
    text: str
    """With single spaces between the words, none around them."""


def reworded(old: str, new: str) -> tuple[Piece, ...]:
    """Divide two texts into the words that both have, in order, and those of only the old or the new one.

    >>> [(str(status), text) for status, text in reworded("by R. Ying and J. You", "by Z. Ying and J. You")]
    [('same', 'by'), ('old', 'R.'), ('new', 'Z.'), ('same', 'Ying and J. You')]
    """
    before, after = _words(old), _words(new)
    return tuple(Piece(status, " ".join(words)) for status, words in _runs(before, after) if words)


def _words(text: str) -> list[str]:
    words = text.split()
    rest = " ".join(words[_MOST_WORDS:])
    return [*words[:_MOST_WORDS], *([rest] if rest else [])]


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[PieceStatus, Sequence[str]]]:
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield PieceStatus.SAME, before[start:end]
        else:
            yield PieceStatus.OLD, before[start:end]
            yield PieceStatus.NEW, after[new_start:new_end]


def likeness(old: str, new: str) -> float:
    """Return the share of two texts that is the same in both, in order: from 0 to 1.

    >>> likeness("R. Ying", "R. Ying"), likeness("Adam", "SGD")
    (1.0, 0.0)
    """
    if max(len(old), len(new)) <= LETTER_BY_LETTER:
        return SequenceMatcher(None, old, new, autojunk=False).ratio()
    return SequenceMatcher(None, _PART.findall(old), _PART.findall(new), autojunk=False).ratio()


def nearest(wanted: str, text: str) -> tuple[int, int]:
    """Find the words of a text that are most like the wanted ones; (0, 0) if they share none.

    >>> text = "It beats R. Wing and others."
    >>> start, end = nearest("R. Ying", text)
    >>> text[start:end]
    'R. Wing'
    """
    parts = list(_PART.finditer(text))
    mine, its = _PART.findall(wanted), [part.group() for part in parts]
    matcher = SequenceMatcher(None, mine, its, autojunk=False)
    best = matcher.find_longest_match()
    if not best.size:
        return 0, 0
    # What is like the rest of the wanted words stands about as far from the longest run that both have as they do.
    first = max(0, best.b - best.a - (best.a + 1) // 2)
    behind = len(mine) - best.a - best.size
    last = min(len(its), best.b + best.size + behind + (behind + 1) // 2)
    blocks = [
        block
        for block in SequenceMatcher(None, mine, its[first:last], autojunk=False).get_matching_blocks()
        if block.size
    ]
    start = max(first, first + blocks[0].b - blocks[0].a)
    end = min(last, first + blocks[-1].b + len(mine) - blocks[-1].a)
    return parts[start].start(), parts[end - 1].end()
