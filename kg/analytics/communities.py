"""What belongs together: communities by the Leiden method, and connected components."""

from __future__ import annotations

from collections.abc import Sequence

from kg import terms
from kg.analytics.arrays import components
from kg.analytics.naming import central, name_communities
from kg.analytics.structure import Structure
from kg.analytics.tables import Finding, Table, head, name_of
from kg.model import Iri, Kind
from kg.rdf import DerivedFact

_SAID = {kind.value for kind in (Kind.PAPER, Kind.PERSON, Kind.TOPIC, Kind.METHOD, Kind.DATASET, Kind.TASK)}
"""Kinds of which the graph says the community."""


def group(structure: Structure, things: Structure, *, name: str) -> Finding:
    """List the communities with their contribution to modularity; derive the community of each node, and its name.

    Args:
        structure: of the network to divide.
        things: all things and their links; these tell what nodes are about.
        name: of the table.
    """
    network, division = structure.network, structure.division
    communities = division.communities
    named = name_communities(communities, things.subjects, before=structure.called)
    names = [name or central(network, members) for name, members in zip(named, communities, strict=True)]
    added = structure.modularity((*communities, *division.small))
    rows = []
    facts = []
    for number, (members, called_so, adds) in enumerate(zip(communities, names, added, strict=False), start=1):
        rows.append((number, called_so, len(members), round(adds, 4), head(_central(structure, members))))
        for node in members:
            if network.nodes[node].get("kind") in _SAID:
                facts.append(DerivedFact(Iri(node), terms.COMMUNITY, number))
                facts.append(DerivedFact(Iri(node), terms.COMMUNITY_NAME, called_so))
    small, alone = len(division.small), len(division.alone)
    others = (
        f"{small:,} {'pair or single thing' if small == 1 else 'pairs or single things'}",
        f"{alone:,} {'thing' if alone == 1 else 'things'} without links",
    )
    remark = f"Modularity {sum(added):.3f}; in no community: {' and '.join(others)}."
    columns = ("community", "name", "size", "modularity", "members")
    return Finding(Table(name, columns, tuple(rows), remark), tuple(sorted(facts)))


def split(structure: Structure, *, name: str) -> Finding:
    """List the connected components, the largest first, whatever the direction of the links."""
    parts = structure.parts(components(structure.arcs))
    rows = tuple((place, len(each), head(_central(structure, each))) for place, each in enumerate(parts, start=1))
    return Finding(Table(name, ("component", "size", "members"), rows))


def _central(structure: Structure, members: Sequence[str]) -> list[str]:
    named = sorted((-structure.degree[node], name_of(structure.network, node), node) for node in members)
    return [name for _, name, _ in named]
