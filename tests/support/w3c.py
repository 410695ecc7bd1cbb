"""The W3C's own tests, read from a copy beside the repository: their manifests, their data, and results of any form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox
from places import SHARED
from rdflib import RDF, RDFS, BNode, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kg.rdf import RdfFormat, Store, parse

SUITES = SHARED / "w3c-rdf-tests"
SPARQL11 = SUITES / "sparql" / "sparql11"
MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
QT = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
UT = Namespace("http://www.w3.org/2009/sparql/tests/test-update#")
RS = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/result-set#")
HT = Namespace("http://www.w3.org/2011/http#")
CNT = Namespace("http://www.w3.org/2011/content#")
XSD = "http://www.w3.org/2001/XMLSchema#"
BASE = "https://w3c.github.io/rdf-tests/"


class Data(NamedTuple):
    """The content of a store: files of the default graph, and of graphs with names."""

    default: tuple[Path, ...] = ()
    named: tuple[tuple[str, Path], ...] = ()


@dataclass(frozen=True)
class Case:
    """One test of a manifest."""

    name: str
    kind: str
    action: Path | None
    data: Data
    result: Path | None
    """A file of rows or of triples."""
    state: Data
    """What an update leaves."""


def cases(manifest: Path) -> Iterator[Case]:
    """Read the tests of a manifest and of those it includes."""
    graph = Graph().parse(manifest, publicID=manifest.as_uri())
    for listed in graph.objects(None, MF.include):
        for included in Collection(graph, listed):
            yield from cases(Path(str(included).removeprefix("file://")))
    for listed in graph.objects(None, MF.entries):
        for test in Collection(graph, listed):
            yield _case(graph, test, manifest.parent.name)


def _case(graph: Graph, test: Node, suite: str) -> Case:
    action, result = graph.value(test, MF.action), graph.value(test, MF.result)
    asked = graph.value(action, QT.query) or graph.value(action, UT.request)
    kinds = sorted(str(kind).rsplit("#", 1)[-1] for kind in graph.objects(test, RDF.type))
    return Case(
        name=f"{suite}/{str(test).rsplit('#', 1)[-1]}",
        kind=kinds[0],
        action=path(asked or action),
        data=_data(graph, action) if asked else Data(),
        result=path(result),
        state=_data(graph, result) if isinstance(result, BNode) else Data(),
    )


def _data(graph: Graph, of: Node | None) -> Data:
    default = [d for part in (QT.data, UT.data) for d in graph.objects(of, part)]
    named = [d for part in (QT.graphData, UT.graphData) for d in graph.objects(of, part)]
    return Data(tuple(sorted(filter(None, map(path, default)))), tuple(sorted(_named(graph, d) for d in named)))


def _named(graph: Graph, node: Node) -> tuple[str, Path]:
    file = path(node) or path(graph.value(node, UT.graph))
    assert file is not None
    return str(graph.value(node, RDFS.label) or address(file)), file


def path(iri: object) -> Path | None:
    """Give the file that an IRI of a manifest means."""
    return Path(str(iri).removeprefix("file://")) if isinstance(iri, URIRef) else None


def address(file: Path) -> str:
    """Give the IRI that a file has where it is published."""
    return BASE + file.relative_to(SUITES).as_posix()


def store_of(data: Data) -> Store:
    """Load files into a store as they are."""
    inner = ox.Store()
    for file in data.default:
        inner.load(path=file, base_iri=address(file))
    for name, file in data.named:
        inner.add_graph(ox.NamedNode(name))
        inner.load(path=file, base_iri=address(file), to_graph=ox.NamedNode(name))
    return Store(inner)


def read_quads(file: Path) -> list[ox.Quad]:
    """Read a file of RDF."""
    return list(parse(file.read_bytes(), RdfFormat.of(file), base=address(file)))


def canonical(quads: Iterable[ox.Quad]) -> set[str]:
    """Write quads so that equal ones are equal whatever their blank nodes are called, and numbers by their value."""
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


# Results.


class Table(NamedTuple):
    """Rows as terms of the engine; an answer of yes or no has neither columns nor rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    answer: bool | None = None


def read_table(content: bytes, suffix: str, base: str = BASE) -> Table:
    """Read rows in a format of SPARQL, or in the RDF form of results."""
    if suffix in ("ttl", "rdf"):
        return _read_rdf(Graph().parse(data=content, format="turtle" if suffix == "ttl" else "xml", publicID=base))
    found = ox.parse_query_results(content, ox.QueryResultsFormat.from_extension(suffix))
    if isinstance(found, ox.QueryBoolean):
        return Table((), (), bool(found))
    columns = tuple(variable.value for variable in found.variables)
    return Table(columns, tuple(tuple(row) for row in found))


def _read_rdf(graph: Graph) -> Table:
    (results,) = graph.subjects(RDF.type, RS.ResultSet)
    answer = graph.value(results, RS.boolean)
    if answer is not None:
        return Table((), (), str(answer) == "true")
    columns = tuple(sorted(str(name) for name in graph.objects(results, RS.resultVariable)))
    rows = []
    for solution in graph.objects(results, RS.solution):
        bound = {
            str(graph.value(b, RS.variable)): graph.value(b, RS.value) for b in graph.objects(solution, RS.binding)
        }
        rows.append(tuple(_term(bound.get(column)) for column in columns))
    return Table(columns, tuple(rows))


def _term(node: Node | None) -> object:
    if node is None:
        return None
    if isinstance(node, URIRef):
        return ox.NamedNode(str(node))
    if isinstance(node, Literal):
        if node.language:
            return ox.Literal(str(node), language=node.language)
        return ox.Literal(str(node), datatype=ox.NamedNode(str(node.datatype)) if node.datatype else None)
    return ox.BlankNode(str(node))


def are_equal(found: Table, expected: Table) -> bool:
    """Compare answers: rows in any order, blank nodes by their place, numbers by their value."""
    if expected.answer is not None:
        return found.answer is expected.answer
    same = sorted(found.columns) == sorted(expected.columns)
    return same and len(found.rows) == len(expected.rows) and _as_set(found) == _as_set(expected)


def _as_set(table: Table) -> set[str]:
    """Write rows as a graph with a node for each."""
    quads = []
    for number, row in enumerate(table.rows):
        node = ox.BlankNode(f"row{number}")
        quads.append(ox.Quad(node, ox.NamedNode("urn:row"), ox.Literal("")))
        for column, term in zip(table.columns, row, strict=True):
            if term is not None:
                quads.append(ox.Quad(node, ox.NamedNode(f"urn:{column}"), _by_value(term)))
    return canonical(quads)


def _by_value(term: object) -> object:
    """Give the one form of a value: the store keeps values of numbers and truths, not how they were written."""
    if isinstance(term, ox.Literal) and term.datatype.value == f"{XSD}boolean":
        return ox.Literal(term.value in ("true", "1"))
    if isinstance(term, ox.Literal) and term.datatype.value in (f"{XSD}decimal", f"{XSD}double", f"{XSD}float"):
        try:
            return ox.Literal(str(round(Decimal(term.value), 6).normalize()), datatype=term.datatype)
        except InvalidOperation:
            return term
    return term
