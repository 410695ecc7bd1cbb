"""What is said about a thing from its side, in both directions, in the order in which people want to read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from kg import terms
from kg.asking.wording import rank_of, words
from kg.publishing.networks.reading import Edge, Node, PropertyGraph


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of a thing to others."""

    words: str
    predicate: str
    incoming: bool
    edges: tuple[Edge, ...]
    """Authors in their order; else what most places state first."""


@dataclass(frozen=True, slots=True)
class Web:
    """The things of a graph by their IRI, each with its relations."""

    nodes: Mapping[str, Node]
    relations: Mapping[str, tuple[Relation, ...]]


def read(graph: PropertyGraph) -> Web:
    """Gather the relations of every thing; the notes are left out."""
    things = graph.things()
    nodes = {node.iri: node for node in things.nodes}
    said: dict[str, dict[tuple[int, str, str, bool], list[Edge]]] = defaultdict(lambda: defaultdict(list))
    for edge in things.edges:
        for own, incoming in ((edge.source, False), (edge.target, True)):
            said[own][_key(edge.predicate, incoming=incoming)].append(edge)
    relations = {
        iri: tuple(
            Relation(shown, predicate, incoming, tuple(sorted(edges, key=partial(_order, nodes, incoming=incoming))))
            for (_, shown, predicate, incoming), edges in sorted(said[iri].items())
        )
        for iri in nodes
    }
    return Web(nodes, relations)


def _key(predicate: str, *, incoming: bool) -> tuple[int, str, str, bool]:
    if predicate == terms.MENTIONS:
        shown = "mentioned with" if incoming else "mentions"
    else:
        shown = words(predicate)[incoming] or words(predicate)[0]
    return rank_of(predicate), shown, predicate, incoming


def _order(nodes: Mapping[str, Node], edge: Edge, *, incoming: bool) -> tuple[int, int, str, str]:
    other = nodes[edge.source if incoming else edge.target]
    return 0 if incoming else edge.order, -edge.weight, other.name.casefold(), other.iri


def others(relations: Iterable[Relation], predicate: str, *, incoming: bool = False) -> list[str]:
    """Return what a predicate connects with a thing, in one direction."""
    return [
        edge.source if incoming else edge.target
        for relation in relations
        if relation.predicate == predicate and relation.incoming == incoming
        for edge in relation.edges
    ]
