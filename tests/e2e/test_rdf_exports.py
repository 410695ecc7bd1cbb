"""The RDF exports of a graph that was built: from files as from the store, and with names only nothing of the notes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import vaults
from rdf_graphs import write

from kg import pipeline, terms
from kg.commands.command import PROFILES
from kg.publishing import profiles
from kg.publishing.exporters import EXPORTERS
from kg.publishing.files import Chosen
from kg.rdf import RdfFormat, Store, contents, shareable_store, write_contents
from kg.settings import Settings


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, graph = tmp_path_factory.mktemp("vault"), tmp_path_factory.mktemp("graph")
    vaults.make(folder, notes=6)
    (folder / "a 'b' é.md").write_text(
        '- [A Paper: "On" <Trees>](https://arxiv.org/abs/2001.00001) 4.5/5\n', encoding="utf-8"
    )
    pipeline.build(folder, graph, settings=Settings())
    return graph


@pytest.mark.parametrize("rdf_format", list(RdfFormat))
def test_a_file_from_the_files_of_a_build_is_the_file_from_its_store(
    built: Path, rdf_format: RdfFormat, tmp_path: Path
) -> None:
    store = Store.open(built / "store", read_only=True)
    fast, slow = tmp_path / "fast", tmp_path / "slow"
    write_contents(contents(store), fast, rdf_format)
    write(store, slow, rdf_format)

    assert contents(store).file(RdfFormat.TRIG) == built / "graph.trig"
    assert fast.read_bytes() == slow.read_bytes()


def test_files_that_somebody_changed_are_not_taken(built: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    shutil.copytree(built, graph)
    (graph / "graph.ttl").write_text("# nothing\n", encoding="utf-8")
    store = Store.open(graph / "store", read_only=True)
    write_contents(contents(store), tmp_path / "out.ttl", RdfFormat.TURTLE)

    assert contents(store).file(RdfFormat.TURTLE) is None
    assert (tmp_path / "out.ttl").read_bytes() == (built / "graph.ttl").read_bytes()


def test_the_file_of_a_build_can_be_written_over_itself(built: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    shutil.copytree(built, graph)
    store = Store.open(graph / "store", read_only=True)
    write_contents(contents(store), graph / "graph.trig", RdfFormat.TRIG)

    assert (graph / "graph.trig").read_bytes() == (built / "graph.trig").read_bytes()


SECRETS = {
    "prose": "The landlord still owes us marmalade after that dreadful wedding.",
    "remark": "honestly the proof smells of burnt toast",
    "highlight": "we gratefully omit the embarrassing counterexample",
    "abstract": "Quarrelsome hedgehogs migrate across frozen parking lots.",
    "comment": "never tell Aunt Philippa about the overdraft",
    "cell": "borrowed umbrella, must come home before payday",
    "quotation": "somebody whispered unpleasant gossip during lunch",
}
"""Place in a note -> a sentence that is for nobody else."""
HEADING = "Glacier monitoring"
NOTE = f"""---
title: Reading list
date: 2024-03-15
abstract: "{SECRETS["abstract"]}"
---
# Reading list

{SECRETS["prose"]}

<!-- {SECRETS["comment"]} -->

## {HEADING}

- [A Survey of Patient Routes for Stubborn Graphs](https://arxiv.org/abs/1907.00042). Ada Berger, Bo Calderon. ICLR 2019. 4/5
  - {SECRETS["remark"]}
  - ==some words== and then > {SECRETS["quotation"]}
  - Abstract: {SECRETS["abstract"]}

> {SECRETS["highlight"]}

| title | authors | year | comment |
| --- | --- | --- | --- |
| Learning to Prune Sparse Forests | Chiara Dorn, Dmitri Fenova | 2021 | {SECRETS["cell"]} |
| Rethinking Robust Parsing of Speech | Elif Garhara, Farid Holic | 2022 | {SECRETS["cell"]} |
"""
LITERATURE = f"""---
title: "Causal Distillation for Weather Models"
authors: [Grace Janlund, Hana Karmann]
year: 2020
---
# Causal Distillation for Weather Models

## Abstract

{SECRETS["abstract"]}

## Highlights

> {SECRETS["highlight"]}

{SECRETS["prose"]}
"""


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, graph = tmp_path_factory.mktemp("private"), tmp_path_factory.mktemp("graph")
    (folder / "list.md").write_text(NOTE, encoding="utf-8")
    (folder / "paper.md").write_text(LITERATURE, encoding="utf-8")
    pipeline.build(folder, graph, settings=Settings())
    return graph


def words(text: str) -> set[str]:
    """Give the words of a text that stand in no paper of these notes."""
    return {word for word in re.findall(r"[a-z]{6,}", text.lower()) if word not in {"during", "before", "across"}}


def test_the_whole_graph_has_what_is_secret(private: Path) -> None:
    whole = (private / "graph.trig").read_text(encoding="utf-8").lower()

    assert {
        place for place in ("remark", "highlight", "abstract", "cell") if not words(SECRETS[place]) <= words(whole)
    } == set()


def shared_files(graph: Path, folder: Path) -> dict[str, str]:
    """Write every export and every profile with names only; give the texts of the files."""
    store = Store.open(graph / "store", read_only=True)
    chosen = Chosen(names_only=True)
    for exporter in EXPORTERS:
        exporter.write(store, folder / f"export-{exporter.name}{(*exporter.suffixes, '')[0]}", chosen)
    for name in PROFILES:
        profiles.write(store, folder / f"profile-{name}.ttl", profiles.find(name), RdfFormat.TURTLE, chosen)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes().decode("utf-8", "replace") for path in files}


def test_no_export_with_names_only_has_a_word_of_what_is_secret(private: Path, tmp_path: Path) -> None:
    files = shared_files(private, tmp_path)
    secret = {word for text in SECRETS.values() for word in words(text)}
    leaked = {name: found for name, text in files.items() if (found := secret & words(text))}

    assert len(files) > 15
    assert leaked == {}
    assert all("Stubborn Graphs" in files[f"export-{name}"] for name in ("turtle.ttl", "n-quads.nq", "rdf-xml.rdf"))
    assert "Stubborn Graphs" in files["export-ro-crate/graph.trig"]
    assert "Stubborn Graphs" in files["profile-bibo.ttl"]


def test_a_heading_under_which_papers_stand_is_a_topic_and_stays(private: Path) -> None:
    store = shareable_store(Store.open(private / "store", read_only=True))
    rows = store.query(
        "SELECT ?p { ?thing ?p ?text FILTER(isLiteral(?text) && CONTAINS(STR(?text), 'Glacier monitoring')) }"
    )

    assert {predicate for (predicate,) in rows.texts()} == {terms.LABEL, terms.PREF_LABEL}
