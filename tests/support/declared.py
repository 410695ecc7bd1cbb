"""What a file of the ontology declares, as lookups: for the programs that generate from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kg.rdf.vocabulary import IN_NO_GRAPH, ORIGIN

OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SCHEMA = "https://schema.org/"
SKOS = "http://www.w3.org/2004/02/skos/core#"
XSD = "http://www.w3.org/2001/XMLSchema#"
KG = "https://w3id.org/kg-notes/ontology#"
_CLASS_TYPES = {f"{OWL}Class", f"{RDFS}Class"}
_PROPERTY_TYPES = {f"{RDF}Property"} | {f"{OWL}{kind}Property" for kind in ("Object", "Datatype", "Annotation")}

Node = ox.NamedNode | ox.BlankNode | ox.Literal


class Vocabulary:
    """A file of the ontology as lookups: objects of a subject and predicate, and subjects with their types."""

    def __init__(self, turtle: bytes) -> None:
        parser = ox.parse(turtle, ox.RdfFormat.TURTLE)
        self._objects: dict[tuple[str, str], list[Node]] = defaultdict(list)
        types = defaultdict[str, set[str]](set)
        for quad in parser:
            if isinstance(quad.subject, ox.Triple) or isinstance(quad.object, ox.Triple):
                raise TypeError(f"the ontology has a triple term: {quad}")
            self._objects[quad.subject.value, quad.predicate.value].append(quad.object)
            if quad.predicate.value == f"{RDF}type" and isinstance(quad.subject, ox.NamedNode):
                types[quad.subject.value].add(quad.object.value)
        self.types: dict[str, set[str]] = dict(types)
        self.prefixes: dict[str, str] = dict(parser.prefixes)

    def subjects(self, predicate: str, value: str) -> list[str]:
        """Return the subjects of a predicate and value, without a name or with one, sorted."""
        return sorted(
            subject
            for (subject, known), objects in self._objects.items()
            if known == predicate and any(each.value == value for each in objects)
        )

    def subjects_of(self, predicate: str) -> list[str]:
        """Return the subjects of a predicate, sorted."""
        return sorted({subject for subject, known in self._objects if known == predicate})

    def objects(self, subject: str, predicate: str) -> list[Node]:
        """Return the objects of a subject and predicate as terms."""
        return self._objects.get((subject, predicate), [])

    def values(self, subject: str, predicate: str) -> list[str]:
        """Return the objects of a subject and predicate as text, sorted, with the members of a union in its place."""
        return sorted({iri for node in self.objects(subject, predicate) for iri in self._members(node)})

    def value(self, subject: str, predicate: str) -> str:
        """Return the one object of a subject and predicate as text, the first of several, "" if there is none."""
        return next(iter(self.values(subject, predicate)), "")

    def members(self, cell: Node) -> Iterator[Node]:
        """Yield the members of a list."""
        while cell.value != f"{RDF}nil":
            yield self._objects[cell.value, f"{RDF}first"][0]
            cell = self._objects[cell.value, f"{RDF}rest"][0]

    def is_class(self, iri: str) -> bool:
        return bool(self.types.get(iri, set()) & _CLASS_TYPES)

    def is_property(self, iri: str) -> bool:
        return bool(self.types.get(iri, set()) & _PROPERTY_TYPES)

    def is_in_graphs(self, iri: str) -> bool:
        """Return whether a term occurs in graphs, and not only in the ontology."""
        return IN_NO_GRAPH not in self.values(iri, ORIGIN)

    def domain(self, iri: str) -> list[str]:
        """Return the classes of the subjects of a property, sorted."""
        return self.values(iri, f"{RDFS}domain") or self.values(iri, f"{SCHEMA}domainIncludes")

    def range(self, iri: str) -> list[str]:
        """Return the classes or the datatype of the values of a property, sorted."""
        return self.values(iri, f"{RDFS}range") or self.values(iri, f"{SCHEMA}rangeIncludes")

    def short(self, iri: str) -> str:
        """Write an IRI with a prefix of the file, or as it is in angle brackets."""
        fitting = [(space, prefix) for prefix, space in self.prefixes.items() if iri.startswith(space)]
        space, prefix = max(fitting, default=("", ""), key=lambda pair: len(pair[0]))
        return f"{prefix}:{iri[len(space) :]}" if prefix and "/" not in iri[len(space) :] else f"<{iri}>"

    def _members(self, node: Node) -> Iterable[str]:
        if not isinstance(node, ox.BlankNode):
            return (node.value,)
        return (member.value for union in self.objects(node.value, f"{OWL}unionOf") for member in self.members(union))
