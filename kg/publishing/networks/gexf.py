"""GEXF 1.3, the own format of Gephi: typed attributes, a colour for each kind, and parallel edges of other kinds."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from kg.publishing.networks import tables
from kg.publishing.networks.graph import PropertyGraph, Value
from kg.publishing.networks.markup import COLOURS, escaped
from kg.publishing.networks.tables import Cell, Column

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd">
<meta><creator>kg</creator><description>Knowledge graph of a folder of notes</description></meta>
<graph defaultedgetype="directed" mode="static" idtype="string">
"""
_TYPES: dict[type[Value], str] = {str: "string", int: "integer", float: "double"}


def render(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph; things without the notes, which would be the hubs of every drawing."""
    nodes, edges = tables.nodes(graph.things()), tables.edges(graph.things())
    of_nodes = (nodes.columns[1], *nodes.columns[3:])
    of_edges = (*edges.columns[2:4], *edges.columns[5:])
    yield _HEAD
    yield from _attributes("node", of_nodes)
    yield from _attributes("edge", of_edges)
    yield "<nodes>\n"
    for iri, kind, name, *row in nodes.rows:
        yield f'<node id="{escaped(str(iri))}" label="{escaped(str(name))}">'
        yield "".join(_values(of_nodes, (kind, *row)))
        yield _look(str(kind), row[-3])
        yield "</node>\n"
    yield "</nodes>\n<edges>\n"
    for number, (source, target, relation, predicate, weight, *row) in enumerate(edges.rows):
        ends = f'source="{escaped(str(source))}" target="{escaped(str(target))}"'
        said = escaped(str(relation))
        yield f'<edge id="{number}" {ends} kind="{said}" label="{said}" weight="{weight}">'
        yield "".join(_values(of_edges, (relation, predicate, *row)))
        yield "</edge>\n"
    yield "</edges>\n</graph>\n</gexf>\n"


def _attributes(where: str, columns: tuple[Column, ...]) -> Iterator[str]:
    yield f'<attributes class="{where}" mode="static">\n'
    for place, column in enumerate(columns):
        kind = "string" if column.many else _TYPES[column.type]
        yield f'<attribute id="{place}" title="{column.name}" type="{kind}"/>\n'
    yield "</attributes>\n"


def _values(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> Iterator[str]:
    yield "<attvalues>"
    for place, (_, cell) in enumerate(zip(columns, row, strict=True)):
        if cell not in (None, ()):
            yield f'<attvalue for="{place}" value="{escaped(tables.plain(cell))}"/>'
    yield "</attvalues>"


def _look(kind: str, notes: Cell) -> str:
    """Give a node the colour of its kind, and a size by the number of notes that name it."""
    red, green, blue = bytes.fromhex(COLOURS[kind].removeprefix("#"))
    size = 10 + 5 * log2(1 + (notes if isinstance(notes, int) else 0))
    return f'<viz:color r="{red}" g="{green}" b="{blue}"/><viz:size value="{size:.2f}"/>'
