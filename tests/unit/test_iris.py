"""IRIs: no text can break one, and no two keys share one."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from kg import iris
from kg.model import Kind

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=700)
"""Every code point, half surrogates too."""


@given(ANY_TEXT)
def test_any_key_gives_an_iri_that_an_rdf_engine_accepts(key: str) -> None:
    iri = iris.mint(Kind.PAPER, key)

    assert ox.NamedNode(iri).value == iri
    assert rdflib.URIRef(iri).n3() == f"<{iri}>"
    assert iri.startswith("https://kg.example/paper/")


@given(ANY_TEXT, ANY_TEXT)
def test_two_keys_never_share_an_iri(one: str, other: str) -> None:
    assert (iris.mint(Kind.TOPIC, one) == iris.mint(Kind.TOPIC, other)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b", "a%20b"),
        ("", "~"),
        ("a" * 600, "a" * 601),
        ("x" * 600, iris.mint(Kind.TASK, "x" * 600).removeprefix("https://kg.example/task/")),
        ("é", "e\u0301"),
        ("\ud800", "\udfff"),
        ("..", "%2E%2E"),
        ("a", "a/"),
    ],
)
def test_keys_that_look_alike_stay_apart(one: str, other: str) -> None:
    assert iris.mint(Kind.TASK, one) != iris.mint(Kind.TASK, other)


@pytest.mark.parametrize(
    ("key", "escaped"),
    [
        ("openreview-AbCdEf1234", "openreview-AbCdEf1234"),
        ("AnnaMcKay2025ICLR", "AnnaMcKay2025ICLR"),
        ("doi-10.1145/3292500.3330701", "doi-10.1145/3292500.3330701"),
        ("schrödinger-大模型", "schrödinger-大模型"),
        ('<>"{}|^`\\ ', "%3C%3E%22%7B%7D%7C%5E%60%5C%20"),
        ("🧠", "🧠"),
        ("a\u200eb\u00a0c", "a%E2%80%8Eb%C2%A0c"),
        ("../x", "%2E%2E/x"),
        ("100%", "100%25"),
        ("it's?#", "it%27s%3F%23"),
    ],
)
def test_a_key_stays_as_readable_as_an_iri_can_be(key: str, escaped: str) -> None:
    assert iris.mint(Kind.PAPER, key) == f"https://kg.example/paper/{escaped}"


def test_series_editions_and_periodicals_share_a_path() -> None:
    kinds = (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL)

    assert {iris.mint(kind, "iclr") for kind in kinds} == {"https://kg.example/venue/iclr"}


def test_the_base_is_a_choice() -> None:
    assert iris.mint(Kind.PERSON, "a", base="urn:kg:") == "urn:kg:person/a"


def test_a_part_of_a_thing_is_an_iri_for_every_base() -> None:
    for base in ("https://kg.example/", "https://kg.example/x#", "urn:kg:"):
        whole = iris.mint("note", "a #b.md", base=base)

        assert ox.NamedNode(iris.part(whole, "evidence")).value != whole


@given(ANY_TEXT)
def test_an_address_becomes_an_iri_or_nothing(address: str) -> None:
    iri = iris.link(address)

    assert iri is None or ":" in iri


@given(st.text(max_size=60))
def test_whatever_follows_a_host_becomes_an_iri(tail: str) -> None:
    iri = iris.link(f"https://example.org/{tail}")

    assert iri is not None
    assert ox.NamedNode(iri).value == iri


@pytest.mark.parametrize(
    ("address", "iri"),
    [
        ("https://arxiv.org/abs/2001.00017", "https://arxiv.org/abs/2001.00017"),
        ("  https://example.org/a b  ", "https://example.org/a%20b"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://example.org/%7Euser", "https://example.org/%7Euser"),
        ("https://example.org/[1]?a[]=1#[x]", "https://example.org/%5B1%5D?a%5B%5D=1#%5Bx%5D"),
        ("https://example.org/#a#b", "https://example.org/#a%23b"),
        ("https://de.wikipedia.org/wiki/Schrödinger", "https://de.wikipedia.org/wiki/Schrödinger"),
        ("www.example.org/x", "https://www.example.org/x"),
        ("//example.org/x", "https://example.org/x"),
        ("HTTP://example.org", "http://example.org"),
        ("obsidian://open?vault=a b", "obsidian://open?vault=a%20b"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("http://[2001:db8::1]/x", "http://[2001:db8::1]/x"),
        ("javascript:alert(1)", None),
        (" java\nscript:alert(1)", None),
        ("data:text/html,<script>", None),
        ("https://", None),
        ("http://a b/", None),
        ("https://example.org:port/", None),
        ("notes/other.md", None),
        ("schema:name", None),
        ("", None),
    ],
)
def test_addresses_are_read_as_people_paste_them(address: str, iri: str | None) -> None:
    assert iris.link(address) == iri
