"""Every view and every analysis, on small graphs and over the tables."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

from kg import terms
from kg.analytics import ANALYSES, VIEWS, Analysis, analyze, choose_analyses, project
from kg.analytics.centrality import rank
from kg.analytics.project import CROWD, View, find_view
from kg.analytics.structure import Structure
from kg.analytics.tables import Finding, Table
from kg.model import Iri, Kind
from kg.rdf import Store
from kg.rdf.derived import analysis_lines

HEAD = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in terms.PREFIXES.items())
GRAPH = """
@base <https://kg.example/> .
<paper/a> a schema:ScholarlyArticle ; rdfs:label "Paper A" ; schema:datePublished "2024"^^xsd:gYear ;
  schema:author <person/ann>, <person/bo>, <person/cy> ; schema:about <topic/x>, <topic/y> ;
  kg:presentedAt <venue/iclr-2024> ; kg:introduces <method/m> .
<paper/b> a schema:ScholarlyArticle ; rdfs:label "Paper B" ; schema:author <person/ann>, <person/bo> ;
  schema:datePublished "2025"^^xsd:gYear, "2023"^^xsd:gYear ; schema:about <topic/x> ; schema:citation <paper/a> ;
  kg:presentedAt <venue/iclr-2024> .
<paper/c> a schema:ScholarlyArticle ; rdfs:label "Paper C" ; schema:author <person/dee> .
<person/ann> a schema:Person ; rdfs:label "Ann" .
<person/bo> a schema:Person ; rdfs:label "Bo" .
<person/cy> a schema:Person ; rdfs:label "Cy" .
<person/dee> a schema:Person ; rdfs:label "Dee" .
<topic/x> a skos:Concept ; rdfs:label "X" .
<topic/y> a skos:Concept ; rdfs:label "Y" ; skos:broader <topic/x> .
<method/m> a kg:Method, skos:Concept ; rdfs:label "M" .
<venue/iclr-2024> a kg:VenueEdition ; rdfs:label "ICLR 2024" ; schema:superEvent <venue/iclr> .
<venue/iclr> a kg:VenueSeries ; rdfs:label "ICLR" .
<note/n.md> a schema:DigitalDocument ; schema:author <person/dee>, <person/ann> ; schema:mentions <paper/a> .
"""
BASE = "https://kg.example/"


def store_of(turtle: str) -> Store:
    triples = ox.parse(input=HEAD + turtle, format=ox.RdfFormat.TURTLE)
    return Store.in_memory(ox.Quad(t.subject, t.predicate, t.object, ox.NamedNode(f"{BASE}note/n.md")) for t in triples)


def test_coauthors_are_linked_by_each_paper_they_wrote_together_which_counts_once_for_each_of_them() -> None:
    network = project(store_of(GRAPH), "coauthors")
    assert {(a[26:], b[26:]): (link["weight"], link["count"]) for a, b, link in network.edges(data=True)} == {
        ("ann", "bo"): (1.5, 2),
        ("ann", "cy"): (0.5, 1),
        ("bo", "cy"): (0.5, 1),
    }


def test_a_link_is_as_strong_as_it_is_beyond_chance() -> None:
    network = project(store_of(GRAPH), "coauthors")
    strength = nx.get_edge_attributes(network, "strength")
    assert strength[f"{BASE}person/ann", f"{BASE}person/bo"] == 1.875  # 1.5 * (2 + 2 + 1) / (2 * 2)
    assert strength[f"{BASE}person/ann", f"{BASE}person/cy"] == 1.25


def test_who_wrote_alone_is_in_the_network_and_who_wrote_only_a_note_is_linked_to_nobody() -> None:
    network = project(store_of(GRAPH), "coauthors")
    assert network.degree(f"{BASE}person/dee") == 0


def test_topics_are_linked_by_papers_about_both_by_what_these_use_and_by_the_hierarchy() -> None:
    network = project(store_of(GRAPH), "topics")
    assert list(network.edges(data="weight")) == [(f"{BASE}topic/x", f"{BASE}topic/y", 2.5)]


def test_papers_are_linked_by_what_they_share_and_by_citations() -> None:
    network = project(store_of(GRAPH), "papers")
    assert list(network.edges(data="count")) == [(f"{BASE}paper/a", f"{BASE}paper/b", 4)]  # Ann, Bo, X, a citation
    assert network.nodes[f"{BASE}paper/c"]["name"] == "Paper C"


def test_notes_are_linked_by_what_both_mention_and_those_that_mention_nothing_are_there() -> None:
    other = "<note/o.md> a schema:DigitalDocument ; kg:path 'o.md' ; schema:mentions <paper/a>, <topic/x> ."
    third = (
        "<note/p.md> a schema:DigitalDocument ; kg:path 'p.md' ; schema:mentions <topic/x> ; kg:linksTo <note/o.md> ."
    )
    network = project(store_of(f"{GRAPH} <note/n.md> kg:path 'n.md' . {other} {third}"), "notes")
    assert {(a[24:], b[24:]): link["weight"] for a, b, link in network.edges(data=True)} == {
        ("n.md", "o.md"): 1.0,
        ("o.md", "p.md"): 2.0,
    }


def test_venues_have_the_year_of_their_name_and_are_linked_to_their_series() -> None:
    network = project(store_of(GRAPH), "venues")
    assert network.nodes[f"{BASE}venue/iclr-2024"]["year"] == 2024
    assert list(network.edges) == [(f"{BASE}venue/iclr", f"{BASE}venue/iclr-2024")]


def test_history_knows_years_of_editions_dates_of_notes_and_topics_above_those_of_papers() -> None:
    more = """<paper/c> kg:presentedAt <venue/iclr-2024> ; schema:about <topic/y> . <topic/z> a skos:Concept .
      <topic/x> skos:broader <topic/z> . <topic/z> skos:broader <topic/y> .
      <note/n.md> kg:path "n.md" ; schema:dateCreated "2024-05-01"^^xsd:date ; schema:mentions <method/m> ."""
    network = project(store_of(GRAPH + more), "history")
    assert [network.nodes[f"{BASE}paper/{paper}"]["year"] for paper in "abc"] == [2024, 2023, 2024]
    assert network.nodes[f"{BASE}note/n.md"]["written"] == "2024-05-01"
    assert set(network.adj[f"{BASE}note/n.md"]) == {f"{BASE}paper/a", f"{BASE}method/m"}
    near = set(network.adj[f"{BASE}paper/b"])
    assert {f"{BASE}topic/{topic}" for topic in "xyz"} <= near and f"{BASE}person/ann" in near


def test_methods_are_linked_by_papers_that_speak_of_both_and_by_what_is_said_of_them() -> None:
    more = (
        """<method/o> a kg:Method ; rdfs:label "O" ; kg:extends <method/m> . <paper/a> schema:mentions <method/o> ."""
    )
    network = project(store_of(GRAPH + more), "methods")
    assert list(network.edges(data="weight")) == [(f"{BASE}method/m", f"{BASE}method/o", 2)]


def test_evidence_counts_the_places_that_name_a_thing_or_state_a_link() -> None:
    stated = "[] kg:names <person/ann> . [] kg:names <person/ann> ." + "".join(
        f"[] rdf:subject <paper/b> ; rdf:predicate schema:author ; rdf:object <person/{who}> ."
        for who in ("ann", "bo", "bo")
    )
    network = project(store_of(GRAPH + stated), "coauthors", evidence=True)
    assert [network.nodes[f"{BASE}person/{who}"]["evidence"] for who in ("ann", "bo")] == [2, 0]
    assert network.edges[f"{BASE}person/ann", f"{BASE}person/bo"]["evidence"] == 3
    assert "evidence" not in next(iter(project(store_of(GRAPH), "coauthors").edges(data=True)))[2]


def test_citations_have_a_direction() -> None:
    network = project(store_of(GRAPH), "citations")
    assert list(network.edges) == [(f"{BASE}paper/b", f"{BASE}paper/a")]


def test_the_map_has_every_thing_but_notes_and_what_is_special_is_not_a_topic() -> None:
    network = project(store_of(GRAPH), "map")
    assert len(network) == 12
    assert network.nodes[f"{BASE}method/m"] == {"kind": "method", "name": "M", "evidence": 0, "papers": 1}


def test_a_paper_with_two_years_counts_in_the_earlier() -> None:
    assert project(store_of(GRAPH), "map").nodes[f"{BASE}paper/b"]["year"] == 2023


def test_a_paper_of_a_crowd_links_nobody() -> None:
    persons = "".join(
        f"<p{i}> a schema:Person ; rdfs:label '{i}' . <paper> schema:author <p{i}> .\n" for i in range(CROWD + 1)
    )
    network = project(store_of(f"@base <{BASE}> . <paper> a schema:ScholarlyArticle . {persons}"), "coauthors")
    assert (network.number_of_nodes(), network.number_of_edges()) == (CROWD + 1, 0)


def test_a_fact_in_two_notes_counts_once() -> None:
    quads = list(store_of(GRAPH))
    twice = quads + [ox.Quad(q.subject, q.predicate, q.object, ox.NamedNode(f"{BASE}note/2.md")) for q in quads]
    weights = nx.get_edge_attributes(project(Store.in_memory(twice), "coauthors"), "weight")
    assert weights[f"{BASE}person/ann", f"{BASE}person/bo"] == 1.5


def test_the_page_of_the_measures_lists_every_view_and_every_analysis() -> None:
    page = (Path(__file__).parents[3] / "docs" / "measures.md").read_text(encoding="utf-8")
    views = [f"| `{view.name}` | {view.summary} |" for view in VIEWS]
    analyses = [f"| `{a.name}`{'*' * a.optional} | `{a.views[0]}` | {a.means} |" for a in ANALYSES]
    assert [row for row in (*views, *analyses) if row not in page] == []


def test_an_unknown_view_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="coauthors"):
        find_view("friends")


def test_an_unknown_analysis_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="author-communities"):
        analyze(store_of(GRAPH), only=["beauty"])


def test_a_view_stands_for_all_its_analyses() -> None:
    names = [analysis.name for analysis in choose_analyses(["coauthors", "growth"])]
    assert names == ["growth", *(a.name for a in ANALYSES if a.views[0] == "coauthors")]


def test_the_tables_say_what_is_in_the_graph() -> None:
    tables = {finding.table.name: finding.table for finding in analyze(store_of(GRAPH))}
    assert ("papers", 3) in tables["things"].rows
    assert tables["years"].rows == ((2023, 1), (2024, 1), ("unknown", 1))
    assert tables["venues"].rows == (("ICLR", 2, f"{BASE}venue/iclr"),)
    assert [row[1] for row in tables["author-ranks"].rows][:2] == ["Ann", "Bo"]
    assert tables["author-communities"].rows == ((1, "X", 3, 0.0, "Ann, Bo, Cy"),)


def test_what_is_optional_runs_only_when_named() -> None:
    names = {finding.table.name for finding in analyze(store_of(GRAPH))}
    assert "author-brokers" not in names
    assert analyze(store_of(GRAPH), only=["author-brokers"])[0].table.rows[0][1] == "Ann"


def test_derived_facts_go_into_the_derived_graph() -> None:
    store = store_of(GRAPH)
    for finding in analyze(store):
        if finding.facts:
            store.revise(analysis_lines(finding.table.name, finding.facts, base=store.base))
    rows = store.query("SELECT ?c { GRAPH ?g { <https://kg.example/person/cy> kg:community ?c } }")
    assert [str(term) for (term,) in rows] == [f'"1"^^<{terms.XSD_INTEGER}>']
    ranked = store.query("SELECT (COUNT(*) AS ?n) { ?thing kg:pageRank ?rank }")
    assert [str(term) for (term,) in ranked] == [f'"{4 + 2 + 3 + 1}"^^<{terms.XSD_INTEGER}>']


def test_two_analyses_never_state_one_predicate_of_one_thing() -> None:
    found = analyze(store_of(GRAPH), only=[analysis.name for analysis in ANALYSES])
    stated = [(f.subject, f.predicate) for finding in found for f in finding.facts or ()]
    assert {terms.PAGE_RANK, terms.BETWEENNESS, terms.CORE_NUMBER, terms.COMMUNITY} <= {
        predicate for _, predicate in stated
    }
    assert len(stated) == len(set(stated))


def test_betweenness_and_core_numbers_are_in_the_graph_as_in_the_tables() -> None:
    for name, predicate, column in (
        ("author-brokers", terms.BETWEENNESS, "betweenness"),
        ("author-cores", terms.CORE_NUMBER, "core"),
    ):
        (finding,) = analyze(store_of(GRAPH), only=[name])
        place = finding.table.columns.index(column)
        assert {(f.subject, f.predicate, float(f.value)) for f in finding.facts or ()} == {
            (row[-1], predicate, float(row[place])) for row in finding.table.rows
        }
    (mixed,) = analyze(store_of(GRAPH), only=["organisation-cores"])
    assert not mixed.facts


def test_ranks_are_those_of_networkx() -> None:
    network = nx.les_miserables_graph()
    expected = nx.pagerank(network, tol=1e-12, max_iter=1000)
    found = {fact.subject: fact.value for fact in rank(Structure(network), name="rank").facts or ()}
    assert all(abs(float(found[Iri(node)]) - score) < 1e-6 for node, score in expected.items())
    assert all(isinstance(value, Decimal) for value in found.values())


def test_a_table_with_a_ragged_row_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells"):
        Table("t", ("a", "b"), ((1,),))


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_every_view_reads_an_empty_graph(view: View) -> None:
    assert len(project(store_of(""), view)) == 0


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_every_view_inserts_nodes_and_links_in_order(view: View) -> None:
    network = project(store_of(GRAPH), view)
    assert list(network) == sorted(network)
    assert list(network.edges) == sorted(network.edges)


def some_network(*, seed: int = 0) -> nx.Graph:
    """Give one network, put together in an order that the seed decides."""
    mess = random.Random(seed)
    chosen = random.Random(7)
    kinds = [kind.value for kind in Kind]
    nodes = [
        (f"{BASE}{i:02}", {"kind": kinds[i % len(kinds)], "name": f"N{i % 30}", "year": 2000 + i % 5})
        for i in range(40)
    ]
    links = sorted({(nodes[chosen.randrange(40)][0], nodes[chosen.randrange(40)][0]) for _ in range(90)})
    links = sorted({(min(a, b), max(a, b)) for a, b in links if a != b})
    mess.shuffle(nodes)
    mess.shuffle(links)
    network = nx.Graph()
    network.add_nodes_from(nodes)
    network.add_edges_from((b, a) if seed and mess.random() < 0.5 else (a, b) for a, b in links)
    return network


def answer(analysis: Analysis, network: nx.Graph) -> Finding:
    """Give what comes of an analysis when all its views are the same network."""
    return analysis.run([network] * len(analysis.views))


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
class TestEveryAnalysis:
    def test_takes_an_empty_network(self, analysis: Analysis) -> None:
        assert not answer(analysis, nx.Graph()).facts

    def test_takes_a_network_of_one_node(self, analysis: Analysis) -> None:
        network = nx.Graph()
        network.add_node(f"{BASE}paper/a", kind="paper", name="A")
        assert all(fact.subject == f"{BASE}paper/a" for fact in answer(analysis, network).facts or ())

    def test_takes_a_network_with_directions(self, analysis: Analysis) -> None:
        assert answer(analysis, nx.DiGraph(some_network())).table.name == analysis.name

    def test_leaves_its_network_as_it_was(self, analysis: Analysis) -> None:
        network = some_network()
        before = copy.deepcopy(dict(network.nodes(data=True))), copy.deepcopy(list(network.edges(data=True)))
        answer(analysis, network)
        assert before == (dict(network.nodes(data=True)), list(network.edges(data=True)))

    def test_does_not_depend_on_the_order_of_insertion(self, analysis: Analysis) -> None:
        findings = [answer(analysis, some_network(seed=seed)) for seed in range(4)]
        assert all(finding == findings[0] for finding in findings)

    def test_looks_at_a_view_that_exists_and_names_its_table_after_itself(self, analysis: Analysis) -> None:
        assert set(analysis.views) <= {view.name for view in VIEWS}
        assert answer(analysis, nx.Graph()).table.name == analysis.name

    def test_derives_only_predicates_with_a_number_or_text_as_range(self, analysis: Analysis) -> None:
        facts = answer(analysis, some_network()).facts or ()
        assert {terms.RANGES[fact.predicate] for fact in facts} <= {
            terms.XSD_DECIMAL,
            terms.XSD_INTEGER,
            terms.XSD_STRING,
        }


PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from test_analytics import everything
print(json.dumps(everything()))
"""


def everything() -> list[str]:
    return [repr(found) for found in (*(answer(a, some_network()) for a in ANALYSES), *analyze(store_of(GRAPH)))]


def test_no_analysis_depends_on_the_hash_seed() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}  # of this process it is another one, chosen at random
    command = [sys.executable, "-c", PROGRAM, str(Path(__file__).parent)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == everything()
