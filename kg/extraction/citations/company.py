"""Read references that stand in one list: who writes a list writes all of it alike.

Each reference is read alone first. What stands right before and right behind most titles, and the habit in which most
lists of names are written, is the frame of the list; the references that were read otherwise are read again with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

from kg.extraction.citations.bounds import Frame, before, behind
from kg.extraction.citations.reading import Draft, compose, settle

FEWEST = 4
"""References that make a list; fewer show no habit."""
_SHARE = 0.5
"""Share of them that agree, and share that is no chance."""
_MANY = 0.25
_Sign = TypeVar("_Sign", bound=Hashable)


def in_company(drafts: Sequence[Draft | None]) -> list[Draft | None]:
    """Read each reference of a list again by what most of the others show."""
    known = [found for one in drafts if one is not None and (found := _titled(one)) is not None]
    if len(known) < FEWEST:
        return list(drafts)
    frame = Frame(
        _usual([before(one.tokens, first) for one, first, _ in known]),
        _usual([behind(one.tokens, last, one.marks) for one, _, last in known]),
        sum(any(name.all()[0] < first for name in one.names) for one, first, _ in known) >= _SHARE * len(known),
    )
    habit = _most([one.habit for one, *_ in known if one.habit])
    return [settle(one, frame, habit) if one is not None else None for one in drafts]


def _titled(one: Draft) -> tuple[Draft, int, int] | None:
    """Give a reference with the first and last token of the title that it shows when read alone."""
    cited = compose(one)
    if cited is None:
        return None
    inside = [i for i, token in enumerate(one.tokens) if cited.title.start <= token.start < cited.title.end]
    return (one, inside[0], inside[-1]) if inside else None


def _usual(signs: Sequence[str]) -> frozenset[str]:
    """Give the sign that most have, and others that many have: a book is printed otherwise than a paper."""
    if _most(signs) is None:
        return frozenset()
    return frozenset(sign for sign, count in Counter(signs).items() if count >= max(FEWEST - 1, _MANY * len(signs)))


def _most(signs: Sequence[_Sign]) -> _Sign | None:
    counted = Counter(signs).most_common(1)
    return counted[0][0] if counted and counted[0][1] >= max(FEWEST - 1, _SHARE * len(signs)) else None
