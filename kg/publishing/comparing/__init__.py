"""Two graphs told apart in notes, things and facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kg import terms
from kg.graph import KINDS
from kg.publishing.comparing.identity import Identity, Move, identify
from kg.publishing.comparing.reading import COMPARED, Changed, Graph, Triple, changed, read
from kg.rdf import Store

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
