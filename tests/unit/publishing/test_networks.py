"""The graph as a network: what is read of it, and every file of it as programs that we did not write read it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pandas as pd
import pyarrow.parquet as pq
import pytest
from graph_samples import SECRET, named, sample, with_secret
from hypothesis import given
from hypothesis import strategies as st
from rdf_fixture import HOSTILE

from kg import writing
from kg.errors import MissingLibraryError
from kg.extras import neo4j
from kg.model import THINGS, Kind
from kg.publishing.exporters import EXPORTERS, Exporter
from kg.publishing.files import Chosen
from kg.publishing.networks import markup, sheets, tables
from kg.publishing.networks.markup import COLOURS
from kg.publishing.networks.reading import Node, PropertyGraph, read
from kg.rdf import Store

BASE = "https://kg.example/"
PAPER = f"{BASE}paper/openreview-AbCdEf1234"
NETWORKS = [e for e in EXPORTERS if e.name in {"graphml", "gexf", "csv", "parquet", "neo4j", "cypher"}]


def everything(path: Path) -> bytes:
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return b"".join(p.read_bytes() for p in files)


def export(exporter: Exporter, store: Store, folder: Path, *, names_only: bool = False) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"all{exporter.suffixes[0] if exporter.suffixes else ''}"
    exporter.write(store, path, Chosen(names_only=names_only))
    return path


# Reading.


def test_a_fact_between_two_things_is_an_edge_said_in_words() -> None:
    found = {(e.source.removeprefix(BASE), e.relation, e.target.removeprefix(BASE)) for e in read(sample()).edges}

    assert ("session/keynote-session", "speaker", "person/lili-yu") in found
    assert ("method/lodestar", "outperforms", "method/chameleon") in found
    assert ("note/talks%20%231.md", "cites", "paper/openreview-AbCdEf1234") in found


def test_what_a_note_denies_is_no_edge() -> None:
    edges = read(sample()).edges

    assert [e for e in edges if e.relation == "extends"] == []


def test_an_author_keeps_the_place_in_the_list_of_the_paper() -> None:
    order = {e.target.removeprefix(BASE): e.order for e in read(sample()).edges if e.relation == "author"}

    assert order == {"person/anna-mckay": 1, "person/lili-yu": 2}


def test_a_thing_has_its_values_and_where_it_is_mentioned_first() -> None:
    paper = next(n for n in read(sample()).nodes if n.iri == PAPER)

    assert (paper.kind, paper.literals["year"], paper.literals["rating"]) == ("paper", (2025,), (3.0,))
    assert (paper.literals["reading_state"], paper.other_names) == (("to read",), ("Lodestar",))
    assert (paper.mentioned[0].note, paper.mentioned[0].line, paper.notes) == ("2025/iclr.md", 4, 2)


def test_a_thing_that_two_lines_name_ties_its_note_twice() -> None:
    store = named(["Twice", "and Twice again"])
    edge = next(e for e in read(store).edges if e.relation == "mentions" and e.target.endswith("ada-lovelace"))

    assert (edge.weight, edge.confidence, edge.notes) == (1, 1.0, ("odd.md",))
    assert len([e for e in read(store).edges if e.relation == "mentions"]) == 3


def test_without_the_notes_no_edge_hangs_loose() -> None:
    things = read(sample()).things()
    iris = {node.iri for node in things.nodes}

    assert {n.kind for n in things.nodes} & {"note"} == set()
    assert {e.source for e in things.edges} | {e.target for e in things.edges} <= iris


def test_every_kind_has_a_colour() -> None:
    assert set(COLOURS) == {*map(str, THINGS), str(Kind.NOTE)}


# Gephi.


def test_networkx_and_igraph_read_in_graphml_what_the_graph_holds(tmp_path: Path) -> None:
    import igraph  # which loads matplotlib: only the process that runs this test needs both

    things = read(sample()).things()
    path = export(next(e for e in NETWORKS if e.name == "graphml"), sample(), tmp_path)

    network, other = nx.read_graphml(path, force_multigraph=True), igraph.Graph.Read_GraphML(str(path))

    assert sorted(network) == sorted(other.vs["id"]) == [n.iri for n in things.nodes]
    assert network.number_of_edges() == other.ecount() == len(things.edges)
    paper = network.nodes[PAPER]
    assert (paper["label"], paper["kind"], paper["year"], paper["rating"]) == (
        "Lodestar: Predict the Next Token and Diffuse Images", "paper", 2025, 3.0,
    )  # fmt: skip
    said = sorted((s, t, d["relation"], d["weight"]) for s, t, d in network.edges(data=True))
    assert said == sorted((e.source, e.target, e.relation, e.weight) for e in things.edges)
    vertex = other.vs.find(id=PAPER)
    assert (vertex["label"], vertex["year"], vertex["kind"]) == (paper["label"], 2025, "paper")


def test_networkx_reads_in_gexf_what_the_graph_holds(tmp_path: Path) -> None:
    things = read(sample()).things()
    path = export(next(e for e in NETWORKS if e.name == "gexf"), sample(), tmp_path)

    network = nx.read_gexf(path, version="1.3")

    assert sorted(network) == [n.iri for n in things.nodes]
    paper = network.nodes[PAPER]
    assert (paper["label"], paper["kind"], paper["year"], paper["rating"]) == (
        "Lodestar: Predict the Next Token and Diffuse Images", "paper", 2025, 3.0,
    )  # fmt: skip
    assert paper["viz"]["color"] == {"r": 0, "g": 114, "b": 178, "a": 1.0}
    said = sorted((s, t, d["relation"], d["weight"]) for s, t, d in network.edges(data=True))
    assert said == sorted((e.source, e.target, e.relation, e.weight) for e in things.edges)


def test_gexf_has_the_shape_of_its_schema_and_no_date(tmp_path: Path) -> None:
    root = ET.fromstring("".join(markup.gexf(read(sample()))))
    space = "{http://gexf.net/1.3}"
    declared = {(a.get("class"), one.get("id")) for a in root.iter(f"{space}attributes") for one in a}

    assert (root.tag, root.get("version")) == (f"{space}gexf", "1.3")
    assert "lastmodifieddate" not in root.find(f"{space}meta").attrib
    for kind in ("node", "edge"):
        used = {v.get("for") for one in root.iter(f"{space}{kind}") for v in one.iter(f"{space}attvalue")}
        assert {(kind, place) for place in used} <= declared
    assert {e.get("kind") for e in root.iter(f"{space}edge")} >= {"author", "uses"}


@given(st.text())
def test_any_name_comes_back_from_graphml_and_gexf(name: str) -> None:
    node = Node(f"{BASE}paper/a", "paper", name)
    shown = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", name)

    of_graphml = nx.parse_graphml("".join(markup.graphml(PropertyGraph((node,), ()))))
    of_gexf = nx.read_gexf(io.BytesIO("".join(markup.gexf(PropertyGraph((node,), ()))).encode()), version="1.3")

    assert (of_graphml.nodes[node.iri].get("label") or "") == shown
    assert of_gexf.nodes[node.iri]["label"] == shown


# Spreadsheets and data frames.


def test_pandas_reads_in_both_kinds_of_tables_the_same(tmp_path: Path) -> None:
    by_name = {e.name: e for e in NETWORKS}
    sheet, frame = (
        export(by_name["csv"], sample(), tmp_path / "c"),
        export(by_name["parquet"], sample(), tmp_path / "p"),
    )
    graph = read(sample())

    for table in tables.readable(graph):
        csv_frame = pd.read_csv(sheet / f"{table.name}.csv")
        parquet_frame = pq.read_table(frame / f"{table.name}.parquet").to_pandas()
        assert list(csv_frame.columns) == list(parquet_frame.columns) == [c.name for c in table.columns]
        assert len(csv_frame) == len(parquet_frame) == len(table.rows) > 0
        for column in table.columns:
            if column.type is not str:
                same = csv_frame[column.name].astype(float).equals(parquet_frame[column.name].astype(float))
                assert same, column
    nodes = pq.read_table(frame / "nodes.parquet").to_pandas().set_index("iri")
    assert list(nodes.loc[PAPER, "citation_keys"]) == ["AnnaMcKay2025ICLR"]


def test_every_end_of_an_edge_and_every_mention_is_of_a_row_of_nodes() -> None:
    nodes, edges, mentions = tables.readable(read(sample()))
    known = {row[0] for row in nodes.rows}

    assert {row[0] for row in edges.rows} | {row[2] for row in edges.rows} | {row[0] for row in mentions.rows} <= known


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "＝1", "＋1"])
def test_a_cell_is_never_a_formula_and_can_be_turned_back(text: str) -> None:
    store = named(["plain"])
    files = sheets.csv(PropertyGraph((Node("a", "paper", text, other_names=(text, "b")),), ()))
    row = next(csv.DictReader(io.StringIO(files["nodes.csv"].decode("utf-8-sig"), newline="")))

    assert row["name"] == f"'{text}"
    assert row["name"].removeprefix(sheets.GUARD) == text
    assert row["other_names"].startswith("'")
    assert store is not None


@given(st.text())
def test_guarding_a_cell_loses_nothing(text: str) -> None:
    assert sheets.guarded(text).removeprefix(sheets.GUARD) == text
    assert not sheets.guarded(text).startswith(tuple(sheets.DANGEROUS))


def test_a_missing_library_is_said_with_the_way_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)

    with pytest.raises(MissingLibraryError, match=r"python3? -m pip install 'pyarrow>=17'"):
        export(next(e for e in NETWORKS if e.name == "parquet"), sample(), tmp_path)


# Neo4j.

HEADER = re.compile(
    r"(?:(?P<name>\w+)?:(?P<role>ID|LABEL|START_ID|END_ID|TYPE))|(?P<property>\w+):(?P<type>\w+)(?P<list>\[\])?"
)


def imported(content: bytes) -> list[dict[str, object]]:
    """Read a file as the import tool does, by what its header says."""
    head, *rows = csv.reader(io.StringIO(content.decode(), newline=""))
    columns = [HEADER.fullmatch(column) for column in head]
    assert all(columns), head
    found = []
    for row in rows:
        assert len(row) == len(columns)
        values: dict[str, object] = {}
        for column, cell in zip(columns, row, strict=True):
            number = {"long": int, "double": float}.get(column["type"] or "")
            name = column["role"] or column["property"]
            if cell:
                values[name] = (
                    cell.split("\x1f") if column["list"] or name == "LABEL" else number(cell) if number else cell
                )
        found.append(values)
    return found


def test_the_import_files_hold_each_node_and_relationship_with_types() -> None:
    graph = read(sample())
    files = neo4j.files(graph)
    nodes = {row["ID"]: row for row in imported(files["nodes.csv"])}
    relationships = imported(files["relationships.csv"])

    assert list(nodes) == [n.iri for n in graph.nodes]
    assert nodes[PAPER]["LABEL"] == ["Thing", "Paper"]
    assert (nodes[PAPER]["year"], nodes[PAPER]["rating"], nodes[PAPER]["citationKeys"]) == (
        2025,
        3.0,
        ["AnnaMcKay2025ICLR"],
    )
    assert [(r["START_ID"], r["END_ID"]) for r in relationships] == [(e.source, e.target) for e in graph.edges]
    assert {r["TYPE"] for r in relationships} >= {"AUTHOR", "PRESENTED_AT", "MENTIONS", "LINKS_TO", "SUPER_EVENT"}
    assert "--array-delimiter=U+001F" in files["README.md"].decode()


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_lists_of_any_text_come_back_from_the_import_files(names: list[str]) -> None:
    graph = PropertyGraph((Node("a", "paper", "x", other_names=tuple(names)),), ())
    row = imported(neo4j.files(graph)["nodes.csv"])[0]

    wanted = [name.replace("\x1f", " ") for name in names]
    assert row.get("otherNames", [""]) == wanted or wanted == [""]


# Cypher. The lexer is one of our own, for openCypher strings; the grammar of openCypher reads the same below.

TOKEN = re.compile(
    r"'(?:[^'\\]|\\(?:u[0-9A-Fa-f]{4}|[\\'\"btnfr]))*'|[A-Za-z_]\w*|-?\d+(?:\.\d+)?(?:e-?\d+)?|\+=|->|[\s{}\[\]():,;=.<>-]|//[^\n]*"
)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)


def lexed(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"no token at {text[at : at + 40]!r}"
        tokens.append(match[0])
        at = match.end()
    return tokens


def told(token: str) -> str:
    short = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
    return ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else short.get(m[2], m[2]), token[1:-1])


NASTY = st.text(st.one_of(st.sampled_from("\\'\"u0027\n`;{}"), st.characters(codec="utf-8")))


@given(NASTY)
def test_no_text_ends_its_string_of_cypher(text: str) -> None:
    tokens = lexed(neo4j.literal(text))

    assert len(tokens) == 1
    assert told(tokens[0]) == text


@given(NASTY)
def test_no_text_ends_its_string_where_escapes_are_replaced_first(text: str) -> None:
    """As Neo4j did until version 5: `\\u0027` anywhere is a quote, whatever stands before the backslash."""
    before = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)), neo4j.literal(text))

    assert re.fullmatch(r"'(?:[^'\\]|\\[\\'ntr])*'", before)
    assert re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), before[1:-1]) == text


@pytest.mark.parametrize("store", [sample(), named([h for h in HOSTILE if "\x00" not in h])], ids=["sample", "hostile"])
def test_the_grammar_of_opencypher_reads_each_statement(store: Store) -> None:
    from antlr4 import CommonTokenStream, InputStream
    from antlr4_cypher import CypherLexer, CypherParser

    whole = "".join(neo4j.cypher(read(store)))
    statements = [s for s in re.split(r"(?<=;)\n", whole.split("\n", 1)[1]) if s.strip()]
    assert statements[0].startswith("CREATE CONSTRAINT")
    for statement in statements[1:]:
        parser = CypherParser(CommonTokenStream(CypherLexer(InputStream(statement))))
        parser.removeErrorListeners()
        parser.script()
        assert parser.getNumberOfSyntaxErrors() == 0, statement[:300]


def test_cypher_merges_each_node_and_relationship_once() -> None:
    graph = read(sample())
    whole = "".join(neo4j.cypher(graph))

    assert whole.count("{iri: '") == len(graph.nodes)
    assert whole.count("{source: '") == len(graph.edges)
    assert "MERGE (n:Thing {iri: row.iri}) SET n:Paper, n += row.values;" in whole
    assert "MERGE (a)-[r:PRESENTED_AT]->(b) SET r += row.values;" in whole


# What holds for each of them.


@pytest.mark.parametrize("exporter", NETWORKS, ids=lambda e: e.name)
def test_names_only_leaves_out_every_word_of_the_notes(exporter: Exporter, tmp_path: Path) -> None:
    secret = SECRET.encode()

    assert secret in everything(export(exporter, with_secret(), tmp_path / "all"))
    shared = everything(export(exporter, with_secret(), tmp_path / "names", names_only=True))
    assert secret not in shared
    assert b"Ada Lovelace" in shared


@pytest.mark.parametrize("exporter", NETWORKS, ids=lambda e: e.name)
def test_two_networks_are_equal_bytes(exporter: Exporter, tmp_path: Path) -> None:
    one, two = (export(exporter, sample(), tmp_path / folder) for folder in "ab")

    assert everything(one) == everything(two)


@pytest.mark.parametrize("exporter", NETWORKS, ids=lambda e: e.name)
def test_an_empty_graph_is_written(exporter: Exporter, tmp_path: Path) -> None:
    path = export(exporter, Store.in_memory(), tmp_path)

    assert everything(path) or exporter.name == "cypher"


def test_the_tables_say_what_kg_wrote(tmp_path: Path) -> None:
    path = export(next(e for e in NETWORKS if e.name == "csv"), sample(), tmp_path)

    assert sorted(writing.listed(path)) == ["README.txt", "edges.csv", "mentions.csv", "nodes.csv"]
    assert json.dumps(sorted(p.name for p in path.iterdir())) == json.dumps(
        [".kg-generated", "README.txt", "edges.csv", "mentions.csv", "nodes.csv"]
    )
