"""The graph in XML: GraphML for Gephi, igraph, networkx, yEd and Cytoscape, and GEXF 1.3, the own format of Gephi.

Both have typed attributes, GEXF also a colour for each kind, and parallel edges of other kinds. What markup would take
for its own is escaped, what XML cannot hold is replaced. The writers of networkx leave it in, and date a file of GEXF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import log2

from kg.publishing.networks import tables
from kg.publishing.networks.reading import LOOKS, PropertyGraph, Value
from kg.publishing.networks.tables import Cell, Column

_GRAPHML_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_GRAPHML_TYPES: dict[type[Value], str] = {str: "string", int: "int", float: "double"}
_GEXF_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd">
<meta><creator>kg</creator><description>Knowledge graph of a folder of notes</description></meta>
<graph defaultedgetype="directed" mode="static" idtype="string">
"""
_GEXF_VALUE = '<attvalue for="{}" value="{}"/>'
_GEXF_TYPES: dict[type[Value], str] = {str: "string", int: "integer", float: "double"}
_UNHOLDABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        # Parsers make blanks of these in attributes, and a line feed of a return.
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)
COLOURS: dict[str, str] = {kind: look.color for look in LOOKS for kind in look.kinds}
"""The colour of each kind, the same as in the topic map around one thing; its views have colours for themes."""


def escaped(text: str) -> str:
    r"""Write a text for an attribute or between tags, with U+FFFD for what XML cannot hold.

    >>> escaped('<a href="x">\n\x01')
    '&lt;a href=&quot;x&quot;&gt;&#10;\ufffd'
    """
    return _UNHOLDABLE.sub("\ufffd", text).translate(_ESCAPES)


def graphml(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph as GraphML; things without the notes, which would be the hubs of every drawing."""
    nodes, edges = tables.nodes(graph.things()), tables.edges(graph.things())
    of_nodes = (Column("label"), Column("color"), *nodes.columns[1:])
    of_edges = (Column("label"), *edges.columns[2:])
    yield _GRAPHML_HEAD
    yield _declared('<key id="n{}" for="node" attr.name="{}" attr.type="{}"/>\n', of_nodes, _GRAPHML_TYPES)
    yield _declared('<key id="e{}" for="edge" attr.name="{}" attr.type="{}"/>\n', of_edges, _GRAPHML_TYPES)
    yield '<graph id="kg" edgedefault="directed">\n'
    for iri, kind, *row in nodes.rows:
        data = _filled('<data key="n{}">{}</data>', (row[0], COLOURS[str(kind)], kind, *row))
        yield f'<node id="{escaped(str(iri))}">{data}</node>\n'
    for number, (source, target, relation, *row) in enumerate(edges.rows):
        data = _filled('<data key="e{}">{}</data>', (relation, relation, *row))
        ends = f'source="{escaped(str(source))}" target="{escaped(str(target))}"'
        yield f'<edge id="e{number}" {ends}>{data}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _declared(form: str, columns: tuple[Column, ...], types: Mapping[type[Value], str]) -> str:
    """Declare attributes, each in a form with its place, name and type; lists are texts."""
    kinds = ("string" if column.many else types[column.type] for column in columns)
    return "".join(form.format(at, columns[at].name, kind) for at, kind in enumerate(kinds))


def _filled(form: str, row: tuple[Cell, ...]) -> str:
    """Write the attributes that have values, each in a form with its place and value."""
    cells = ((at, cell) for at, cell in enumerate(row) if cell not in (None, ()))
    return "".join(form.format(at, escaped(tables.plain(cell))) for at, cell in cells)


def gexf(graph: PropertyGraph) -> Iterator[str]:
    """Write a graph as GEXF; things without the notes, as for GraphML."""
    nodes, edges = tables.nodes(graph.things()), tables.edges(graph.things())
    of_nodes = (nodes.columns[1], *nodes.columns[3:])
    of_edges = (*edges.columns[2:4], *edges.columns[5:])
    yield _GEXF_HEAD
    for where, columns in (("node", of_nodes), ("edge", of_edges)):
        declared = _declared('<attribute id="{}" title="{}" type="{}"/>\n', columns, _GEXF_TYPES)
        yield f'<attributes class="{where}" mode="static">\n{declared}</attributes>\n'
    yield "<nodes>\n"
    for iri, kind, name, *row in nodes.rows:
        yield f'<node id="{escaped(str(iri))}" label="{escaped(str(name))}">'
        yield f"<attvalues>{_filled(_GEXF_VALUE, (kind, *row))}</attvalues>"
        yield _look(str(kind), row[-3])
        yield "</node>\n"
    yield "</nodes>\n<edges>\n"
    for number, (source, target, relation, predicate, weight, *row) in enumerate(edges.rows):
        ends = f'source="{escaped(str(source))}" target="{escaped(str(target))}"'
        said = escaped(str(relation))
        yield f'<edge id="{number}" {ends} kind="{said}" label="{said}" weight="{weight}">'
        yield f"<attvalues>{_filled(_GEXF_VALUE, (relation, predicate, *row))}</attvalues>"
        yield "</edge>\n"
    yield "</edges>\n</graph>\n</gexf>\n"


def _look(kind: str, notes: Cell) -> str:
    """Give a node the colour of its kind, and a size by the number of notes that name it."""
    red, green, blue = bytes.fromhex(COLOURS[kind].removeprefix("#"))
    size = 10 + 5 * log2(1 + (notes if isinstance(notes, int) else 0))
    return f'<viz:color r="{red}" g="{green}" b="{blue}"/><viz:size value="{size:.2f}"/>'
