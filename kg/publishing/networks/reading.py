"""The graph as a property graph: things with values, links with weights, and the places of both.

It is read in one query for each property and three for the evidence, however large the store is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kg import terms, untrusted
from kg.asking.wording import words
from kg.graph import (
    KINDS,
    Place,
    author_lists,
    kinds,
    labels,
    mentions,
    notes_by_path,
    pairs,
    passages,
    ratings,
    statements,
    values,
)
from kg.model import Iri, Kind
from kg.rdf import Store

Value = str | int | float


class Property(NamedTuple):
    """A literal of a thing that becomes a column or an attribute of a node."""

    name: str
    predicates: tuple[Iri, ...]
    type: type[Value] = str
    many: bool = False
    """A list; else one value is chosen: the lowest, which of years is the earliest, or the highest."""
    highest: bool = False
    is_text: bool = False
    """Words of a note, which an export of names only leaves out."""


PROPERTIES: tuple[Property, ...] = (
    Property("citation_keys", (terms.CITATION_KEY,), many=True),
    Property("year", (terms.DATE_PUBLISHED,), int),
    Property("date", (terms.START_DATE, terms.DATE_CREATED)),
    Property("rating", (terms.RATING,), float, highest=True),
    Property("rating_scale", (terms.RATING_SCALE,), int, highest=True),
    Property("reading_state", (terms.READING_STATE,)),
    Property("read_on", (terms.READ_ON,), highest=True),
    Property("presentation", (terms.PRESENTATION_TYPE,), many=True),
    Property("session_kind", (terms.SESSION_KIND,)),
    Property("location", (terms.LOCATION,)),
    Property("keywords", (terms.KEYWORDS,), many=True),
    Property("identifiers", (terms.SAME_AS,), many=True),
    Property("urls", (terms.URL,), many=True),
    Property("code", (terms.CODE_REPOSITORY,), many=True),
    Property("page_rank", (terms.PAGE_RANK,), float, highest=True),
    Property("community", (terms.COMMUNITY,), int),
    Property("community_name", (terms.COMMUNITY_NAME,)),
    Property("remarks", (terms.REMARK,), many=True, is_text=True),
    Property("abstract", (terms.ABSTRACT,), is_text=True),
    Property("highlights", (terms.HIGHLIGHT,), many=True, is_text=True),
)
"""Every literal that nodes have, in the order of columns."""


class Look(NamedTuple):
    """How things of some kinds are drawn, and called in the legend of a map."""

    name: str
    title: str
    kinds: tuple[Kind, ...]
    shape: str
    color: str


LOOKS: tuple[Look, ...] = (
    Look("topic", "Topics", (Kind.TOPIC,), "hexagon", "#E69F00"),
    Look("task", "Tasks", (Kind.TASK,), "triangleDown", "#56B4E9"),
    Look("method", "Methods", (Kind.METHOD,), "diamond", "#009E73"),
    Look("dataset", "Datasets", (Kind.DATASET,), "cylinder", "#00796B"),
    Look("paper", "Papers", (Kind.PAPER,), "square", "#0072B2"),
    Look("work", "Other works", (Kind.WORK,), "frame", "#8DA9C4"),
    Look("person", "People", (Kind.PERSON,), "dot", "#CC79A7"),
    Look("org", "Organisations", (Kind.ORG,), "triangle", "#7F7F7F"),
    Look("venue", "Venues", (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL), "star", "#D55E00"),
    Look("session", "Sessions", (Kind.SESSION,), "bars", "#8C6D31"),
    Look("award", "Awards", (Kind.AWARD,), "ring", "#C9A800"),
    Look("note", "Notes", (Kind.NOTE,), "page", "#4D4D4D"),
)
"""In the order of the legend. Shapes distinguish them, and colours do if they do not stand for themes."""


@dataclass(frozen=True, slots=True)
class Node:
    """A thing, or a note."""

    iri: str
    kind: str
    name: str
    other_names: tuple[str, ...] = ()
    literals: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """Name of a property -> its values, sorted; one that is no list has one."""
    mentioned: tuple[Place, ...] = ()
    """Where the notes name it, in the order of notes and lines."""
    stated: bool = True
    """Whether a note gives its name; a paper without a title is shown by its short name, its key or its address."""

    @property
    def notes(self) -> int:
        """In how many notes it is named."""
        return len({place.note for place in self.mentioned})

    @property
    def confidence(self) -> float | None:
        """The highest confidence of a mention; None if nothing names it."""
        return max((place.confidence for place in self.mentioned), default=None)


@dataclass(frozen=True, slots=True)
class Edge:
    """A fact that connects two nodes; what a note denies is not one."""

    source: str
    target: str
    predicate: str
    relation: str
    """The predicate in words."""
    places: tuple[Place, ...] = ()
    """The surest first; none of a fact that was derived."""
    order: int = 0
    """Of an author: the place in the list of authors, from 1."""

    @property
    def weight(self) -> int:
        """In how many places it is stated, at least 1."""
        return max(len(self.places), 1)

    @property
    def confidence(self) -> float | None:
        """The highest confidence of a place; None for a derived fact."""
        return self.places[0].confidence if self.places else None

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes that state it, sorted."""
        return tuple(sorted({place.note for place in self.places}))


@dataclass(frozen=True, slots=True)
class PropertyGraph:
    """Nodes sorted by IRI, and edges sorted by their predicate and ends."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    names_only: bool = False

    def things(self) -> PropertyGraph:
        """Leave out the notes, which would be the hubs of every drawing."""
        nodes = tuple(node for node in self.nodes if node.kind != Kind.NOTE)
        kept = {node.iri for node in nodes}
        return PropertyGraph(
            nodes, tuple(e for e in self.edges if e.source in kept and e.target in kept), self.names_only
        )


def properties_of(*, names_only: bool) -> list[Property]:
    """Return the properties that nodes may have, without words of notes if only names are wanted."""
    return [one for one in PROPERTIES if not (names_only and one.is_text)]


_NAMES = (terms.NAME, terms.PREF_LABEL, terms.ALTERNATE_NAME, terms.ALT_LABEL)
_OF_EVIDENCE = {
    *(terms.EVIDENCE_CLASS, terms.MENTION_CLASS, terms.PASSAGE_CLASS, terms.ACTIVITY_CLASS, terms.LIST_CLASS)
}
_NO_LINKS = {
    *(terms.TYPE, terms.IN_SCHEME, terms.AUTHOR_LIST, terms.WAS_GENERATED_BY),
    *(terms.PRESENTATION_TYPE, terms.READING_STATE, terms.SESSION_KIND),
}
LINKS = tuple(
    sorted(
        predicate
        for predicate in terms.RANGE_CLASSES
        if predicate not in _NO_LINKS and not set(terms.DOMAINS.get(predicate, ())) & _OF_EVIDENCE
    )
)
"""Every predicate between two things, or a note and a thing."""

_Fact = tuple[str, str, str]
_Places = dict[_Fact, dict[str, Place]]
"""Fact -> passage -> what the surest rule made of it."""


def read(store: Store, *, names_only: bool = False) -> PropertyGraph:
    """Read every thing and note, every fact that connects two of them, and the place of each.

    Args:
        names_only: leave out quotes and all text of the notes.
    """
    known = kinds(store, tuple(kind for kind in KINDS.values() if kind != Kind.CANDIDATE))
    places = passages(store, with_quotes=not names_only)
    notes = notes_by_path(store)
    mentioned: _Places = defaultdict(dict)
    stated: _Places = defaultdict(dict)
    for one in mentions(store):
        if one.object in known and (at := places.get(one.passage)) is not None:
            place = Place(*at, one.rule, one.confidence)
            _keep(mentioned["", "", one.object], one.passage, place)
            _keep(stated[notes[place.note], terms.MENTIONS, one.object], one.passage, place)
    for one in statements(store, LINKS):
        if one.object in known and not one.qualifier and (at := places.get(one.passage)) is not None:
            _keep(stated[one.subject, one.predicate, one.object], one.passage, Place(*at, one.rule, one.confidence))
    return PropertyGraph(
        tuple(_nodes(store, known, mentioned, names_only=names_only)),
        tuple(_edges(store, known, stated)),
        names_only,
    )


def _keep(places: dict[str, Place], passage: str, place: Place) -> None:
    known = places.get(passage)
    if known is None or (-place.confidence, place) < (-known.confidence, known):
        places[passage] = place


def _nodes(store: Store, known: Mapping[str, str], mentioned: _Places, *, names_only: bool) -> Iterator[Node]:
    shown = labels(store)
    names = values(store, *_NAMES)
    held: dict[str, dict[str, tuple[Value, ...]]] = defaultdict(dict)
    for one in properties_of(names_only=names_only):
        for node, texts in values(store, *one.predicates).items():
            if node in known and (found := _typed(one, texts)):
                held[node][one.name] = found
    for paper, (best, *_) in ratings(store).items():  # the scale of the rating shown, not the highest of all
        held[paper]["rating"] = (best.number,)
        held[paper].pop("rating_scale", None)
        if best.scale:
            held[paper]["rating_scale"] = (int(best.scale),)
    stated = values(store, terms.NAME, terms.PREF_LABEL).keys()
    for node in sorted(known):
        name = shown.get(node, node)
        places = tuple(sorted(mentioned.get(("", "", node), {}).values()))
        also = tuple(other for other in names.get(node, ()) if other != name)
        yield Node(node, known[node], name, also, held[node], places, node in stated)


def _typed(one: Property, texts: Iterable[str]) -> tuple[Value, ...]:
    """Read the values of a property, and choose one of those that are no list."""
    if one.type is int:
        heads = (text.partition("-")[0] for text in texts)  # of a date the year
        return _one_of(sorted({untrusted.integer(head) for head in heads if head.isdecimal()}), one)
    if one.type is float:
        return _one_of(sorted(set(map(untrusted.number, texts))), one)
    return _one_of(sorted({words(t)[0] if t.startswith(terms.PREFIXES["kg"]) else t for t in texts}), one)


def _one_of(found: Sequence[Value], one: Property) -> tuple[Value, ...]:
    return tuple(found if one.many else found[-1:] if one.highest else found[:1])


def _edges(store: Store, known: Mapping[str, str], stated: _Places) -> Iterator[Edge]:
    lists = author_lists(store).items()
    order = {(paper, who): place for paper, people in lists for place, who in enumerate(people, start=1)}
    for predicate in LINKS:
        relation = "mentions" if predicate == terms.MENTIONS else words(predicate)[0]
        for s, o in sorted(set(pairs(store, predicate))):
            if s in known and o in known:
                found = stated.get((s, predicate, o), {}).values()
                places = sorted(found, key=lambda place: (-place.confidence, place))
                place = order.get((s, o), 0) if predicate == terms.AUTHOR else 0
                yield Edge(s, o, predicate, relation, tuple(places), place)
