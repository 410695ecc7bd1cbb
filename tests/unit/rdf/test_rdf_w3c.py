"""The W3C's own tests of RDF syntax and SPARQL 1.1, run from a copy beside the repository when there is one."""

from __future__ import annotations

import csv
import io
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import pytest
from w3c import (
    SPARQL11,
    SUITES,
    Case,
    address,
    are_equal,
    canonical,
    cases,
    read_quads,
    read_table,
    store_of,
)

from kg.errors import EngineError, QueryError, RdfFormatError, ReachOutError, ReadOnlyError
from kg.rdf import RdfFormat, ResultFormat, Rows, Store, parse

SYNTAX = {
    "rdf/rdf11/rdf-turtle": RdfFormat.TURTLE,
    "rdf/rdf11/rdf-n-triples": RdfFormat.N_TRIPLES,
    "rdf/rdf11/rdf-trig": RdfFormat.TRIG,
    "rdf/rdf11/rdf-n-quads": RdfFormat.N_QUADS,
}
MANIFESTS = ("manifest-sparql11-query.ttl", "manifest-sparql11-update.ttl", "manifest-sparql11-results.ttl")
_EMPTY = "Oxigraph finds no path of length zero from a term that the graph does not have"
_LANGUAGE = "Oxigraph keeps the language where all parts have one, as SPARQL 1.2 drafts; 1.1 gives a plain string"
EXPECTED_FAILURES = {
    "aggregates/agg-empty-group-count-graph": "Oxigraph groups over all graphs at once where a subquery inside GRAPH ?g does not select ?g",
    "aggregates/agg-groupconcat-04": _LANGUAGE,
    "aggregates/agg-groupconcat-06": _LANGUAGE,
    "bindings/graph": "Oxigraph goes through no graphs for a GRAPH ?g that holds nothing but VALUES",
    "csv-tsv-res/tsv03": "Oxigraph stores xsd:negativeInteger as the xsd:integer of the same value",
    "functions/bnode01": "Oxigraph gives one blank node for one label in all rows, where each row should have its own",
    "negation/graph-minus": "Oxigraph shares the name of the graph between both sides of MINUS",
    "property-path/zero_or_more_set_end": _EMPTY,
    "property-path/zero_or_more_set_start": _EMPTY,
    "property-path/zero_or_one_set_end": _EMPTY,
    "property-path/zero_or_one_set_start": _EMPTY,
}
"""Tests that fail, each with its reason; one that starts to pass must be taken off."""
REFUSED = {"update-silent/load-silent", "update-silent/load-into-silent"} | {
    f"syntax-update-1/test_{number}" for number in (1, 2, 3, 4, 37)
}
"""Updates that load something, which kg runs on no account, silently or not. Their syntax is that of the engine."""

pytestmark = pytest.mark.skipif(not SUITES.is_dir(), reason="no copy of the W3C test suites beside the repository")


# Syntax.


@pytest.mark.parametrize("suite", SYNTAX)
def test_what_is_valid_is_read_and_what_is_not_is_refused(suite: str) -> None:
    wrong = []
    for case in cases(SUITES / suite / "manifest.ttl"):
        content = case.action.read_bytes()
        try:
            found = list(parse(content, SYNTAX[suite], base=address(case.action)))
        except RdfFormatError:
            if "Negative" not in case.kind:
                wrong.append(case.name)
            continue
        if "Negative" in case.kind or (case.result and canonical(found) != canonical(read_quads(case.result))):
            wrong.append(case.name)

    assert wrong == []


# SPARQL: queries, updates, and the formats of answers.


@cache
def suite() -> tuple[Case, ...]:
    return tuple(case for manifest in MANIFESTS for case in cases(SPARQL11 / manifest))


def passes(case: Case) -> bool:
    text = f"BASE <{address(case.action)}>\n{case.action.read_text(encoding='utf-8')}"
    store = store_of(case.data)
    if "Syntax" in case.kind:
        is_taken = takes_update(store, text) if "Update" in case.kind else takes_query(store, text)
        return is_taken is ("Positive" in case.kind)
    try:
        if case.kind == "UpdateEvaluationTest":
            store.update(text)
            return content(store) == content(store_of(case.state))
        return answers(store.query(text), case)
    except ReachOutError:
        return case.name in REFUSED
    except (QueryError, EngineError):
        return False


def takes_query(store: Store, text: str) -> bool:
    try:
        store.query(text)
    except QueryError:
        return False
    except EngineError:
        pass  # it was understood, but cannot be answered
    return True


def takes_update(store: Store, text: str) -> bool:
    try:
        store.update(text)
    except ReachOutError:
        return is_read(text)
    except QueryError:
        return False
    except EngineError:
        pass
    return True


def is_read(update: str) -> bool:
    """Say whether the engine reads an update that kg refuses: a step before LOAD fails, so that nothing is loaded."""
    failing = "CREATE GRAPH <urn:twice> ; CREATE GRAPH <urn:twice> ; LOAD"
    with pytest.raises((SyntaxError, RuntimeError, OSError)) as raised:
        ox.Store().update(update.replace("LOAD", failing, 1))
    return "already exists" in str(raised.value)


def content(store: Store) -> tuple[set[str], set[str]]:
    """Give the quads of a store and the names of its graphs, which may be empty."""
    return canonical(store._inner), {str(name) for name in store._inner.named_graphs()}


def answers(rows: Rows, case: Case) -> bool:
    if rows.is_graph:
        found = [ox.Quad(*row) for row in rows]
        return canonical(found) == canonical(
            [ox.Quad(q.subject, q.predicate, q.object) for q in read_quads(case.result)]
        )
    suffix = case.result.suffix[1:]
    if suffix == "csv":
        return by_column(rows.render(ResultFormat.CSV)) == by_column(case.result.read_text(encoding="utf-8"))
    expected = read_table(case.result.read_bytes(), suffix, address(case.result))
    # What kg writes is read, in the format of the suite where kg has it.
    written = ResultFormat(_FORMATS.get(suffix, "xml"))
    return are_equal(read_table(rows.render(written).encode(), _SUFFIXES[written]), expected)


_FORMATS = {"srj": "json", "srx": "xml", "tsv": "tsv"}
_SUFFIXES = {ResultFormat.JSON: "srj", ResultFormat.XML: "srx", ResultFormat.TSV: "tsv"}


def by_column(text: str) -> list[list[tuple[str, str]]]:
    """Read CSV into sorted rows, without regard to the order of columns; numbers by value, blank nodes as such."""
    return sorted(
        sorted((column, _cell(cell)) for column, cell in row.items()) for row in csv.DictReader(io.StringIO(text))
    )


def _cell(cell: str) -> str:
    try:
        return str(Decimal(cell).normalize())
    except InvalidOperation:
        return "_:" if cell.startswith("_:") else cell


def test_queries_updates_and_answers_are_as_the_standard_says_but_for_the_known_failures() -> None:
    assert sorted(case.name for case in suite() if not passes(case)) == sorted(EXPECTED_FAILURES)


def test_few_tests_fail_or_are_refused() -> None:
    assert len(suite()) == 495
    assert len(EXPECTED_FAILURES) <= 12
    assert {case.name for case in suite() if is_refused(case)} == REFUSED


def is_refused(case: Case) -> bool:
    if "Update" not in case.kind or "Negative" in case.kind:
        return False
    try:
        store_of(case.data).update(case.action.read_text(encoding="utf-8"))
    except ReachOutError:
        return True
    except (QueryError, EngineError):
        pass
    return False


def test_every_update_of_the_suites_leaves_a_graph_that_was_built_alone(tmp_path: Path) -> None:
    with Store.create(tmp_path / "store") as store:
        for case in suite():
            if "Update" in case.kind:
                with pytest.raises(ReadOnlyError, match="says what the notes say"):
                    store.update(case.action.read_text(encoding="utf-8"))
