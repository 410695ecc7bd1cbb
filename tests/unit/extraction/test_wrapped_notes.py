"""A note whose lines an editor wrapped is read as it would be with each paragraph on one line."""

import textwrap

import pytest
from entries import found

REFERENCES = [
    (
        "Novak, A. T., and J. Lindqvist. 2011a. [Edge effects on the growth of an understory fern](https://doi.org/10.1000/fern.11). "
        "*Journal of Applied Ecology* 48: 12–20."
    ),
    (
        "Moreau, I. 2013. [How small firms lend to each other in years of drought, with evidence from 1,204 contracts]"
        "(https://doi.org/10.1000/lend.13). *Lending Letters* 7: 101–133."
    ),
    (
        "Okafor, K., M. Petrov, and T. Sandoval. 2005. [Percolation in dense networks after random failures of their links]"
        "(https://doi.org/10.1000/perc.5). *Annals of Small Systems* 3: 44–59."
    ),
    (
        "Sandoval, T. 2018. [Voting in rural schools: a comparison of three rules and what pupils think of them]"
        "(https://doi.org/10.1000/vote.18). *Rural Studies Quarterly* 21: 5–31."
    ),
]


@pytest.mark.parametrize("width", [60, 72, 79, 88])
def test_wrapped_references_are_read_as_unwrapped_ones(width):
    whole = found("# Publications\n\n" + "\n\n".join(REFERENCES) + "\n")
    lines = [textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False) for text in REFERENCES]

    wrapped = found("# Publications\n\n" + "\n\n".join(lines) + "\n")

    assert [entry.title.text for entry in whole] == [text.partition("[")[2].partition("]")[0] for text in REFERENCES]
    assert [(one.title.text, [a.text for a in one.authors], one.year.text) for one in wrapped] == [
        (one.title.text, [a.text for a in one.authors], one.year.text) for one in whole
    ]


def test_lines_that_end_before_they_are_full_stay_apart():
    titles = [
        "Edge effects in ferns",
        "Lending of small firms in dry years",
        "Percolation",
        "Voting in rural schools",
    ]
    text = "".join(f"{title} (2019), arxiv.org/abs/1905.{n}1234\n" for n, title in enumerate(titles))

    assert [entry.title.text for entry in found(text + "\n" + text.replace("1905", "1906"))][:4] == titles
