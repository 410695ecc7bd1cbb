"""GraphML, with typed attributes, for Gephi, igraph, networkx, yEd and Cytoscape."""

from __future__ import annotations

from collections.abc import Iterator

from kg.publishing.networks import tables
from kg.publishing.networks.graph import PropertyGraph, Value
from kg.publishing.networks.markup import COLOURS, escaped
from kg.publishing.networks.tables import Cell, Column

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_TYPES: dict[type[Value], str] = {str: "string", int: "int", float: "double"}


def render(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph; things without the notes, which would be the hubs of every drawing."""
    nodes, edges = tables.nodes(graph.things()), tables.edges(graph.things())
    of_nodes = (Column("label"), Column("color"), *nodes.columns[1:])
    of_edges = (Column("label"), *edges.columns[2:])
    yield _HEAD
    yield from _keys("node", "n", of_nodes)
    yield from _keys("edge", "e", of_edges)
    yield '<graph id="kg" edgedefault="directed">\n'
    for iri, kind, *row in nodes.rows:
        data = "".join(_data("n", of_nodes, (row[0], COLOURS[str(kind)], kind, *row)))
        yield f'<node id="{escaped(str(iri))}">{data}</node>\n'
    for number, (source, target, relation, *row) in enumerate(edges.rows):
        data = "".join(_data("e", of_edges, (relation, relation, *row)))
        ends = f'source="{escaped(str(source))}" target="{escaped(str(target))}"'
        yield f'<edge id="e{number}" {ends}>{data}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _keys(where: str, prefix: str, columns: tuple[Column, ...]) -> Iterator[str]:
    for place, column in enumerate(columns):
        kind = "string" if column.many else _TYPES[column.type]
        yield f'<key id="{prefix}{place}" for="{where}" attr.name="{column.name}" attr.type="{kind}"/>\n'


def _data(prefix: str, columns: tuple[Column, ...], row: tuple[Cell, ...]) -> Iterator[str]:
    for place, (_, cell) in enumerate(zip(columns, row, strict=True)):
        if cell not in (None, ()):
            yield f'<data key="{prefix}{place}">{escaped(tables.plain(cell))}</data>'
