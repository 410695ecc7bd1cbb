"""Store -> networks -> tables: what can be counted and computed over a whole graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import networkx as nx

from kg import resources
from kg.analytics.bridging import find_isolated, find_loose, hold_together, predict
from kg.analytics.centrality import backbone, broker, measure, rank, rank_papers
from kg.analytics.chains import chain
from kg.analytics.communities import group, split
from kg.analytics.dated import count_things, count_venues, count_years, warn
from kg.analytics.history import burst, find_new, follow, grow, shift, spread
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


_OF_STRUCTURES = (
    *(rank, _noticed, group, split, broker, measure, hold_together, predict),
    *(list_themes, place_themes, choose_papers, find_gaps),
)
"""Functions that take structures, so that several can share one."""
_OF_NETWORKS = (
    *(count_things, count_years, count_venues, grow, warn, shift, follow, burst, profile, shift_venues),
    *(rank_papers, find_isolated, find_new, spread, find_loose, chain),
)
_FUNCTIONS: Mapping[str, Callable[..., Finding]] = {
    function.__name__.removeprefix("_"): function for function in (*_OF_STRUCTURES, *_OF_NETWORKS)
}
ANALYSES: tuple[Analysis, ...] = tuple(
    Analysis(row["name"], tuple(row["views"].split()), row["means"], _FUNCTIONS[row["function"]], bool(row["optional"]))
    for row in resources.rows(Path(__file__).with_name("analyses.csv"))
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
