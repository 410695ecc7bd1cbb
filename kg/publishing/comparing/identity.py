"""Which things of two graphs are the same though their IRIs are not, seen by the places that mention them."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kg.publishing.comparing.reading import Graph, places, quotes
from kg.rdf import Store

MOST = 5_000
"""Passages of a note that are aligned; the time grows faster than their number."""


class Move(NamedTuple):
    """Mentions that belonged to one thing and belong to another."""

    old: str
    new: str
    places: tuple[str, ...]
    """`note:line` of each, in order."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What became of things."""

    same: Mapping[str, str]
    """Thing that is gone -> the one thing that has its mentions now."""
    rekeyed: tuple[Move, ...]
    """The same thing under another IRI."""
    merged: Mapping[str, tuple[Move, ...]]
    """Thing -> those that are part of it now and are gone themselves."""
    split: Mapping[str, tuple[Move, ...]]
    """Thing -> those that took mentions of it and were not there before."""
    moved: tuple[Move, ...]
    """Mentions that went from one thing to another; both things were there before and are now."""


def identify(old: Store, new: Store, before: Graph, now: Graph) -> Identity:
    """Compare the places of mentions in both graphs; without evidence nothing is seen."""
    moves = _moves(old, new, before, now)
    targets: dict[str, list[Move]] = defaultdict(list)
    sources: dict[str, list[Move]] = defaultdict(list)
    for move in moves:
        targets[move.old].append(move)
        sources[move.new].append(move)
    same = {thing: out[0].new for thing, out in targets.items() if thing not in now.kinds and len(out) == 1}
    rekeyed: list[Move] = []
    moved: list[Move] = []
    merged: dict[str, list[Move]] = defaultdict(list)
    split: dict[str, list[Move]] = defaultdict(list)
    for move in moves:
        if move.old in same:
            alone = move.new not in before.kinds and len(sources[move.new]) == 1
            (rekeyed if alone else merged[move.new]).append(move)
        elif move.old not in now.kinds or move.new not in before.kinds:
            split[move.old].append(move)
        else:
            moved.append(move)
    return Identity(same, tuple(rekeyed), _frozen(merged), _frozen(split), tuple(moved))


def _frozen(moves: Mapping[str, list[Move]]) -> dict[str, tuple[Move, ...]]:
    return {thing: tuple(moves[thing]) for thing in sorted(moves)}


def _moves(old: Store, new: Store, before: Graph, now: Graph) -> list[Move]:
    first, alignment = places(old), _align(old, new, before, now)
    # What is mentioned at the passages of the old graph.
    last = {alignment.get(at, at): things for at, things in places(new).items() if alignment.get(at, at)}
    changed = {at: (first[at] - last[at], last[at] - first[at]) for at in first.keys() & last.keys()}
    pairs = {at: pair for at, pair in changed.items() if pair[0] and pair[1]}
    stood = quotes(old, pairs)
    found: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for at, (gone, come) in pairs.items():
        for pair in _paired(gone, come, before, now):
            found[pair].append(stood[at][:2])
    return [Move(*pair, tuple(f"{note}:{line}" for note, line in sorted(found[pair]))) for pair in sorted(found)]


def _paired(gone: set[str], come: set[str], before: Graph, now: Graph) -> Iterator[tuple[str, str]]:
    """Pair what one place mentioned with what it mentions: one with one, or one with one of the same kind."""
    if len(gone) == len(come) == 1:
        yield min(gone), min(come)
        return
    for kind in {before.kinds.get(thing) for thing in gone}:
        those = [thing for thing in gone if before.kinds.get(thing) == kind]
        these = [thing for thing in come if now.kinds.get(thing) == kind]
        if len(those) == len(these) == 1:
            yield those[0], these[0]


class _Passage(NamedTuple):
    start: int
    end: int
    quote: str
    iri: str


def _align(old: Store, new: Store, before: Graph, now: Graph) -> Mapping[str, str]:
    """Map the passages of changed notes: passage of the new graph -> the same words in the old one, or "" for none.

    Unchanged notes need no map: the IRI of a passage follows from its note, start and end.
    """
    found: dict[str, str] = {}
    for note in sorted(before.hashes.keys() & now.hashes.keys()):
        if before.hashes[note] != now.hashes[note]:
            first, last = _mentions(old, note), _mentions(new, note)
            found |= {passage.iri: "" for passage in last}
            if max(len(first), len(last)) <= MOST:
                stood, stand = ([passage.quote for passage in passages] for passages in (first, last))
                matcher = difflib.SequenceMatcher(None, stood, stand, autojunk=False)
                for a, b, size in matcher.get_matching_blocks():
                    found |= {last[b + n].iri: first[a + n].iri for n in range(size)}
    return found


def _mentions(store: Store, note: str) -> list[_Passage]:
    pattern = (
        f"?at oa:hasSource <{note}> ; kg:start ?start ; kg:end ?end ; kg:quote ?quote . "
        "?m prov:wasDerivedFrom ?at ; kg:names ?thing"
    )
    rows = store.query(f"SELECT DISTINCT ?start ?end ?quote ?at {{ {pattern} }}").texts()
    return sorted(_Passage(int(start), int(end), quote, at) for start, end, quote, at in rows)
