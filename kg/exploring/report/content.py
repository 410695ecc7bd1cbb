"""The content of the report: what is new, how the notes grew, analyses in sections, and what was not understood."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.analytics import ANALYSES, Table, analyze
from kg.analytics.tables import Cell
from kg.asking.knowledge import Knowledge
from kg.asking.wording import PLURALS
from kg.errors import StoreError
from kg.exploring.report.plots import THEMES, Chart, Diagram, Grid, charts, diagram, grid
from kg.model import Problem
from kg.publishing import news, report
from kg.publishing.topicmap.themes import theming_of

ROWS = 10
"""Most rows of a table."""
NEW = 12
"""Most new things of a kind that are listed by name."""
PROBLEMS = 25
SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Over the years": {"shifts": "Growing and declining", "bursts": "Bursts"},
    "Themes": {"topic-ranks": "Central topics"},
    "Papers": {
        "paper-ranks": "Central papers",
        "isolated-papers": "Good papers with few links",
        "paper-communities": "Groups of papers",
    },
    "Methods": {
        "method-novelty": "New methods",
        "method-ranks": "Central methods",
        "method-communities": "Groups of methods",
    },
    "People": {"author-ranks": "Central people", "author-communities": "Circles of co-authors"},
    "Venues": {
        "venues": "Papers by venue",
        "venue-profiles": "What each venue is about",
        "venue-shifts": "What changes at each venue",
    },
    "Notes": {"loose-notes": "Notes without links"},
}
"""The tables below each heading, with their own headings."""
DRAWN = (
    *("things", "years", "growth", "topic-years", "method-spread"),
    *("cautions", "topic-communities", "topic-themes", "topic-papers", "topic-gaps"),
)
"""Analyses that are shown in another form: as a plot, in sentences, or in another table."""
_TOLD = frozenset({"shifts", "method-novelty"})
"""Tables that are shown even if they are empty, with the reason."""
_LEFT_OUT = frozenset({"iri", "PageRank", "modularity", "log odds"})
"""Columns that only programs need."""
_WIDE = 7
"""A table with more columns than this takes the whole width."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it is shown."""

    name: str
    title: str
    told: str
    """What it shows, in a sentence."""
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    links: tuple[str, ...]
    """IRI of what each row is about; "" if there is none."""
    more: int
    remark: str
    linked: int
    """The column with the name of what a row is about."""
    is_wide: bool


@dataclass(frozen=True, slots=True)
class Content:
    """Everything in the report."""

    counts: tuple[tuple[str, int], ...]
    new: news.News | None
    named: int
    """Most new things of a kind that are listed by name."""
    kinds: Mapping[str, str]
    """Kind -> its plural."""
    growth: tuple[Chart, ...]
    growth_table: Shown | None
    topics_by_year: Grid | None
    methods_by_year: Grid | None
    diagram: Diagram | None
    """Of the themes."""
    sections: tuple[tuple[str, tuple[Shown, ...]], ...]
    themes: tuple[tuple[Cell, ...], ...]
    """Rows of `topic-themes`."""
    key_papers: Mapping[str, list[tuple[str, str]]]
    """Theme -> IRI and name of the papers that get the most attention in the notes."""
    gaps: tuple[tuple[Cell, ...], ...]
    """Rows of `topic-gaps`."""
    cautions: Mapping[str, str]
    """What measures are about, `years` or `gaps` -> why they say little in these notes."""
    codes: tuple[tuple[str, int], ...]
    """Code of a problem -> how many there are."""
    problems: tuple[Problem, ...]
    told: tuple[int, int]
    """Sentences that yielded something, and all sentences."""
    unread: str


def content(knowledge: Knowledge, graph: Path) -> Content:
    """Read the content of the report.

    Raises:
        StoreError: the problems of the build cannot be read.
    """
    try:
        built = report.read(graph)
    except StoreError:
        built = report.Contents()  # a graph that was not built here has no report of a build
    findings = analyze(knowledge.store, theming=theming_of(graph))
    tables = {finding.table.name: finding.table for finding in findings}
    found, growth = news.read(graph), tables["growth"]
    return Content(
        counts=tuple(_counts(knowledge)),
        new=None if found is None or found.is_first else found,
        named=NEW,
        kinds={kind.value: words for kind, words in PLURALS.items()},
        growth=charts(growth),
        growth_table=_shown(growth, "Growth", rows=len(growth.rows)) if growth.rows else None,
        topics_by_year=grid(tables["topic-years"], tables["years"]),
        methods_by_year=grid(tables["method-spread"], tables["years"]),
        diagram=diagram(tables["topic-themes"]),
        sections=tuple(_sections(tables)),
        themes=tables["topic-themes"].rows[:THEMES],
        key_papers=_key_papers(tables["topic-papers"]),
        gaps=tables["topic-gaps"].rows[:ROWS],
        cautions={str(about): str(said) for about, said in tables["cautions"].rows},
        codes=tuple(Counter(problem.code for problem in built.problems).most_common()),
        problems=built.problems[:PROBLEMS],
        told=(sum(some for some, _ in built.told.values()), sum(all_ for _, all_ in built.told.values())),
        unread=report.said_of_unread(built.unread),
    )


def _counts(knowledge: Knowledge) -> Iterable[tuple[str, int]]:
    found = knowledge.count_kinds()
    yield "notes", found.get("note", 0)
    yield from ((words, found[kind.value]) for kind, words in PLURALS.items() if kind.value in found)


def _sections(tables: Mapping[str, Table]) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    for heading, titles in SECTIONS.items():
        told = ((tables[name], title) for name, title in titles.items())
        yield heading, tuple(_shown(table, title) for table, title in told if table.rows or table.name in _TOLD)


def _shown(table: Table, title: str, *, rows: int = ROWS) -> Shown:
    """Leave out what only programs need, and empty columns: the IRI becomes the link of the row."""
    at = table.columns.index("iri") if "iri" in table.columns else -1
    shown = table.rows[:rows]
    kept = [
        place
        for place, column in enumerate(table.columns)
        if column not in _LEFT_OUT and (not shown or any(row[place] != "" for row in shown))
    ]
    columns = tuple(table.columns[place] for place in kept)
    named = next((place for place, column in enumerate(columns) if column in {"about", "paper", "name"}), 0)
    return Shown(
        name=table.name,
        title=title,
        told=next(analysis.means for analysis in ANALYSES if analysis.name == table.name),
        columns=columns,
        rows=tuple(tuple(row[place] for place in kept) for row in shown),
        links=tuple(str(row[at]) if at >= 0 else "" for row in shown),
        more=len(table.rows) - len(shown),
        remark=table.remark,
        linked=named,
        is_wide=len(columns) > _WIDE or "members" in columns,
    )


def _key_papers(papers: Table) -> dict[str, list[tuple[str, str]]]:
    key: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, paper, *_, iri in papers.rows:
        key[str(name)].append((str(iri), str(paper)))
    return key
