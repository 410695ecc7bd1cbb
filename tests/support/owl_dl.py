"""Is an ontology in OWL 2 DL? What of the specification can be checked on the triples, without a reasoner.

Checked are the header, declarations and typing, the use of the reserved vocabulary, the datatypes, the form of class
expressions and lists, and that annotations carry no logic (sections 3, 5 and 11 of the structural specification). Not
checked are restrictions on property hierarchies with cardinalities, of which the ontology has none: a construct that is
not known here is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, URIRef
from rdflib.term import Node

_SORTS = {OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty}
_ANNOTATIONS = {RDFS.label, RDFS.comment, RDFS.seeAlso, RDFS.isDefinedBy, OWL.versionInfo, OWL.deprecated}
_HEADER = {OWL.versionIRI, OWL.imports, OWL.priorVersion}
_AXIOMS = {RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain, RDFS.range, OWL.disjointWith, OWL.inverseOf}
_LISTS = {OWL.unionOf, OWL.oneOf, OWL.members, OWL.distinctMembers}
_CHARACTERISTICS = {OWL.FunctionalProperty, OWL.SymmetricProperty}
_DATATYPES = {
    *(
        XSD[name]
        for name in ("string", "boolean", "decimal", "integer", "double", "float", "dateTime", "dateTimeStamp")
    ),
    *(XSD[name] for name in ("anyURI", "nonNegativeInteger", "positiveInteger", "long", "int", "short", "byte")),
    *(RDFS.Literal, RDF.PlainLiteral, RDF.langString, RDF.XMLLiteral, XSD.hexBinary, XSD.base64Binary),
}
_RESERVED = (str(RDF), str(RDFS), str(OWL), str(XSD))


def own_words(graph: Graph) -> Graph:
    """Give a graph without what it says of the vocabularies of RDF and RDF Schema themselves, and with it.

    These are reserved in OWL 2 DL. Facts are left out too: evidence is described with `rdf:subject` and its like.
    """
    kept = Graph()
    for subject, predicate, value in graph:
        reserved = isinstance(subject, URIRef) and str(subject).startswith((str(RDF), str(RDFS)))
        described = predicate in {RDF.subject, RDF.predicate, RDF.object}
        in_list = predicate in {RDF.first, RDF.rest} and isinstance(subject, URIRef)
        if not (reserved or described or in_list):
            kept.add((subject, predicate, value))
    return kept


def faults(graph: Graph) -> Iterator[str]:
    """Give what keeps an ontology from being one of OWL 2 DL, as far as is checked here."""
    yield from _header(graph)
    yield from _declarations(graph)
    for triple in sorted(graph, key=str):
        yield from _triple(graph, *triple)
    yield from _expressions(graph)


def _header(graph: Graph) -> Iterator[str]:
    headers = list(graph.subjects(RDF.type, OWL.Ontology))
    if len(headers) != 1:
        yield f"{len(headers)} ontologies in one file"
    yield from (f"imports {what}" for what in graph.objects(None, OWL.imports))


def _declarations(graph: Graph) -> Iterator[str]:
    for term in sorted(set(graph.subjects(RDF.type)), key=str):
        types = set(graph.objects(term, RDF.type))
        if len(types & _SORTS) > 1:
            yield f"{term} is a property of two sorts"
        if {OWL.Class, RDFS.Datatype} <= types:
            yield f"{term} is a class and a datatype"
        if isinstance(term, URIRef) and str(term).startswith(_RESERVED):
            yield f"{term} is declared, and is of the reserved vocabulary"
        if types & _CHARACTERISTICS and not types & {OWL.ObjectProperty, OWL.DatatypeProperty}:
            yield f"{term} has a characteristic, and is no property of things or literals"
        if OWL.SymmetricProperty in types and OWL.ObjectProperty not in types:
            yield f"{term} is symmetric, and its values are no things"


def _triple(graph: Graph, subject: Node, predicate: Node, value: Node) -> Iterator[str]:
    if predicate in {RDF.first, RDF.rest} or predicate in _LISTS:
        return
    if predicate == RDF.type:
        reserved = str(value).startswith(_RESERVED)
        if isinstance(value, URIRef) and not reserved and (value, RDF.type, OWL.Class) not in graph:
            yield f"{value} is used as a class, and not declared"
        elif str(value).startswith((str(RDF), str(RDFS))):
            yield f"{subject} is of the reserved class {value}"
        return
    if predicate in _AXIOMS:
        yield from _axiom(graph, subject, predicate, value)
    elif predicate in _HEADER:
        if (subject, RDF.type, OWL.Ontology) not in graph:
            yield f"{predicate} of {subject}, which is no ontology"
    elif predicate not in _ANNOTATIONS:
        yield from _assertion(graph, subject, predicate, value)


def _assertion(graph: Graph, subject: Node, predicate: Node, value: Node) -> Iterator[str]:
    sort = set(graph.objects(predicate, RDF.type)) & _SORTS
    if not sort:
        yield f"{predicate} is used, and not declared"
    elif isinstance(value, Literal) and OWL.ObjectProperty in sort:
        yield f"{predicate} of {subject} is a literal, and should be a thing"
    elif not isinstance(value, Literal) and OWL.DatatypeProperty in sort:
        yield f"{predicate} of {subject} is a thing, and should be a literal"


def _axiom(graph: Graph, subject: Node, predicate: Node, value: Node) -> Iterator[str]:
    sorts = set(graph.objects(subject, RDF.type)) & _SORTS
    if predicate in {RDFS.subClassOf, OWL.disjointWith}:
        yield from (f"{each} is no class" for each in (subject, value) if not _is_class(graph, each))
    elif predicate == RDFS.subPropertyOf:
        if not sorts or sorts != set(graph.objects(value, RDF.type)) & _SORTS:
            yield f"{subject} and {value} are properties of two sorts, or not declared"
    elif predicate == OWL.inverseOf:
        if sorts != {OWL.ObjectProperty}:
            yield f"{subject} has an inverse, and its values are no things"
    elif OWL.AnnotationProperty in sorts:
        if not isinstance(value, URIRef):
            yield f"{subject} is an annotation, and has a class expression for a {predicate}"
    elif predicate == RDFS.range and OWL.DatatypeProperty in sorts:
        if value not in _DATATYPES:
            yield f"{value} is the range of {subject}, and no datatype of OWL 2"
    elif not sorts or not _is_class(graph, value):
        yield f"{predicate} of {subject} is {value}, which is no class"


def _is_class(graph: Graph, term: Node) -> bool:
    return term in {OWL.Thing, OWL.Nothing} or (term, RDF.type, OWL.Class) in graph


def _expressions(graph: Graph) -> Iterator[str]:
    nameless = {term for triple in graph for term in triple if isinstance(term, BNode)}
    for node in sorted(nameless, key=str):
        uses = len(list(graph.subject_predicates(node)))
        types = set(graph.objects(node, RDF.type))
        whole = types & {OWL.AllDisjointClasses, OWL.AllDifferent}
        if uses != (0 if whole else 1):
            yield f"an expression is used {uses} times"
        if not types and (graph.value(node, RDF.first) is None or graph.value(node, RDF.rest) is None):
            yield "a node without a name is neither a list nor an expression"
    for predicate in (OWL.unionOf, OWL.members):
        for cell in graph.objects(None, predicate):
            yield from (f"{each} in a list is no class" for each in graph.items(cell) if not _is_class(graph, each))
