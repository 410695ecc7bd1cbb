"""Notes in many styles are read at least as well as when they were last measured."""

from __future__ import annotations

import pytest
from styles import STYLES, render
from styles.floors import floors, measure
from styles.papers import bibliography
from styles.predicted import Found
from styles.scoring import plain, score


def test_the_bibliography_holds_real_variety() -> None:
    papers = bibliography()

    assert len(papers) >= 330
    assert len({paper.id for paper in papers}) == len({plain(paper.title) for paper in papers}) == len(papers)
    assert sum(len(paper.names) == 1 for paper in papers) > 60
    assert sum(len(paper.names) > 8 for paper in papers) > 30
    assert sum(not paper.latin for paper in papers) >= 3


def _perfect(rows: list[dict]) -> list[Found]:
    return [
        Found(
            names=[row["title"]] if row["title"] else [],
            keys={row["citekey"]} if row["citekey"] else set(),
            links=set(row["urls"]),
            authors=list(row["authors"]),
            years={str(row["year"])} if row["year"] else set(),
            venues={row["venue"]} if row["venue"] else set(),
            presentations={row["presentation"]} if row["presentation"] else set(),
            topics=set(row["topics"]),
        )
        for row in rows
    ]


@pytest.mark.parametrize("name", ["heading-links", "cite-apa", "key-camel"])
def test_reading_all_that_is_there_scores_one(name: str) -> None:
    rows = list(render(name).rows)

    assert all(count.f1 == 1 for count in score(rows, _perfect(rows)).values())


def test_a_paper_missed_and_one_invented_cost_recall_and_precision() -> None:
    rows = list(render("cite-apa").rows)
    found = [*_perfect(rows)[1:], Found(names=["Minutes of the Meeting"])]

    papers = score(rows, found)["paper"]

    assert (papers.hit, papers.missed, papers.false) == (len(rows) - 1, 1, 1)


def test_each_style_has_floors() -> None:
    assert set(floors()) == set(STYLES)


@pytest.mark.parametrize("name", sorted(STYLES))
def test_a_style_renders_the_same_notes_again(name: str) -> None:
    once = render(name, 7)

    assert once == render(name, 7)
    assert once.files == tuple(dict(once.files).items())
    for row in once.rows:
        assert row["title"] or row["citekey"] or row["urls"]


@pytest.mark.parametrize("name", sorted(STYLES))
def test_a_style_is_read_no_worse_than_before(name: str) -> None:
    scores = measure(name)

    fallen = {field: round(scores[field].f1, 4) for field, floor in floors()[name].items() if scores[field].f1 < floor}
    assert fallen == {}
