"""What the graph says of the works of a bibliography, read in a few passes, each value with its evidence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from kg import terms
from kg.graph import author_lists, kinds, labels, values
from kg.model import LITERATURE, Iri, Kind
from kg.personal_names import TYPED
from kg.publishing.bibliography.keys import plain
from kg.rdf import Store

TEXTS = (
    terms.NAME, terms.CITATION_KEY, terms.ALTERNATE_NAME, terms.ENTRY_TYPE, terms.BOOK_TITLE, terms.JOURNAL_TITLE,
    terms.VOLUME_NUMBER, terms.ISSUE_NUMBER, terms.REPORT_NUMBER, terms.SERIES_NUMBER, terms.SERIES_TITLE,
    terms.PAGINATION, terms.NUMBER_OF_PAGES, terms.CHAPTER, terms.BOOK_EDITION, terms.PUBLICATION_PLACE, terms.GENRE,
    terms.EVENT_PLACE, terms.HOW_PUBLISHED, terms.IN_LANGUAGE, terms.ACCESSED, terms.SORT_KEY, terms.ISBN, terms.ISSN,
    terms.EPRINT, terms.EPRINT_ARCHIVE, terms.EPRINT_CLASS, terms.DATE_PUBLISHED, terms.PUBLISHED_ON,
    terms.PRINTED_DATE, terms.AUTHORS_COMPLETE, terms.KEYWORDS,
)  # fmt: skip
"""Names, numbers and dates."""
WORDS = (terms.REFERENCE_NOTE, terms.ABSTRACT, terms.REMARK, terms.RATING_TEXT, terms.OTHER_FIELD)
"""What is left out of an export that is to hold names only."""
THINGS = (
    *(terms.AUTHOR, terms.EDITOR, terms.TRANSLATOR, terms.PUBLISHER, terms.SOURCE_ORGANIZATION, terms.PRESENTED_AT),
    *(terms.IS_PART_OF, terms.ABOUT, terms.SAME_AS, terms.URL, terms.CODE_REPOSITORY),
)


class Form(NamedTuple):
    """How a name is printed at a place."""

    name: str = ""
    surname: str | None = None
    """Of a person, as the reference of a bibliography has it, "" where the name shows it; None in other words."""


class Value(NamedTuple):
    """A value of a predicate, with its evidence."""

    value: str
    notes: frozenset[str] = frozenset()
    """IRIs of the notes that state it."""
    times: int = 0
    sure: float = 0.0
    """Confidence of the surest statement."""
    rules: frozenset[str] = frozenset()
    """Names of the rules that read it."""
    first: tuple[str, int] = ("", 0)
    """Note and place of the first statement."""
    form: Form = Form()
    """Of a person or organisation: how its name is printed there, the longest form."""


@dataclass(frozen=True, slots=True)
class WorkFacts:
    """What is said about one work: predicate -> its values, the one with most evidence first."""

    iri: Iri
    kind: Kind
    values: Mapping[str, tuple[Value, ...]]

    def all(self, predicate: Iri) -> tuple[Value, ...]:
        """Return the values of a predicate, the best first."""
        return self.values.get(predicate, ())

    def best(self, predicate: Iri) -> str:
        """Return the value with most evidence, "" if there is none."""
        return next((one.value for one in self.all(predicate)), "")


@dataclass(frozen=True, slots=True)
class Library:
    """All works of a graph, and the names of what they refer to."""

    works: Mapping[Iri, WorkFacts]
    authors: Mapping[Iri, tuple[str, ...]]
    """Work -> its authors in order."""
    names: Mapping[str, str]
    """Thing -> the name to show."""
    surnames: Mapping[str, str]
    """Person -> the family name, where the notes tell it."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """Thing -> its kind, for what works are part of."""
    printed: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Work and title -> the title as BibTeX has it."""

    @classmethod
    def read(cls, store: Store, *, names_only: bool) -> Self:
        """Read the works of a graph."""
        predicates = (*TEXTS, *THINGS, *(() if names_only else WORDS))
        known = {iri: Kind(kind) for iri, kind in kinds(store).items()}
        stated = _stated(store, predicates)
        facts: dict[Iri, dict[str, set[str]]] = {Iri(iri): {} for iri, kind in known.items() if kind in LITERATURE}
        for iri, predicate, value in _facts(store, predicates):
            facts[Iri(iri)].setdefault(predicate, set()).add(value)
        works = {
            iri: WorkFacts(iri, known[iri], {p: _ranked(stated, iri, p, found) for p, found in stated_of.items()})
            for iri, stated_of in sorted(facts.items())
        }
        names = labels(store) | _accented(store)
        surnames = {who: found[0] for who, found in values(store, terms.FAMILY_NAME).items()}
        authors = {Iri(work): people for work, people in author_lists(store).items()}
        return cls(works, authors, names, surnames, known, _printed_titles(store))


def _accented(store: Store) -> dict[str, str]:
    """Return the persons whose name some note writes with more accents than the name to show, or `ä` for its `ae`."""
    rows = store.query(
        "SELECT ?who ?name ?other { ?who a schema:Person ; rdfs:label ?name ; schema:alternateName ?other }"
    )
    spelled: dict[str, set[str]] = defaultdict(set)
    for who, name, other in rows.texts():
        if plain(other.translate(TYPED)) == plain(name.translate(TYPED)):
            spelled[who] |= {name, other}
    return {
        who: max(sorted(forms), key=lambda form: sum(not sign.isascii() for sign in form))
        for who, forms in spelled.items()
    }


def _facts(store: Store, predicates: Collection[Iri]) -> Iterator[tuple[str, str, str]]:
    for kind in LITERATURE:
        rows = store.query(f"SELECT ?work ?p ?o {{ ?work a <{terms.CLASSES[kind]}> ; ?p ?o }}").texts()
        yield from ((work, predicate, value) for work, predicate, value in rows if predicate in predicates)


_Key = tuple[str, str, str]
_Place = tuple[tuple[str, int], float, str, Form, str]
"""Note and place, confidence, evidence, the name as it is printed there, and the rule."""


def _stated(store: Store, predicates: Iterable[Iri]) -> dict[_Key, Value]:
    """Read the evidence of all facts at once: fact -> the value with what speaks for it."""
    forms = _forms(store)
    denied = {node for (node,) in store.query("SELECT ?e { ?e kg:qualifier 'negated' }").texts()}
    places: dict[_Key, list[_Place]] = defaultdict(list)
    for predicate in predicates:
        rows = store.query(
            f"SELECT ?e ?s ?o ?sure ?at ?rule {{ ?e rdf:predicate <{predicate}> ; rdf:subject ?s ; rdf:object ?o ; "
            "kg:confidence ?sure ; kg:rule ?rule ; prov:wasDerivedFrom ?at }"
        ).texts()
        for node, s, o, sure, at, rule in rows:
            if node not in denied:
                places[s, predicate, o].append((_place(at), float(sure), node, forms.get((o, at), Form()), rule))
    return {key: _value(key[2], sorted(found)) for key, found in places.items()}


def _forms(store: Store) -> dict[tuple[str, str], Form]:
    """Read how the names of persons and organisations are printed: thing and passage -> form."""
    surnames = {(who, at): surname for who, at, surname in store.query(_SURNAMES).texts()}
    return {
        (thing, at): Form(form or quote, surnames.get((thing, at), "") if rule == _REFERENCE else None)
        for thing, at, form, quote, rule in store.query(_FORMS).texts()
    }


def _place(passage: str) -> tuple[str, int]:
    """Return note and place of a passage, which its IRI names: to ask the graph for them takes twice as long.

    >>> _place("https://kg.example/note/a.md#char=120,140")
    ('https://kg.example/note/a.md', 120)
    """
    found = _PASSAGE.fullmatch(passage)
    return (found[1], int(found[2])) if found else (passage, 0)


_REFERENCE = "bibtex"
"""The rule that reads references of all formats."""
_PASSAGE = re.compile(r"(.*?)(?:#|/~)char=(\d+),\d+")


def _value(value: str, places: list[_Place]) -> Value:
    notes = frozenset(place[0] for place, *_ in places)
    form = max((form for *_, form, _ in places), key=lambda form: len(form.name))
    sure = max(sure for _, sure, *_ in places)
    rules = frozenset(rule for *_, rule in places)
    return Value(value, notes, len({node for _, _, node, *_ in places}), sure, rules, places[0][0], form)


def _ranked(stated: Mapping[_Key, Value], iri: str, predicate: str, values: Iterable[str]) -> tuple[Value, ...]:
    """Put values in order: what most notes state comes first, then what is stated most often and most surely."""
    found = (stated.get((iri, predicate, value), Value(value)) for value in values)
    return tuple(sorted(found, key=lambda one: (-len(one.notes), -one.times, -one.sure, one.value)))


def _printed_titles(store: Store) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for work, title, quote in store.query(_PRINTED).texts():
        found[work, title] = max(quote, found.get((work, title), ""))
    return found


_PRINTED = """SELECT ?work ?title ?quote { ?e rdf:predicate schema:name ; rdf:subject ?work ; rdf:object ?title ;
    prov:wasDerivedFrom/kg:quote ?quote FILTER(CONTAINS(?quote, "{") || CONTAINS(?quote, "}")) }"""
_FORMS = """SELECT ?thing ?at ?form ?quote ?rule {
    VALUES ?class { schema:Organization schema:Person } ?thing a ?class .
    ?m kg:names ?thing ; prov:wasDerivedFrom ?at ; kg:rule ?rule .
    ?at kg:quote ?quote OPTIONAL { ?m kg:form ?form } }"""
_SURNAMES = """SELECT ?who ?at ?surname {
    ?e rdf:predicate schema:familyName ; rdf:subject ?who ; rdf:object ?surname ; prov:wasDerivedFrom ?at }"""
