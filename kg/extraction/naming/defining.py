"""Short forms that a note defines, and the names on both sides."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.extraction import align, definitions
from kg.extraction.entries import Page
from kg.extraction.naming.named import PLACED, SURE, Alias, Named
from kg.extraction.ranges import Ranges
from kg.model import Block, Kind
from kg.text import form_key

_ORG_WORD = re.compile(
    r"\b(?:universit\w+|institut\w+|school|college|lab\w*|association|society|agency|organi[sz]ation|foundation|"
    r"cent(?:er|re)|council|company|consortium|department|ministry|office|bank|federation|union|academy)\b",
    re.IGNORECASE,
)
_DEFINED = (Kind.METHOD, Kind.DATASET, Kind.TASK, Kind.ORG)


def aliases(page: Page, named: Sequence[Named]) -> Iterable[Alias]:
    """Yield the definitions of short forms of which one side is named; both sides are of the kind of the surer one."""
    by_place: dict[tuple[int, int], Named] = {(n.block, n.start): n for n in named}
    for index, block in enumerate(page.note.blocks):
        if block.kind not in PLACED or "(" not in block.prose:
            continue
        for defined in definitions.find(block.prose):
            short, long = (_at(by_place, index, place) for place in (defined.short, defined.long))
            sides = [side for side in (long, short) if side is not None and side.kind in _DEFINED]
            if not sides:
                continue
            model = max(sides, key=lambda side: (side.confidence, side.kind is not Kind.ORG))
            expansion = block.prose[slice(*defined.long)]
            if model.kind is Kind.ORG and model.rule == "learned-name" and not _ORG_WORD.search(expansion):
                model = replace(model, kind=Kind.METHOD)
            yield Alias(*(_like(model, block, index, place) for place in (defined.short, defined.long)))


def _at(named: Mapping[tuple[int, int], Named], index: int, place: tuple[int, int]) -> Named | None:
    """Return the name that stands at a place and covers most of it."""
    one = named.get((index, place[0]))
    return one if one is not None and abs(one.end - place[1]) <= 3 else None


def _like(model: Named, block: Block, index: int, place: tuple[int, int]) -> Named:
    text = align.one_line(block.prose[slice(*place)])
    return Named(index, *place, model.kind, text, "definition", max(model.confidence, SURE))


def with_definitions(chosen: Sequence[Named], aliases: Sequence[Alias]) -> Iterable[Named]:
    """Put both sides of each definition in the place of what was read there, and give all their forms their kind."""
    sides = [side for alias in aliases for side in (alias.short, alias.long)]
    kinds = {form_key(side.text): side.kind for side in sides}
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for side in sides:
        places[side.block].append((side.start, side.end))
    defined = {block: Ranges(some) for block, some in places.items()}
    for one in chosen:
        if one.block not in defined or not defined[one.block].touch(one.start, one.end):
            kind = kinds.get(form_key(one.text)) if kinds and one.kind is not Kind.PERSON else None
            yield one if kind is None or kind is one.kind else replace(one, kind=kind)
    yield from sides
