"""Reading the names of venues, from fields and from running text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.venues import LONGEST, VenueName, find_venues, read_venue
from kg.lexicons import rows

EDITIONS = {
    "ICLR 2025": ("ICLR", 2025),
    "ICLR'25": ("ICLR", 2025),
    "ICLR ’25": ("ICLR", 2025),
    "ICLR 25": ("ICLR", 2025),
    "NIPS 2017": ("NeurIPS", 2017),
    "NeurIPS2024": ("NeurIPS", 2024),
    "(NeurIPS 2024)": ("NeurIPS", 2024),
    "AAAI-24": ("AAAI", 2024),
    "neurips 2024": ("NeurIPS", 2024),
    "iclr2025": ("ICLR", 2025),
    "2023 ICCV": ("ICCV", 2023),
    "ICLR 2024 Oral": ("ICLR", 2024),
    "ICLR 2025 (Oral)": ("ICLR", 2025),
    "Poster at NeurIPS 2023": ("NeurIPS", 2023),
    "accepted to KDD 2022": ("KDD", 2022),
    "NeurIPS 2022 (Outstanding Paper)": ("NeurIPS", 2022),
    "NeurIPS 2023 Datasets and Benchmarks Track": ("NeurIPS", 2023),
    "ICLR 2025, Singapore": ("ICLR", 2025),
    "ICML 2021, PMLR 139:8748-8763": ("ICML", 2021),
    "CVPR": ("CVPR", None),
    "In KDD": ("KDD", None),
    "In Proc. of the 41st International Conference on Machine Learning": ("ICML", 2024),
    "Advances in Neural Information Processing Systems 30 (NIPS 2017)": ("NeurIPS", 2017),
    "Advances in Neural Information Processing Systems 30": ("NeurIPS", 2017),
    "Advances in Neural Information Processing Systems, volume 33": ("NeurIPS", 2020),
    "NeurIPS 38": ("NeurIPS", 2025),
    "Proceedings of the AAAI Conference on Artificial Intelligence, 38(5)": ("AAAI", 2024),
    "Thirty-eighth Conference on Neural Information Processing Systems": ("NeurIPS", 2025),
    "The Twelfth International Conference on Learning Representations": ("ICLR", 2024),
    "2024 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)": ("CVPR", 2024),
    "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational "
    "Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)": ("NAACL", 2019),
    "CHI '20: Proceedings of the 2020 CHI Conference on Human Factors in Computing Systems": ("CHI", 2020),
    "Proceedings of the 29th Symposium on Operating Systems Principles (SOSP '23)": ("SOSP", 2023),
    "IEEE Symposium on Security and Privacy (SP)": ("IEEE S&P", None),
    "ACL-IJCNLP 2021": ("ACL", 2021),
    "Proc. Int. Conf. Mach. Learn.": ("ICML", None),
    "Adv. Neural Inf. Process. Syst.": ("NeurIPS", None),
    "In Proceedings of the IEEE Conf. on Comp. Vis. and Patt. Recog.": ("CVPR", None),
    "Advances in Neural Information Processing Systems 34: Annual Conference on Neural Information Processing Systems "
    "2021, NeurIPS 2021, December 6-14, 2021, virtual": ("NeurIPS", 2021),
    "HotFoo '23": ("HotFoo", 2023),
    "11th International Conference on Machine Learning and Applications (ICMLA 2012)": ("ICMLA", 2012),
    "Proceedings of the 4th ACM workshop on Security and artificial intelligence (AISec'11": ("AISec", 2011),
    "Proceedings of the 2nd ACM workshop on Logs and tidiness (HotFoo'21)": ("ACM workshop on Logs and tidiness", 2021),
    "Conference on the Foundations of Tidying, Rennes, France, 2005": (
        "Conference on the Foundations of Tidying",
        2005,
    ),
    "International Conference on Neural Networks 1993": ("International Conference on Neural Networks", 1993),
}
JOURNALS = {
    "Nature Communications. 7 (13276)": ("Nature Communications", None),
    "Nature 337": ("Nature", None),
    "Nature 521, 436–444 (2015)": ("Nature", 2015),
    "Neural Computation 9(8):1735-1780, 1997": ("Neural Computation", 1997),
    "J. Mach. Learn. Res.": ("JMLR", None),
    "IEEE Trans. Pattern Anal. Mach. Intell.": ("TPAMI", None),
    "PLoS Comput. Biol. 12": ("PLOS Computational Biology", None),
    "TMLR": ("TMLR", None),
    "Machine Learning": ("Machine Learning", None),
    "Science 2021": ("Science", 2021),
    "arXiv preprint arXiv:1706.03762": ("arXiv", None),
    "CoRR abs/1706.03762": ("arXiv", None),
    "arXiv 2023": ("arXiv", 2023),
    "Memory & Cognition": ("Memory & Cognition", None),
    "IEEE Trans Neural Netw": ("TNN", None),
    "Proc Natl Acad Sci U S A": ("PNAS", None),
    "J Am Chem Soc": ("JACS", None),
    "Nat Rev Genet": ("Nature Reviews Genetics", None),
    "Science (New York, N.Y.) 2020": ("Science", 2020),
    "Proceedings of the IEEE": ("Proceedings of the IEEE", None),
    "Proceedings of the ACM on Programming Languages": ("PACMPL", None),
}
NO_VENUES = [
    "",
    "   ",
    "acl",
    "nature",
    "Attention Is All You Need",
    "Machine learning for everyone",
    "Deep learning for Nature",
    "we extend our ICLR 2025 paper",
    "Advances in few-shot learning",
    "A Conference Report on Things",
    "UMAP: Uniform Manifold Approximation and Projection for Dimension Reduction",
    "We thank the reviewers for their comments.",
    "Oral",
    "2025",
    "A Neural Network",
    "Springer",
    "San Diego, CA, USA",
    "PhD thesis, MIT",
    "https://icml.cc/virtual/2025",
]


@pytest.mark.parametrize(("text", "expected"), EDITIONS.items())
def test_an_event_is_read_as_people_write_it(text: str, expected: tuple[str, int | None]) -> None:
    venue = read_venue(text)
    assert venue is not None
    assert (venue.series, venue.year) == expected
    assert venue.event


@pytest.mark.parametrize(("text", "expected"), JOURNALS.items())
def test_a_journal_or_preprint_server_is_no_event(text: str, expected: tuple[str, int | None]) -> None:
    venue = read_venue(text)
    assert venue is not None
    assert (venue.series, venue.year) == expected
    assert not venue.event


@pytest.mark.parametrize("text", NO_VENUES)
def test_a_field_that_holds_something_else_is_no_venue(text: str) -> None:
    assert read_venue(text) is None


@pytest.mark.parametrize(
    ("text", "series", "year"),
    [
        ("ICML 2025 Workshop on Small Models", "ICML", 2025),
        ("Workshop on Representation Learning for NLP at ACL 2019", "ACL", 2019),
        ("NeurIPS 2024 SoLaR Workshop (poster)", "NeurIPS", 2024),
        ("NeurIPS 2023 Workshop", "NeurIPS", 2023),
        ("CVPRW 2020", "CVPR", 2020),
        ("Proceedings of the 3rd Workshop on Odd Things @ CVPR 2021", "CVPR", 2021),
    ],
)
def test_a_workshop_counts_for_its_host(text: str, series: str, year: int) -> None:
    venue = read_venue(text)
    assert venue is not None
    assert (venue.series, venue.year) == (series, year)


@pytest.mark.parametrize(
    "text",
    [
        "Findings of EMNLP 2023",
        "EMNLP (Findings) 2023",
        "EMNLP Findings 2023",
        "Findings of the Association for Computational Linguistics: EMNLP 2023",
    ],
)
def test_findings_are_a_series_of_their_own(text: str) -> None:
    venue = read_venue(text)
    assert venue is not None
    assert (venue.series, venue.year) == ("Findings of EMNLP", 2023)


@pytest.mark.parametrize(
    ("text", "name", "year", "event"),
    [
        ("Workshop on Foo Bar, 2019", "Workshop on Foo Bar", 2019, True),
        ("Journal of Irreproducible Results 12(3)", "Journal of Irreproducible Results", None, False),
        ("International Conference on Foo and Bar (ICFB 2021)", "International Conference on Foo and Bar", 2021, True),
        (
            "Proceedings of the London Mathematical Society",
            "Proceedings of the London Mathematical Society",
            None,
            False,
        ),
        ("IEEE Transactions on Odd Things, vol. 3, pp. 1-9, 2004", "IEEE Transactions on Odd Things", 2004, False),
        ("Zeitschrift für Physik", "Zeitschrift für Physik", None, False),
    ],
)
def test_an_unknown_venue_keeps_its_own_name(text: str, name: str, year: int | None, event: bool) -> None:
    venue = read_venue(text)
    assert venue == VenueName(name, year, event, name)


def test_a_field_longer_than_the_limit_is_not_read() -> None:
    assert read_venue("ICLR 2025 " * (LONGEST // 10 + 1)) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ICLR 2025 oral notes", [("ICLR 2025", "ICLR", 2025)]),
        ("notes from NeurIPS 2024 in Vancouver", [("NeurIPS 2024", "NeurIPS", 2024)]),
        ("ICML '24", [("ICML '24", "ICML", 2024)]),
        ("CHI 2024 trip report", [("CHI 2024", "CHI", 2024)]),
        ("In 2024 ICLR was in Vienna", [("2024 ICLR", "ICLR", 2024)]),
        ("EMNLP'22, ACL 2023", [("EMNLP'22", "EMNLP", 2022), ("ACL 2023", "ACL", 2023)]),
        ("#ICLR2025", [("ICLR2025", "ICLR", 2025)]),
        ("the CVPR crowd", [("CVPR", "CVPR", None)]),
        ("published in Nature Communications last year", [("Nature Communications", "Nature Communications", None)]),
    ],
)
def test_venues_are_found_in_running_text(text: str, found: list[tuple[str, str, int | None]]) -> None:
    assert [(text[start:end], venue.series, venue.year) for start, end, venue in find_venues(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "Nature is full of cells and Language shapes Cognition",
        "the ACL tear healed, tai chi helps, and DIS is a prefix",
        "[AnnaMcKay2025ICLR](https://host.example/ICLR2025/x)",
        "see https://proceedings.mlr.press/ICML_2024.html",
        "Machine Learning 2023 course",
        "also on arXiv",
        "artificial intelligence and statistics",
    ],
)
def test_ordinary_words_keys_and_addresses_are_no_venues(text: str) -> None:
    assert find_venues(text) == ()


@given(st.text(max_size=300))
def test_any_text_is_read_without_failure_and_places_lie_inside(text: str) -> None:
    read_venue(text)
    ends = [0]
    for start, end, _ in find_venues(text):
        assert 0 <= start < end <= len(text)
        ends.append(end)
    assert ends == sorted(ends)


def test_every_venue_of_the_list_is_read_by_its_name_and_aliases() -> None:
    lines = {
        text: line
        for line in rows("venues")
        for text in (line["series"], line["name"], *line["aliases"].split("|"))
        if text
    }
    read = {text: read_venue(text) for text in lines}
    expected = {
        text: (line["series"], line["kind"] in {"conference", "workshop-series"}) for text, line in lines.items()
    }

    assert {text: venue and (venue.series, venue.event) for text, venue in read.items()} == expected


def test_every_conference_is_found_with_a_year_unless_its_name_is_too_ordinary() -> None:
    conferences = [line for line in rows("venues") if line["kind"] == "conference"]
    found = {line["series"]: find_venues(f"my notes from {line['series']} 2023, day one") for line in conferences}
    expected = {line["series"]: [] if line["caution"] == "field" else [(line["series"], 2023)] for line in conferences}

    assert {name: [(venue.series, venue.year) for *_, venue in some] for name, some in found.items()} == expected
