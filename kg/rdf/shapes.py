"""Check a graph against `ontology/shapes.ttl`: each shape becomes SPARQL, which is fast enough for every build.

The part of SHACL that the file may use is what this module reads: targets by class, by subjects and by objects of a
property; paths of one property; `class`, `datatype`, `nodeKind`, `in`, `pattern`, the bounds, the counts, and `or` over
one `class` or `datatype` each. Anything else is refused, and a test compares the results with a full SHACL engine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

import pyoxigraph as ox

from kg import terms
from kg.model import Iri, Problem
from kg.rdf.changes import Delta
from kg.rdf.results import Row
from kg.rdf.store import Store
from kg.rdf.vocabulary import shortened
from kg.resources import ontology

SHOWN = 20
"""Violations reported of one constraint; a fault of a rule would bury everything else."""

_SH = "http://www.w3.org/ns/shacl#"
_OBJECTS_OF = ox.NamedNode(f"{_SH}targetObjectsOf")
_LEXICAL = {
    terms.XSD_INTEGER: r"^[+-]?[0-9]+$",
    terms.XSD_DECIMAL: r"^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$",
    terms.XSD_BOOLEAN: r"^(true|false|0|1)$",
    terms.XSD_GYEAR: r"^-?([1-9][0-9]{3,}|0[0-9]{3})(Z|[+-][0-9]{2}:[0-9]{2})?$",
    terms.XSD_GYEARMONTH: r"^-?[0-9]{4,}-(0[1-9]|1[0-2])(Z|[+-][0-9]{2}:[0-9]{2})?$",
    terms.XSD_DATE: r"^-?[0-9]{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(Z|[+-][0-9]{2}:[0-9]{2})?$",
}
_Values = dict[str, list[ox.NamedNode | ox.BlankNode | ox.Literal]]


class Pattern(NamedTuple):
    """Facts with a predicate and, unless it is None, with a thing as their object."""

    predicate: Iri
    thing: Iri | None = None


class Check(NamedTuple):
    """A query for the things that violate one constraint."""

    path: str
    """IRI of the property, "" when the thing itself is checked."""
    message: str
    sparql: str
    needs: tuple[Pattern, ...]
    """A graph without a fact of each of these has no violation: most graphs lack most of what shapes are about."""


_TARGETS: dict[str, tuple[str, Callable[[Iri], Pattern]]] = {
    "targetClass": ("?this a {}", lambda value: Pattern(terms.TYPE, value)),
    "targetSubjectsOf": ("?this {} ?any", Pattern),
    "targetObjectsOf": ("?any {} ?this", Pattern),
}


def check_shapes(
    store: Store, *, facts: Store | None = None, about: Container[str] | None = None
) -> tuple[Problem, ...]:
    """Report what in a graph does not conform to its shape.

    Args:
        facts: only its facts, in memory: then only these are checked, which takes a tenth of the time; evidence has
            its shape by construction.
        about: things to report on, in N-Triples notation; all things if empty.
    """
    return report(store, violations(store if facts is None else facts, about=about))


def violations(facts: Store, *, about: Container[str] | None = None) -> list[tuple[Check, list[Row]]]:
    """Return what does not conform to its shape; see `check_shapes`."""
    found = []
    holds = cache(facts.holds)
    for check in compile_shapes(ontology("shapes.ttl").encode()):
        if not all(holds(*pattern) for pattern in check.needs):
            continue
        rows = [row for row in facts.query(check.sparql) if about is None or str(row[0]) in about]
        if rows:
            found.append((check, sorted(rows, key=str)))
    return found


def report(store: Store, found: Iterable[tuple[Check, Sequence[Row]]]) -> tuple[Problem, ...]:
    """Return what does not conform to its shape, with the notes that state it, from the whole graph."""
    problems = []
    for check, rows in found:
        problems += [_problem(store, check, row) for row in rows[:SHOWN]]
        if len(rows) > SHOWN:
            problems.append(Problem("shape", f"{check.message}: {len(rows) - SHOWN} more", note=""))
    return tuple(problems)


@cache
def entering() -> frozenset[str]:
    """Return the properties, spelled as in N-Triples, whose values a shape looks at."""
    targets = (q for q in ox.parse(ontology("shapes.ttl"), ox.RdfFormat.TURTLE) if q.predicate == _OBJECTS_OF)
    return frozenset(str(quad.object) for quad in targets)


@cache
def compile_shapes(turtle: bytes) -> tuple[Check, ...]:
    """Make the queries for a file of shapes.

    Raises:
        ValueError: the file uses a part of SHACL that is not supported.
    """
    shapes = _Shapes(turtle)
    return tuple(check for subject in shapes.roots() for check in shapes.checks(subject))


class _Shapes:
    def __init__(self, turtle: bytes) -> None:
        self._values: dict[str, _Values] = defaultdict(lambda: defaultdict(list))
        for quad in ox.parse(turtle, ox.RdfFormat.TURTLE):
            if not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple):
                self._values[quad.subject.value][quad.predicate.value.removeprefix(_SH)].append(quad.object)

    def roots(self) -> list[str]:
        shape = ox.NamedNode(f"{_SH}NodeShape")
        return sorted(subject for subject, values in self._values.items() if shape in values.get(terms.TYPE, ()))

    def checks(self, subject: str) -> Iterator[Check]:
        values = dict(self._values[subject])
        targets = [
            (written.format(value), needed(Iri(value.value)))
            for name, (written, needed) in _TARGETS.items()
            for value in values.pop(name, [])
        ]
        del values[terms.TYPE]
        properties = [dict(self._values[each.value]) for each in values.pop("property", [])]
        for target, needed in targets:
            if values:
                yield self._on_values(target, "", values, (needed,))
            for each in properties:
                yield from self._on_property(target, dict(each), needed)

    def _on_property(self, target: str, values: _Values, needed: Pattern) -> Iterator[Check]:
        path = values.pop("path")[0]
        both = (needed, Pattern(Iri(path.value)))
        least, most = (values.pop(name, [None])[0] for name in ("minCount", "maxCount"))
        if least is not None and least.value == "1":
            sparql = f"SELECT DISTINCT ?this {{ {target} MINUS {{ ?this {path} ?value }} }}"
            yield Check(path.value, f"{_short(path.value)} is missing", sparql, (needed,))
        elif least is not None:
            raise ValueError(f"only sh:minCount 1 is read, not {least.value}")
        if most is not None:
            counted = f"SELECT ?this {{ ?this {path} ?value }} GROUP BY ?this HAVING (COUNT(?value) > {most.value})"
            sparql = f"SELECT DISTINCT ?this {{ {{ {counted} }} {target} }}"
            yield Check(path.value, f"more than {most.value} {_short(path.value)}", sparql, both)
        if values:
            yield self._on_values(target, str(path), values, both)

    def _on_values(self, target: str, path: str, values: _Values, needs: tuple[Pattern, ...]) -> Check:
        wanted = ", ".join(self._wanted(name, values[name]) for name in sorted(values))
        bad = self._bad(values)
        if not path:
            sparql = f"SELECT DISTINCT ?this {{ {target} {bad.replace('?value', '?this')} }}"
            return Check("", f"should be {wanted}", sparql, needs)
        found = f"SELECT ?this ?value {{ ?this {path} ?value {bad} }}"
        sparql = f"SELECT DISTINCT ?this ?value {{ {{ {found} }} {target} }}"
        return Check(path[1:-1], f"{_short(path[1:-1])} should be {wanted}", sparql, needs)

    def _bad(self, values: _Values) -> str:
        """Leave the values that violate; classes alone by MINUS, which is ten times as fast as a filter."""
        members = (
            [dict(self._values[cell.value]) for cell in self._list(values["or"][0])] if "or" in values else [values]
        )
        if len(values) == 1 and all(set(member) == {"class"} for member in members):
            classes = " ".join(str(member["class"][0]) for member in members)
            return f"MINUS {{ VALUES ?class {{ {classes} }} ?value a ?class }}"
        return f"FILTER(!({' && '.join(self._good(name, values[name]) for name in sorted(values))}))"

    def _good(self, name: str, values: list[ox.NamedNode | ox.BlankNode | ox.Literal]) -> str:
        if name == "or":
            parts = [dict(self._values[member.value]) for member in self._list(values[0])]
            return "(" + " || ".join(self._good(*next(iter(part.items()))) for part in parts) + ")"
        if name == "in":
            return f"?value IN ({', '.join(map(str, self._list(values[0])))})"
        if name not in _TESTS:
            raise ValueError(f"sh:{name} is not read")
        return " && ".join(_TESTS[name](value) for value in values)

    def _wanted(self, name: str, values: list[ox.NamedNode | ox.BlankNode | ox.Literal]) -> str:
        if name == "or":
            parts = [dict(self._values[member.value]) for member in self._list(values[0])]
            return " or ".join(self._wanted(*next(iter(part.items()))) for part in parts)
        members = self._list(values[0]) if name == "in" else values
        shown = " or ".join(_short(member.value) for member in members)
        return shown if name in ("class", "datatype", "nodeKind", "in") else f"{name} {shown}"

    def _list(self, cell: ox.NamedNode | ox.BlankNode | ox.Literal) -> list[ox.NamedNode | ox.BlankNode | ox.Literal]:
        members = []
        while cell.value != terms.NIL:
            members.append(self._values[cell.value][terms.FIRST][0])
            cell = self._values[cell.value][terms.REST][0]
        return members


def _datatype(value: ox.NamedNode | ox.BlankNode | ox.Literal) -> str:
    pattern = _LEXICAL.get(value.value)  # type: ignore[call-overload]
    lexical = f' && REGEX(STR(?value), "{pattern}")' if pattern else ""
    return f"COALESCE(DATATYPE(?value) = {value}{lexical}, false)"


_TESTS: dict[str, Callable[[ox.NamedNode | ox.BlankNode | ox.Literal], str]] = {
    "class": lambda value: f"EXISTS {{ ?value a {value} }}",
    "datatype": _datatype,
    "nodeKind": lambda value: f"is{value.value.removeprefix(_SH)}(?value)",
    "pattern": lambda value: f"COALESCE(REGEX(STR(?value), {value}), false)",
    "minInclusive": lambda value: f"COALESCE(?value >= {value}, false)",
    "minExclusive": lambda value: f"COALESCE(?value > {value}, false)",
    "maxInclusive": lambda value: f"COALESCE(?value <= {value}, false)",
}


def _problem(store: Store, check: Check, row: Row) -> Problem:
    thing = row[0]
    value = row[1] if len(row) > 1 else None
    found = value if isinstance(value, ox.NamedNode | ox.Literal) else None
    stating = store.stating(str(thing)[1:-1], check.path or None, found) if isinstance(thing, ox.NamedNode) else ()
    notes = sorted(path for graph in stating for path in store.values(graph, terms.PATH))
    said = f", not {value}" if value is not None else ""
    return Problem("shape", f"{thing}: {check.message}{said}", note=notes[0] if notes else "")


def _short(iri: str) -> str:
    return shortened(iri) or iri.replace(_SH, "sh:")


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
