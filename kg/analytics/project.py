"""The graph seen as networks: one row of `VIEWS` for each way to look at it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import networkx as nx

from kg import terms
from kg.model import THINGS, Kind

CROWD = 100
"""A paper with more authors than this links nobody: 3,000 authors would make 4.5 million links that say nothing."""

LINKS = (
    "schema:author|schema:about|schema:isPartOf|schema:award|schema:superEvent|schema:affiliation|schema:performer"
    "|schema:workFeatured|schema:citation|skos:broader|skos:exactMatch|kg:presentedAt|kg:introduces|kg:recipient"
    "|kg:uses|kg:extends|kg:basedOn|kg:outperforms|kg:comparedWith|kg:appliedTo|kg:evaluatedOn|kg:developedBy"
)
"""Every fact that links two things of the map."""


class Queryable(Protocol):
    """What is asked of a store here: rows of terms for a SELECT, over the union of its graphs."""

    def query(self, sparql: str, /) -> Any:
        """Give the rows of a SPARQL query."""


@dataclass(frozen=True, slots=True)
class View:
    """A way to see the graph as a network.

    The pattern binds `?source` and `?target`, which it links, or `?node` and `?hub`, when things are linked by what
    they share; each hub that two nodes share adds 1 to the weight of their link.
    """

    name: str
    summary: str
    pattern: str
    directed: bool = False
    whole: bool = False
    """Things that nothing links are nodes too."""

    @property
    def shared(self) -> bool:
        """Are nodes linked by a common hub?"""
        return "?hub" in self.pattern


VIEWS: tuple[View, ...] = (
    View(
        "coauthors",
        "Persons, linked by each paper they wrote together",
        "?hub a schema:ScholarlyArticle ; schema:author ?node",
    ),
    View("topics", "Topics, linked by each paper about both", "?hub a schema:ScholarlyArticle ; schema:about ?node"),
    View(
        "papers-topics",
        "Papers, linked to their topics",
        "?source a schema:ScholarlyArticle ; schema:about ?target",
    ),
    View(
        "papers-methods",
        "Papers, linked to the methods, datasets and tasks they introduce, use or compare with",
        "?source a schema:ScholarlyArticle ; "
        "kg:introduces|kg:uses|kg:extends|kg:basedOn|kg:outperforms|kg:comparedWith"
        "|kg:appliedTo|kg:evaluatedOn ?target",
    ),
    View("citations", "Papers, each linked to those it cites", "?source schema:citation ?target", directed=True),
    View("map", "All things and every link between two of them", f"?source {LINKS} ?target", whole=True),
)
"""Every view, by name."""


def find_view(name: str) -> View:
    """Give the view of a name.

    Raises:
        KeyError: there is none; the message lists those there are.
    """
    for view in VIEWS:
        if view.name == name:
            return view
    raise KeyError(f"no view {name!r}; there are: {', '.join(view.name for view in VIEWS)}")


def project(store: Queryable, view: View | str) -> nx.Graph:
    """Read a network from the store, with nodes and links inserted in order.

    Nodes are IRIs with `kind` and `name` (papers have `year` where the notes give it, the earliest when they
    disagree); links have `weight`. The order makes what is computed from the network the same in every process.
    """
    view = find_view(view) if isinstance(view, str) else view
    things = read_things(store)
    rows = set(values(store, f"SELECT ?{_ENDS[view.shared][0]} ?{_ENDS[view.shared][1]} WHERE {{ {view.pattern} }}"))
    linked = sorted((a, b) for a, b in rows if b in things and (view.shared or (a in things and a != b)))
    weights = _shared(linked) if view.shared else Counter(linked if view.directed else map(_ordered, linked))
    members = {b for _, b in linked} | (set() if view.shared else {a for a, _ in linked})
    network = nx.DiGraph() if view.directed else nx.Graph()
    network.add_nodes_from((iri, things[iri]) for iri in sorted(things if view.whole else members))
    network.add_edges_from((a, b, {"weight": weight}) for (a, b), weight in sorted(weights.items()))
    return network


def read_things(store: Queryable) -> dict[str, dict[str, str | float]]:
    """Read every thing of the graph: IRI to its kind, its name, and its year where it has one."""
    classes = " ".join(f"<{terms.CLASSES[kind]}>" for kind in THINGS)
    rows = values(
        store,
        f"SELECT ?node ?class ?name WHERE {{ VALUES ?class {{ {classes} }} "
        "?node a ?class OPTIONAL { ?node rdfs:label ?name } }",
    )
    things: dict[str, dict[str, str | float]] = {}
    for iri, class_iri, name in sorted(set(rows), key=lambda row: (row[0], _RANK[row[1]], row[2])):
        things.setdefault(iri, {"kind": _KIND[class_iri].value, "name": name or iri})
    for iri, year in sorted(set(values(store, "SELECT ?node ?year WHERE { ?node schema:datePublished ?year }"))):
        if iri in things and year[:4].isdecimal():
            things[iri].setdefault("year", int(year[:4]))
    return things


def values(store: Queryable, sparql: str) -> Iterator[tuple[str, ...]]:
    """Give the rows of a query as plain text, "" for what is not bound."""
    for row in store.query(sparql):
        yield tuple(["" if term is None else term.value for term in row])


_KIND = {str(iri): kind for kind, iri in terms.CLASSES.items()}
_RANK = {str(iri): (kind is Kind.TOPIC, place) for place, (kind, iri) in enumerate(terms.CLASSES.items())}
"""Topics last: a method that is also said to be a concept is a method."""
_ENDS = {True: ("hub", "node"), False: ("source", "target")}


def _ordered(pair: tuple[str, str]) -> tuple[str, str]:
    return pair if pair[0] <= pair[1] else (pair[1], pair[0])


def _shared(rows: Iterable[tuple[str, str]]) -> Counter[tuple[str, str]]:
    members: dict[str, list[str]] = defaultdict(list)
    for hub, node in rows:
        members[hub].append(node)
    weights: Counter[tuple[str, str]] = Counter()
    for nodes in members.values():
        if len(nodes) <= CROWD:
            weights.update(combinations(nodes, 2))
    return weights
