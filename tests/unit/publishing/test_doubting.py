"""Which names are asked about, why, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.model import Entity, Iri, Kind, Mention, Span
from kg.publishing.doubting import Doubtful, doubtful


def thing(kind: Kind, name: str, rule: str = "learned-name", *, places: int = 1, at: int = 0) -> Entity:
    mentions = tuple(
        Mention(Span("a.md", at + 1000 * n, at + 1000 * n + len(name)), kind, name, rule) for n in range(places)
    )
    return Entity(Iri(f"https://kg.example/{kind}/{name}"), kind, name, mentions)


def asked(
    things: Sequence[Entity], *, settled: Iterable[Mention] = (), text: str = "", facts: dict[str, int] | None = None
) -> list[Doubtful]:
    return doubtful(things, facts=facts or {}, settled=set(settled), texts=lambda: [text])


def reasons(one: Entity, *others: Entity, text: str = "") -> set[str]:
    return {doubt.reason for found in asked([one, *others], text=text) if found.entity == one for doubt in found.doubts}


def test_what_several_rules_or_a_sure_one_have_found_is_not_asked_about() -> None:
    sure = [thing(Kind.METHOD, "Riverflow", rule) for rule in ("introduced-name", "definition", "known-name")]

    assert asked(sure) == []
    assert asked([thing(Kind.PERSON, "Ada Roe")]) == []


def test_a_formula_an_adjective_a_class_and_a_part_of_a_sentence_are_asked_about() -> None:
    assert "a formula" in reasons(thing(Kind.METHOD, "$S_n$"))
    assert "an adjective" in reasons(thing(Kind.METHOD, "AI-enhanced"))
    assert "a class of things" in reasons(thing(Kind.METHOD, "AI"))
    assert "looks like part of a sentence" in reasons(thing(Kind.TASK, "present interface design"))
    assert "has no word for an award" in reasons(thing(Kind.AWARD, "Life Sciences"))


def test_a_name_that_the_notes_write_in_small_letters_may_be_an_ordinary_word() -> None:
    one = thing(Kind.METHOD, "Backtracking", "short-name")

    assert reasons(one, text="Then backtracking, and backtracking again.") >= {
        "also an ordinary word (2 in lower case)"
    }
    assert reasons(one, text="Then non-backtracking, and Backtracking.") == set()


def test_of_two_kinds_with_one_name_the_one_with_fewer_places_is_in_doubt() -> None:
    often, once = thing(Kind.METHOD, "Riverflow", "introduced-name", places=3), thing(Kind.DATASET, "Riverflow", at=50)
    (found,) = asked([often, once])

    assert found.entity == once and found.rivals == (often,)
    assert "a method in 3 other places" in {doubt.reason for doubt in found.doubts}


def test_an_organisation_that_was_read_as_a_person_is_asked_about_as_the_person() -> None:
    org, person = thing(Kind.ORG, "Stonefield Lab", "session"), thing(Kind.PERSON, "Stonefield Lab", "record", at=90)

    assert [found.entity for found in asked([org, person])] == [person]


def test_a_person_among_the_methods_is_known_by_the_family_name() -> None:
    people = [thing(Kind.PERSON, "Wynne Lee", "record")]

    assert "has a family name of your notes" in reasons(thing(Kind.METHOD, "Mong-Li Lee"), *people)


def test_a_candidate_is_asked_about_as_what_it_was_taken_for_in_most_places() -> None:
    kinds = ("method", "dataset", "dataset")
    mentions = tuple(
        Mention(Span("a.md", 100 * n, 100 * n + 9), Kind.CANDIDATE, "Riverflow", f"candidate-{kind}")
        for n, kind in enumerate(kinds)
    )
    one = Entity(Iri("https://kg.example/candidate/riverflow"), Kind.CANDIDATE, "Riverflow", mentions)
    (found,) = asked([one])

    assert found.kind is Kind.DATASET and found.affects == 3
    assert thing(Kind.METHOD, "Riverflow", "introduced-name") not in found.rivals


def test_what_was_decided_is_never_asked_about() -> None:
    one = thing(Kind.METHOD, "$S_n$", places=2)

    assert asked([one]) and asked([one], settled=one.mentions[1:]) == []


def test_the_likeliest_to_be_wrong_comes_first_and_among_equals_the_one_with_most_facts() -> None:
    wrong, many, few = thing(Kind.METHOD, "$S_n$"), thing(Kind.METHOD, "Still Water"), thing(Kind.METHOD, "Calm Sea")
    facts = {many.iri: 6, few.iri: 2, wrong.iri: 2}

    found = asked([few, many, wrong], facts=facts)

    assert [one.entity for one in found] == [wrong, many, few]
    assert [one.affects for one in found] == [3, 7, 3]


def test_things_without_a_name_and_an_empty_graph_give_no_questions() -> None:
    assert asked([]) == []
    assert asked([thing(Kind.METHOD, "Ω", "known-name")]) == []
