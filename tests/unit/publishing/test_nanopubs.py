"""Nanopublications: well-formed by the guidelines, one for each evidence that is not a denial, with its place."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from rdf_fixture import FIRST_TEXT, RUN, derived_quads, to_quads, vault
from rdf_graphs import GRAPHS
from rdflib import RDF, RDFS, Namespace, URIRef

from kg import terms
from kg.publishing.exporters import find_exporter
from kg.publishing.files import Chosen
from kg.rdf import Store, string

NP, OA, PROV = (
    Namespace(f"http://{iri}#") for iri in ("www.nanopub.org/nschema", "www.w3.org/ns/oa", "www.w3.org/ns/prov")
)
KG = Namespace(terms.PREFIXES["kg"])
STORE = Store.in_memory(GRAPHS["vault"])
EVERYTHING = Chosen()


def written(folder: Path, store: Store = STORE, chosen: Chosen = EVERYTHING) -> Path:
    path = folder / "facts.trig"
    find_exporter(path, "nanopubs").write(store, path, chosen)
    return path


def read(path: Path) -> rdflib.Dataset:
    dataset = rdflib.Dataset()
    dataset.parse(path, format="trig")
    return dataset


def parts(dataset: rdflib.Dataset) -> list[tuple[URIRef, list[rdflib.Graph]]]:
    """Give each nanopublication with head, assertion, provenance and publication info."""
    found = []
    for one, _, _, head in dataset.quads((None, RDF.type, NP.Nanopublication, None)):
        graph = dataset.graph(head)
        names = [list(graph.objects(one, NP[f"has{part}"])) for part in ("Assertion", "Provenance", "PublicationInfo")]
        assert [len(each) for each in names] == [1, 1, 1]
        found.append((one, [graph, *(dataset.graph(name) for (name,) in names)]))
    return found


@pytest.mark.parametrize("chosen", [Chosen(), Chosen(names_only=True)])
@pytest.mark.parametrize("base", ["https://kg.example/", "https://notes.example/mine#"])
def test_every_nanopublication_is_well_formed(base: str, chosen: Chosen, tmp_path: Path) -> None:
    notes, extractions, resolution = vault(base)
    quads = [q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=base)]
    store = Store.in_memory([*quads, *derived_quads(extractions, resolution, base=base)])
    dataset = read(written(tmp_path, store, chosen))
    found = parts(dataset)
    graphs = [graph.identifier for _, four in found for graph in four]

    assert len(found) > 10
    assert len(graphs) == len(set(graphs)) == 4 * len(found)
    assert {q[3] for q in dataset.quads((None, None, None, None))} == set(graphs)
    assert all(name.startswith(f"{base}nanopub/") for name in graphs)
    for one, (head, assertion, provenance, info) in found:
        assert len(head) == 4
        assert len(assertion) == 1
        assert any(assertion.identifier in triple for triple in provenance)
        assert any(one in triple for triple in info)
        assert not any(
            isinstance(term, rdflib.BNode)
            for graph in (assertion, provenance, info)
            for triple in graph
            for term in triple
        )


def test_there_is_one_for_each_evidence_but_not_for_denials(tmp_path: Path) -> None:
    dataset = read(written(tmp_path))
    sources = {str(o) for *_, o, _ in dataset.quads((None, PROV.wasDerivedFrom, None, None)) if "#e-" in str(o)}
    evidence = {
        e.value
        for (e,) in STORE.query('SELECT ?e { ?e rdf:subject ?s FILTER NOT EXISTS { ?e kg:qualifier "negated" } }')
    }

    assert sources == evidence
    assert len(parts(dataset)) == len(evidence)


def test_provenance_has_note_line_quote_rule_and_confidence(tmp_path: Path) -> None:
    dataset = read(written(tmp_path))
    better = next(four for _, four in parts(dataset) if (None, KG.outperforms, None) in four[1])
    (_, assertion, provenance, info) = better
    passage = provenance.value(assertion.identifier, PROV.wasDerivedFrom)
    selectors = list(provenance.objects(passage, OA.hasSelector))

    assert {str(provenance.value(s, OA.exact)) for s in selectors} == {"outperforms Chameleon", "None"}
    assert {str(provenance.value(s, OA.start)) for s in selectors} == {str(FIRST_TEXT.index("outperforms")), "None"}
    assert str(provenance.value(passage, KG.line)) == "6"
    assert str(provenance.value(provenance.value(passage, OA.hasSource), KG.path)) == "2025/iclr.md"
    assert str(provenance.value(provenance.value(assertion.identifier, PROV.wasGeneratedBy), KG.rule)) == "hand"
    assert float(provenance.value(assertion.identifier, KG.confidence)) == 0.9
    assert [str(label) for label in info.objects(None, RDFS.label)] == ["Lodestar: outperforms Chameleon"]
    assert [str(version) for version in info.objects(None, KG.version)] == ["0.1"]


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path).read_bytes()

    assert written(tmp_path, Store.in_memory(sorted(STORE, key=str, reverse=True))).read_bytes() == first


@pytest.mark.needs("rapper")
def test_rapper_reads_as_many_triples(tmp_path: Path) -> None:
    path = written(tmp_path)
    command = [str(shutil.which("rapper")), "-q", "-i", "trig", "-o", "ntriples", str(path)]
    done = subprocess.run(command, capture_output=True, check=True)

    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == len(list(read(path).quads((None, None, None, None))))


@settings(max_examples=40, deadline=None)
@given(text=st.text(min_size=1, max_size=40))
def test_any_text_is_asserted_and_quoted_as_it_stands(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    note, spelled = "<https://kg.example/note/a.md>", string(text)
    at, evidence, paper = f"{note[:-1]}#char=0,1>", f"{note[:-1]}#e-0123456789abcdef>", "<https://kg.example/paper/x>"
    lines = [
        f"{note} <{terms.PATH}> {string(text)}",
        f"{at} <{terms.HAS_SOURCE}> {note}", f"{at} <{terms.QUOTE}> {spelled}", f'{at} <{terms.LINE}> "1"^^<{terms.XSD_INTEGER}>',
        f"{evidence} <{terms.SUBJECT}> {paper}", f"{evidence} <{terms.PREDICATE}> <{terms.REMARK}>", f"{evidence} <{terms.OBJECT}> {spelled}",
        f"{evidence} <{terms.WAS_DERIVED_FROM}> {at}", f"{evidence} <{terms.RULE}> {spelled}", f"{paper} <{terms.LABEL}> {spelled}",
    ]  # fmt: skip
    store = Store.in_memory()
    store.load_graph("https://kg.example/note/a.md#evidence", "".join(f"{line} .\n" for line in lines[1:9]).encode())
    store.load_graph("https://kg.example/note/a.md", "".join(f"{lines[place]} .\n" for place in (0, 9)).encode())
    ((_, (_, assertion, provenance, _)),) = parts(read(written(tmp_path_factory.mktemp("np"), store)))
    expected = (
        rdflib.Graph().parse(data=f"<urn:a> <urn:b> {spelled} .", format="nt").value(URIRef("urn:a"), URIRef("urn:b"))
    )

    assert list(assertion.objects()) == [expected]
    assert set(provenance.objects(None, OA.exact)) == {expected}
