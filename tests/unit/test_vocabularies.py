"""Which concept a label names, and the fields of the word list."""

from __future__ import annotations

from kg.lexicons import rows
from kg.text import plain_form
from kg.vocabularies import Concept, Vocabularies, Vocabulary, field_of, is_field


def of(*concepts: Concept) -> Vocabularies:
    return Vocabularies([Vocabulary.of("v.ttl", "", concepts)])


def test_a_name_means_the_concept_of_which_it_is_a_label_in_any_language_and_spelling() -> None:
    hoes = of(Concept("urn:hoe", ("weeding hoes", "Jäthacken"), ("hoes, weeding",), ("weding hoes",)))
    for name in ("Weeding-Hoes", "weeding hoes", "JÄTHACKEN", "Hoes, Weeding", "weding hoes", "The weeding hoes"):
        assert hoes.concepts(name) == ("urn:hoe",) and name in hoes.labels()


def test_a_plural_is_a_label_only_if_the_vocabulary_has_it() -> None:
    hoes = of(Concept("urn:hoe", ("weeding hoe",)))
    assert hoes.concepts("weeding hoes") == () and "weeding hoes" not in hoes.labels()


def test_a_label_of_two_concepts_means_none_unless_one_of_them_prefers_it() -> None:
    beds = [Concept("urn:bed", ("flower beds",), ("beds",)), Concept("urn:couch", ("couches",), ("beds",))]
    assert of(*beds).concepts("beds") == ()
    assert of(*beds, Concept("urn:sleep", ("beds",))).concepts("beds") == ("urn:sleep",)
    assert of(*beds, Concept("urn:sleep", ("beds",)), Concept("urn:sea", ("beds",))).concepts("beds") == ()


def test_a_label_of_one_letter_means_nothing() -> None:
    assert of(Concept("urn:c", ("C",))).concepts("C++") == ()
    assert of(Concept("urn:c", ("C",))).concepts("c") == ()


def test_each_vocabulary_says_what_it_knows() -> None:
    one, other = (
        Vocabulary.of("a", "", [Concept("urn:a", ("hoes",))]),
        Vocabulary.of("b", "", [Concept("urn:b", ("rakes",))]),
    )
    both = Vocabularies([one, other])
    assert (
        both.concepts("hoes") == ("urn:a", "") and both.concepts("rakes") == ("", "urn:b") and both.concepts("x") == ()
    )


def test_the_fields_of_the_word_list_stand_above_each_other_without_circles() -> None:
    names = {row["name"] for row in rows("topics")}
    above = {row["name"]: row["broader"].split("|") if row["broader"] else [] for row in rows("topics")}
    assert {one for some in above.values() for one in some} <= names
    for others in ("tasks", "methods"):
        assert {one for row in rows(others) if row["broader"] for one in row["broader"].split("|")} <= names
    for name in names:
        seen, left = set[str](), list(above[name])
        while left:
            one = left.pop()
            assert one != name, f"{name} stands above itself"
            if one not in seen:
                seen.add(one)
                left += above[one]
    assert sum(map(bool, above.values())) >= 300


def test_a_field_has_the_fields_above_it() -> None:
    field = field_of(plain_form("deep learning"))
    assert field and is_field(field) and Vocabularies().broader(field) == [field_of(plain_form("machine learning"))]
    assert field_of("gardenparty") is None
