"""The whole flow: what a build promises about its graph, tried on the sample vault and on real notes where they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdf_graphs import write

from kg import pipeline, terms
from kg.rdf import FILES, RdfFormat, Store, check_shapes
from kg.settings import Settings

_BUILD = (
    "import sys; from pathlib import Path; from kg import pipeline; from kg.settings import Settings;"
    "pipeline.build(Path(sys.argv[1]), Path(sys.argv[2]), settings=Settings())"
)


def quotes(graph: Path) -> list[tuple[str, int, int, int, str]]:
    store = Store.open(graph / "store", read_only=True)
    rows = store.query(
        f"""SELECT ?path ?start ?end ?line ?quote WHERE {{
            ?passage <{terms.HAS_SOURCE}> ?note ; <{terms.START}> ?start ; <{terms.END}> ?end ;
                     <{terms.LINE}> ?line ; <{terms.QUOTE}> ?quote .
            ?note <{terms.PATH}> ?path }}"""
    )
    return [(str(p), int(s), int(e), int(n), str(q)) for p, s, e, n, q in (map(_value, row) for row in rows)]


def _value(cell: object) -> str:
    return str(getattr(cell, "value", cell))


def assert_quotes_stand(vault: Path, graph: Path) -> None:
    found = quotes(graph)
    texts: dict[str, str] = {}
    wrong = []
    for path, start, end, line, quote in found:
        if path not in texts:
            raw = (vault / path).read_bytes() if vault.is_dir() else vault.read_bytes()
            texts[path] = _decoded(raw)
        text = texts[path]
        if text[start:end] != quote or text[:start].replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1 != line:
            wrong.append((path, start, end, line, quote))

    assert found
    assert wrong == []


def _decoded(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252")


def test_every_quote_stands_at_its_place_in_the_sample_vault(sample_vault: Path, sample_graph: Path) -> None:
    assert_quotes_stand(sample_vault, sample_graph)


def test_every_quote_stands_at_its_place_in_real_notes(shared: Path, real_graph: Path) -> None:
    assert_quotes_stand(shared / "notes", real_graph)


def test_a_paper_of_two_real_notes_is_one_thing_with_evidence_in_both(real_graph: Path) -> None:
    store = Store.open(real_graph / "store", read_only=True)
    rows = store.query(
        f"""SELECT ?paper (COUNT(DISTINCT ?note) AS ?notes) WHERE {{
            ?note <{terms.MENTIONS}> ?paper . ?paper a <{terms.SCHOLARLY_ARTICLE_CLASS}> .
            ?mention <{terms.NAMES}> ?paper ; <{terms.WAS_DERIVED_FROM}> ?passage .
            ?passage <{terms.HAS_SOURCE}> ?note }} GROUP BY ?paper HAVING (COUNT(DISTINCT ?note) > 1)"""
    )

    assert len(list(rows)) >= 1


def test_a_build_over_an_old_graph_and_with_another_hash_seed_writes_the_bytes_of_a_clean_build(
    some_graph: Path, tmp_path: Path
) -> None:
    """On notes with things of each kind; what is read and answered of all sample notes is compared with what is kept."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.md").write_text("- [A Paper of Another Vault](https://arxiv.org/abs/2001.00001)\n", encoding="utf-8")
    graph = tmp_path / "graph"
    pipeline.build(other, graph, settings=Settings())
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}  # of this process it is another one, chosen at random
    notes = some_graph.parent / "notes"
    subprocess.run([sys.executable, "-c", _BUILD, str(notes), str(graph)], check=True, env=environment)

    for name in FILES:
        assert (graph / name).read_bytes() == (some_graph / name).read_bytes()


def test_a_folder_of_one_note_and_the_note_alone_give_the_same_facts(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    note = vault / "list.md"
    note.write_text("# Reading\n\n- [A Paper About Trees](https://arxiv.org/abs/2001.00001)\n", encoding="utf-8")
    pipeline.build(vault, tmp_path / "one", settings=Settings())
    pipeline.build(note, tmp_path / "two", settings=Settings())

    assert (tmp_path / "one" / "graph.trig").read_bytes() == (tmp_path / "two" / "graph.trig").read_bytes()


@pytest.mark.parametrize("suffix", [".trig", ".nq", ".jsonld"])
def test_the_formats_with_graphs_hold_the_same_facts(small_graph: Path, tmp_path: Path, suffix: str) -> None:
    store = Store.open(small_graph / "store", read_only=True)
    path = tmp_path / f"graph{suffix}"
    write(store, path, RdfFormat.of(path))
    quads = ox.parse(path=str(path), format=_FORMATS[suffix])

    assert set(Store.in_memory(quads)) == set(store)  # which spells numbers alike


_FORMATS = {".trig": ox.RdfFormat.TRIG, ".nq": ox.RdfFormat.N_QUADS, ".jsonld": ox.RdfFormat.JSON_LD}


def test_no_blank_node_is_written(sample_graph: Path) -> None:
    quads = ox.parse(path=str(sample_graph / "graph.trig"), format=ox.RdfFormat.TRIG)

    assert not any(isinstance(part, ox.BlankNode) for q in quads for part in (q.subject, q.object, q.graph_name))


@pytest.mark.needs("rapper")
def test_three_parsers_read_as_many_triples_from_the_turtle(small_graph: Path) -> None:
    import rdflib

    path = small_graph / "graph.ttl"
    rapper = subprocess.run(
        ["rapper", "-q", "-i", "turtle", "-o", "ntriples", str(path)], check=True, capture_output=True, text=True
    )
    counts = {
        len(rapper.stdout.splitlines()),
        len(list(ox.parse(path=str(path), format=ox.RdfFormat.TURTLE))),
        len(rdflib.Graph().parse(path)),
    }

    assert len(counts) == 1


def test_the_sample_vault_breaks_no_shape(sample_graph: Path) -> None:
    with Store.open(sample_graph / "store", read_only=True) as store:
        assert not check_shapes(store)


def test_a_full_shacl_engine_finds_no_fault_in_notes_of_each_format(small_graph: Path, root: Path) -> None:
    import pyshacl

    conforms, _, text = pyshacl.validate(
        str(small_graph / "graph.ttl"), shacl_graph=str(root / "ontology" / "shapes.ttl"), data_graph_format="turtle"
    )

    assert conforms, text


HOSTILE = {
    "empty.md": b"",
    "binary.md": bytes(range(256)) * 64,
    "bom.md": "\ufeff# Notes\r\n\r\n- [A Paper About Trees](https://arxiv.org/abs/2001.00001)\r\n".encode(),
    "utf16.md": "- [A Paper About Seas](https://arxiv.org/abs/2001.00002)\n".encode("utf-16"),
    "yaml.md": b"---\ntitle: [unclosed\ndate: 2020\n---\n\n- text\n",
    "script.md": b"- [<img src=x onerror=alert(1)>](javascript:alert(1)) </script><script>alert(2)</script>\n",
    "na<me>#% \"q\" '\U0001f9e0'.md": b"- [A Paper About Hills](https://arxiv.org/abs/2001.00003)\n",
    "deep.md": b"".join(b" " * (2 * n) + b"- x\n" for n in range(400)),
}


def test_a_vault_of_hostile_files_builds_and_says_what_was_wrong(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    for name, content in HOSTILE.items():
        (vault / name).write_bytes(content)
    (vault / "loop").symlink_to(vault)
    report = pipeline.build(vault, tmp_path / "graph", settings=Settings())

    assert report.things["paper"] == 3
    assert {"binary.md", "yaml.md", "script.md"} <= {problem.note for problem in report.problems}
    assert_quotes_stand(vault, tmp_path / "graph")
