"""Check the shapes of what a change of the facts can have touched, when all else is known to have its shape."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from kg import terms
from kg.model import Iri
from kg.rdf.changes import Delta
from kg.rdf.shapes import check_shapes, entering
from kg.rdf.store import Store

_TYPE = f"<{terms.TYPE}>"


def conforms(store: Store, delta: Delta) -> bool:
    """Return whether everything that a change affected conforms to its shape.

    A shape looks at what is said about a thing, at the classes of the objects, and at whether some property names the
    thing. So a change affects the subjects of its facts, what they name with such a property, and whatever names a
    thing that has gained or lost a class.
    """
    touched: set[str] = set()
    for line in delta.gone | delta.new:
        subject, predicate, value = _parts(line)
        touched.add(subject)
        if predicate in entering():
            touched.add(value)
        if predicate == _TYPE:
            touched.update(_parts(fact)[0] for fact in store.facts_naming(_iri(subject)))
    near = Store.in_memory()
    near.load_lines("".join(f"{line}\n" for line in sorted(set(_near(store, touched)))).encode())
    return not check_shapes(store, facts=near, about=touched)


def _near(store: Store, things: Collection[str]) -> Iterator[str]:
    """Yield what is said about things, the classes of what that names, and that a property names the things."""
    named: set[str] = set()
    for thing in sorted(things):
        facts = store.facts_of(_iri(thing))
        named.update(value for _, _, value in map(_parts, facts) if value.startswith("<"))
        yield from facts
        for predicate in sorted(entering()):
            yield from islice(store.facts_naming(_iri(thing), _iri(predicate)), 1)
    for thing in sorted(named.difference(things)):
        yield from (fact for fact in store.facts_of(_iri(thing)) if _parts(fact)[1] == _TYPE)


def _parts(line: str) -> tuple[str, str, str]:
    subject, predicate, value = line.removesuffix(" .").split(" ", 2)
    return subject, predicate, value


def _iri(spelled: str) -> Iri:
    return Iri(spelled[1:-1])
