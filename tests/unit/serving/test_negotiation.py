"""What is sent to whom: Accept headers, as clients write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.rdf import GraphFormat, RowFormat
from kg.serving.requests import GRAPHS, ROWS, choose, prefers_html

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "rows", "graph"),
    [
        ("", RowFormat.JSON, GraphFormat.TURTLE),
        ("*/*", RowFormat.JSON, GraphFormat.TURTLE),
        ("application/sparql-results+xml", RowFormat.XML, None),
        ("application/json", RowFormat.JSON, GraphFormat.JSON_LD),
        ("text/*", RowFormat.CSV, GraphFormat.TURTLE),
        ("text/csv;q=0.5, application/sparql-results+json;q=0.4", RowFormat.CSV, None),
        ("TEXT/CSV", RowFormat.CSV, None),
        ("application/n-triples, */*;q=0.1", RowFormat.JSON, GraphFormat.N_TRIPLES),
        ("text/csv;q=0", None, None),
        ("image/png", None, None),
        ("application/sparql-results+json;q=x", None, None),
        ("text/turtle;q=0.9, application/rdf+xml;q=1.0", None, GraphFormat.RDF_XML),
    ],
)
def test_the_dearest_format_is_sent(accept: str, rows: RowFormat | None, graph: GraphFormat | None) -> None:
    assert choose(accept, ROWS) == rows
    assert choose(accept, GRAPHS) == graph


def test_a_browser_gets_a_page_and_a_program_data() -> None:
    assert prefers_html(BROWSER)
    assert not any(map(prefers_html, ("", "*/*", "application/json", "text/html;q=0.5, text/turtle", "text/html;q=0")))


@given(st.text(max_size=80))
def test_no_header_breaks_it(accept: str) -> None:
    assert choose(accept, ROWS) in {None, *RowFormat}
    assert prefers_html(accept) in {True, False}
