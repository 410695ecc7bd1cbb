"""The facts of a graph: those of one predicate, those of some things, and authors in order.

A function that reads the whole graph asks one query for each predicate; of a few things, one query has all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

from kg import terms
from kg.model import Iri
from kg.rdf import Askable

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
