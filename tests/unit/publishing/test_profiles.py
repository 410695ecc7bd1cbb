"""Profiles: the graph in the words of other vocabularies, in every format that can hold it, whole or with names only."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import rdflib
from rdf_fixture import RUN, front_matter_note, to_quads
from rdf_graphs import GRAPHS
from rdflib import RDF, Namespace, URIRef
from rdflib.compare import isomorphic

from kg import terms
from kg.commands.command import PROFILES
from kg.errors import ExportError
from kg.iris import DEFAULT_BASE
from kg.publishing import profiles
from kg.publishing.files import Chosen
from kg.rdf import RdfFormat, Store, queries

STORE = Store.in_memory([*GRAPHS["vault"], *to_quads(*front_matter_note(), RUN, base=DEFAULT_BASE)])
PAPER = URIRef("https://kg.example/paper/openreview-AbCdEf1234")
FORMATS = {"ttl": "turtle", "nt": "nt", "rdf": "xml", "jsonld": "json-ld"}
RAPPER = {"ttl": "turtle", "nt": "ntriples", "rdf": "rdfxml"}
WD, WDT = Namespace("http://www.wikidata.org/entity/"), Namespace("http://www.wikidata.org/prop/direct/")
P, PS, PQ = (Namespace(f"http://www.wikidata.org/prop/{part}") for part in ("", "statement/", "qualifier/"))
DCTERMS, OA = rdflib.DCTERMS, Namespace("http://www.w3.org/ns/oa#")
EVERYTHING = Chosen()


def written(name: str, suffix: str, folder: Path, chosen: Chosen = EVERYTHING) -> Path:
    path = folder / f"{name}.{suffix}"
    profiles.write(STORE, path, profiles.find(name), profiles.format_of(path), chosen)
    return path


def graph(name: str, folder: Path, chosen: Chosen = EVERYTHING) -> rdflib.Graph:
    return rdflib.Graph().parse(written(name, "ttl", folder, chosen), format="turtle")


def test_the_profiles_that_the_help_lists_are_those_that_there_are() -> None:
    assert tuple(queries("profiles")) == PROFILES


@pytest.mark.parametrize("name", PROFILES)
def test_every_format_holds_the_same_profile(name: str, tmp_path: Path) -> None:
    read = {s: rdflib.Graph().parse(written(name, s, tmp_path), format=f) for s, f in FORMATS.items()}

    assert len(read["nt"]) > 20
    assert all(isomorphic(each, read["nt"]) for each in read.values())


@pytest.mark.needs("rapper")
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("suffix", RAPPER)
def test_rapper_reads_every_profile(name: str, suffix: str, tmp_path: Path) -> None:
    path = written(name, suffix, tmp_path)
    command = [str(shutil.which("rapper")), "-q", "-i", RAPPER[suffix], "-o", "ntriples", str(path)]
    done = subprocess.run(command, capture_output=True, check=True)

    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == len(written(name, "nt", tmp_path).read_bytes().splitlines())


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_the_same_bytes_again_and_declares_only_what_it_uses(name: str, tmp_path: Path) -> None:
    first = written(name, "ttl", tmp_path).read_text(encoding="utf-8")
    head, _, body = first.partition("\n\n")
    declared = {line.split()[1] for line in head.splitlines() if line.startswith("@prefix")}

    assert written(name, "ttl", tmp_path).read_text(encoding="utf-8") == first
    assert {prefix for prefix in declared if prefix not in body} == set()


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_with_names_only_has_no_text_of_the_notes(name: str, tmp_path: Path) -> None:
    texts = {str(q.object.value) for q in STORE if q.predicate.value in {terms.QUOTE, terms.REMARK, terms.HIGHLIGHT}}
    names = {str(q.object.value) for q in STORE if q.predicate.value in {terms.NAME, terms.PREF_LABEL, terms.LABEL}}
    found = {str(o) for o in graph(name, tmp_path, Chosen(names_only=True)).objects() if isinstance(o, rdflib.Literal)}

    assert found & (texts - names) <= {
        "2025",
        "2025-04-24",
        "Lodestar",
        "L. Yu",
        "AnnaMcKay2025ICLR",
        "2025-03-01",
        "one",
        "#two",
    }
    assert not any("see also" in text or "keynote session by" in text for text in found)


@pytest.mark.parametrize("name", ["spar", "bibo", "dcterms-foaf"])
def test_a_profile_of_bibliographies_says_all_about_a_paper(name: str, tmp_path: Path) -> None:
    found = graph(name, tmp_path)

    assert str(found.value(PAPER, DCTERMS.title)) == "Lodestar: Predict the Next Token and Diffuse Images"
    assert {str(o).rsplit("/", 1)[-1] for o in found.objects(PAPER, DCTERMS.creator)} == {"anna-mckay", "lili-yu"}
    assert URIRef("https://kg.example/topic/generative-models") in set(found.objects(PAPER, DCTERMS.subject))
    assert (
        str(found.value(URIRef("https://kg.example/topic/generative-models"), rdflib.SKOS.prefLabel))
        == "Generative models"
    )
    assert str(found.value(PAPER, rdflib.SKOS.note)) == "keynote session"
    assert (
        URIRef("https://kg.example/person/lili-yu"),
        URIRef("http://www.w3.org/ns/org#memberOf"),
        URIRef("https://kg.example/org/meta"),
    ) in found


def test_spar_has_authors_as_roles_in_order(tmp_path: Path) -> None:
    found = graph("spar", tmp_path)
    pro, oco = Namespace("http://purl.org/spar/pro/"), Namespace("https://w3id.org/oc/ontology/")
    roles = set(found.objects(PAPER, pro.isDocumentContextFor))
    first = next(iter(roles - set(found.objects(None, oco.hasNext))))
    second = found.value(first, oco.hasNext)

    assert len(roles) == 2
    assert [str(found.value(role, pro.isHeldBy)).rsplit("/", 1)[-1] for role in (first, second)] == [
        "anna-mckay",
        "lili-yu",
    ]


def test_wikidata_has_statements_with_ordinals_beside_direct_values(tmp_path: Path) -> None:
    found = graph("wikidata-like", tmp_path)
    listed = {
        str(found.value(s, PQ.P1545)): str(found.value(s, PS.P50)).rsplit("/", 1)[-1]
        for s in found.objects(PAPER, P.P50)
    }

    assert found.value(PAPER, WDT.P31) == WD.Q13442814
    assert listed == {"1": "anna-mckay", "2": "lili-yu"}
    assert {str(o).rsplit("/", 1)[-1] for o in found.objects(PAPER, WDT.P50)} == set(listed.values())
    assert str(found.value(PAPER, WDT.P577)) == "2025"
    assert (PAPER, WDT.P166, URIRef("https://kg.example/award/best-paper-award")) in found
    assert all(
        str(p).startswith(("http://www.wikidata.org/prop/", str(rdflib.RDFS), str(rdflib.SKOS)))
        for p in found.predicates()
    )


def test_web_annotations_have_motives_texts_and_selectors(tmp_path: Path) -> None:
    found = graph("web-annotation", tmp_path)
    comments = list(found.subjects(OA.motivatedBy, OA.commenting))
    bodies = {str(found.value(body, RDF.value)) for each in comments for body in found.objects(each, OA.hasBody)} - {
        "None"
    }

    assert bodies == {"keynote session"}
    assert set(found.objects(None, OA.motivatedBy)) >= {
        OA.identifying,
        OA.highlighting,
        OA.tagging,
        OA.assessing,
        OA.linking,
        OA.describing,
    }
    for annotation in found.subjects(RDF.type, OA.Annotation):
        selectors = {
            kind
            for target in found.objects(annotation, OA.hasTarget)
            for s in found.objects(target, OA.hasSelector)
            for kind in found.objects(s, RDF.type)
        }
        assert selectors == {OA.TextPositionSelector, OA.TextQuoteSelector}
        assert found.value(annotation, OA.hasBody)


def test_what_a_note_denies_is_in_no_profile_as_said(tmp_path: Path) -> None:
    (denied,) = {str(s) for (s,) in STORE.query('SELECT ?e { ?e kg:qualifier "negated" }')}

    assert denied not in written("statements", "nt", tmp_path).read_text(encoding="utf-8")
    assert denied not in written("web-annotation", "nt", tmp_path).read_text(encoding="utf-8")


def test_a_query_of_the_user_is_a_profile(tmp_path: Path) -> None:
    query = tmp_path / "mine.rq"
    query.write_text(
        "PREFIX : <https://example.org/my#>\nPREFIX x: <https://example.org/x#>\n"
        "CONSTRUCT { ?paper x:by [ x:name ?name ; :n 1 ] } { ?paper schema:author/schema:name ?name }",
        encoding="utf-8",
    )
    paths = [tmp_path / f"{number}.{suffix}" for number in "ab" for suffix in FORMATS]
    for path in paths:
        profiles.write(STORE, path, profiles.find(str(query)), profiles.format_of(path), Chosen())

    assert [p.read_bytes() for p in paths[:4]] == [p.read_bytes() for p in paths[4:]]
    assert "@prefix x: <https://example.org/x#> ." in paths[0].read_text(encoding="utf-8")
    assert {len(rdflib.Graph().parse(p, format=FORMATS[p.suffix[1:]])) for p in paths} == {9}


@pytest.mark.parametrize(
    ("name", "hint"), [("bib", "Did you mean 'bibo'"), ("nothing.rq", "ends in .rq"), ("", "Choose one of: bibo")]
)
def test_an_unknown_profile_lists_those_there_are(name: str, hint: str) -> None:
    with pytest.raises(ExportError, match=hint):
        profiles.find(name)


@pytest.mark.parametrize(
    ("path", "name"), [("a.trig", ""), ("a.nq", ""), ("a.ttl", "trig"), ("a.ttl", "bibtex"), ("a", "")]
)
def test_a_profile_is_written_as_triples_only(path: str, name: str) -> None:
    with pytest.raises(ExportError, match="--profile cannot be combined with"):
        profiles.format_of(Path(path), name)


def test_a_query_that_makes_no_graph_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="CONSTRUCT"):
        profiles.write(STORE, tmp_path / "a.ttl", "SELECT * { ?s ?p ?o }", RdfFormat.TURTLE, Chosen())

    assert list(tmp_path.iterdir()) == []
