"""One name, one thing inside a note: what the rules over prose found, put together over all blocks of the note.

Each place gets one reading: the finds of all rules are weighed, and a name is of one kind in the whole note. A name
found for sure is also seen where no rule found it; a surname is the person whose full name the note gives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.extraction.entries import Page
from kg.extraction.naming import (
    bounding,
    calling,
    choosing,
    definitions,
    persons,
    signs,
    titling,
    weighing,
)
from kg.extraction.naming.calibrating import calibrated
from kg.extraction.naming.named import CANDIDATE, ENOUGH, Alias, Named, Names, spread
from kg.extraction.nlp import Found
from kg.extraction.ranges import Ranges
from kg.model import Kind

__all__ = ["Alias", "Named", "Names", "calibrated", "read"]


def read(page: Page, found: Mapping[int, Sequence[Found]]) -> Names:
    """Put the finds of all blocks together.

    Args:
        page: the note with its papers.
        found: what the rules found, by block.
    """
    small = signs.small_words(page)
    closed = choosing.closed_ranges(page)
    titles = choosing.title_ranges(page)
    finds = bounding.bounded(page, {at: list(found[at]) for at in found})
    for at, one in (*titling.titled(page), *calling.linked(page)):
        finds.setdefault(at, []).append(one)
    chosen = [
        n
        for at in sorted(finds)
        for n in choosing.choose(
            page, at, choosing.open_finds(page.note.blocks[at], finds[at], titles[at], small), closed[at]
        )
    ]
    chosen += [
        *calling.called(page, small),
        *calling.speaking(page),
        *calling.writing(page),
        *calling.signing(page),
        *calling.attending(page),
    ]
    chosen = choosing.one_kind([choosing.shrink(one) for one in calling.as_data(page, chosen)])
    believed, possible = weighing.weighed(page, finds, chosen)
    possible += [n for n in believed if n.confidence < ENOUGH and choosing.is_everyday(n.text)]
    whole, unsigned = persons.whole_names(page, believed)
    chosen = spread(page, [n for n in whole if n.confidence >= ENOUGH], closed)
    aliases = tuple(definitions.aliases(page, chosen))
    ordered = sorted(set(definitions.with_definitions(chosen, aliases)), key=_order)
    return Names(tuple(ordered), aliases, _candidates(ordered, [*possible, *unsigned]), signs.density(page, finds))


def _candidates(names: Iterable[Named], possible: Iterable[Named]) -> tuple[Named, ...]:
    """Return the possible names as candidates, where no name stands."""
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in names:
        places[one.block].append((one.start, one.end))
    taken = {block: Ranges(ranges) for block, ranges in places.items()}
    free = (n for n in possible if n.block not in taken or not taken[n.block].touch(n.start, n.end))
    candidates = (replace(n, kind=Kind.CANDIDATE, rule=f"{CANDIDATE}{n.kind}") for n in free)
    return tuple(sorted(candidates, key=_order))


def _order(one: Named) -> tuple[int, int, int, str, str, str, float]:
    """Order names by place; of two at one place the order must not hang on the hash of the process."""
    return one.block, one.start, -one.end, one.kind, one.text, one.rule, one.confidence
