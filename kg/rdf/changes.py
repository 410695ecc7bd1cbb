"""Give graphs of a store other triples, in one step, touching no more than what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import pyoxigraph as ox

from kg.model import Iri
from kg.rdf.sections import holds_evidence


@dataclass(frozen=True, slots=True)
class Delta:
    """Lines of N-Triples, without their ends, that are removed and added."""

    gone: AbstractSet[str]
    new: AbstractSet[str]

    def then(self, after: Delta) -> Delta:
        """Return the change that this one and one after it make together.

        >>> Delta({"a"}, {"b"}).then(Delta({"b"}, {"a", "c"}))
        Delta(gone=set(), new={'c'})
        """
        gone = (self.gone - after.new) | (after.gone - self.new)
        return Delta(gone, (self.new - after.gone) | (after.new - self.gone))


def amend(store: ox.Store, changes: Mapping[Iri, Delta]) -> Delta:
    """Remove triples from graphs and add others; return the facts that no graph states any more, or none stated before.

    Everything is one update, which Oxigraph runs as one transaction. The default graph follows: a triple enters it with
    the first graph that states it, and leaves it when no graph does any more.

    Args:
        changes: IRI of a graph -> the triples to remove, which it has, and those to add, which it does not have.
    """
    facts = {graph: delta for graph, delta in changes.items() if not holds_evidence(graph)}
    evidence = [delta for graph, delta in changes.items() if holds_evidence(graph)]
    changed = Delta(
        _left(store, facts),
        frozenset(line for line in _union(delta.new for delta in facts.values()) if not any(_stating(store, line, {}))),
    )
    gone = {graph: delta.gone for graph, delta in facts.items() if delta.gone}
    new = {graph: delta.new for graph, delta in facts.items() if delta.new}
    lost = _union([changed.gone, *(delta.gone for delta in evidence)])
    won = _union([*new.values(), *(delta.new for delta in evidence)])
    steps = [_block("DELETE DATA", [*sorted(lost), *_named(gone)])] if lost or gone else []
    if won:
        steps.append(_block("INSERT DATA", [*sorted(won), *_named(new)]))
    if steps:
        store.update(" ;\n".join(steps))
    for graph in sorted(gone):
        if next(store.quads_for_pattern(None, None, None, ox.NamedNode(graph)), None) is None:
            store.remove_graph(ox.NamedNode(graph))
    return changed


def _left(store: ox.Store, changes: Mapping[Iri, Delta]) -> frozenset[str]:
    """Return the facts that are gone from graphs and that no graph states afterwards."""
    lines = _union(delta.gone for delta in changes.values()) - _union(delta.new for delta in changes.values())
    return frozenset(line for line in lines if not any(_stating(store, line, changes)))


def _stating(store: ox.Store, line: str, changes: Mapping[Iri, Delta]) -> Iterator[bool]:
    """Yield for each graph that states a fact whether it keeps it."""
    triple = next(iter(ox.parse(line, ox.RdfFormat.N_TRIPLES)))
    for quad in store.quads_for_pattern(triple.subject, triple.predicate, triple.object):
        if isinstance(quad.graph_name, ox.NamedNode):
            graph = Iri(quad.graph_name.value)
            yield graph not in changes or line not in changes[graph].gone


def _union(sets: Iterable[AbstractSet[str]]) -> set[str]:
    return set().union(*sets)


def _named(graphs: Mapping[Iri, AbstractSet[str]]) -> Iterable[str]:
    return [_block(f"GRAPH <{graph}>", sorted(lines)) for graph, lines in sorted(graphs.items()) if lines]


def _block(head: str, lines: Iterable[str]) -> str:
    return "\n".join([f"{head} {{", *lines, "}"])
