r"""The graph for Neo4j: files for `neo4j-admin database import`, the fast way into an empty database, and Cypher.

The statements of Cypher merge it into a database, also of relatives of Neo4j. A text of a note stands between single
quotes, and nothing in it may end them. Beside quotes and backslashes that are escapes written as `\u0027`: Neo4j used
to replace these before it looked for quotes at all, so a backslash of a text is never followed by a letter u.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kg.model import Kind
from kg.publishing.networks import sheets, tables
from kg.publishing.networks.reading import PropertyGraph, Value
from kg.publishing.networks.tables import Cell, Column

LABELS: dict[str, str] = {
    **{kind: kind.capitalize() for kind in Kind},
    Kind.ORG: "Organization",
    Kind.VENUE: "VenueSeries",
    Kind.EDITION: "VenueEdition",
}
"""Kind -> label; every node has `Thing`, too, by which it is found."""
THING = "Thing"
BATCH = 500
"""Rows of a statement: large enough to be fast, small enough for the memory of a transaction."""
_CONSTRAINT = f"CREATE CONSTRAINT kg_thing_iri IF NOT EXISTS FOR (n:{THING}) REQUIRE n.iri IS UNIQUE;\n"
_SPECIAL = re.compile("\\\\[uU]|[\\\\'\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SHORT = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
SEPARATOR = "\x1f"
"""Between the values of a list: the unit separator, which stands in no address and no text that people type."""
_TYPES: dict[type[Value], str] = {str: "string", int: "long", float: "double"}


def labels(kind: str) -> tuple[str, ...]:
    """Return the labels of a node.

    >>> labels("edition"), labels("note")
    (('Thing', 'VenueEdition'), ('Thing', 'Note'))
    """
    return THING, LABELS[kind]


def relation_type(predicate: str) -> str:
    """Return the type of a relationship.

    >>> relation_type("https://w3id.org/kg-notes/ontology#presentedAt")
    'PRESENTED_AT'
    """
    local = re.split(r"[/#]", predicate)[-1]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", local).upper()


def property_name(column: Column) -> str:
    """Return the name of a property.

    >>> property_name(Column("reading_state"))
    'readingState'
    """
    head, *rest = column.name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return the files: nodes, relationships, and how to import them."""
    return {
        "nodes.csv": _csv(_nodes(graph)),
        "relationships.csv": _csv(_relationships(graph)),
        "README.md": Path(__file__).with_name("neo4j.md").read_bytes(),
    }


def _nodes(graph: PropertyGraph) -> Iterator[list[str]]:
    table = tables.nodes(graph)
    _, _, *columns = table.columns
    yield ["iri:ID", ":LABEL", *map(_header, columns)]
    for iri, kind, *row in table.rows:
        yield [str(iri), SEPARATOR.join(labels(str(kind))), *map(_cell, row)]


def _relationships(graph: PropertyGraph) -> Iterator[list[str]]:
    table = tables.edges(graph)
    _, _, relation, _, *columns = table.columns
    yield [":START_ID", ":END_ID", ":TYPE", _header(relation), *map(_header, columns)]
    for source, target, words, predicate, *row in table.rows:
        yield [str(source), str(target), relation_type(str(predicate)), str(words), *map(_cell, row)]


def _header(column: Column) -> str:
    return f"{property_name(column)}:{_TYPES[column.type]}{'[]' if column.many else ''}"


def _cell(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return SEPARATOR.join(str(value).replace(SEPARATOR, " ") for value in cell)
    return tables.plain(cell)


def _csv(rows: Iterable[list[str]]) -> bytes:
    return "".join(map(sheets.line, rows)).encode()


def literal(text: str) -> str:
    r"""Write a text as a Cypher string.

    >>> print(literal("it's"), literal("a\\b"), literal(r"\u0027"))
    'it\'s' 'a\\b' '\\\u00750027'
    """
    return f"'{_SPECIAL.sub(_escape, text)}'"


def _escape(found: re.Match[str]) -> str:
    text = found.group()
    if len(text) == 2:
        return f"\\\\\\u{ord(text[1]):04X}"
    return _SHORT.get(text) or f"\\u{ord(text):04X}"


def cypher(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph: the constraint, the nodes of each kind, the relationships of each type."""
    yield "// The graph of a folder of notes, written by kg. Run it with: cypher-shell -f FILE\n"
    yield _CONSTRAINT
    yield from _merged_nodes(graph)
    yield from _merged_relationships(graph)


def _merged_nodes(graph: PropertyGraph) -> Iterator[str]:
    table = tables.nodes(graph)
    _, _, *columns = table.columns
    by_kind: dict[str, list[str]] = defaultdict(list)
    for iri, kind, *row in table.rows:
        by_kind[str(kind)].append(f"{{iri: {literal(str(iri))}, values: {_map(columns, row)}}}")
    for kind in sorted(by_kind):
        _, label = labels(kind)
        merge = f"MERGE (n:{THING} {{iri: row.iri}}) SET n:{label}, n += row.values"
        yield from _statements(by_kind[kind], merge)


def _merged_relationships(graph: PropertyGraph) -> Iterator[str]:
    table = tables.edges(graph)
    _, _, relation, _, *columns = table.columns
    by_type: dict[str, list[str]] = defaultdict(list)
    for source, target, words, predicate, *row in table.rows:
        values = _map([relation, *columns], [words, *row])
        ends = f"source: {literal(str(source))}, target: {literal(str(target))}"
        by_type[relation_type(str(predicate))].append(f"{{{ends}, values: {values}}}")
    for name in sorted(by_type):
        match = f"MATCH (a:{THING} {{iri: row.source}}) MATCH (b:{THING} {{iri: row.target}})"
        yield from _statements(by_type[name], f"{match} MERGE (a)-[r:{name}]->(b) SET r += row.values")


def _statements(rows: Sequence[str], update: str) -> Iterator[str]:
    for first in range(0, len(rows), BATCH):
        yield "UNWIND [\n"
        yield ",\n".join(rows[first : first + BATCH])
        yield f"\n] AS row\n{update};\n"


def _map(columns: Iterable[Column], row: Iterable[Cell]) -> str:
    pairs = zip(columns, row, strict=True)
    return f"{{{', '.join(f'{property_name(c)}: {_value(cell)}' for c, cell in pairs if cell not in (None, ()))}}}"


def _value(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return f"[{', '.join(map(_value, cell))}]"
    if isinstance(cell, float):
        return repr(cell)  # always with a point, which makes it a FLOAT
    return literal(cell) if isinstance(cell, str) else str(cell)
