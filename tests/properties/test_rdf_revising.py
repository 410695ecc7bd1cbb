"""A graph written from the one before it: the facts copied and patched, the shapes of what changed checked again."""

from __future__ import annotations

import random
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdf_fixture import RUN, derived_quads, to_quads, vault

from kg import terms
from kg.iris import DEFAULT_BASE, part
from kg.model import Iri
from kg.rdf import Store, check_shapes, fact_lines
from kg.rdf.patching import patch
from kg.rdf.sections import holds_evidence
from kg.rdf.shapes import conforms
from kg.rdf.turtle import Turtle

_THINGS = [Iri(f"{DEFAULT_BASE}paper/{name}") for name in ("a", "a-b", "ab", "b", "é", "b/c", "z.1")]
_THINGS += [Iri(f"{DEFAULT_BASE}{path}") for path in ("person/a", "topic/b", "note/a.md", "note/a.md#char=9,10")]
_THINGS += [Iri(f"{DEFAULT_BASE}{path}") for path in ("note/a.md#char=10,12", "note/a.md#m-1f", "note/a.md#e-2", "x")]
_THINGS += [part(_THINGS[0], "author-1"), part(_THINGS[0], "author-10"), Iri("urn:x"), Iri("https://schema.org/a")]
_FACTS = st.tuples(
    st.sampled_from(_THINGS),
    st.sampled_from([terms.TYPE, terms.NAME, terms.URL]),
    st.one_of(st.sampled_from(_THINGS).map(ox.NamedNode), st.text(alphabet='a"\\\n <>.é', max_size=6).map(ox.Literal)),
).map(lambda fact: f"{ox.Triple(ox.NamedNode(fact[0]), ox.NamedNode(fact[1]), fact[2])} .")


@given(old=st.frozensets(_FACTS, max_size=30), new=st.frozensets(_FACTS, max_size=8), keep=st.floats(0, 1))
def test_a_patched_file_is_the_one_written_whole(
    old: frozenset[str], new: frozenset[str], keep: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("patch")
    now = {line for line in old if random.Random(line).random() < keep} | new
    _write(folder / "old.ttl", old)
    _write(folder / "whole.ttl", now)
    touched = {line.partition(" ")[0] for line in old ^ now}
    facts = {s: sorted(line for line in now if line.startswith(f"{s} ")) for s in touched}
    patch(folder / "old.ttl", folder / "patched.ttl", facts, Turtle(terms.PREFIXES, DEFAULT_BASE))
    assert (folder / "patched.ttl").read_bytes() == (folder / "whole.ttl").read_bytes()


def _write(path: Path, lines: frozenset[str] | set[str]) -> None:
    turtle = Turtle(terms.PREFIXES, DEFAULT_BASE)
    path.write_text(
        turtle.head() + "".join(turtle.triples(turtle.sections.in_order(lines))), encoding="utf-8", newline="\n"
    )


def _graphs() -> dict[Iri, set[str]]:
    notes, extractions, resolution = vault()
    quads = [
        q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=DEFAULT_BASE)
    ]
    graphs: dict[Iri, set[str]] = {}
    for quad in [*quads, *derived_quads(extractions, resolution, base=DEFAULT_BASE)]:
        graphs.setdefault(Iri(str(quad.graph_name)[1:-1]), set()).add(f"{quad.triple} .")
    return graphs


GRAPHS = _graphs()


def _filled(graphs: dict[Iri, set[str]]) -> Store:
    store = Store.in_memory()
    store.revise(graphs)
    return store


def test_the_graph_that_is_changed_conforms() -> None:
    assert not check_shapes(_filled(GRAPHS))


@settings(max_examples=50)  # each checks the whole graph
@given(seed=st.integers(0, 2**32))
def test_a_change_conforms_when_the_whole_graph_does(seed: int) -> None:
    chance = random.Random(seed)
    store = _filled(GRAPHS)
    graph = chance.choice([graph for graph in sorted(GRAPHS) if not graph.endswith("evidence")])
    dropped = chance.sample(sorted(GRAPHS[graph]), k=min(chance.randint(0, 3), len(GRAPHS[graph])))
    subjects, others = (sorted({line.split(" ", 2)[at] for line in GRAPHS[graph]}) for at in (0, 1))
    made = {f"{chance.choice(subjects)} {chance.choice(others)} {chance.choice(subjects)} ." for _ in range(2)}
    added = made if chance.random() < 0.5 else set()
    delta = store.revise({graph: (GRAPHS[graph] - set(dropped)) | added})
    facts = Store.in_memory()
    facts.load_lines("".join(f"{line}\n" for line in fact_lines(store)).encode())
    assert conforms(store, delta) is not bool(check_shapes(store, facts=facts))


@given(seed=st.integers(0, 2**32))
def test_a_revision_tells_which_facts_came_and_went(seed: int) -> None:
    chance = random.Random(seed)
    store = _filled(GRAPHS)
    before = set(fact_lines(store))
    lines = sorted(set().union(*(facts for graph, facts in GRAPHS.items() if not holds_evidence(graph))))
    changed: dict[Iri, set[str]] = {}
    for graph in chance.sample(sorted(GRAPHS), k=2):
        more = [] if holds_evidence(graph) else chance.sample(lines, k=3)
        changed[graph] = {*chance.sample(sorted(GRAPHS[graph]), k=len(GRAPHS[graph]) // 2), *more}
    delta = store.revise(changed)
    now = set(fact_lines(store))
    assert (delta.gone, delta.new) == (before - now, now - before)
    assert {*store.facts_of(Iri(lines[0].split("> ")[0][1:]))} == {
        line for line in now if line.startswith(lines[0].partition(" ")[0] + " ")
    }
