r"""The graph as Cypher statements that merge it into a database, for Neo4j and its relatives.

A text of a note stands between single quotes, and nothing in it may end them. Beside quotes and backslashes that are
escapes written as `\u0027`: Neo4j used to replace these before it looked for quotes at all, so a backslash of a text is
never followed by a letter u.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.publishing.networks import tables
from kg.publishing.networks.graph import PropertyGraph
from kg.publishing.networks.neo4j import THING, labels, property_name, relation_type
from kg.publishing.networks.tables import Cell, Column

BATCH = 500
"""Rows of a statement: large enough to be fast, small enough for the memory of a transaction."""
_CONSTRAINT = f"CREATE CONSTRAINT kg_thing_iri IF NOT EXISTS FOR (n:{THING}) REQUIRE n.iri IS UNIQUE;\n"
_SPECIAL = re.compile("\\\\[uU]|[\\\\'\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SHORT = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


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


def render(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph: the constraint, the nodes of each kind, the relationships of each type."""
    yield "// The graph of a folder of notes, written by kg. Run it with: cypher-shell -f FILE\n"
    yield _CONSTRAINT
    yield from _nodes(graph)
    yield from _relationships(graph)


def _nodes(graph: PropertyGraph) -> Iterator[str]:
    table = tables.nodes(graph)
    _, _, *columns = table.columns
    by_kind: dict[str, list[str]] = defaultdict(list)
    for iri, kind, *row in table.rows:
        by_kind[str(kind)].append(f"{{iri: {literal(str(iri))}, values: {_map(columns, row)}}}")
    for kind in sorted(by_kind):
        _, label = labels(kind)
        merge = f"MERGE (n:{THING} {{iri: row.iri}}) SET n:{label}, n += row.values"
        yield from _statements(by_kind[kind], merge)


def _relationships(graph: PropertyGraph) -> Iterator[str]:
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
