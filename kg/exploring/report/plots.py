"""Plots as plain values: the positions of bars, cells, circles and names. Templates draw them, without scripts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import hypot
from statistics import median
from typing import NamedTuple

from kg.analytics import Table
from kg.text import cut

FEW = 3
"""Fewest papers of a year with a column in a grid."""
BARS = 12
"""Most bars of a chart; one of them holds all that is older."""
ROWS, YEARS = 12, 9
"""Most rows and columns of a grid."""
UNDATED = "undated"
_GROWN = {"papers": "Papers", "new people": "New people", "new topics": "New topics", "new methods": "New methods"}
THEMES, FEW_THEMES = 20, 3
"""Most and fewest themes of the diagram."""
WIDE, TALL, MARGIN = 760, 520, 34
"""Size of the diagram of themes."""
ROUNDS = 30
"""How many times circles are moved apart."""
_SMALLEST, _LARGEST = 11, 28
_LETTER, _LINE = 7.3, 16
"""Width of a letter of a name, at most, and height of a line."""
LONGEST_LINE = 34


class Bar(NamedTuple):
    """A bar of a chart."""

    label: str
    number: int
    height: float
    """From 0 to 1."""


class Chart(NamedTuple):
    """Bars from the first time to the last."""

    name: str
    bars: tuple[Bar, ...]
    undated: int


class Cell(NamedTuple):
    """A cell of a grid."""

    papers: int
    part: float
    """Share of the papers of the year, in percent."""
    depth: float
    """From 0 to 1: the share, compared with the largest of the grid."""


class Grid(NamedTuple):
    """Things by year."""

    years: tuple[int, ...]
    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    """IRI, name, and a cell for each year."""


class Line(NamedTuple):
    """A line of a name."""

    text: str
    x: float
    y: float


class Circle(NamedTuple):
    """A theme in the diagram."""

    number: int
    name: str
    place: str
    papers: int
    x: float
    y: float
    radius: float
    lines: tuple[Line, ...]
    """Its name, if there is room for it."""
    anchor: str


class Diagram(NamedTuple):
    """Themes by centrality, to the right, and density, upwards."""

    width: int
    height: int
    x: float
    y: float
    """Where the medians cross."""
    circles: tuple[Circle, ...]


def charts(table: Table) -> tuple[Chart, ...]:
    """Draw growth: a chart of the papers, and one of each kind of new thing."""
    times = [row for row in reversed(table.rows) if row[0] != UNDATED]
    without = next((row for row in table.rows if row[0] == UNDATED), None)
    if len(times) < 2:
        return ()
    older, shown = times[: max(len(times) - BARS + 1, 0)], times[-BARS + 1 :]
    if len(older) == 1:
        older, shown = [], times
    found = []
    for column, name in _GROWN.items():
        at = table.columns.index(column)
        numbers = [(f"until {older[-1][0]}", sum(int(row[at]) for row in older))] if older else []
        numbers += [(str(row[0]), int(row[at])) for row in shown]
        most = max((number for _, number in numbers), default=0) or 1
        bars = tuple(Bar(label, number, number / most) for label, number in numbers)
        found.append(Chart(name, bars, int(without[at]) if without else 0))
    return tuple(chart for chart in found if any(bar.number for bar in chart.bars))


def grid(table: Table, papers: Table) -> Grid | None:
    """Draw the things with the most papers by year, in years with enough papers.

    Args:
        table: rows of things and years, with the share of all papers of the year.
        papers: of each year.
    """
    years = tuple(int(year) for year, number in papers.rows if isinstance(year, int) and int(number) >= FEW)[-YEARS:]
    names: dict[str, str] = {}
    cells: dict[str, dict[int, tuple[int, float]]] = defaultdict(dict)
    for row in table.rows:
        name, year, number, part, iri = row[0], int(row[1]), int(row[2]), float(row[3]), str(row[-1])
        if year in years:
            names[iri] = str(name)
            cells[iri][year] = number, part
    total = Counter({iri: sum(number for number, _ in found.values()) for iri, found in cells.items()})
    best = sorted(total, key=lambda iri: (-total[iri], names[iri], iri))[:ROWS]
    most = max((part for iri in best for _, part in cells[iri].values()), default=0.0)
    if len(years) < 2 or not best:
        return None
    rows = []
    for iri in best:
        found = (cells[iri].get(year, (0, 0.0)) for year in years)
        rows.append((iri, names[iri], tuple(Cell(number, part, part / most) for number, part in found)))
    return Grid(years, tuple(rows))


def diagram(table: Table) -> Diagram | None:
    """Draw themes by centrality and density, with names that do not overlap."""
    if len(table.rows) < FEW_THEMES:
        return None
    themes = [(str(row[0]), str(row[1]), float(row[2]), float(row[3]), int(row[5])) for row in table.rows[:THEMES]]
    across, up = [theme[2] for theme in themes], [theme[3] for theme in themes]
    most = max(theme[4] for theme in themes) or 1
    bare = []
    for number, (name, place, central, dense, papers) in enumerate(themes, start=1):
        x = _scaled(central, across, MARGIN + _LARGEST, WIDE - MARGIN - _LARGEST)
        y = _scaled(dense, up, TALL - MARGIN - _LARGEST, MARGIN + _LARGEST)
        radius = _SMALLEST + (_LARGEST - _SMALLEST) * (papers / most) ** 0.5
        bare.append(Circle(number, name, place, papers, x, y, round(radius, 1), (), "start"))
    x = _scaled(median(across), across, MARGIN + _LARGEST, WIDE - MARGIN - _LARGEST)
    y = _scaled(median(up), up, TALL - MARGIN - _LARGEST, MARGIN + _LARGEST)
    return Diagram(WIDE, TALL, x, y, tuple(_named(_apart(bare))))


def _scaled(value: float, values: Sequence[float], low: float, high: float) -> float:
    least, most = min(values), max(values)
    return round(low + (high - low) * ((value - least) / (most - least) if most > least else 0.5), 1)


def _apart(circles: Sequence[Circle]) -> list[Circle]:
    """Move circles that lie on each other apart, little by little; each keeps within the diagram."""
    moved = list(circles)
    for _ in range(ROUNDS):
        for a, b in combinations(range(len(moved)), 2):
            first, second = moved[a], moved[b]
            away = hypot(second.x - first.x, second.y - first.y)
            need = first.radius + second.radius + 2 - away
            if need > 0:
                right, down = ((second.x - first.x) / away, (second.y - first.y) / away) if away else (1.0, 0.0)
                moved[a] = _shifted(first, -right * need / 2, -down * need / 2)
                moved[b] = _shifted(second, right * need / 2, down * need / 2)
    return moved


def _shifted(circle: Circle, right: float, down: float) -> Circle:
    edge = MARGIN + circle.radius
    x, y = min(max(circle.x + right, edge), WIDE - edge), min(max(circle.y + down, edge), TALL - edge)
    return circle._replace(x=round(x, 1), y=round(y, 1))


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        apart = self.right < other.left or other.right < self.left or self.bottom < other.top or other.bottom < self.top
        return not apart


def _named(circles: Sequence[Circle]) -> Iterator[Circle]:
    """Put names beside circles, large ones first, where they lie on nothing; some find no room."""
    taken = [_Box(c.x - c.radius, c.y - c.radius, c.x + c.radius, c.y + c.radius) for c in circles]
    taken += [_Box(0, 0, WIDE, MARGIN - 8), _Box(0, TALL - MARGIN + 8, WIDE, TALL)]  # words of the corners
    placed: dict[int, Circle] = {}
    for circle in sorted(circles, key=lambda one: (-one.radius, one.number)):
        words = _lines(circle.name)
        placed[circle.number] = circle
        for box, anchor in _around(circle, words):
            inside = box.left >= 0 and box.right <= WIDE and box.top >= 0 and box.bottom <= TALL
            if inside and not any(box.meets(other) for other in taken):
                x = {"start": box.left, "end": box.right, "middle": (box.left + box.right) / 2}[anchor]
                lines = tuple(
                    Line(text, round(x, 1), round(box.top + 12 + at * _LINE, 1)) for at, text in enumerate(words)
                )
                placed[circle.number] = circle._replace(lines=lines, anchor=anchor)
                taken.append(box)
                break
    return (placed[circle.number] for circle in circles)


def _lines(name: str) -> list[str]:
    """Divide a name in two lines where it has two parts.

    >>> _lines("Synthesis, End to end")
    ['Synthesis,', 'End to end']
    """
    first, comma, second = name.partition(", ")
    return [cut(line, limit=LONGEST_LINE) for line in (first + comma.strip(), second) if line]


def _around(circle: Circle, words: Sequence[str]) -> Iterable[tuple[_Box, str]]:
    """Yield the places for a name beside a circle, the best first."""
    wide, high = max(map(len, words)) * _LETTER, len(words) * _LINE
    near = circle.radius + 4
    for down in (0.0, -near / 2, near / 2):
        top = circle.y - high / 2 + down
        yield _Box(circle.x + near, top, circle.x + near + wide, top + high), "start"
        yield _Box(circle.x - near - wide, top, circle.x - near, top + high), "end"
    for top in (circle.y + near, circle.y - near - high):
        for wanted in (circle.x - wide / 2, circle.x, circle.x - wide):
            left = min(max(wanted, 4), WIDE - 4 - wide)
            yield _Box(left, top, left + wide, top + high), "middle"
