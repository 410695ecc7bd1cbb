"""Store -> networks -> tables: what can be counted and computed from a whole graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import networkx as nx

from kg.analytics.backbone import backbone
from kg.analytics.bridging import hold_together, predict
from kg.analytics.centrality import broker, measure, rank, rank_papers
from kg.analytics.chains import chain
from kg.analytics.communities import divide_network, find_communities, group, split
from kg.analytics.counts import count_things, count_venues, count_years
from kg.analytics.history import burst, follow, grow, shift
from kg.analytics.loose import find_isolated, find_loose
from kg.analytics.naming import name_communities
from kg.analytics.novelty import find_new, spread
from kg.analytics.project import VIEWS, Queryable, Source, View, project
from kg.analytics.structure import Division, Structure
from kg.analytics.tables import DerivedFact, Finding, Table
from kg.analytics.themes import choose_papers, find_gaps, place_themes
from kg.analytics.venues import profile, shift_venues

__all__ = [
    "ANALYSES",
    "VIEWS",
    "Analysis",
    "DerivedFact",
    "Division",
    "Finding",
    "Source",
    "Structure",
    "Table",
    "View",
    "analyze",
    "backbone",
    "choose_analyses",
    "divide_network",
    "find_communities",
    "name_communities",
    "project",
]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question to one or more networks: it takes any, changes none, and gives the same for the same networks."""

    name: str
    views: tuple[str, ...]
    """What it looks at; it belongs to the first of them."""
    means: str
    """What its table says, in one sentence."""
    find: Callable[..., Finding]
    """Takes a network for each view, or the structure of each, and the name of its table."""
    optional: bool = False
    """Takes long on a large graph, or answers a question that few ask, so it runs only when it or its view is named."""

    def run(self, networks: Iterable[nx.Graph | Structure]) -> Finding:
        """Give what comes of it, for a network of each view; what other analyses know of its structure is not lost."""
        seen = [one if isinstance(one, Structure) else Structure(one) for one in networks]
        given = seen if self.find in _OF_STRUCTURES else [one.network for one in seen]
        return self.find(*given, name=self.name)


def _noticed(structure: Structure, *, name: str) -> Finding:
    return rank(structure, name=name, noticed=True)


_OF_STRUCTURES = frozenset(
    {rank, _noticed, group, split, broker, measure, hold_together, predict, place_themes, choose_papers, find_gaps}
)
"""What takes structures, of which several of these need the same."""
_THEMES = ("topics", "papers-topics")
ANALYSES: tuple[Analysis, ...] = (
    Analysis("things", ("map",), "How many things of each kind there are.", count_things),
    Analysis("years", ("map",), "How many papers there are of each year.", count_years),
    Analysis("venues", ("map",), "How many papers appeared at each venue, all its years together.", count_venues),
    Analysis(
        "growth",
        ("history",),
        "What came up with the notes of each month, or with the papers of each year where notes have no dates.",
        grow,
    ),
    Analysis(
        "shifts",
        ("history",),
        "What has a larger or smaller part of the papers of the last year than of the one before.",
        shift,
    ),
    Analysis("topic-years", ("history",), "How many papers each topic had in each year.", follow),
    Analysis("bursts", ("history",), "What had many more papers in one year than in its others.", burst),
    Analysis(
        "venue-profiles",
        ("history",),
        "What a venue's papers are about more than those of other venues, as far as the notes tell.",
        profile,
    ),
    Analysis(
        "venue-shifts",
        ("history",),
        "What has a larger or smaller part of a venue's papers than in the year before.",
        shift_venues,
    ),
    Analysis(
        "author-ranks", ("coauthors",), "Persons by PageRank: high for those who wrote much with others who did.", rank
    ),
    Analysis(
        "author-communities",
        ("coauthors", "map"),
        "Circles of persons who write with each other rather than with others.",
        group,
    ),
    Analysis(
        "author-components", ("coauthors",), "Who reaches whom at all through common papers.", split, optional=True
    ),
    Analysis(
        "author-brokers",
        ("coauthors",),
        "Persons between circles: shortest ways between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "author-cores",
        ("coauthors",),
        "How densely the persons around each person write with each other.",
        measure,
        optional=True,
    ),
    Analysis(
        "author-bridges",
        ("coauthors",),
        "Persons, and pairs, without whom a circle would fall apart.",
        hold_together,
        optional=True,
    ),
    Analysis(
        "author-links",
        ("coauthors",),
        "Persons who never wrote together and share close co-authors.",
        predict,
        optional=True,
    ),
    Analysis(
        "topic-ranks",
        ("topics",),
        "Topics by PageRank: high for those that the notes name often and that go with others of the kind.",
        _noticed,
    ),
    Analysis(
        "topic-communities",
        ("topics", "map"),
        "Topics that go together: by common papers, by what these use, and in the outline of the notes.",
        group,
    ),
    Analysis(
        "topic-themes",
        _THEMES,
        "Where each theme stands: central ones are tied to others, dense ones are developed; motors are both.",
        place_themes,
    ),
    Analysis("topic-papers", _THEMES, "The papers of each theme that the notes attend to most.", choose_papers),
    Analysis(
        "topic-gaps",
        (*_THEMES, "papers"),
        "Themes with fewer links between them than to be expected, and the papers that come nearest to a bridge.",
        find_gaps,
    ),
    Analysis(
        "topic-brokers",
        ("topics",),
        "Topics that connect themes: shortest ways between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "topic-cores", ("topics",), "How densely the topics around each topic are linked.", measure, optional=True
    ),
    Analysis(
        "topic-links",
        ("topics",),
        "Topics that no paper brings together and that have close topics in common.",
        predict,
        optional=True,
    ),
    Analysis(
        "paper-ranks",
        ("map", "citations"),
        "Papers by PageRank along citations, each counting as much as the notes attend to it: places, remarks, rating.",
        rank_papers,
    ),
    Analysis(
        "paper-communities", ("papers", "map"), "Papers that share topics, methods, authors and citations.", group
    ),
    Analysis(
        "paper-brokers",
        ("papers",),
        "Papers between groups of papers: shortest ways between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "paper-cores", ("papers",), "How densely the papers around each paper are linked.", measure, optional=True
    ),
    Analysis(
        "paper-links", ("papers",), "Papers that share nothing themselves, and close papers.", predict, optional=True
    ),
    Analysis(
        "isolated-papers",
        ("papers",),
        "Papers rated high that share next to nothing with any other: a good place to read on.",
        find_isolated,
    ),
    Analysis(
        "method-ranks",
        ("methods",),
        "Methods by PageRank: high for those named often, and used, extended or compared with others of the kind.",
        _noticed,
    ),
    Analysis("method-communities", ("methods", "map"), "Methods that are used, compared and named together.", group),
    Analysis(
        "method-novelty",
        ("history",),
        "Methods that papers of the last two years were the first to speak of, and how quickly others took them up.",
        find_new,
    ),
    Analysis(
        "method-spread",
        ("history",),
        "How many papers spoke of a method in each year, and which topics and venues it reached then.",
        spread,
    ),
    Analysis(
        "method-brokers",
        ("methods",),
        "Methods that connect fields: shortest ways between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "organisation-cores",
        ("people-organisations",),
        "How persons and organisations belong together.",
        measure,
        optional=True,
    ),
    Analysis(
        "venue-cores",
        ("venues",),
        "How venues of each year are linked by what their papers have in common.",
        measure,
        optional=True,
    ),
    Analysis("note-communities", ("notes", "history"), "Notes that speak of the same things.", group, optional=True),
    Analysis("note-cores", ("notes",), "How densely the notes around each note are linked.", measure, optional=True),
    Analysis(
        "loose-notes",
        ("notes",),
        "Notes that mention nothing which another note mentions, and link to none.",
        find_loose,
    ),
    Analysis(
        "citation-chains",
        ("citations",),
        "Papers that cite each other in a row, the newest first.",
        chain,
        optional=True,
    ),
    Analysis(
        "comparison-chains",
        ("comparisons",),
        "What is said to outperform what, in a row, the best first.",
        chain,
        optional=True,
    ),
)
"""Every analysis, in the order to show them. Of two that derive one predicate, each speaks of other things."""


def choose_analyses(names: Iterable[str] = ()) -> tuple[Analysis, ...]:
    """Give the analyses of names and those of views; without any, all that are not optional.

    Raises:
        KeyError: there is neither an analysis nor a view of a name; the message lists those there are.
    """
    chosen = set(names)
    views = {analysis.views[0] for analysis in ANALYSES}
    unknown = sorted(chosen - views - {analysis.name for analysis in ANALYSES})
    if unknown:
        known = ", ".join(analysis.name for analysis in ANALYSES)
        raise KeyError(
            f"no analysis {unknown[0]!r}; there are: {known}; and those of a view: {', '.join(sorted(views))}"
        )
    return tuple(
        analysis
        for analysis in ANALYSES
        if not chosen.isdisjoint((analysis.name, analysis.views[0])) or (not chosen and not analysis.optional)
    )


def analyze(
    store: Queryable, *, only: Iterable[str] = (), before: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """Run the analyses of a graph; each view is read once, and divided once.

    Communities go on from those there were: what was together stays together, and keeps its name, as long as nothing
    speaks against it.

    Args:
        store: the graph.
        only: names of analyses to run, and of views, which stand for all of theirs; without any, those not optional.
        before: of things, the name of the community in which they were; without it, as the graph holds it.

    Raises:
        KeyError: there is neither an analysis nor a view of a name; the message lists those there are.
    """
    source = Source(store, before)
    networks: dict[str, Structure] = {}
    findings = []
    for analysis in choose_analyses(only):
        for view in analysis.views:
            if view not in networks:
                networks[view] = Structure(source.network(view))
        findings.append(analysis.run(networks[view] for view in analysis.views))
    return tuple(findings)
