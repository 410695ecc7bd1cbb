"""How to say in a decision which thing is meant: the shortest designators that fit its mentions and no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.model import Extraction, Kind, Resolution
from kg.resolution.deciding import names_of
from kg.resolution.decisions import Designator, plain, spellings


class Seen(NamedTuple):
    """A name under which a thing is shown at a place."""

    thing: str
    """IRI."""
    kind: Kind
    name: str
    """As `plain` makes it."""
    note: str
    place: Hashable
    """What tells places in a note apart: the mention, or else its line."""


def seen_in(extractions: Iterable[Extraction], resolved: Resolution) -> Iterator[Seen]:
    """Yield every name of every mention, with the thing that it names."""
    for extraction in extractions:
        for name, mention in names_of(extraction):
            if mention in resolved.iris:
                yield Seen(resolved.iris[mention], mention.kind, name, extraction.note, mention)


def designate(seen: Sequence[Seen], thing: str) -> tuple[Designator, ...]:
    """Return designators that together fit all places where a thing is named, and no other thing; the widest first.

    A name that other things of the kind bear is restricted to a note; one that they bear in that note too tells
    nothing, and a thing that has no other names cannot be designated: then there are none.
    """
    kinds = {row.kind for row in seen if row.thing == thing}
    near = [row for row in seen if row.kind in kinds]
    notes = {plain(row.note) for row in seen}
    others = {row.name for row in near if row.thing != thing}
    beside = {(row.name, row.note) for row in near if row.thing != thing}
    covers: dict[tuple[bool, Designator], set[tuple[str, Hashable]]] = defaultdict(set)
    for row in near:
        if row.thing != thing or (row.name, row.note) in beside:
            continue
        alone = Designator(row.kind, row.name)
        here = Designator(row.kind, f"{row.name} @ {plain(row.note)}")
        free = row.name not in others and not alone.read(notes)[1]
        if row.name and (free or here.read(notes) == (row.name, plain(row.note))):
            covers[not free, alone if free else here].add((row.note, row.place))
    return tuple(_cover(covers))


def _cover(covers: dict[tuple[bool, Designator], set[tuple[str, Hashable]]]) -> Iterator[Designator]:
    """Choose designators until all places are covered: without a note first, then the widest, then the shortest."""
    left: set[tuple[str, Hashable]] = set().union(*covers.values())
    while left:
        best = min(
            covers, key=lambda one: (not covers[one] & left, one[0], -len(covers[one] & left), len(one[1].text), one)
        )
        left -= covers[best]
        yield best[1]


def meant(seen: Iterable[Seen], designator: Designator) -> list[Seen]:
    """Return the places that a designator fits."""
    rows = list(seen)
    name, note = designator.read({plain(row.note) for row in rows})
    wanted = spellings(name)
    return [row for row in rows if row.kind is designator.kind and row.name in wanted and note in ("", plain(row.note))]
