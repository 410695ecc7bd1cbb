"""References are read whatever their style."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.citations import Citation, looks_like, parse, split

CASES = Path(__file__).parent / "cases" / "citations.md"


def cases() -> list[tuple[str, str, dict[str, str]]]:
    """Read the case file: heading, fenced reference, then the fields expected."""
    found = []
    for part in re.split(r"^## ", CASES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, rest = part.split("\n", 1)
        reference = rest.split("```\n")[1].rstrip("\n")
        fields = dict(line[2:].split(": ", 1) for line in rest.split("```\n")[2].splitlines() if line.startswith("- "))
        found.append((name, reference, fields))
    return found


@pytest.mark.parametrize(("name", "reference", "fields"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_a_reference_of_the_case_file_is_read(name: str, reference: str, fields: dict[str, str]) -> None:
    citation = parse(reference)
    assert citation is not None
    got = {
        "title": citation.title.text,
        "authors": "; ".join(author.text for author in citation.authors),
        "complete": str(citation.complete),
        "year": citation.year.text if citation.year else "none",
    }
    assert {field: got[field] for field in fields} == fields


@pytest.mark.parametrize(
    "text",
    [
        "We compare the two methods on three datasets and find that the second is faster.",
        "The keynote on Monday was about proteins, and Maria Lind (Oslo) explained how folding is measured.",
        "PyTorch - an ML library",
        "## 3.2 Related Work",
        "1. Introduction",
        "Scaling Laws ............ 12",
        "Invited talk: Ada Brown (University of Oslo), Tuesday 14:00, Room 3",
        "Ada Brown, Carl Dietrich, Wei Zhang and Noor Haddad",
        "News: version 2.0 was released on May 3, 2024!",
        "https://github.com/example/tool",
        "",
        "   ",
        "?!",
    ],
)
def test_what_is_no_reference_is_refused(text: str) -> None:
    citation = parse(text)
    assert citation is None or citation.confidence < 0.5
    assert looks_like(text) < 0.5


def test_a_reference_looks_like_one() -> None:
    for _, reference, _ in cases():
        assert looks_like(reference) > 0.2, reference


def test_numbered_references_are_split_and_wrapped_lines_stay_together() -> None:
    text = "[1] A. One, B. Two: First title, ICML 2019.\n[2] C. Three: A title that is\n    wrapped over lines, ICLR 2020.\n[3] D. Four: Third, 2021."
    assert [text[start:end][:3] for start, end in split(text)] == ["[1]", "[2]", "[3]"]


def test_a_number_that_does_not_count_on_does_not_split() -> None:
    text = "1. A. One. First title. Springer,\n12. New York, 2019.\n2. B. Two. Second title. 2020."
    assert len(split(text)) == 2


def test_references_on_lines_of_their_own_are_split() -> None:
    text = "One, A. (2019). The first of the titles. Journal of Firsts, 1(2), 3–4.\nTwo, B. (2020). The second of the titles. Journal of Seconds, 1(2), 5–9."
    assert len(split(text)) == 2


def test_one_wrapped_reference_stays_one() -> None:
    text = "One, A. and Two, B. (2019). The first of the titles that\nis wrapped. Journal of Firsts,\n1(2), 3–4."
    assert split(text) == ((0, len(text)),)


@given(st.text(max_size=300))
def test_any_text_is_read_without_failing_and_places_are_in_it(text: str) -> None:
    for start, end in split(text):
        assert text[start:end].strip()
    assert 0.0 <= looks_like(text) <= 1.0
    citation = parse(text)
    if citation is not None:
        check_places(text, citation)


def check_places(text: str, citation: Citation) -> None:
    for part in (citation.title, *citation.authors, citation.year, citation.venue):
        if part is not None:
            assert 0 <= part.start < part.end <= len(text)
            assert part.text


def test_places_lead_back_to_the_reference() -> None:
    for _, reference, _ in cases():
        citation = parse(reference)
        assert citation is not None
        check_places(reference, citation)
        assert reference[citation.title.start : citation.title.end].split() == citation.title.text.split()


@pytest.mark.parametrize("piece", ["A. ", "“", "(", "A, ", "1. ", "$", "http://a", "Smith, J. ", "\n\n", "= 1999 = ", "[1] "])
def test_reading_time_does_not_grow_with_the_square_of_the_text(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    parse(text)
    looks_like(text)
    split(text)
