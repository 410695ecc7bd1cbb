"""kg in Python: what is public, how answers look in a notebook, and how one goes on with other libraries."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import kg
from kg.errors import ExportError, KgError, QueryError, StoreError, UsageError

NOTE = """# Reading

## Alignment

- [BoStone2024ICLR++](https://openreview.net/forum?id=abc123XYZ0) shows that FooNet outperforms BarNet. <img onerror=alert(1)>
- [BoStone2023ICML](https://openreview.net/forum?id=def456XYZ0) introduces BarNet, a small model.
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> kg.Graph:
    folder = tmp_path_factory.mktemp("notebook")
    (folder / "notes").mkdir()
    (folder / "notes" / "reading.md").write_text(NOTE, encoding="utf-8")
    return kg.build(folder / "notes", folder / "graph")


def test_what_is_public_is_listed_and_documented() -> None:
    assert set(kg.__all__) == {"Graph", "Table", "Result", "__version__", "build", "open"}
    for name in set(kg.__all__) - {"__version__"}:
        value = getattr(kg, name)
        assert inspect.getdoc(value)
        for method, found in vars(value).items() if inspect.isclass(value) else ():
            if callable(found) and not method.startswith("_"):
                assert inspect.getdoc(found), method
                assert "return" in found.__annotations__, method
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kg.nothing


def test_a_query_gives_values_of_python(graph: kg.Graph) -> None:
    table = graph.query(
        "SELECT ?key ?year ?rating { ?p kg:citationKey ?key ; schema:datePublished ?year OPTIONAL { ?p kg:rating ?rating } } ORDER BY ?key"
    )

    assert table.columns == ("key", "year", "rating")
    assert list(table) == [("BoStone2023ICML", 2023, None), ("BoStone2024ICLR", 2024, 2)]
    assert table.column("year") == [2023, 2024]
    assert len(table[:1]) == 1
    assert graph.query("ASK { ?p kg:rating 2 }")[0] == (True,)
    with pytest.raises(QueryError):
        graph.query("DROP ALL")
    with pytest.raises(KeyError, match="Choose one of: key, year, rating"):
        table.column("none")


def test_rows_go_on_as_a_data_frame(graph: kg.Graph) -> None:
    frame = graph.ask("papers-by-rating", min_rating=2).to_pandas()

    assert list(frame.columns)[-1] == "where"
    assert frame["where"].tolist() == ["reading.md:5"]
    assert frame["rating"].min() >= 2  # a number, also in the answer to a ready-made question


def test_questions_are_asked_by_name(graph: kg.Graph) -> None:
    assert "papers-by-rating" in graph.questions().column("question")
    assert graph.ask("papers-by-rating", topic="alignment").column("where") == ["reading.md:5"]
    with pytest.raises(UsageError, match="has no parameter --topc"):
        graph.ask("papers-by-rating", topc="x")


def test_the_operations_of_the_commands_are_methods(graph: kg.Graph) -> None:
    assert "BarNet" in [hit.name for hit in graph.find("barnet").things]
    assert graph.show("BarNet").name == "BarNet"
    assert graph.near("BarNet").neighbours
    assert graph.path("BoStone2024ICLR", "BoStone2023ICML").ways
    assert graph.common("BoStone2024ICLR", "BoStone2023ICML").shared
    assert graph.about("Alignment").all_papers == 2
    assert graph.timeline().papers == {"2023": 1, "2024": 1}
    assert isinstance(graph.next(), tuple)
    assert graph.notes() == ["reading.md"]
    with pytest.raises(UsageError, match="is called 'nobody'"):
        graph.show("nobody")


def test_answers_are_shown_as_pages_without_running_what_notes_say(graph: kg.Graph) -> None:
    shown = [
        graph,
        graph.query("SELECT ?q { ?p kg:quote ?q }"),
        graph.find("FooNet"),
        graph.show("BarNet"),
        graph.path("BoStone2024ICLR", "BoStone2023ICML"),
        graph.about("Alignment"),
    ]
    for answer in shown:
        page = answer._repr_html_()
        assert "<table>" in page or "<ul>" in page
        assert "<img" not in page
        assert repr(answer)
    assert "reading.md:5" in graph.find("FooNet")._repr_html_()


def test_one_goes_on_with_rdflib_and_networkx(graph: kg.Graph, tmp_path: Path) -> None:
    assert len(set(graph.rdflib().subjects(predicate=None, object=None))) > 5
    assert graph.network("map").number_of_nodes() > 3
    assert graph.export(tmp_path / "all.ttl").read_text(encoding="utf-8").startswith("@base")
    assert "<html" in graph.map(tmp_path / "map.html").read_text(encoding="utf-8")
    with pytest.raises(ExportError):
        graph.export(tmp_path / "all.doc")


def test_a_graph_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Build one"):
        kg.open(tmp_path)
    with pytest.raises(KgError, match="no file or folder"):
        kg.build(tmp_path / "none", tmp_path / "graph")


def test_a_table_says_how_much_it_leaves_out() -> None:
    table = kg.Table(["n"], [(n,) for n in range(150)], total=900)

    assert repr(table).endswith("100 of 900 rows")
    assert "100 of 900 rows" in table._repr_html_()
