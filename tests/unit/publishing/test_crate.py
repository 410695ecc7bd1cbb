"""RO-Crates: read by a library that we did not write, true to the graph, and never over somebody else's files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rdflib
from rdf_graphs import GRAPHS, facts_of
from rdflib import RDF, Namespace, URIRef
from rocrate.rocrate import ROCrate

from kg import terms
from kg.errors import ExportError
from kg.extras import crate
from kg.publishing.exporters import find_exporter
from kg.publishing.files import Chosen
from kg.rdf import RdfFormat, Store, parse

VOID = Namespace("http://rdfs.org/ns/void#")
STORE = Store.in_memory(GRAPHS["vault"])
BY = "https://creativecommons.org/licenses/by/4.0/"
EVERYTHING = Chosen()


def written(folder: Path, chosen: Chosen = EVERYTHING, store: Store = STORE) -> Path:
    path = folder / "crate"
    find_exporter(path, "ro-crate").write(store, path, chosen)
    return path


def described(folder: Path) -> rdflib.Graph:
    return rdflib.Graph().parse(folder / "void.ttl", format="turtle")


def test_the_library_of_ro_crate_finds_every_file_and_what_is_required(tmp_path: Path) -> None:
    path = written(tmp_path, Chosen(date="2026-05-12", licence=BY))
    found = ROCrate(path)
    files = {entity.id: entity for entity in found.data_entities}

    assert found.version == "1.3"
    assert set(files) == {p.name for p in path.iterdir()} - {crate.METADATA}
    assert all(int(entity["contentSize"]) == (path / name).stat().st_size for name, entity in files.items())
    assert all(entity["name"] and entity["description"] and entity["encodingFormat"] for entity in files.values())
    assert found.name and found.description
    assert found.datePublished.date().isoformat() == "2026-05-12"
    assert found.license.id == BY
    assert {each.id for each in found.get("#built")["result"]} == {"graph.ttl", "graph.trig"}


def test_what_is_required_of_the_root_is_there_without_any_option(tmp_path: Path) -> None:
    graph = json.loads((written(tmp_path) / crate.METADATA).read_text(encoding="utf-8"))["@graph"]
    nodes = {node["@id"]: node for node in graph}
    root = nodes["./"]

    assert len(nodes) == len(graph)
    assert nodes[crate.METADATA]["about"] == {"@id": "./"}
    assert nodes[crate.METADATA]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.3"}
    assert all(root[key] for key in ("name", "description", "datePublished", "license"))
    assert root["datePublished"] == "2025-04-24"
    assert all(part["@id"] in nodes for part in root["hasPart"])


def test_the_library_writes_the_crate_again_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path)
    ROCrate(path).write(tmp_path / "again")
    first, again = (json.loads((p / crate.METADATA).read_text(encoding="utf-8")) for p in (path, tmp_path / "again"))

    assert {n["@id"]: n for n in again["@graph"]} == {n["@id"]: n for n in first["@graph"]}
    assert again["@context"] == first["@context"]


@pytest.mark.parametrize("names_only", [False, True])
def test_the_description_counts_what_the_files_hold(names_only: bool, tmp_path: Path) -> None:
    path = written(tmp_path, Chosen(names_only=names_only))
    facts = rdflib.Graph().parse(path / "graph.ttl", format="turtle")
    everything = list(parse((path / "graph.trig").read_bytes(), RdfFormat.TRIG))
    void = described(path)
    (dataset,) = {s for s, o in void.subject_objects(VOID.dataDump) if str(o).endswith("graph.ttl")}
    numbers = {
        str(p).rsplit("#", 1)[-1]: int(o)
        for p, o in void.predicate_objects(dataset)
        if isinstance(o, rdflib.Literal) and str(o).isdecimal()
    }

    assert names_only or len(facts) == len(facts_of(GRAPHS["vault"]))
    assert numbers == {
        "triples": len(facts),
        "distinctSubjects": len(set(facts.subjects())),
        "distinctObjects": len(set(facts.objects())),
        "entities": len(set(facts.subjects(RDF.type))),
        "properties": len(set(facts.predicates())),
        "classes": len(set(facts.objects(None, RDF.type))),
    }
    for part in void.objects(dataset, VOID.propertyPartition):
        assert int(void.value(part, VOID.triples)) == len(list(facts.subject_objects(void.value(part, VOID.property))))
    for part in void.objects(dataset, VOID["classPartition"]):
        assert int(void.value(part, VOID.entities)) == len(
            set(facts.subjects(RDF.type, void.value(part, VOID["class"])))
        )
    whole = next(s for s in void.subjects(VOID.subset, dataset))
    assert int(void.value(whole, VOID.triples)) == len(everything)


def test_links_to_other_sites_are_linksets(tmp_path: Path) -> None:
    void = described(written(tmp_path))
    (links,) = void.subjects(RDF.type, VOID.Linkset)

    assert void.value(links, VOID.objectsTarget) == URIRef("https://openreview.net/")
    assert void.value(links, VOID.linkPredicate) == URIRef(terms.SAME_AS)
    assert int(void.value(links, VOID.triples)) == 1


def test_the_same_graph_gives_the_same_bytes_and_replaces_an_older_crate(tmp_path: Path) -> None:
    path = written(tmp_path)
    first = {p.name: p.read_bytes() for p in path.iterdir()}
    written(tmp_path, Chosen(date="2020-01-01"))
    again = written(tmp_path)

    assert {p.name: p.read_bytes() for p in again.iterdir()} == first
    assert [p.name for p in tmp_path.iterdir()] == ["crate"]


def test_the_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "crate").mkdir()
    (tmp_path / "crate" / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(ExportError, match="holds other files"):
        written(tmp_path)

    assert [p.name for p in (tmp_path / "crate").iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [(Chosen(date="yesterday"), "--date yesterday is not a date"), (Chosen(licence="CC BY"), "--licence CC BY is not a URL"),
     (Chosen(licence="javascript:alert(1)"), "is not a URL")],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_before_anything_is_written(
    chosen: Chosen, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ExportError, match=message):
        written(tmp_path, chosen)

    assert list(tmp_path.iterdir()) == []


def test_a_graph_without_a_date_asks_for_one(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="--date 2026"):
        written(tmp_path, store=Store.in_memory())

    assert crate.METADATA in {p.name for p in written(tmp_path, Chosen(date="2026-05-12"), Store.in_memory()).iterdir()}
