"""Themes: communities of things with subjects in common, their positions, the gaps between them, and their papers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from statistics import median
from typing import Self

import networkx as nx

from kg import terms
from kg.analytics.centrality import attention, round_to
from kg.analytics.dividing import LEAST, divide_by_subjects
from kg.analytics.grouping import Bounds, divide
from kg.analytics.naming import name_communities
from kg.analytics.structure import Structure
from kg.analytics.subjects import Subjects, find_subjects
from kg.analytics.tables import Cell, Finding, Table, head, name_of
from kg.model import Iri, Kind
from kg.rdf import DerivedFact
from kg.telling import tells

SPARSE = 0.5
"""Two themes have a gap between them if their links have less than this share of the expected weight."""
MEANT = 1.0
"""Where links of less weight are expected, their absence says nothing."""
NEAREST = 4
"""Most papers that come nearest to bridging a gap."""
BRIDGES = 2
"""How many of these a table names."""
KEY = 3
"""Most papers that are named for a theme."""
PLACES = {
    (True, True): "motor",
    (False, True): "niche",
    (True, False): "basic",
    (False, False): "emerging or declining",
}
"""By whether a theme is central and whether it is dense."""


MOST = 30
"""Most themes, where the user wants no other number: as many as can be distinguished and read at once."""
RESOLUTION = 0.6
"""Of the communities for so many themes: the usual 1 gives many small communities for few notes."""
FEWEST = 3
"""Fewest things that form a theme if they are linked only with each other."""
TITLE_WORDS = "title words"
"""Kind of the nodes for subjects that only titles name."""
TITLED = 2.0
"""Weight of the link of a paper with what its title names."""
FIELDED = 0.5
"""The same with a field of science above its subjects, unless more than a certain share of the papers are in it."""
BROAD = 0.25
"""This share."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A community of things that have subjects in common."""

    name: str
    members: tuple[str, ...]
    topics: tuple[str, ...]
    papers: tuple[str, ...]

    @classmethod
    def of(cls, name: str, members: Iterable[str], things: nx.Graph) -> Self:
        """Describe a theme by its name and its members among some things."""
        here = tuple(node for node in members if node in things)
        topics, papers = (
            tuple(node for node in here if things.nodes[node].get("kind") == kind) for kind in (Kind.TOPIC, Kind.PAPER)
        )
        return cls(name, here, topics, papers)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants of themes."""

    most: int = MOST
    """Most themes."""
    called: Mapping[str, str] = field(default_factory=dict)
    """Name of a theme -> the name to show; themes of one name are one."""

    @property
    def bounds(self) -> Bounds:
        """How things are divided at first: into more communities if more themes are wanted."""
        return Bounds(self.most, LEAST, RESOLUTION * max(1.0, self.most / MOST))

    def name(self, theme: str) -> str:
        """Return the name under which to show a theme.

        >>> Wishes(called={"A": "B", "B": "C", "D": "D"}).name("A"), Wishes(called={"A": "B", "B": "A"}).name("A")
        ('C', 'B')
        """
        seen = {theme}
        while (after := self.called.get(theme, theme)) not in seen:
            seen.add(after)
            theme = after
        return theme


@dataclass(frozen=True, slots=True)
class Theming:
    """What is known of the themes of a graph before they are found."""

    drawn: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Those of its topic map, by name with their things; with them, none have to be found."""
    before: Mapping[str, str] = field(default_factory=dict)
    """The name of the earlier theme of each thing."""
    wishes: Wishes = field(default_factory=Wishes)


@dataclass(frozen=True, slots=True)
class Gap:
    """Two themes with fewer links than expected."""

    first: int
    second: int
    """Their places in the list of themes."""
    links: float
    expected: float
    """The weight of their links, and what chance would have."""
    papers: tuple[str, ...]
    """The papers of each that share most with papers of the other, the best first."""


@dataclass(frozen=True, slots=True)
class Division:
    """What the things of a graph have in common."""

    themes: tuple[Theme, ...]
    """The largest first, as the user wants them called and merged."""
    found: tuple[Theme, ...]
    """The same before that."""
    subjects: Subjects
    network: nx.Graph
    """The things, with further nodes for subjects that only titles name."""


def find_themes(things: nx.Graph, *, before: Mapping[str, str] | None = None, wishes: Wishes | None = None) -> Division:
    """Divide things into themes: what their papers are about, each on one subject that several have in common.

    Papers are also linked by words that their titles share. Where notes are too few for that, themes are communities.

    Args:
        things: the `map` view of a graph.
        before: the name of the earlier theme of each thing, as it was found; what was together stays together, under
            that name.
        wishes: of the user.
    """
    wishes = wishes or Wishes()
    subjects = find_subjects(things)
    network = _with_subjects(things, subjects)
    linked = [node for part in nx.connected_components(network) if len(part) >= FEWEST for node in part]
    connected = network.subgraph(sorted(linked)).copy()
    earlier = before if before and wishes.most == MOST else {}
    groups = divide_by_subjects(connected, subjects, wishes.bounds, wishes.most, earlier)
    if len(groups) < 2:
        communities, _ = divide(connected, wishes.bounds, before)
        named = zip(name_groups(communities, subjects, before), communities, strict=True)
        groups = {name: members for name, members in named if name}
    found = tuple(Theme.of(name, group, things) for name, group in groups.items())
    return Division(_merged(found, wishes, things), found, subjects, network)


def _merged(found: Sequence[Theme], wishes: Wishes, things: nx.Graph) -> tuple[Theme, ...]:
    """Call themes as the user wants, and merge those of one name."""
    if not wishes.called:
        return tuple(found)
    members = defaultdict[str, list[str]](list)
    for theme in found:
        members[wishes.name(theme.name)] += theme.members
    themes = [Theme.of(name, sorted(group), things) for name, group in members.items()]
    return tuple(sorted(themes, key=lambda one: -len(one.papers)))


def name_groups(
    groups: Sequence[Sequence[str]], subjects: Subjects, before: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Name groups after the subjects of their papers, "" for a group whose papers share none.

    Earlier names are kept if they still are informative.
    """
    kept = {node: name for node, name in (before or {}).items() if all(map(tells, name.split(", ")))}
    return name_communities(groups, subjects, before=kept)


def _with_subjects(things: nx.Graph, subjects: Subjects) -> nx.Graph:
    """Link papers with the subjects that only their titles name, and with the fields of science above their subjects.

    A subject that is no thing is a node for that.
    """
    network = nx.Graph(things)  # without directions
    for paper, keys in sorted(subjects.titled.items()):
        for key in sorted(keys):
            _link(network, paper, subjects, key, TITLED)
    sizes = Counter(key for fields in subjects.fields.values() for key in fields)
    for paper, fields in sorted(subjects.fields.items()):
        for key, strength in sorted(fields.items()):
            if sizes[key] <= BROAD * len(subjects.of):
                _link(network, paper, subjects, key, FIELDED * strength)
    return network


def _link(network: nx.Graph, paper: str, subjects: Subjects, key: str, weight: float) -> None:
    """Link a paper with a subject that it has no link with."""
    subject = subjects.named[key]
    node = subject.thing or f"{TITLE_WORDS}:{key}"
    if node not in network:
        network.add_node(node, kind=TITLE_WORDS, name=subject.name)
    if node != paper and not network.has_edge(paper, node):
        network.add_edge(paper, node, weight=weight)


class Themed(Structure):
    """The structure of all things, the `map` view of a graph, with their themes."""

    def __init__(self, network: nx.Graph, theming: Theming | None = None) -> None:
        super().__init__(network)
        self._theming = theming or Theming()

    @cached_property
    def themes(self) -> tuple[Theme, ...]:
        """The themes, the largest first."""
        known = self._theming
        if known.drawn:
            return tuple(Theme.of(name, members, self.network) for name, members in known.drawn.items())
        return find_themes(self.network, before=known.before, wishes=known.wishes).themes


def _themes_of(things: Structure) -> tuple[Theme, ...]:
    return things.themes if isinstance(things, Themed) else find_themes(things.network).themes


def list_themes(topics: Structure, things: Structure, *, name: str) -> Finding:
    """List the themes with their size and their most important topics; derive the theme of each topic."""
    rows = []
    facts = []
    for number, theme in enumerate(_themes_of(things), start=1):
        ranked = sorted((-topics.degree.get(one, 0), name_of(things.network, one)) for one in theme.topics)
        rows.append((number, theme.name, len(theme.papers), len(ranked), head([called for _, called in ranked])))
        for topic in theme.topics:
            facts.append(DerivedFact(Iri(topic), terms.COMMUNITY, number))
            facts.append(DerivedFact(Iri(topic), terms.COMMUNITY_NAME, theme.name))
    columns = ("community", "name", "papers", "topics", "members")
    return Finding(Table(name, columns, tuple(rows)), tuple(sorted(facts)))


def place_themes(topics: Structure, things: Structure, *, name: str) -> Finding:
    """Draw the strategic diagram of Callon as a table: how central each theme is, and how dense.

    The strength of a link is the square of its weight, divided by the strengths of both topics. Centrality is 10 times
    the sum over links to other themes; density is 100 times the sum over links inside, divided by the number of topics.
    A theme above both medians is a motor of the field, one below both is emerging or declining.
    """
    themes = _themes_of(things)
    theme = _theme_of(topics, themes)
    central, dense = [0.0] * len(themes), [0.0] * len(themes)
    strength = topics.links.strength.tolist()
    for a, b, weight in _pairs(topics):
        power = weight**2 / (strength[a] * strength[b])
        if theme[a] >= 0 and theme[a] == theme[b]:
            dense[theme[a]] += 100 * power / len(themes[theme[a]].topics)
            continue
        for number in (theme[a], theme[b]):
            if number >= 0:
                central[number] += 10 * power
    middle = (median(central), median(dense)) if themes else (0.0, 0.0)
    rows: list[tuple[Cell, ...]] = []
    for one, out, inside in zip(themes, central, dense, strict=True):
        place = PLACES[out >= middle[0], inside >= middle[1]]
        rows.append((one.name, place, round_to(out, 4), round_to(inside, 4), len(one.topics), len(one.papers)))
    return Finding(Table(name, ("theme", "place", "centrality", "density", "topics", "papers"), tuple(rows)))


def find_gaps(topics: Structure, things: Structure, links: Structure, *, name: str) -> Finding:
    """List pairs of themes that have fewer links than expected, and papers that could bridge them."""
    themes = _themes_of(things)
    rows: list[tuple[Cell, ...]] = []
    for gap in gaps_between(themes, topics, links):
        near = head([name_of(links.network, paper) for paper in gap.papers[:BRIDGES]], limit=BRIDGES)
        rows.append((themes[gap.first].name, themes[gap.second].name, gap.links, gap.expected, near))
    return Finding(Table(name, ("theme", "and", "links", "expected", "papers that come nearest"), tuple(rows)))


def gaps_between(themes: Sequence[Theme], topics: Structure, links: Structure) -> tuple[Gap, ...]:
    """Find the pairs of themes that have fewer links than expected, those that lack most first.

    The expected number is that by chance, given how strongly the topics of both are linked. The papers of one theme
    that share most with papers of the other come nearest to bridging them.

    Args:
        themes: all of them.
        topics: the structure of the `topics` view.
        links: that of the `papers` view.
    """
    theme = _theme_of(topics, themes)
    between: dict[tuple[int, int], float] = defaultdict(float)
    strength = [0.0] * len(themes)
    total = 0.0
    for a, b, weight in _pairs(topics):
        total += 2 * weight
        ends = sorted(number for number in (theme[a], theme[b]) if number >= 0)
        for number in ends:
            strength[number] += weight
        if len(ends) == 2:
            between[ends[0], ends[1]] += weight
    found_gaps = []
    for first, second in combinations(range(len(themes)), 2):
        expected = strength[first] * strength[second] / (total or 1)
        found = between[first, second]
        one, other = themes[first], themes[second]
        if one.papers and other.papers and found < SPARSE * expected and expected >= MEANT:
            near = _nearest(links.network, one.papers, other.papers)
            found_gaps.append(Gap(first, second, round_to(found, 4), round_to(expected, 4), near))
    return tuple(
        sorted(found_gaps, key=lambda gap: (gap.links - gap.expected, themes[gap.first].name, themes[gap.second].name))
    )


def _theme_of(topics: Structure, themes: Sequence[Theme]) -> list[int]:
    """Return the number of the theme of each topic, -1 for those in none."""
    theme = {topic: number for number, one in enumerate(themes) for topic in one.topics}
    return [theme.get(topic, -1) for topic in topics.names]


def _pairs(topics: Structure) -> Iterator[tuple[int, int, float]]:
    """Return each link once, with its weight."""
    links = topics.links
    once = links.only(links.sources < links.ends)
    return zip(once.sources.tolist(), once.ends.tolist(), once.weights.tolist(), strict=True)


def _nearest(links: nx.Graph, first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return the papers of one of two themes that share most with papers of the other, the best first."""
    scores: dict[str, float] = {}
    for own, others in ((set(first), set(second)), (set(second), set(first))):
        for paper in sorted(own):
            if paper in links:
                near = sorted(set(nx.all_neighbors(links, paper)) & (others - {paper}))
                score = sum(links.get_edge_data(paper, other, {}).get("weight", 1.0) for other in near)
                scores[paper] = max(scores.get(paper, 0.0), score)
    best = sorted((p for p in scores if scores[p] > 0), key=lambda p: (-round_to(scores[p]), name_of(links, p), p))
    return tuple(best[:NEAREST])


def choose_papers(things: Structure, *, name: str) -> Finding:
    """List for each theme the papers that get the most attention in the notes."""
    network = things.network
    rows: list[tuple[Cell, ...]] = []
    for theme in _themes_of(things):
        best = sorted(theme.papers, key=lambda paper: (-attention(network, paper), name_of(network, paper), paper))
        for paper in best[:KEY]:
            told = network.nodes[paper]
            cells = (told.get("evidence", 0), told.get("remarks", 0), told.get("rating", ""))
            rows.append((theme.name, name_of(network, paper), *cells, paper))
    return Finding(Table(name, ("theme", "paper", "places", "remarks", "rating", "iri"), tuple(rows)))
