"""The graph as networks: one row of `VIEWS` for each way to look at it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from operator import itemgetter

import networkx as nx

from kg import terms, untrusted
from kg.citation_keys import in_words
from kg.graph import pairs, things_with_years, values
from kg.model import THINGS, Iri, Kind
from kg.rdf import Askable
from kg.vocabularies import reached

CROWD = 100
"""Things do not link more others than this: 3,000 authors would make 4.5 million meaningless links."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

SAID_OF_METHODS = (
    *(terms.INTRODUCES, terms.USES, terms.EXTENDS, terms.BASED_ON, terms.OUTPERFORMS, terms.COMPARED_WITH),
    *(terms.APPLIED_TO, terms.EVALUATED_ON),
)
WEIGHTS: Mapping[Iri, float] = {
    terms.ABOUT: 3.0,
    terms.BROADER: 2.0,
    terms.AUTHOR: 0.25,
    terms.AFFILIATION: 0.1,
    terms.PRESENTED_AT: 0.02,
    terms.IS_PART_OF: 0.05,
    terms.SUPER_EVENT: 0.1,
    terms.AWARD: 0.1,
    **dict.fromkeys(
        (
            *(terms.PERFORMER, terms.WORK_FEATURED, terms.CITATION, terms.EXACT_MATCH, terms.RECIPIENT),
            *(*SAID_OF_METHODS, terms.DEVELOPED_BY, terms.MENTIONS),
        ),
        1.0,
    ),
}
"""Every fact that links two things of the map, and how strongly it says that they have a subject in common. People and
venues have papers on many subjects."""
_SPOKEN_OF = (*SAID_OF_METHODS, terms.MENTIONS)
_OF_PAPERS = (terms.AUTHOR, terms.ABOUT, *_SPOKEN_OF, terms.PRESENTED_AT, terms.IS_PART_OF)
_CONTENT = (Kind.METHOD, Kind.DATASET, Kind.TASK)


@dataclass(frozen=True, slots=True)
class Tie:
    """What links two things of a view: facts about one subject.

    `linked` facts link the subject to their objects. Without them, two nodes are linked by each hub that they share:
    every subject gives its nodes (or is one itself) all of its hubs (or is the hub itself).
    """

    of: tuple[Kind, ...] = (Kind.PAPER,)
    """Kinds of the subjects."""
    nodes: tuple[Iri, ...] = ()
    hubs: tuple[Iri, ...] = ()
    shared: tuple[Kind, ...] = THINGS
    """Kinds of the hubs."""
    linked: tuple[Iri, ...] = ()
    upward: bool = False
    """Whether what is linked with a topic is also linked with all broader topics."""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class View:
    """A way to see the graph as a network."""

    name: str
    summary: str
    kinds: tuple[Kind, ...]
    """Of the nodes."""
    ties: tuple[Tie, ...]
    directed: bool = False
    whole: bool = False
    """Whether things without links are nodes, too."""


VIEWS: tuple[View, ...] = (
    View(
        "coauthors", "People, linked by each paper they wrote together", (Kind.PERSON,), (Tie(nodes=(terms.AUTHOR,)),)
    ),
    View(
        "papers",
        "Papers, linked by topics, methods, datasets, tasks, authors and citations they share",
        (Kind.PAPER,),
        (
            Tie(hubs=(terms.ABOUT,)),
            Tie(hubs=_SPOKEN_OF, shared=_CONTENT),
            Tie(hubs=(terms.AUTHOR,)),
            Tie(hubs=(terms.CITATION,)),
            Tie(linked=(terms.CITATION, *SAID_OF_METHODS)),
        ),
    ),
    View(
        "topics",
        "Topics, linked by each paper about both, by the hierarchy, and by methods that their papers share",
        (Kind.TOPIC,),
        (
            Tie(nodes=(terms.ABOUT,)),
            Tie(nodes=(terms.ABOUT,), hubs=_SPOKEN_OF, shared=_CONTENT, weight=0.5),
            Tie(of=(Kind.TOPIC,), linked=(terms.BROADER,)),
        ),
    ),
    View(
        "methods",
        "Methods, linked by each statement about two of them, and by each paper that mentions both",
        (Kind.METHOD,),
        (Tie(nodes=_SPOKEN_OF), Tie(of=(Kind.METHOD,), linked=(*SAID_OF_METHODS, terms.IS_PART_OF))),
    ),
    View(
        "people-organisations",
        "People, linked to the organisations they belong to",
        (Kind.PERSON, Kind.ORG),
        (Tie(of=(Kind.PERSON,), linked=(terms.AFFILIATION,)),),
    ),
    View(
        "venues",
        "Venues by year, linked to their series, and by what their papers have in common",
        (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
        (
            Tie(nodes=(terms.PRESENTED_AT, terms.IS_PART_OF), hubs=(terms.ABOUT, *_SPOKEN_OF)),
            Tie(of=(Kind.EDITION,), linked=(terms.SUPER_EVENT,)),
        ),
    ),
    View(
        "notes",
        "Notes, linked by each thing that both mention, and by links from one to the other",
        (Kind.NOTE,),
        (Tie(of=(Kind.NOTE,), hubs=(terms.MENTIONS,)), Tie(of=(Kind.NOTE,), linked=(terms.LINKS_TO,))),
        whole=True,
    ),
    View("papers-topics", "Papers, linked to their topics", (Kind.PAPER, Kind.TOPIC), (Tie(linked=(terms.ABOUT,)),)),
    View(
        "papers-methods",
        "Papers, linked to the methods, datasets and tasks they introduce, use or compare with",
        (Kind.PAPER, *_CONTENT),
        (Tie(linked=SAID_OF_METHODS),),
    ),
    View(
        "citations",
        "Papers, each linked to those it cites",
        (Kind.PAPER, Kind.WORK),
        (Tie(of=(Kind.PAPER, Kind.WORK), linked=(terms.CITATION,)),),
        directed=True,
    ),
    View(
        "comparisons",
        "Papers and methods, each linked to what it is said to outperform",
        (Kind.PAPER, *_CONTENT),
        (Tie(of=(Kind.PAPER, *_CONTENT), linked=(terms.OUTPERFORMS,)),),
        directed=True,
    ),
    View(
        "history",
        "Papers by year, linked to what they mention, their authors and venues, and the notes that mention these",
        (
            *(Kind.PAPER, Kind.PERSON, Kind.TOPIC, *_CONTENT),
            *(Kind.EDITION, Kind.VENUE, Kind.PERIODICAL, Kind.NOTE),
        ),
        (
            Tie(linked=_OF_PAPERS, upward=True),
            Tie(of=(Kind.EDITION,), linked=(terms.SUPER_EVENT,)),
            Tie(of=(Kind.NOTE,), linked=(terms.MENTIONS,)),
        ),
        whole=True,
    ),
    View(
        "map",
        "All things and every link between two of them",
        THINGS,
        tuple(Tie(of=THINGS, linked=(predicate,), weight=weight) for predicate, weight in WEIGHTS.items()),
        whole=True,
    ),
)
"""Every view, by name."""


def find_view(name: str) -> View:
    """Return the view with a name.

    Raises:
        KeyError: there is no such view; the message lists the views.
    """
    for view in VIEWS:
        if view.name == name:
            return view
    raise KeyError(f"no view {name!r}; the views are: {', '.join(view.name for view in VIEWS)}")


def project(store: Askable, view: View | str, *, evidence: bool = False) -> nx.Graph:
    """Read a network from the store, with nodes and links inserted in order; see `Source.network`."""
    return Source(store).network(view, evidence=evidence)


@dataclass(slots=True)
class _Link:
    """What is known of a link while it is put together."""

    weight: float = 0.0
    count: int = 0
    evidence: int = 0


class Source:
    """The material of networks; each part is read from the store once.

    Args:
        store: the graph.
        before: the name of the earlier community of each thing; by default, the one in the graph.
    """

    def __init__(self, store: Askable, before: Mapping[str, str] | None = None) -> None:
        self._store = store
        self._facts: dict[Iri, list[tuple[str, str]]] = {}
        self._places: dict[Iri, Counter[tuple[str, str]]] = {}
        self._describe(self.called() if before is None else before)

    def network(self, view: View | str, *, evidence: bool = False) -> nx.Graph:
        """Return a view as a network, with nodes and links inserted in order.

        Nodes are IRIs with `kind`, `name` and `evidence` (the number of places that mention them). If the notes give
        them, papers have `year` (the earliest if notes disagree, else that of the venue edition), `rating`, and
        `remarks` (their number); notes have `written` (their date). What has papers (people, topics, methods, venues)
        has `papers` (their number); things that were analysed have `community` (its name). Links have `weight`,
        `count` (the facts or shared things behind them) and, on request, `evidence` (the number of places that state
        these). Because of the order, results computed from the network are the same in every process.

        A thing that n nodes share adds 1/(n - 1) to the weight of each of their links, as Newman weights co-authors:
        it counts once for each node, whether two or twenty share it. Links of undirected views also have `strength`:
        the ratio of their strength to that expected by chance, given how strongly both nodes are linked (the
        association strength, times twice the sum of all weights).
        """
        view = find_view(view) if isinstance(view, str) else view
        members: set[str] = {iri for iri in self.things if view.whole and self._is(iri, view.kinds)}
        links: dict[tuple[str, str], _Link] = defaultdict(_Link)
        for tie in view.ties:
            if tie.linked:
                members |= self._join(view, tie, links, evidence=evidence)
            else:
                members |= self._share(view, tie, links, evidence=evidence)
        network = nx.DiGraph() if view.directed else nx.Graph()
        network.add_nodes_from((iri, dict(self.things[iri])) for iri in sorted(members))
        for (a, b), link in sorted(links.items(), key=itemgetter(0)):
            places = {"evidence": link.evidence} if evidence else {}
            network.add_edge(a, b, weight=round(link.weight, 6), count=link.count, **places)
        if not view.directed:
            _associate(network)
        network.graph["broader"] = self.above
        return network

    @cached_property
    def above(self) -> dict[str, list[str]]:
        """The topics right above each topic."""
        above = defaultdict[str, list[str]](list)
        for topic, broader, _ in self.facts(terms.BROADER):
            above[topic].append(broader)
        return dict(above)

    @cached_property
    def things(self) -> dict[str, dict[str, str | float]]:
        """Every thing and note with its attributes."""
        things = things_with_years(self._store)
        notes = sorted(pairs(self._store, terms.PATH))
        things |= {note: {"kind": Kind.NOTE.value, "name": path} for note, path in notes}
        for note, dates in self.texts(terms.DATE_CREATED).items():
            if note in things:
                things[note]["written"] = dates[0]
        for attributes in things.values():
            year = _YEAR.search(str(attributes["name"])) if attributes["kind"] == Kind.EDITION.value else None
            if year:
                attributes["year"] = untrusted.integer(year[0])
        for iri, keys in self.texts(terms.CITATION_KEY).items():
            if iri in things and things[iri]["name"] in keys:
                things[iri] |= {"name": in_words(str(things[iri]["name"])), "untitled": True}
        counted = "SELECT ?thing (COUNT(?mention) AS ?count) { ?mention kg:names ?thing } GROUP BY ?thing"
        places = {thing: int(count) for thing, count in self._store.query(counted).texts()}
        for iri, attributes in things.items():
            attributes["evidence"] = places.get(iri, 0)
        return things

    def _describe(self, called: Mapping[str, str]) -> None:
        """Say how many papers things have, of papers year, rating and remarks, and what communities were called."""
        things = self.things
        for paper, edition, _ in self.facts(terms.PRESENTED_AT):
            if self._is(paper, (Kind.PAPER,)) and "year" not in things[paper] and "year" in things[edition]:
                things[paper]["year"] = things[edition]["year"]
        held = {(paper, other) for paper, other, _ in self.facts(*_OF_PAPERS) if self._is(paper, (Kind.PAPER,))}
        papers = Counter(other for _, other in held)
        for iri, count in sorted(papers.items()):
            things[iri]["papers"] = count
        for iri, ratings in self.texts(terms.RATING).items():
            if iri in things:
                things[iri]["rating"] = max(map(untrusted.number, ratings))
        for iri, remarks in self.texts(terms.REMARK).items():
            if iri in things:
                things[iri]["remarks"] = len(remarks)
        for iri, name in called.items():
            if iri in things:
                things[iri]["community"] = name

    def facts(self, *predicates: Iri) -> Iterator[tuple[str, str, Iri]]:
        """Yield the facts with the given predicates between things, as subject, object and predicate, in order."""
        for predicate in predicates:
            if predicate not in self._facts:
                rows = set(pairs(self._store, predicate))
                self._facts[predicate] = sorted((s, o) for s, o in rows if s in self.things and o in self.things)
            for subject, target in self._facts[predicate]:
                yield subject, target, predicate

    def texts(self, predicate: Iri) -> dict[str, list[str]]:
        """Return the values of a predicate for each thing, in order."""
        return values(self._store, predicate)

    def called(self) -> dict[str, str]:
        """Return the name of the community of each thing, as the last analysis wrote it into the graph."""
        return {iri: names[0] for iri, names in self.texts(terms.COMMUNITY_NAME).items()}

    def _is(self, iri: str, kinds: Sequence[Kind]) -> bool:
        return self.things[iri]["kind"] in kinds

    def _evidence(self, fact: tuple[str, str, Iri]) -> int:
        subject, target, predicate = fact
        if predicate not in self._places:
            pattern = f"{{ ?e rdf:predicate <{predicate}> ; rdf:subject ?s ; rdf:object ?o }}"
            if predicate == terms.MENTIONS:  # what a note mentions is said by the mentions in it
                pattern += " UNION { ?e kg:names ?o ; prov:wasDerivedFrom/oa:hasSource ?s }"
            rows = self._store.query(f"SELECT ?s ?o ?e {{ {pattern} }}").texts()
            self._places[predicate] = Counter((s, o) for s, o, _ in rows)
        return self._places[predicate][subject, target]

    def _join(self, view: View, tie: Tie, links: dict[tuple[str, str], _Link], *, evidence: bool) -> set[str]:
        """Link subjects and objects of facts; give the nodes these facts speak of."""
        members = set()
        for fact in self.facts(*tie.linked):
            a, b, _ = fact
            if tie.upward and self._is(a, tie.of):
                self._join_above(tie, a, b, links)
            if a != b and self._is(a, tie.of) and self._is(a, view.kinds) and self._is(b, view.kinds):
                members |= {a, b}
                link = links[(a, b) if view.directed else _ordered(a, b)]
                link.weight += tie.weight
                link.count += 1
                link.evidence += self._evidence(fact) if evidence else 0
        return members

    def _join_above(self, tie: Tie, subject: str, target: str, links: dict[tuple[str, str], _Link]) -> None:
        """Link the subject of a fact with the topics that are broader than its object."""
        for topic in reached(target, self.above):
            if topic == target:
                continue
            link = links[_ordered(subject, topic)]
            link.weight += tie.weight
            link.count += 1

    def _share(self, view: View, tie: Tie, links: dict[tuple[str, str], _Link], *, evidence: bool) -> set[str]:
        """Link nodes by the hubs they share; give the nodes."""
        hubs: dict[str, dict[str, int]] = defaultdict(dict)
        members = set()
        for (node, places), (hub, more) in self._pairs(view, tie, evidence=evidence):
            members.add(node)
            if hub:
                hubs[hub][node] = hubs[hub].get(node, 0) + places + more
        for _, sharing in sorted(hubs.items()):
            if 1 < len(sharing) <= CROWD:
                weight = tie.weight / (len(sharing) - 1)
                for a, b in combinations(sorted(sharing), 2):
                    link = links[a, b]
                    link.weight += weight
                    link.count += 1
                    link.evidence += sharing[a] + sharing[b]
        return members

    def _pairs(self, view: View, tie: Tie, *, evidence: bool) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
        """Yield each node and each of its hubs, both with the places that say so; "" for a hub where it has none."""
        nodes = self._of(tie, tie.nodes, view.kinds, evidence=evidence)
        hubs = self._of(tie, tie.hubs, tie.shared, evidence=evidence)
        for subject in sorted(nodes if tie.nodes else (iri for iri in self.things if self._is(iri, tie.of))):
            own = {subject: 0}
            sharing = nodes.get(subject, {}) if tie.nodes else own
            shared = (hubs.get(subject) or {"": 0}) if tie.hubs else own
            yield from product(sharing.items(), shared.items())

    def _of(
        self, tie: Tie, predicates: Sequence[Iri], kinds: Sequence[Kind], *, evidence: bool
    ) -> dict[str, dict[str, int]]:
        """Return for each subject of a tie the objects of its facts, with the places that state them."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for fact in self.facts(*predicates):
            subject, target, _ = fact
            if self._is(subject, tie.of) and self._is(target, kinds):
                places = self._evidence(fact) if evidence else 0
                found[subject][target] = found[subject].get(target, 0) + places
        return found


def _ordered(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def _associate(network: nx.Graph) -> None:
    """Say of each link how many times as strong it is as chance would have it."""
    strength = dict(network.degree(weight="weight"))
    total = sum(strength.values())
    for a, b, link in network.edges(data=True):
        link["strength"] = float(f"{link['weight'] * total / (strength[a] * strength[b]):.6g}")
