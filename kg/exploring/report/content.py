"""What the report tells: counts, growth, papers and topics by year, analyses, what is new, what was not understood."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg import terms
from kg.analytics import ANALYSES, Table, analyze
from kg.asking.knowledge import Knowledge
from kg.asking.wording import PLURALS
from kg.errors import StoreError
from kg.model import Problem
from kg.publishing import news, report

ROWS = 10
"""Of a table."""
TOPICS = 10
YEARS = 25
NEW = 20
PROBLEMS = 25


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it is shown."""

    name: str
    told: str
    """What it means, in a sentence."""
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    links: tuple[str, ...]
    """IRI of what each row is about, "" where there is none."""
    more: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Topics by year."""

    years: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[int, ...]], ...]
    """Topic, its name, papers in each year."""
    most: int


@dataclass(frozen=True, slots=True)
class New:
    """What is new since the build before."""

    news: news.News
    things: tuple[tuple[str, str, str], ...]
    """IRI, name and kind of what only notes name that came."""


@dataclass(frozen=True, slots=True)
class Content:
    """All that the report tells."""

    counts: tuple[tuple[str, int], ...]
    growth: Mapping[str, int]
    """Month or year -> dated notes until then."""
    papers: Mapping[str, int]
    """Year -> papers."""
    topics: Grid | None
    tables: tuple[Shown, ...]
    new: New | None
    codes: tuple[tuple[str, int], ...]
    """Sort of problem -> how many."""
    problems: tuple[Problem, ...]
    told: tuple[int, int]
    """Sentences that gave something, and all."""
    unread: str


def content(knowledge: Knowledge, graph: Path) -> Content:
    """Read what the report tells.

    Args:
        knowledge: the graph.
        graph: its folder.

    Raises:
        StoreError: the problems of the build cannot be read.
    """
    try:
        problems, told = report.read(graph), report.read_told(graph)
        unread = report.said_of_unread(report.read_unread(graph))
    except StoreError:
        problems, told, unread = (), {}, ""  # a graph that was not built here has no report of a build
    return Content(
        counts=tuple(_counts(knowledge)),
        growth=_growth(knowledge),
        papers=_papers(knowledge),
        topics=_topics(knowledge),
        tables=tuple(_tables(knowledge)),
        new=_new(knowledge, news.read(graph)),
        codes=tuple(Counter(problem.code for problem in problems).most_common()),
        problems=problems[:PROBLEMS],
        told=(sum(some for some, _ in told.values()), sum(all_ for _, all_ in told.values())),
        unread=unread,
    )


def _counts(knowledge: Knowledge) -> Iterable[tuple[str, int]]:
    found = knowledge.count_kinds()
    yield "notes", found.get("note", 0)
    yield from ((words, found[kind.value]) for kind, words in PLURALS.items() if kind.value in found)


def _growth(knowledge: Knowledge) -> dict[str, int]:
    """Count the dated notes until each month, or each year where there are many months."""
    rows = knowledge.store.query(f"SELECT ?note ?date {{ ?note <{terms.DATE_CREATED}> ?date ; kg:path ?path }}").texts()
    first = {note: date for note, date in sorted(rows, reverse=True)}  # noqa: C416 - rows are tuples of any length
    for length in (7, 4):
        counts = Counter(date[:length] for date in first.values())
        if len(counts) <= YEARS:
            break
    total, grown = 0, {}
    for period in sorted(counts):
        total += counts[period]
        grown[period] = total
    return grown if len(grown) > 1 else {}


def _papers(knowledge: Knowledge) -> dict[str, int]:
    """Count the papers of each year, the last ones."""
    rows = knowledge.index.execute(
        "SELECT substr(year, 1, 4), COUNT(*) FROM things WHERE kind = 'paper' AND year <> '' GROUP BY 1 ORDER BY 1"
    )
    return dict(list(rows)[-YEARS:])


def _topics(knowledge: Knowledge) -> Grid | None:
    """Count the papers of the topics with most of them, by year."""
    rows = knowledge.store.query(
        "SELECT ?topic ?year (COUNT(DISTINCT ?paper) AS ?n) "
        "{ ?paper schema:about ?topic ; schema:datePublished ?year } GROUP BY ?topic ?year"
    ).texts()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for topic, year, number in rows:
        counts[topic][year[:4]] += int(number)
    knowledge.names.learn(counts)
    named = sorted(counts, key=lambda topic: (-counts[topic].total(), knowledge.names(topic), topic))[:TOPICS]
    years = tuple(sorted({year for topic in named for year in counts[topic]}))[-YEARS:]
    found = tuple((topic, knowledge.names(topic), tuple(counts[topic][year] for year in years)) for topic in named)
    most = max((number for _, _, numbers in found for number in numbers), default=0)
    return Grid(years, found, most) if most else None


def _tables(knowledge: Knowledge) -> Iterable[Shown]:
    """Run the analyses; each table has the sentence that says what it means."""
    told = {analysis.name: analysis.means for analysis in ANALYSES}
    for finding in analyze(knowledge.store):
        table = finding.table
        if table.rows:
            yield _shown(table, told.get(table.name, ""))


def _shown(table: Table, told: str) -> Shown:
    """Leave out what only programs want: the IRI becomes the link of the row."""
    at = table.columns.index("iri") if "iri" in table.columns else -1
    rows = table.rows[:ROWS]
    links = tuple(str(row[at]) if at >= 0 else "" for row in rows)
    kept = [place for place in range(len(table.columns)) if place != at]
    cells = tuple(tuple(row[place] for place in kept) for row in rows)
    columns = tuple(table.columns[place] for place in kept)
    return Shown(table.name, told, columns, cells, links, len(table.rows) - len(rows))


def _new(knowledge: Knowledge, found: news.News | None) -> New | None:
    """Find what only notes name that came with the last build."""
    if found is None or found.is_first:
        return None
    things: list[tuple[str, str, str]] = []
    if found.came:
        rows = knowledge.index.execute(
            "SELECT t.iri, t.name, t.kind FROM notes n JOIN sentences z ON z.note = n.id "
            "JOIN seen s ON s.sentence = z.id JOIN things t ON t.id = s.thing "
            "WHERE n.path IN (SELECT value FROM json_each(?)) AND t.kind NOT IN ('', 'note') GROUP BY t.id "
            "HAVING COUNT(DISTINCT z.note) = t.notes ORDER BY t.places DESC, t.name LIMIT ?",
            (json.dumps(found.came), NEW),
        )
        things = [(str(iri), str(name), str(kind)) for iri, name, kind in rows]
    return New(found, tuple(things))
