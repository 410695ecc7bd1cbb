"""References are read whatever their style."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.citations import Citation, looks_like
from kg.extraction.citations.people import collect, written
from kg.extraction.citations.tokens import tokenize
from kg.extraction.records.references import parse

CASES: list[tuple[str, str, str, str, str, str]] = [
    # name, reference, title, authors, complete, year
    (
        "APA",
        "Vaswani, A., van der Maaten, L., & O'Brien, K. L. (2017). Attention is all you need: A study. Journal of Studies, 3(4), 10–20. https://doi.org/10.1000/182",
        "Attention is all you need: A study",
        "A. Vaswani; L. van der Maaten; K. L. O'Brien",
        "True",
        "2017",
    ),
    (
        "Chicago",
        "Okafor, Ngozi, Jean-Luc de la Torre, and Wei Zhang. 2019. “Learning to Rank with Few Labels.” Machine Learning 12 (3): 44–60.",
        "Learning to Rank with Few Labels",
        "Ngozi Okafor; Jean-Luc de la Torre; Wei Zhang",
        "True",
        "2019",
    ),
    (
        "Chicago with others",
        "Müller, Anke, Tom Le Roux, Priya Nair, et al. “Sparse Models at Work,” 2024. https://openreview.net/forum?id=abc.",
        "Sparse Models at Work",
        "Anke Müller; Tom Le Roux; Priya Nair",
        "False",
        "2024",
    ),
    (
        "MLA",
        "Lind, Maria, et al. “What Do Networks Remember?” Neural Computation, vol. 7, no. 2, 2021, pp. 1–19.",
        "What Do Networks Remember?",
        "Maria Lind",
        "False",
        "2021",
    ),
    (
        "IEEE",
        "[3] A. B. Lind, J.-L. Moreau, and K. Sato, “Fast parsing of long documents,” in Proc. 37th Int. Conf. Mach. Learn., Jul. 2020, pp. 10–20.",
        "Fast parsing of long documents",
        "A. B. Lind; J.-L. Moreau; K. Sato",
        "True",
        "2020",
    ),
    (
        "ACL",
        "Maria Lind, Kenji Sato, and Tom Ben-David. 2022. Parsing without trees. In Proceedings of the 60th Annual Meeting of the Association for Computational Linguistics, pages 1–12, Dublin, Ireland.",
        "Parsing without trees",
        "Maria Lind; Kenji Sato; Tom Ben-David",
        "True",
        "2022",
    ),
    (
        "Vancouver",
        "4. Lind MA, van der Berg T, Sato K, et al. Effects of walking on memory in older adults. Lancet. 2018;391(2):110-8.",
        "Effects of walking on memory in older adults",
        "MA Lind; T van der Berg; K Sato",
        "False",
        "2018",
    ),
    (
        "Nature",
        "Lind, M. A., Sato, K. & Moreau, J.-L. A map of the mouse brain. Nature 521, 436–444 (2015).",
        "A map of the mouse brain",
        "M. A. Lind; K. Sato; J.-L. Moreau",
        "True",
        "2015",
    ),
    (
        "Harvard",
        "Lind, M. and Sato, K. (2016) ‘Markets and memory’, Journal of Finance, 71(2), pp. 5–40. Available at: https://example.org (Accessed: 3 March 2024).",
        "Markets and memory",
        "M. Lind; K. Sato",
        "True",
        "2016",
    ),
    (
        "German",
        "LIND, Maria; SATO, Kenji: Über das Gedächtnis der Städte. In: Historische Zeitschrift Bd. 12 (2011), Nr. 3, S. 5–40",
        "Über das Gedächtnis der Städte",
        "Maria Lind; Kenji Sato",
        "True",
        "2011",
    ),
    (
        "German with others",
        "Lind, Maria u. a.: Sprache und Maschine. In: Zeitschrift für Sprache 4 (2013), S. 5-40",
        "Sprache und Maschine",
        "Maria Lind",
        "False",
        "2013",
    ),
    (
        "French",
        "LIND Maria et MOREAU Jean-Luc, « Histoire des réseaux », Annales, vol. 12, n° 3, 2009, p. 5-40.",
        "Histoire des réseaux",
        "Maria Lind; Jean-Luc Moreau",
        "True",
        "2009",
    ),
    (
        "authors, colon, title",
        "Maria Lind, Kenji Sato: Graphs that Grow, ICML 2023.",
        "Graphs that Grow",
        "Maria Lind; Kenji Sato",
        "True",
        "2023",
    ),
    (
        "dots",
        "Maria Lind, Kenji Sato. Graphs that grow with their users. NeurIPS, 2023",
        "Graphs that grow with their users",
        "Maria Lind; Kenji Sato",
        "True",
        "2023",
    ),
    (
        "title first, dots",
        "Graphs that Grow with Their Users. Maria Lind, Kenji Sato. NeurIPS 2023",
        "Graphs that Grow with Their Users",
        "Maria Lind; Kenji Sato",
        "True",
        "2023",
    ),
    (
        "surnames only",
        "Lind et al. (2023) Graphs that grow with their users",
        "Graphs that grow with their users",
        "Lind",
        "False",
        "2023",
    ),
    (
        "run on",
        "Lind, M. Sato, K. Moreau, J. Learning from swaps in repeated games. Advances in Neural Information Processing Systems 38. Paris, France. 2025",
        "Learning from swaps in repeated games",
        "M. Lind; K. Sato; J. Moreau",
        "True",
        "2025",
    ),
    (
        "wrapped",
        "[12] Maria Lind, Kenji Sato, and Tom Moreau.\n     Deep models of shallow\n     waters. In ICLR, 2021.",
        "Deep models of shallow waters",
        "Maria Lind; Kenji Sato; Tom Moreau",
        "True",
        "2021",
    ),
    (
        "editors are no authors",
        "Lind, M. (2014). Memory and law. In K. Sato & T. Moreau (Eds.), Handbook of memory (pp. 10–30). Oxford University Press.",
        "Memory and law",
        "M. Lind",
        "True",
        "2014",
    ),
    (
        "semicolons",
        "Lind, M.; Sato, K.; Moreau, T. Soft robots in hard places. Sci. Rep. 2019, 9, 1234.",
        "Soft robots in hard places",
        "M. Lind; K. Sato; T. Moreau",
        "True",
        "2019",
    ),
    (
        "suffix",
        "Lind, Martin A., Jr., and Kenji Sato. “Courts and Code.” Yale Law Journal 120 (2010): 5–40.",
        "Courts and Code",
        "Martin A. Lind Jr.; Kenji Sato",
        "True",
        "2010",
    ),
    (
        "preprint",
        "Lind, M., Sato, K.: Tokens all the way down. arXiv preprint arXiv:2301.01234 (2023)",
        "Tokens all the way down",
        "M. Lind; K. Sato",
        "True",
        "2023",
    ),
]


@pytest.mark.parametrize(
    ("reference", "title", "authors", "complete", "year"),
    [pytest.param(*case[1:], id=case[0]) for case in CASES],
)
def test_a_reference_is_read(reference: str, title: str, authors: str, complete: str, year: str) -> None:
    citation = parse(reference)
    assert citation is not None
    assert citation.title.text == title
    assert "; ".join(author.text for author in citation.authors) == authors
    assert str(citation.complete) == complete
    assert citation.year is not None
    assert citation.year.text == year


def test_typographic_runs_tell_title_and_authors_apart() -> None:
    text = "[2023/10] Graphs that Grow with Their Users Maria Lind, Kenji Sato. NeurIPS 2023."
    title = (10, text.index(" Maria"), "strong")
    rest = (text.index("Maria"), len(text), "em")
    citation = parse(text, marks=[title, rest])
    assert citation is not None
    assert citation.title.text == "Graphs that Grow with Their Users"
    assert [author.text for author in citation.authors] == ["Maria Lind", "Kenji Sato"]


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
    assert citation is None or not (citation.authors or citation.year or citation.venue)
    assert looks_like(text) < 0.5


def test_a_reference_looks_like_one() -> None:
    for _, reference, *_ in CASES:
        assert looks_like(reference) > 0.05, reference


@given(st.text(max_size=300))
def test_any_text_is_read_without_failing_and_places_are_in_it(text: str) -> None:
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
    for _, reference, *_ in CASES:
        citation = parse(reference)
        assert citation is not None
        check_places(reference, citation)
        assert reference[citation.title.start : citation.title.end].split() == citation.title.text.split()


@pytest.mark.parametrize(
    "piece", ["A. ", "“", "(", "A, ", "1. ", "$", "http://a", "Smith, J. ", "\n\n", "= 1999 = ", "[1] "]
)
def test_reading_time_does_not_grow_with_the_square_of_the_text(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    parse(text)
    looks_like(text)


def test_a_comma_that_was_taken_for_a_part_of_a_name_divides_it() -> None:
    text = "Okafor, Ngozi, and Wei Zhang."
    tokens = tokenize(text)
    labels = ["GB", "F", "F", "A", "A", "GB", "F", "O"]

    assert [written(text, tokens, name)[0] for name in collect(tokens, labels)] == ["Ngozi Okafor", "Wei Zhang"]


def test_a_sign_that_was_taken_for_a_name_is_none() -> None:
    text = "Doe, Jane, Max Roe. ("
    tokens = tokenize(text)
    names = collect(tokens, ["FB", "O", "GB", "O", "GB", "F", "O", "FB"])
    assert [written(text, tokens, name)[0] for name in names] == ["Jane Doe", "Max Roe"]


def test_a_reference_that_begins_like_the_name_of_a_style_is_read() -> None:
    found = parse("Chicago Harbour Board. (2004). Cranes and their keepers. Journal of Docks, 3(4), 1-9.")
    assert found is not None
    assert found.title.text == "Cranes and their keepers"
