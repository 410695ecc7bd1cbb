"""A property graph as tables with typed columns, from which every format is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kg.publishing.networks.reading import Edge, Node, PropertyGraph, Value, properties_of

Cell = Value | tuple[Value, ...] | None
"""A value, a list of values, or nothing."""
DIVIDER = " | "
"""Between the values of a list, where a format has none."""


class Column(NamedTuple):
    """A column and the type of its cells."""

    name: str
    type: type[Value] = str
    many: bool = False


class Table(NamedTuple):
    """Rows of cells, one for each column."""

    name: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]


_PLACE = (Column("note"), Column("line", int), Column("rule"))
_QUOTE = (Column("quote"),)


def nodes(graph: PropertyGraph) -> Table:
    """Return a row for each thing and note."""
    properties = properties_of(names_only=graph.names_only)
    columns = (
        *(Column("iri"), Column("kind"), Column("name"), Column("other_names", many=True)),
        *(Column(one.name, one.type, one.many) for one in properties),
        *(Column("first_note"), Column("first_line", int), Column("notes", int), Column("mentions", int)),
        Column("confidence", float),
    )
    return Table("nodes", columns, [(*_of_node(node, [p.name for p in properties], columns),) for node in graph.nodes])


def _of_node(node: Node, names: list[str], columns: tuple[Column, ...]) -> Iterator[Cell]:
    yield from (node.iri, node.kind, node.name, node.other_names)
    many = {column.name for column in columns if column.many}
    for name in names:
        values = node.literals.get(name, ())
        yield values if name in many else next(iter(values), None)
    first = node.mentioned[0] if node.mentioned else None
    yield from (first.note, first.line) if first else (None, None)
    yield from (node.notes, len(node.mentioned), node.confidence)


def edges(graph: PropertyGraph) -> Table:
    """Return a row for each fact that connects two nodes, with the surest place and the IRIs of its ends."""
    columns = (
        *(Column("source"), Column("target"), Column("relation"), Column("predicate"), Column("weight", int)),
        *(Column("confidence", float), Column("order", int), Column("notes", many=True)),
        *(*_PLACE, *(() if graph.names_only else _QUOTE)),
    )
    return Table("edges", columns, [_of_edge(edge, with_quote=not graph.names_only) for edge in graph.edges])


def _of_edge(edge: Edge, *, with_quote: bool) -> tuple[Cell, ...]:
    best = edge.places[0] if edge.places else None
    place: tuple[Cell, ...] = (best.note, best.line, best.rule, best.quote) if best else (None,) * 4
    head = (edge.source, edge.target, edge.relation, edge.predicate, edge.weight, edge.confidence)
    return (*head, edge.order or None, edge.notes, *place[: 3 + with_quote])


def with_names(table: Table, graph: PropertyGraph) -> Table:
    """Put the names of both ends after their IRIs, for people who read this table alone."""
    names = {node.iri: node.name for node in graph.nodes}
    source, target, *columns = table.columns
    named = (source, Column("source_name"), target, Column("target_name"), *columns)
    return Table(table.name, named, [(s, names[str(s)], t, names[str(t)], *row) for s, t, *row in table.rows])


def mentions(graph: PropertyGraph) -> Table:
    """Return a row for each place where a note names a thing."""
    columns = (
        *(Column("thing"), Column("kind"), Column("name")),
        *(*_PLACE, Column("confidence", float), *(() if graph.names_only else _QUOTE)),
    )
    rows = [
        (node.iri, node.kind, node.name, place.note, place.line, place.rule, place.confidence, *quote)
        for node in graph.nodes
        for place in node.mentioned
        for quote in [() if graph.names_only else (place.quote,)]
    ]
    return Table("mentions", columns, rows)


def readable(graph: PropertyGraph) -> tuple[Table, Table, Table]:
    """Return the three tables that people open."""
    return nodes(graph), with_names(edges(graph), graph), mentions(graph)


def plain(cell: Cell) -> str:
    """Write a cell as text: "" for nothing, a list with separators.

    >>> plain(("a", "b")), plain(0.5), plain(3.0), plain(None)
    ('a | b', '0.5', '3', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, tuple):
        return DIVIDER.join(map(plain, cell))
    return f"{cell:.10g}" if isinstance(cell, float) else str(cell)
