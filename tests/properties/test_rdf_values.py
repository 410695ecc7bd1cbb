"""Terms are spelled as the engine spells them: lines that kg makes and lines that a store gives are compared as text."""

from __future__ import annotations

import pyoxigraph as ox
from hypothesis import example, given
from hypothesis import strategies as st

from kg import terms
from kg.rdf.values import decimal, integer, string, term, writable

TEXTS = st.text(st.characters(exclude_categories=()))


def read(spelled: str) -> ox.Literal:
    """Give a literal as the engine reads it."""
    (triple,) = ox.parse(f"<a:s> <a:p> {spelled} .", ox.RdfFormat.N_TRIPLES)
    assert isinstance(triple.object, ox.Literal)
    return triple.object


@given(TEXTS)
@example('\x00\x08\t\n\x0b\f\r\x1b"\\\x7f\x80\u2028\ud800\ufffe\U0010ffff')
def test_a_text_is_spelled_as_the_engine_spells_it(text: str) -> None:
    spelled = string(text)

    assert spelled == str(ox.Literal(writable(text)))
    assert read(spelled).value == writable(text)
    assert "\n" not in spelled and "\r" not in spelled


@given(st.integers(-(10**17), 10**17), st.integers(0, 10**6))
def test_numbers_are_spelled_as_a_store_gives_them_back(whole: int, millionths: int) -> None:
    store = ox.Store()
    for spelled in (integer(whole), decimal(millionths / 10**6)):
        store.clear()
        store.add(ox.Quad(ox.NamedNode("a:s"), ox.NamedNode("a:p"), read(spelled)))

        assert [str(quad.object) for quad in store] == [spelled]


@given(TEXTS)
def test_no_value_breaks_out_of_its_term(text: str) -> None:
    for predicate in (terms.URL, terms.NAME, terms.DATE_PUBLISHED, terms.RATING, terms.AUTHORS_COMPLETE):
        spelled = term(predicate, text)
        if spelled is not None:
            assert len(list(ox.parse(f"<a:s> <a:p> {spelled} .", ox.RdfFormat.N_TRIPLES))) == 1
