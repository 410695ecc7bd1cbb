"""What of a query is code: never less than what the engine takes for code, however the query is written."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import terms
from kg.rdf.lexing import code_of, reaches_out

NOWHERE = "<http://127.0.0.1:1/>"
"""The engine tries this address and refuses it by itself: it is the port of another protocol."""
ASKING = f"SERVICE{NOWHERE}{{?s ?p ?o}}"
HEAD = "PREFIX : <http://127.0.0.1:1/> PREFIX p: <urn:> "


def tries_to_reach(sparql: str) -> bool:
    """Run a query in the engine without any check, and see whether it gets as far as SERVICE."""
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("urn:a"), ox.NamedNode("urn:p"), ox.Literal("x")))
    try:
        found = store.query(HEAD + sparql, prefixes=terms.PREFIXES)
        assert not isinstance(found, ox.QueryBoolean)
        list(found)
    except (SyntaxError, ValueError):
        return False
    except (OSError, RuntimeError) as error:
        return "port" in str(error) or "service" in str(error)
    return False


@pytest.mark.parametrize(
    "asked",
    [
        f"SELECT * {{ ?s ?p ?o FILTER(!(?o<'>')){ASKING}#'\n}}",
        f"SELECT * {{ ?s ?p ?o BIND(?o<'>'AS?c){ASKING}#'\n}}",
        "SELECT * { ?s ?p ?o FILTER(!(?o<?o))SERVICE:x#>\n{?s ?p ?o} }",
        f"SELECT * {{ ?s ?p ?o FILTER(!(?o<?o#>'''\n)) {ASKING} #'''\n}}",
        f'SELECT * {{ VALUES ?x {{ """a" }} {ASKING} }} # \\q """',
        f"SELECT * {{ VALUES ?x {{ '''a' }} {ASKING} }} # \\uD800 '''",
        f"SELECT * {{ ?s p:p ?o OPTIONAL{{ ?s p:\\# ?o}} {ASKING} }}",
        f"SELECT * {{ ?s p:p ?o OPTIONAL{{ ?s p:\\' ?o}} {ASKING} OPTIONAL {{ ?s p:\\' ?o}} }}",
        f"SELECT * {{ ?s p:p ?o OPTIONAL{{ ?s p:a\u3001\\' ?o}} {ASKING} OPTIONAL {{ ?s p:\\' ?o}} }}",
        f"SELECT * {{ {{ ?s p:p ?o }} UNION {{ ?q p:p p:.}} {ASKING} }}",
        f'SELECT * {{ ?s ?p ?o FILTER(?o!="\\u0022") {ASKING} #"\n}}',
        f"SELECT * {{ # text\r{ASKING} }}",
        f"SELECT*{{BIND(1AS?c){ASKING}}}",
        f'SELECT * {{ ?s ?p ?o FILTER(?o!=""""a""") {ASKING} #"\n }}',
        "SELECT * { SERVICE ?unbound { ?s ?p ?o } }",
    ],
)
def test_what_looks_like_text_but_is_code_is_seen(asked: str) -> None:
    assert tries_to_reach(asked)
    assert reaches_out(HEAD + asked)


PIECES = st.sampled_from(
    [
        *r"""< ' " ''' > # \' \" \# \\ \q \u0027 \u0022 \U0000000A \uD800 ?o ( ) p:a p: p:. p:a\# p:a\' . 1 @en { } || = ! / a
    true _:b p:a%27 $x ? <urn:x> <# '>' <'> #> \ AS?z SERVICE""".split(),
        *('"""', "\n", "\r", " ", "\u3001", "\u00b7", "\u0300", "\u2028", "\ufeff"),
    ]
)
SURROUNDINGS = st.sampled_from(
    [
        "FILTER(?o<#)",
        "FILTER(!(?o<#))",
        "FILTER(#>?o||true)",
        "BIND(# AS ?z)",
        "VALUES ?v {#}",
        "OPTIONAL{?s ?q #}",
        "OPTIONAL{?s # ?r}",
        "{}UNION{?s ?q #.}",
        "##\n",
        "#",
    ]
)
WAYS = st.sampled_from(
    [ASKING, "SERVICE:x{?s ?p ?o}", "service p:x {}", "SERVICE:x#>\n{}", "SERVICE:x#'>\n{}", "SERVICE?o{}"]
)


@st.composite
def asking(draw: st.DrawFn) -> str:
    """Make up a query that asks another server somewhere between what may hide it."""

    def around() -> str:
        text = "".join(draw(st.lists(PIECES, max_size=2)))
        return draw(st.just("") | SURROUNDINGS).replace("#", text, 1)

    return f"SELECT*{{ ?s ?p ?o {around()}{draw(WAYS)}{around()}}} #{draw(PIECES)}"


def test_nothing_that_the_engine_would_ask_gets_past() -> None:
    reached = []

    @settings(max_examples=1000)
    @given(asking())
    def compare(sparql: str) -> None:
        if tries_to_reach(sparql):
            reached.append(sparql)
            assert reaches_out(HEAD + sparql)

    compare()
    assert len(set(reached)) > 100, "too few of these queries are valid, so that they prove nothing"


@pytest.mark.parametrize(
    "asked",
    [
        "SELECT * { ?s ?p ?o FILTER(?o < 3 && ?s > 4) } # a service",
        'SELECT * { ?s ?p "a \\"service\\" \\u00e9", "\\\\d" }',
        "SELECT * { ?s <http://www.w3.org/2001/XMLSchema#integer> 'service' ; p:service\\'s ?service }",
        "SELECT * { ?s p:a.service ?o . _:a p:b 'service' }",
    ],
)
def test_common_queries_are_in_no_doubt(asked: str) -> None:
    assert code_of(asked).is_sure
    assert not reaches_out(asked)


@pytest.mark.parametrize("asked", ["SELECT * { ?s ?p 'service' FILTER(1<'>') }", "ASK { ?s ?p 'service' } # \\q"])
def test_in_doubt_the_word_alone_is_enough(asked: str) -> None:
    assert not code_of(asked).is_sure
    assert reaches_out(asked, [NOWHERE[1:-1]])
