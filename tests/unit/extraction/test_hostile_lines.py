"""Lines that patterns once read in two ways at every step: each is read like any other line."""

from __future__ import annotations

import pytest

from kg.extraction import citation_forms, constructions
from kg.extraction.records import furniture
from kg.extraction.relating import Name
from kg.notes.clean import WIDEST_GAP, without_wide_gaps


@pytest.mark.parametrize("leader", [". . ", "._", "....", " "])
def test_a_heading_with_leaders_that_do_not_end_it_has_its_letters(leader: str) -> None:
    assert furniture._key("3.2 Findings " + leader * 4_000 + "eleven") == "findingseleven"


def test_a_heading_loses_the_leaders_and_the_page_behind_them() -> None:
    assert furniture._key("3.2 Findings ........ 11") == "findings"
    assert furniture._key("3.2 Findings . . . . 11 ") == "findings"


@pytest.mark.parametrize("pattern", [citation_forms.BARE, citation_forms.NARRATIVE, citation_forms.IN_BRACKETS])
def test_a_chain_of_hyphens_is_no_name(pattern: object) -> None:
    assert list(pattern.finditer("-".join(["Xy"] * 4_000) + " of 2019.")) == []  # type: ignore[attr-defined]


def test_a_long_list_of_people_is_read_once() -> None:
    people = [f"Mara{'abcdefghij'[n % 10]} Brenk" for n in range(60)]
    text = "KernelMix: " + " and ".join(people) + " slept"
    names = [Name(0, 9, "method")]
    for person in people:
        start = text.index(person, names[-1].end)
        names.append(Name(start, start + len(person), "person"))
    assert list(constructions.find_makers(text, names)) == []


def test_a_gap_that_several_chunks_make_is_narrowed_where_it_goes_on() -> None:
    assert list(without_wide_gaps((0, 201, " " * 200 + "a"), 60)) == [(0, WIDEST_GAP - 60, " " * 40), (200, 201, "a")]
    assert list(without_wide_gaps((0, 3, " a "), 60)) == [(0, 3, " a ")]
