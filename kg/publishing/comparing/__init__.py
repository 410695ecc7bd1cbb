"""Two graphs told apart in notes, things and facts; things of other IRIs are one by the places that mention them."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kg import terms
from kg.graph import KINDS
from kg.publishing.comparing.reading import COMPARED, Changed, Graph, Triple, changed, places, quotes, read
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


__all__ = ["Change", "Changed", "Difference", "Graph", "Move", "compare"]

T = TypeVar("T")
_KIND_RANK = {kind: place for place, kind in enumerate(KINDS.values())}


@dataclass(frozen=True, slots=True)
class Change:
    """The differences in one thing or note."""

    iri: str
    """In the new graph, or in the old one when it is gone."""
    mark: str
    """`+` added, `-` gone, `~` in both."""
    kind: str
    name: str
    was: str
    """Its name in the old graph, when that was another."""
    was_kind: str
    """Its kind in the old graph, when that was another."""
    gone: tuple[Triple, ...]
    come: tuple[Triple, ...]
    """Facts, those of mentions too: they stand with the thing mentioned."""
    evidence: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences between two graphs."""

    old: Graph
    new: Graph
    identity: Identity
    notes: tuple[Change, ...]
    things: tuple[Change, ...]
    rewritten: tuple[str, ...]
    """Notes in both graphs whose content is another."""
    moved: int
    """Facts whose evidence only stands elsewhere in its note."""

    @property
    def equal(self) -> bool:
        """Whether nothing differs; how a graph was built is not a difference."""
        identity = self.identity
        told = self.notes or self.things or self.rewritten or self.moved
        return not (told or identity.rekeyed or identity.merged or identity.split or identity.moved)

    def name(self, node: str) -> str:
        """Return the name of a thing of either graph; any other value as it is."""
        return self.new.names.get(node) or self.old.names.get(node) or node


def compare(old: Store, new: Store, *, evidence: bool = False) -> Difference:
    """Compare two graphs; with evidence, also compare where each fact was read and with what confidence."""
    before, now = read(old), read(new)
    identity = identify(old, new, before, now)
    same = identity.same
    first = {(same.get(s, s), p, same.get(o, o)) for s, p, o in before.facts}
    gone, come = first - now.facts, set(now.facts) - first
    for paper, was, becomes in _reordered(before, now, same):
        gone.add((paper, str(terms.AUTHOR_LIST), ", ".join(map(before.names.__getitem__, was))))
        come.add((paper, str(terms.AUTHOR_LIST), ", ".join(map(now.names.__getitem__, becomes))))
    found = changed(old, new, same=same) if evidence else []
    known = [c for c in found if c.fact[1] in COMPARED and c.fact not in gone and c.fact not in come]
    telling = [one for one in known if not one.only_moved]
    lost, won = (_grouped(sorted(facts), lambda fact: fact) for facts in (gone, come))
    changes = _changes(before, now, identity, _Sides(lost, won, _grouped(telling, lambda one: one.fact)))
    rewritten = sorted(
        before.names[note]
        for note in before.hashes.keys() & now.hashes.keys()
        if before.hashes[note] != now.hashes[note]
    )
    return Difference(
        before,
        now,
        identity,
        tuple(change for change in changes if change.kind == "note"),
        tuple(change for change in changes if change.kind != "note"),
        tuple(rewritten),
        len(known) - len(telling),
    )


def _reordered(
    before: Graph, now: Graph, same: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the papers whose authors are listed in another order; who came or went is told by the facts of authors."""
    for paper, authors in sorted(before.authors.items()):
        here = same.get(paper, paper)
        became = now.authors.get(here, ())
        was = {same.get(person, person): person for person in authors}
        stayed = [person for person in was if person in became]
        if stayed != [person for person in became if person in was]:
            yield here, tuple(was.values()), became


def _grouped(some: Iterable[T], fact: Callable[[T], Triple]) -> dict[str, tuple[T, ...]]:
    """Group what is about facts by the thing to tell it of: the one mentioned, else the subject."""
    found: dict[str, list[T]] = defaultdict(list)
    for one in some:
        subject, predicate, value = fact(one)
        found[value if predicate == terms.MENTIONS else subject].append(one)
    return {thing: tuple(told) for thing, told in found.items()}


class _Sides(NamedTuple):
    """Facts that only one of two graphs has, and evidence, by thing."""

    gone: Mapping[str, tuple[Triple, ...]]
    come: Mapping[str, tuple[Triple, ...]]
    evidence: Mapping[str, tuple[Changed, ...]]


def _changes(before: Graph, now: Graph, identity: Identity, sides: _Sides) -> list[Change]:
    """Return each thing that differs, by kind and name."""
    was = {move.new: move.old for move in identity.rekeyed}
    taken = set(identity.same.values())
    found = []
    for iri in before.kinds.keys() | now.kinds.keys():
        if iri in identity.same and iri not in now.kinds:
            continue
        old = was.get(iri, iri)
        change = Change(
            iri,
            "-" if iri not in now.kinds else "~" if old in before.kinds or iri in taken else "+",
            now.kinds.get(iri) or before.kinds[iri],
            now.names.get(iri) or before.names[iri],
            _other(before.names.get(old), now.names.get(iri)),
            _other(before.kinds.get(old), now.kinds.get(iri)),
            sides.gone.get(iri, ()),
            sides.come.get(iri, ()),
            sides.evidence.get(iri, ()),
        )
        if change.mark != "~" or any((change.was, change.was_kind, change.gone, change.come, change.evidence)):
            found.append(change)
    return sorted(found, key=lambda change: (_KIND_RANK[change.kind], change.name, change.iri))


def _other(was: str | None, becomes: str | None) -> str:
    """Return what was, when it became something else."""
    return was if was and becomes and was != becomes else ""
