"""`kg export`: which file is written, and what is said when none can be."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib
from rdf_graphs import GRAPHS

from kg.cli import main
from kg.rdf import STORE, Store, seal


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    with Store.create(folder / STORE) as store:
        for name in {q.graph_name.value for q in GRAPHS["vault"]}:
            lines = [f"{q.triple} .\n" for q in GRAPHS["vault"] if q.graph_name.value == name]
            store.load_graph(name, "".join(lines).encode())
    seal.close(folder, seal.members(folder), file=seal.GRAPH)
    return folder


def export(graph: Path, *arguments: str) -> int:
    return main(["export", *arguments, "--graph", str(graph)])


def test_the_suffix_chooses_the_format_and_a_name_overrules_it(graph: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "a.rdf", tmp_path / "b.rdf"

    assert export(graph, str(one)) == export(graph, str(other), "--as", "n-triples") == 0
    assert set(rdflib.Graph().parse(one, format="xml")) == set(rdflib.Graph().parse(other, format="nt"))


def test_names_only_and_profiles_can_be_combined(graph: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonld"

    assert export(graph, str(path), "--profile", "bibo", "--names-only") == 0
    assert "Lodestar: Predict" in path.read_text(encoding="utf-8")
    assert "skos:note" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.ttl", "--profile", "bibo", "--as", "bibtex"], "--profile cannot be combined with --as bibtex"),
        (["a.trig", "--profile", "bibo"], "--profile cannot be combined with"),
        (["a.ttl", "--profile", "bibbo"], "Did you mean 'bibo'?"),
        (["a.ttl", "--profile", "missing.rq"], "there is no profile 'missing.rq'"),
        (["a.doc"], "no export writes 'a.doc'"),
        (["a.ttl", "--as", "excel"], "there is no export 'excel'"),
        (["a", "--as", "ro-crate", "--date", "1 May"], "--date 1 May is not a date"),
    ],
)
def test_what_cannot_be_written_is_said(
    arguments: list[str], message: str, graph: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)

    assert export(graph, *arguments) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file_and_a_file_no_folder(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.ttl").mkdir()
    (tmp_path / "b").write_text("mine", encoding="utf-8")

    assert export(graph, str(tmp_path / "a.ttl")) == export(graph, str(tmp_path / "b"), "--as", "ro-crate") == 2
    assert "is a folder, and --as turtle writes a file" in (said := capsys.readouterr().err)
    assert "is a file, but this export writes a folder" in said
    assert (tmp_path / "b").read_text(encoding="utf-8") == "mine"
