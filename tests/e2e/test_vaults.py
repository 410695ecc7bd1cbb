"""Vaults that kg writes, built with kg: the exported one gives the same things, pages beside the notes change nothing."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from places import UNFINISHED

from kg.cli import main
from kg.links import read_link
from kg.publishing.networks.reading import Node, read
from kg.rdf import open_store
from kg.text import name_key


def build(notes: Path, graph: Path) -> Path:
    assert main(["build", str(notes), "--graph", str(graph), "--no-map"]) == 0
    return graph


def key(node: Node) -> str:
    """Give what tells a thing from others of its kind: the identifier of a paper, else the name."""
    identified = sorted(read_link(str(address)).key for address in node.literals.get("identifiers", ()))
    return identified[0] if node.kind == "paper" and identified else name_key(node.name) or node.name


def things(graph: Path, *, also: bool = False) -> dict[str, set[str]]:
    """Give the keys of all things by kind; also those of their other names."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in read(open_store(graph)).things().nodes:
        found[node.kind] |= {key(node), *(map(name_key, node.other_names) if also else ())}
    return found


@pytest.fixture(scope="module")
def folder(small_graph: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vaults")
    shutil.copytree(small_graph.parent / "notes", folder / "notes")
    shutil.copytree(small_graph, folder / "graph", ignore=UNFINISHED)
    build(folder / "notes", folder / "graph")  # finds every note as it was, in another place
    return folder


FLOORS = {"person": 1.0, "paper": 0.97, "method": 0.98, "dataset": 0.98, "org": 0.95, "task": 0.95, "topic": 0.95}
"""Share of the things of both graphs that are in both; 1 for the other kinds. What is more than in the notes comes from
titles and remarks, which stand in other surroundings there, and from venues, whose full names do."""


@pytest.mark.timeout(600)
def test_a_build_of_the_exported_vault_finds_the_same_things(folder: Path) -> None:
    vault, again = folder / "vault", folder / "again"
    assert main(["export", str(vault), "--as", "obsidian", "--graph", str(folder / "graph")]) == 0
    build(vault, again)
    before, after = things(folder / "graph"), things(again)

    called = things(again, also=True)
    assert {kind: before[kind] - called[kind] for kind in before if before[kind] - called[kind]} == {}
    assert after.keys() == before.keys()
    for kind, some in before.items():
        share = len(some) / len(after[kind])
        assert share >= FLOORS.get(kind, 1.0), (kind, share, sorted(after[kind] - some))


def test_pages_in_the_vault_of_the_user_do_not_change_its_graph(folder: Path) -> None:
    notes, graph = folder / "notes", folder / "graph"
    before = [(graph / name).read_bytes() for name in ("graph.ttl", "graph.trig", "report.json")]
    assert main(["export", str(notes), "--as", "backlinks", "--graph", str(graph)]) == 0
    assert len(list((notes / "kg").rglob("*.md"))) > 100

    build(notes, graph)
    assert [(graph / name).read_bytes() for name in ("graph.ttl", "graph.trig", "report.json")] == before
    build(notes, folder / "anew")
    assert [(folder / "anew" / name).read_bytes() for name in ("graph.ttl", "graph.trig", "report.json")] == before
    (notes / "kg" / ".kg-generated").unlink()
    build(notes, graph)
    assert (graph / "graph.trig").read_bytes() == before[1], "the mark in each page suffices"
