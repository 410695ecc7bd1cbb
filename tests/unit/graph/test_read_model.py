"""What readers of a graph share: values, kinds, names, authors in order, passages and their evidence."""

from __future__ import annotations

from graph_samples import sample, with_secret

from kg import graph, terms
from kg.model import Iri, Kind
from kg.rdf import Store

BASE = "https://kg.example/"


def node(value: str) -> str:
    """Write a literal, an IRI, or a thing of the graph."""
    return value if value.startswith('"') else f"<{value}>" if ":" in value else f"<{BASE}{value}>"


def store(*facts: tuple[str, str, str]) -> Store:
    """Make a graph of facts between things."""
    made = Store.in_memory()
    lines = (f"<{BASE}{s}> <{p}> {node(o)} .\n" for s, p, o in facts)
    made.load_graph(Iri(f"{BASE}note/a.md"), "".join(lines).encode())
    return made


def test_authors_are_read_in_order_of_the_whole_graph_or_of_one_paper() -> None:
    made = store(
        ("paper/a", terms.AUTHOR_LIST, "cell/1"),
        *(("cell/1", terms.FIRST, "person/z"), ("cell/1", terms.REST, "cell/2")),
        *(("cell/2", terms.FIRST, "person/b"), ("cell/2", terms.REST, "cell/3")),
        *(("cell/3", terms.FIRST, "person/z"), ("cell/3", terms.REST, "cell/1")),  # back to the beginning
    )
    authors = (f"{BASE}person/z", f"{BASE}person/b")
    assert graph.author_lists(made) == {f"{BASE}paper/a": authors}
    assert graph.authors_of(made, f"{BASE}paper/a") == authors
    assert graph.authors_of(made, f"{BASE}paper/b") == ()


def test_both_ways_to_read_authors_agree() -> None:
    made = sample()
    found = graph.author_lists(made)
    assert found
    assert found == {paper: graph.authors_of(made, paper) for paper in found}


def test_a_topic_that_is_also_a_method_is_a_method() -> None:
    made = store(
        ("method/a", terms.TYPE, terms.CLASSES[Kind.TOPIC]),
        ("method/a", terms.TYPE, terms.CLASSES[Kind.METHOD]),
        ("topic/b", terms.TYPE, terms.CLASSES[Kind.TOPIC]),
    )
    assert graph.kinds(made) == {f"{BASE}method/a": "method", f"{BASE}topic/b": "topic"}
    assert graph.kinds(made, (Kind.TOPIC,)) == {f"{BASE}method/a": "topic", f"{BASE}topic/b": "topic"}


def test_facts_of_some_things_are_those_of_all() -> None:
    made, predicates = sample(), (terms.LABEL, terms.AUTHOR)
    things = graph.kinds(made)
    whole = {(s, str(p), o) for p in predicates for s, o in graph.pairs(made, p) if s in things}
    assert whole
    assert set(graph.facts_of(made, things, predicates)) == whole
    assert graph.values(made, terms.LABEL) == {s: [o] for s, o in sorted(graph.pairs(made, terms.LABEL))}


def test_things_have_the_earliest_of_their_years() -> None:
    made = store(
        ("paper/a", terms.TYPE, terms.CLASSES[Kind.PAPER]),
        *(("paper/a", terms.LABEL, '"A Title"'), ("paper/a", terms.DATE_PUBLISHED, '"2021-03"')),
        *(("paper/a", terms.DATE_PUBLISHED, '"2020"'), ("paper/a", terms.DATE_PUBLISHED, '"1st"')),
        ("note/a.md", terms.TYPE, terms.CLASSES[Kind.NOTE]),
    )
    assert graph.things_with_years(made) == {f"{BASE}paper/a": {"kind": "paper", "name": "A Title", "year": 2020}}


def test_evidence_leads_to_a_passage() -> None:
    made = with_secret()
    known = graph.passages(made, with_quotes=True)
    found = [*graph.mentions(made), *graph.statements(made)]
    assert {one.passage for one in found} == known.keys()
    assert {path for path, _, _ in known.values()} == graph.notes_by_path(made).keys() == {"n.md"}
    assert not any(quote for _, _, quote in graph.passages(made, with_quotes=False).values())
    remarks = list(graph.statements(made, (terms.REMARK,)))
    assert [(one.predicate, one.object) for one in remarks] == [(terms.REMARK, "zanzibar one")]
