"""A name at a place of a note, and all names of a note together; a sure one is seen wherever the note has it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from kg.extraction import align, shapes
from kg.extraction.entries import Field, Page
from kg.extraction.ranges import Ranges
from kg.model import BlockKind, Kind

KINDS = (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.PERSON, Kind.ORG, Kind.AWARD)
CANDIDATE = "candidate-"
"""How the rules of candidates begin; the kind follows that the trained component took the name for."""
ENOUGH = 0.5
"""Confidence from which on a name is believed."""
ENOUGH_ALONE, ENOUGH_ELSEWHERE, KNOWN_FIELD = 0.6, 0.8, 0.3
"""The same, of a name that only the trained component found: better none than a wrong one. It is too sure in notes of
which the word lists know less than the bound: half of what it holds for 0.6 to 0.8 probable there is wrong."""
HINTED_FIELD = 0.24
"""How much the word lists must know of a note for a hint to say enough there."""
POSSIBLE = 0.1
"""Probability from which on such a name is a candidate; of words below hardly one in twenty is a name."""
SURE = 0.8
"""Confidence of one find from which on the name is looked for in the whole note."""
PLACED = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.FOOTNOTE, BlockKind.ROW})


@dataclass(frozen=True, slots=True)
class Named:
    """A name at a place: `note.blocks[block].prose[start:end]`."""

    block: int
    start: int
    end: int
    kind: Kind
    text: str
    """The name to show: of a person the full name, else as printed, on one line."""
    rule: str
    confidence: float

    @property
    def field(self) -> Field:
        """The place as a field."""
        return Field(self.text, self.block, self.start, self.end)


_block = attrgetter("block")
_place = attrgetter("block", "start")


@dataclass(frozen=True, slots=True)
class Alias:
    """A short form that the note defines, and its expansion."""

    short: Named
    long: Named


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a note in order, and the short forms that it defines."""

    named: tuple[Named, ...] = ()
    """In order of their places."""
    aliases: tuple[Alias, ...] = ()
    candidates: tuple[Named, ...] = ()
    """Names that only the trained component saw, and that are not believed, in order."""
    density: float = 0.5
    """How much of the note the word lists know: from 0, nothing, to 1, as in a note about machine learning."""
    expansions: Mapping[Named, tuple[Named, ...]] = field(init=False, repr=False, compare=False)
    """Short form -> what it is short for."""
    forms: AbstractSet[frozenset[str]] = field(init=False, repr=False, compare=False)
    """Both forms of each definition, in small letters."""

    def __post_init__(self) -> None:
        found: dict[Named, tuple[Named, ...]] = {}
        for alias in self.aliases:
            found[alias.short] = (*found.get(alias.short, ()), alias.long)
        forms = {frozenset((one.short.text.casefold(), one.long.text.casefold())) for one in self.aliases}
        object.__setattr__(self, "expansions", found)
        object.__setattr__(self, "forms", forms)

    def of(self, block: int) -> tuple[Named, ...]:
        """Return the names in a block, in order."""
        first = bisect_left(self.named, block, key=_block)
        return self.named[first : bisect_right(self.named, block, lo=first, key=_block)]

    def within(self, block: int, start: int, end: int) -> tuple[Named, ...]:
        """Return the names in a range of a block, in order."""
        first = bisect_left(self.named, (block, start), key=_place)
        last = bisect_right(self.named, (block, end), lo=first, key=_place)
        return tuple(n for n in self.named[first:last] if n.end <= end)


def spread(page: Page, chosen: list[Named], closed: dict[int, list[tuple[int, int]]]) -> list[Named]:
    """See a sure and distinctive name in every place of the note where it stands as written."""
    sure: dict[str, Named] = {}
    for one in sorted(chosen, key=lambda n: -n.confidence):
        printed = page.note.blocks[one.block].prose[one.start : one.end]
        if one.confidence >= SURE and _is_distinctive(printed, one.kind):
            sure.setdefault(printed, one)
            if one.kind is Kind.PERSON and " " in printed.strip():
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
