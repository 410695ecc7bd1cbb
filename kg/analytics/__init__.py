"""Store -> networks -> tables: what can be counted and computed over a whole graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from kg.analytics.bridging import find_isolated, find_loose, hold_together, predict
from kg.analytics.centrality import backbone, broker, measure, rank, rank_papers
from kg.analytics.chains import chain
from kg.analytics.communities import group, split
from kg.analytics.counts import count_things, count_venues, count_years
from kg.analytics.dated import warn
from kg.analytics.history import burst, follow, grow, shift
from kg.analytics.novelty import find_new, spread
from kg.analytics.project import VIEWS, Source, project
from kg.analytics.structure import Division, Structure
from kg.analytics.tables import Finding, Table
from kg.analytics.themes import (
    Gap,
    Theme,
    Themed,
    Theming,
    choose_papers,
    find_gaps,
    gaps_between,
    list_themes,
    place_themes,
)
from kg.analytics.venues import profile, shift_venues
from kg.rdf import Askable


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question about one or more networks: it changes none, and the same networks always give the same answer."""

    name: str
    views: tuple[str, ...]
    """The views that it needs; it belongs to the first of them."""
    means: str
    """What its table shows, in one sentence."""
    find: Callable[..., Finding]
    """Takes the network or the structure of each view, and the name of its table."""
    optional: bool = False
    """Slow on a large graph, or of interest to few: it runs only if it or its view is named."""

    def run(self, networks: Iterable[nx.Graph | Structure]) -> Finding:
        """Run the analysis on a network of each view; structures that other analyses have computed are reused."""
        seen = [one if isinstance(one, Structure) else Themed(one) for one in networks]
        given = seen if self.find in _OF_STRUCTURES else [one.network for one in seen]
        return self.find(*given, name=self.name)


def _noticed(structure: Structure, *, name: str) -> Finding:
    return rank(structure, name=name, noticed=True)


_OF_STRUCTURES = frozenset(
    {
        *(rank, _noticed, group, split, broker, measure, hold_together, predict),
        *(list_themes, place_themes, choose_papers, find_gaps),
    }
)
"""Functions that take structures, so that several can share one."""
_THEMES = ("topics", "map")
ANALYSES: tuple[Analysis, ...] = (
    Analysis("things", ("map",), "How many things of each kind there are.", count_things),
    Analysis("years", ("map",), "How many papers there are from each year.", count_years),
    Analysis("venues", ("map",), "How many papers appeared at each venue, all years together.", count_venues),
    Analysis(
        "growth",
        ("history",),
        "What first appeared in the notes of each month, or in the papers of each year if the notes have no dates.",
        grow,
    ),
    Analysis("cautions", ("history",), "Why measures over the years, and gaps, say little in these notes.", warn),
    Analysis(
        "shifts",
        ("history",),
        "What has a larger or smaller share of the papers of the last year than of the year before.",
        shift,
    ),
    Analysis("topic-years", ("history",), "How many papers each topic had in each year.", follow),
    Analysis("bursts", ("history",), "What had many more papers in one year than in other years.", burst),
    Analysis(
        "venue-profiles",
        ("history",),
        "What a venue's papers are about more often than those of other venues, according to the notes.",
        profile,
    ),
    Analysis(
        "venue-shifts",
        ("history",),
        "What has a larger or smaller share of a venue's papers in its last year than in the one before.",
        shift_venues,
    ),
    Analysis(
        "author-ranks",
        ("coauthors",),
        "People by PageRank: high for those who wrote many papers with others who did.",
        rank,
    ),
    Analysis(
        "author-communities",
        ("coauthors", "map"),
        "Circles of people who write more with each other than with others.",
        group,
    ),
    Analysis(
        "author-components", ("coauthors",), "Who is connected with whom through joint papers.", split, optional=True
    ),
    Analysis(
        "author-brokers",
        ("coauthors",),
        "People between circles: the shortest paths between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "author-cores",
        ("coauthors",),
        "How densely the co-authors of each person are linked.",
        measure,
        optional=True,
    ),
    Analysis(
        "author-bridges",
        ("coauthors",),
        "People, and pairs of people, without whom a circle would fall apart.",
        hold_together,
        optional=True,
    ),
    Analysis(
        "author-links",
        ("coauthors",),
        "People who never wrote together but share close co-authors.",
        predict,
        optional=True,
    ),
    Analysis(
        "topic-ranks",
        ("topics",),
        "Topics by PageRank: high for those that the notes mention often and that are linked to important topics.",
        _noticed,
    ),
    Analysis(
        "topic-communities",
        _THEMES,
        "The themes of the map: papers with subjects in common, and the topics that belong to them.",
        list_themes,
    ),
    Analysis(
        "topic-themes",
        _THEMES,
        "The position of each theme: central ones are tied to others, dense ones are well developed; motors are both.",
        place_themes,
    ),
    Analysis(
        "topic-papers", ("map",), "The papers of each theme that get the most attention in the notes.", choose_papers
    ),
    Analysis(
        "topic-gaps",
        (*_THEMES, "papers"),
        "Pairs of themes with fewer links than expected, and the papers that come nearest to bridging them.",
        find_gaps,
    ),
    Analysis(
        "topic-brokers",
        ("topics",),
        "Topics that connect themes: the shortest paths between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "topic-cores", ("topics",), "How densely the topics around each topic are linked.", measure, optional=True
    ),
    Analysis(
        "topic-links",
        ("topics",),
        "Topics that no paper brings together but that have close topics in common.",
        predict,
        optional=True,
    ),
    Analysis(
        "paper-ranks",
        ("map", "citations"),
        "Papers by PageRank along citations, weighted by the attention that they get in the notes.",
        rank_papers,
    ),
    Analysis(
        "paper-communities", ("papers", "map"), "Papers that share topics, methods, authors and citations.", group
    ),
    Analysis(
        "paper-brokers",
        ("papers",),
        "Papers between groups of papers: the shortest paths between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "paper-cores", ("papers",), "How densely the papers around each paper are linked.", measure, optional=True
    ),
    Analysis(
        "paper-links",
        ("papers",),
        "Papers that share nothing with each other but have close papers in common.",
        predict,
        optional=True,
    ),
    Analysis(
        "isolated-papers",
        ("papers",),
        "Highly rated papers that share almost nothing with any other: a good place to read on.",
        find_isolated,
    ),
    Analysis(
        "method-ranks",
        ("methods",),
        "Methods by PageRank: high for those mentioned often, and used, extended or compared with important methods.",
        _noticed,
    ),
    Analysis(
        "method-communities", ("methods", "map"), "Methods that are used, compared and mentioned together.", group
    ),
    Analysis(
        "method-novelty",
        ("history",),
        "Methods first mentioned by papers of the last two years, and how quickly others took them up.",
        find_new,
    ),
    Analysis(
        "method-spread",
        ("history",),
        "How many papers mentioned a method in each year, and which topics and venues it reached.",
        spread,
    ),
    Analysis(
        "method-brokers",
        ("methods",),
        "Methods that connect fields: the shortest paths between others lead through them.",
        broker,
        optional=True,
    ),
    Analysis(
        "organisation-cores",
        ("people-organisations",),
        "How densely people and organisations are linked.",
        measure,
        optional=True,
    ),
    Analysis(
        "venue-cores",
        ("venues",),
        "How densely the venues of each year are linked by what their papers have in common.",
        measure,
        optional=True,
    ),
    Analysis("note-communities", ("notes", "history"), "Notes that mention the same things.", group, optional=True),
    Analysis("note-cores", ("notes",), "How densely the notes around each note are linked.", measure, optional=True),
    Analysis(
        "loose-notes",
        ("notes",),
        "Notes that mention nothing that another note mentions, and have no links to or from other notes.",
        find_loose,
    ),
    Analysis(
        "citation-chains",
        ("citations",),
        "Chains of papers, each citing the next, the newest first.",
        chain,
        optional=True,
    ),
    Analysis(
        "comparison-chains",
        ("comparisons",),
        "Chains in which each is said to outperform the next, the best first.",
        chain,
        optional=True,
    ),
)
"""Every analysis, in the order of display. Two that derive the same predicate derive it for different things."""


def choose_analyses(names: Iterable[str] = ()) -> tuple[Analysis, ...]:
    """Return the analyses with the given names, and those of the given views; without any, all that are not optional.

    Raises:
        KeyError: a name is neither that of an analysis nor that of a view; the message lists both.
    """
    chosen = set(names)
    views = {analysis.views[0] for analysis in ANALYSES}
    unknown = sorted(chosen - views - {analysis.name for analysis in ANALYSES})
    if unknown:
        known = ", ".join(analysis.name for analysis in ANALYSES)
        raise KeyError(
            f"no analysis or view {unknown[0]!r}; the analyses are: {known}; the views are: {', '.join(sorted(views))}"
        )
    return tuple(
        analysis
        for analysis in ANALYSES
        if not chosen.isdisjoint((analysis.name, analysis.views[0])) or (not chosen and not analysis.optional)
    )


def analyze(
    store: Askable,
    *,
    only: Iterable[str] = (),
    before: Mapping[str, str] | None = None,
    theming: Theming | None = None,
) -> tuple[Finding, ...]:
    """Run the analyses of a graph; each view is read and divided once.

    Communities start from the earlier ones: what was together stays together, under the same name, unless the graph
    has changed too much.

    Args:
        store: the graph.
        only: names of analyses to run, and of views, for all their analyses; without any, those not optional.
        before: the name of the earlier community of each thing; by default, the one in the graph.
        theming: what is known of the themes.

    Raises:
        KeyError: a name is neither that of an analysis nor that of a view; the message lists both.
    """
    source = Source(store, before)
    networks: dict[str, Structure] = {}
    findings = []
    for analysis in choose_analyses(only):
        for view in analysis.views:
            if view not in networks:
                network = source.network(view)
                networks[view] = Themed(network, theming) if view == "map" else Structure(network)
        findings.append(analysis.run(networks[view] for view in analysis.views))
    return tuple(findings)


class Outlook(NamedTuple):
    """What is between the themes of a map, and what cannot be told."""

    gaps: tuple[Gap, ...]
    """Those that lack most first."""
    cautions: Mapping[str, str]
    """What measures are about, `years` or `gaps` -> why they say little in these notes."""


def look_out(store: Askable, themes: Mapping[str, Sequence[str]]) -> Outlook:
    """Find the gaps between themes as `topic-gaps` does, and what `cautions` says.

    Args:
        store: the graph.
        themes: those of its topic map, by name with their things.
    """
    source = Source(store)
    topics, papers = (Structure(source.network(view)) for view in ("topics", "papers"))
    things = source.network("map")
    known = [Theme.of(name, members, things) for name, members in themes.items()]
    rows = warn(source.network("history"), name="cautions").table.rows
    return Outlook(gaps_between(known, topics, papers), {str(about): str(said) for about, said in rows})
