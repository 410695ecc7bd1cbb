"""The plots of the report: where bars, cells, circles and names stand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from kg.analytics import ANALYSES, Table
from kg.exploring.report.content import DRAWN, SECTIONS
from kg.exploring.report.plots import BARS, ROWS, TALL, WIDE, YEARS, Circle, charts, diagram, grid

GROWTH = ("when", "notes", "papers", "papers in all", "new people", "new topics", "new methods")
THEMES = ("theme", "place", "centrality", "density", "topics", "papers")


def growth(*rows: tuple[str, int]) -> Table:
    """Give growth of papers and methods, the latest first."""
    return Table("growth", GROWTH, tuple((when, 1, number, 0, 0, 0, number * 2) for when, number in rows))


def themes(number: int, *, seed: int = 0) -> Table:
    chosen = random.Random(seed)
    rows = [
        (f"Theme of a name {n}, and another one", "motor", chosen.random(), chosen.random(), 5, chosen.randrange(60))
        for n in range(number)
    ]
    return Table("topic-themes", THEMES, tuple(rows))


def test_every_analysis_that_runs_by_itself_is_told_once() -> None:
    told = [*DRAWN, *(name for titles in SECTIONS.values() for name in titles)]
    assert sorted(told) == sorted(analysis.name for analysis in ANALYSES if not analysis.optional)


def test_growth_is_drawn_from_the_first_time_to_the_last_and_what_has_no_date_stands_apart() -> None:
    papers, methods = charts(growth(("2024", 4), ("2023", 1), ("undated", 3)))
    assert (papers.name, methods.name) == ("Papers", "New methods")
    assert [tuple(bar) for bar in papers.bars] == [("2023", 1, 0.25), ("2024", 4, 1.0)]
    assert (papers.undated, methods.undated) == (3, 6)


def test_what_is_older_than_the_last_bars_stands_in_one_of_them() -> None:
    years = [(str(year), 1) for year in range(2024, 2004, -1)]
    bars = charts(growth(*years))[0].bars
    assert (len(bars), bars[0].label, bars[0].number, bars[-1].label) == (BARS, f"until {2024 - BARS + 1}", 9, "2024")
    exact = charts(growth(*years[:BARS]))[0].bars
    assert (exact[0].label, len(exact)) == (str(2024 - BARS + 1), BARS)


@pytest.mark.parametrize("rows", [(), (("2024", 4),), (("2024", 4), ("undated", 1)), (("2024", 0), ("2023", 0))])
def test_what_has_not_grown_is_not_drawn(rows: tuple[tuple[str, int], ...]) -> None:
    assert charts(growth(*rows)) == ()


def test_a_grid_shows_the_last_years_with_a_few_papers_and_the_things_with_most() -> None:
    papers = Table("years", ("year", "papers"), ((2020, 2), *((2021 + n, 3 + n) for n in range(YEARS)), ("unknown", 9)))
    columns = ("topic", "year", "papers", "share in %", "iri")
    many = tuple((f"T{n}", 2022, 1, 25.0, f"t{n}") for n in range(ROWS))
    found = grid(Table("topic-years", columns, (("A", 2020, 2, 100.0, "a"), ("B", 2023, 5, 50.0, "b"), *many)), papers)
    assert found is not None
    assert found.years == tuple(range(2021, 2021 + YEARS))
    assert [name for _, name, _ in found.rows] == ["B", *sorted(f"T{n}" for n in range(ROWS))[: ROWS - 1]]
    assert found.rows[0][2][2] == (5, 50.0, 1.0)
    assert found.rows[1][2][1] == (1, 25.0, 0.5)
    assert found.rows[0][2][0] == (0, 0.0, 0.0)


def test_there_is_no_grid_of_one_year() -> None:
    columns = ("topic", "year", "papers", "share in %", "iri")
    table = Table("topic-years", columns, (("A", 2024, 2, 50.0, "a"),))
    assert grid(table, Table("years", ("year", "papers"), ((2024, 4),))) is None
    assert grid(Table("topic-years", columns, ()), Table("years", ("year", "papers"), ((2023, 4), (2024, 4)))) is None


def box(circle: Circle) -> tuple[float, float, float, float]:
    """Give the place of a name, narrow letters aside."""
    wide = max(len(line.text) for line in circle.lines) * 5
    x, y = circle.lines[0].x, circle.lines[0].y
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[circle.anchor]
    return left, y - 10, left + wide, circle.lines[-1].y


@pytest.mark.parametrize("seed", range(5))
def test_circles_and_names_lie_on_nothing_and_within_the_diagram(seed: int) -> None:
    found = diagram(themes(12, seed=seed))
    assert found is not None
    for one in found.circles:
        assert one.radius <= one.x <= WIDE - one.radius and one.radius <= one.y <= TALL - one.radius
    for one, other in combinations(found.circles, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius - 1) ** 2
    named = [one for one in found.circles if one.lines]
    assert len(named) >= 9
    for one, other in combinations(named, 2):
        (left, top, right, bottom), (left_, top_, right_, bottom_) = box(one), box(other)
        assert right < left_ or right_ < left or bottom < top_ or bottom_ < top, (one.name, other.name)


def test_central_themes_are_to_the_right_and_dense_ones_above() -> None:
    rows = (("A", "motor", 3.0, 30.0, 5, 9), ("B", "niche", 1.0, 20.0, 4, 4), ("C", "basic", 2.0, 10.0, 3, 1))
    found = diagram(Table("topic-themes", THEMES, rows))
    assert found is not None
    a, b, c = found.circles
    assert a.x > c.x > b.x and a.y < b.y < c.y and a.radius > b.radius > c.radius
    assert (found.x, found.y) == (c.x, b.y)  # the medians


def test_themes_at_one_place_are_drawn_and_two_are_not() -> None:
    rows = tuple((name, "motor", 1.0, 1.0, 3, 0) for name in "ABC")
    found = diagram(Table("topic-themes", THEMES, rows))
    assert found is not None and len({(one.x, one.y) for one in found.circles}) == 3
    assert diagram(Table("topic-themes", THEMES, rows[:2])) is None
