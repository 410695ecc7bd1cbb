"""Read the graph as things, facts and places, all at once or of some things: for answers, networks and exports.

A function that reads the whole graph asks one query for each predicate; of a few things, one query has all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from kg import terms, untrusted
from kg.model import THINGS, Iri, Kind
from kg.rdf import Askable

KINDS: Mapping[str, str] = {str(iri): kind.value for kind, iri in terms.CLASSES.items()}
"""Class -> the kind of its things; notes are among them."""
_RANK = {word: (word == Kind.TOPIC, place) for place, word in enumerate(KINDS.values())}


def kind_rank(kind: str) -> tuple[bool, int]:
    """Rank kinds: a thing of several kinds has the lowest; what is also something else is not a topic."""
    return _RANK[kind]


def in_classes(kinds: Collection[str] = tuple(KINDS.values())) -> str:
    """Write in SPARQL that `?class` is the class of one of some kinds."""
    return f"VALUES ?class {{ {' '.join(f'<{iri}>' for iri, kind in KINDS.items() if kind in kinds)} }}"


def kinds(store: Askable, among: Collection[str] = tuple(KINDS.values())) -> dict[str, str]:
    """Return the kind of every thing and note that has one of some kinds.

    Args:
        among: the kinds, all of them by default.
    """
    found: dict[str, str] = {}
    for thing, class_iri in store.query(f"SELECT ?thing ?class {{ {in_classes(among)} ?thing a ?class }}").texts():
        kind = KINDS[class_iri]
        found[thing] = min(found.get(thing, kind), kind, key=kind_rank)
    return found


def labels(store: Askable) -> dict[str, str]:
    """Return the name to show of every thing, and the path of every note."""
    return {
        thing: names[0] for predicate in (terms.LABEL, terms.PATH) for thing, names in values(store, predicate).items()
    }


def notes_by_path(store: Askable) -> dict[str, str]:
    """Return every note: path -> IRI, in the order of paths."""
    return dict(sorted((path, note) for note, path in pairs(store, terms.PATH)))


def things_with_years(store: Askable) -> dict[str, dict[str, str | float]]:
    """Return every thing but notes and candidates: IRI -> its kind, its name, and its year where it has one."""
    names, years = labels(store), values(store, terms.DATE_PUBLISHED)
    found: dict[str, dict[str, str | float]] = {}
    for iri, kind in sorted(kinds(store, THINGS).items()):
        found[iri] = {"kind": kind, "name": names.get(iri, iri)}
        stated = [year[:4] for year in years.get(iri, ()) if year[:4].isdecimal()]
        if stated:
            found[iri]["year"] = untrusted.integer(stated[0])
    return found


_AT_ONCE = 500
"""Things asked for in one query."""


def pairs(store: Askable, predicate: str) -> Iterator[tuple[str, str]]:
    """Yield subject and object of every fact with a predicate, as texts, in no order."""
    return ((s, o) for s, o in store.query(f"SELECT ?s ?o {{ ?s <{predicate}> ?o }}").texts())


def values(store: Askable, *predicates: str) -> dict[str, list[str]]:
    """Return the values of one or more predicates for each thing; things and values in order, each value once."""
    found: dict[str, list[str]] = defaultdict(list)
    for thing, value in sorted({pair for predicate in predicates for pair in pairs(store, predicate)}):
        found[thing].append(value)
    return dict(found)


def facts_of(store: Askable, things: Iterable[str], predicates: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the facts of some things with some predicates, as texts, sorted within each batch of things."""
    read = ", ".join(f"<{predicate}>" for predicate in predicates)
    for batch in batches(sorted(things)):
        rows = store.query(f"SELECT ?s ?p ?o {{ {in_values('s', batch)} ?s ?p ?o FILTER (?p IN ({read})) }}").texts()
        yield from sorted({(s, p, o) for s, p, o in rows})


def batches(things: Iterable[str]) -> Iterator[list[str]]:
    """Divide things into lists of as many as one query asks for."""
    waiting = iter(things)
    while batch := list(islice(waiting, _AT_ONCE)):
        yield batch


def in_values(variable: str, things: Iterable[str]) -> str:
    """Write in SPARQL that a variable is one of some things.

    >>> in_values("this", ["https://kg.example/paper/a"])
    'VALUES ?this { <https://kg.example/paper/a> }'
    """
    return f"VALUES ?{variable} {{ {' '.join(f'<{thing}>' for thing in things)} }}"


def author_lists(store: Askable) -> dict[str, tuple[str, ...]]:
    """Return the authors of every paper or work that has a list of them, in its order, each person once."""
    people, rest = dict(pairs(store, terms.FIRST)), dict(pairs(store, terms.REST))
    return {
        paper: _walked(heads[0], lambda cell: people.get(cell, ""), lambda cell: rest.get(cell, ""))
        for paper, heads in values(store, terms.AUTHOR_LIST).items()
    }


def authors_of(store: Askable, paper: str) -> tuple[str, ...]:
    """Return the authors of a paper or work in the order of its list, each person once; none if it has no list."""

    def value(predicate: Iri) -> Callable[[str], str]:
        return lambda node: next(iter(store.values(node, predicate)), "")

    return _walked(value(terms.AUTHOR_LIST)(paper), value(terms.FIRST), value(terms.REST))


def _walked(cell: str, first: Callable[[str], str], rest: Callable[[str], str]) -> tuple[str, ...]:
    """Return the members of a list from its first cell; one that comes back to a cell ends there."""
    members: dict[str, None] = {}
    seen: set[str] = set()
    while cell not in seen and (member := first(cell)):
        seen.add(cell)
        members[member] = None
        cell = rest(cell)
    return tuple(members)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A passage that states a fact, and what read it."""

    note: str
    """Its path."""
    line: int
    quote: str
    """Words of the passage, as whoever reads it wants them; "" if only names are wanted."""
    rule: str
    confidence: float
    qualifier: str = ""
    """`negated`, `hedged`, or "" for what is simply stated."""


class Evidence(NamedTuple):
    """What supports a fact at one passage; a mention supports that a note mentions a thing."""

    subject: str
    """"" for a mention: the note is that of the passage."""
    predicate: str
    object: str
    passage: str
    """Its IRI."""
    rule: str
    confidence: float
    qualifier: str
    """`negated`, `hedged`, or ""."""


def passages(store: Askable, *, with_quotes: bool) -> dict[str, tuple[str, int, str]]:
    """Return every passage: IRI -> path of its note, line and quote; "" for a quote that is not wanted."""
    paths = dict(pairs(store, terms.PATH))
    rows = store.query(_QUOTED if with_quotes else _LINES).texts()
    return {passage: (paths[note], int(line), "".join(quote)) for passage, note, line, *quote in rows if note in paths}


def mentions(store: Askable) -> Iterator[Evidence]:
    """Yield every mention of a thing."""
    for thing, passage, rule, sure, qualifier in store.query(_MENTIONS).texts():
        yield Evidence("", str(terms.MENTIONS), thing, passage, rule, float(sure), qualifier)


def statements(store: Askable, predicates: Collection[str] = ()) -> Iterator[Evidence]:
    """Yield the evidence of all facts except mentions, or of those with some predicates."""
    wanted = in_values("predicate", predicates) if predicates else ""
    for s, p, o, passage, rule, sure, qualifier in store.query(_STATEMENTS % wanted).texts():
        yield Evidence(s, p, o, passage, rule, float(sure), qualifier)


class Rating(NamedTuple):
    """What one place of the notes says of how good a paper is."""

    number: float
    scale: float
    """The highest that could have been given; 0 where the notes do not show it."""
    text: str
    """As it is written; "" if this is not known."""

    @property
    def share(self) -> float:
        """The rating from 0 to 1; without a scale it is taken to be of three, five or ten, the least that it fits."""
        scale = self.scale or next((one for one in _SCALES if self.number <= one), self.number)
        return round(min(self.number / scale, 1.0), 3) if scale > 0 else 0.0


_SCALES = (3, 5, 10)
_RATED = (terms.RATING, terms.RATING_SCALE, terms.RATING_TEXT)


def ratings(store: Askable, papers: Collection[str] | None = None) -> dict[str, list[Rating]]:
    """Return the ratings of papers, of all by default, each with the scale and the words at its own place.

    The best comes first. A paper has ratings, scales and texts as values; which belong together only evidence tells.
    """
    among = [""] if papers is None else (in_values("paper", batch) for batch in batches(sorted(papers)))
    at: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for some in among:
        for paper, predicate, passage, value in store.query(_RATINGS % (some, in_values("predicate", _RATED))).texts():
            at[paper, passage][predicate] = max(value, at[paper, passage].get(predicate, ""))
    found = defaultdict[str, set[Rating]](set)
    for (paper, _), said in at.items():
        if terms.RATING in said:
            number, scale = (untrusted.number(said.get(one, "")) for one in (terms.RATING, terms.RATING_SCALE))
            found[paper].add(Rating(number, scale, said.get(terms.RATING_TEXT, "")))
    return {paper: sorted(some, key=lambda one: (-one.share, one)) for paper, some in sorted(found.items())}


_RATINGS = """SELECT ?paper ?predicate ?passage ?value { %s %s ?evidence rdf:predicate ?predicate ; rdf:subject ?paper ;
    rdf:object ?value ; prov:wasDerivedFrom ?passage }"""


def _joined(node: str, **properties: str) -> str:
    """Return a SPARQL pattern for the nodes that have all of some properties, which it binds.

    Parts of their own are joined in memory; triples one after another are looked up on disk for each node.
    """
    parts = (f"{{ SELECT ?{node} ?{name} {{ ?{node} {path} ?{name} }} }}" for name, path in properties.items())
    return " ".join(parts)


_PLACE = {"note": "oa:hasSource", "line": "kg:line"}
_LINES = f"SELECT ?passage ?note ?line {{ {_joined('passage', **_PLACE)} }}"
_QUOTED = f"SELECT ?passage ?note ?line ?quote {{ {_joined('passage', **_PLACE, quote='kg:quote')} }}"
_HOW = {"passage": "prov:wasDerivedFrom", "rule": "kg:rule", "confidence": "kg:confidence"}
_QUALIFIED = "OPTIONAL { SELECT ?node ?qualifier { ?node kg:qualifier ?qualifier } }"
_MENTIONS = f"""SELECT ?thing ?passage ?rule ?confidence ?qualifier {{
    {_joined("node", thing="kg:names", **_HOW)} {_QUALIFIED} }}"""
_STATEMENTS = f"""SELECT ?subject ?predicate ?object ?passage ?rule ?confidence ?qualifier {{
    {{ SELECT ?node ?predicate {{ %s ?node rdf:predicate ?predicate }} }}
    {_joined("node", subject="rdf:subject", object="rdf:object", **_HOW)} {_QUALIFIED} }}"""
