"""Names of communities: the topics, methods and members that distinguish them from the others."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import networkx as nx

from kg import lexicons
from kg.analytics.tables import name_of
from kg.lexicons import is_general
from kg.model import Kind
from kg.text import form_key

TELLING: Mapping[str, float] = {
    Kind.TOPIC.value: 1.0,
    Kind.METHOD.value: 0.6,
    Kind.TASK.value: 0.5,
    Kind.DATASET.value: 0.3,
    Kind.ORG.value: 0.15,
    Kind.SESSION.value: 0.1,
    Kind.PERSON.value: 0.05,
}
"""How much the names of a kind say about what surrounds them."""
OTHERWISE = 0.02
"""The same for other kinds: a title describes one paper, and a venue has papers of all sorts."""
GENERIC = 0.15
"""How much a name counts that any theme could have."""
LONG = 36
"""A name with more characters than this is a sentence rather than a name."""
SECOND = 0.5
"""A second name is added if its score is at least this share of the first one's."""


def name_communities(
    network: nx.Graph,
    communities: Sequence[Sequence[str]],
    *,
    about: Mapping[str, Iterable[str]] | None = None,
    before: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Give each community a name that distinguishes it from the others; no two have the same name.

    Names of things are weighted like words in c-TF-IDF: a name says much about a community if many of its members, and
    few of other communities, are linked to what has the name. Topics count more than methods, and methods more than
    people; headings that any note could have, such as "Examples", and long sentences count less. A second name is added
    if it says about as much as the first.

    People write about many things, so a circle of people is named after what papers of more than half of them are
    about; if there is no such thing, after the person with the most links in it.

    A community keeps its name if two things hold: it has more than half of the remaining members of the earlier
    community of that name, and these are more than half of its own members that were in any community.

    Args:
        network: nodes have `name` and `kind`, and links may have `weight`.
        communities: members of each.
        about: further names of what a node is about, if the network does not show it: topics of a person's papers.
        before: the name of the earlier community of each node.

    >>> network = nx.Graph([("t1", "p1"), ("t1", "p2"), ("t2", "p3"), ("t2", "p4"), ("t3", "p3"), ("t3", "p4")])
    >>> for node, name in (("t1", "Diffusion models"), ("t2", "Examples"), ("t3", "Robotics")):
    ...     network.nodes[node].update(name=name, kind="topic")
    >>> name_communities(network, [("t2", "t3", "p3", "p4"), ("t1", "p1", "p2")])
    ('Robotics', 'Diffusion models')
    """
    kept = _kept(network, communities, before or {})
    scored = _score([_count(network, members, about or {}) for members in communities])
    taken = {name for name in kept if name}
    named = []
    for name, all_scores, members in zip(kept, scored, communities, strict=True):
        scores = _shared(network, members, about or {}, all_scores) if _are_persons(network, members) else all_scores
        named.append(name or _choose(scores, taken, name_of(network, members[0])))
        taken.add(named[-1])
    return tuple(named)


def _are_persons(network: nx.Graph, members: Iterable[str]) -> bool:
    return all(network.nodes[node].get("kind") == Kind.PERSON.value for node in members)


def _shared(
    network: nx.Graph,
    members: Sequence[str],
    about: Mapping[str, Iterable[str]],
    scored: Iterable[tuple[str, float]],
) -> list[tuple[str, float]]:
    """Return the names that papers of more than half of some people are about, and then the person with most links."""
    having = Counter(key for node in members for key in {form_key(name) for name in about.get(node, ())})
    circle = network.subgraph(members)
    central = min(members, key=lambda node: (-circle.degree(node), name_of(network, node), node))
    shared = [
        (name, score) for name, score in scored if 2 * having[form_key(name)] > len(members) and not is_general(name)
    ]
    return [*shared, (f"{name_of(network, central)} and others", 0.0)]


def _kept(network: nx.Graph, communities: Iterable[Sequence[str]], before: Mapping[str, str]) -> list[str]:
    """Return for each community the name that it keeps, or ""."""
    sizes = Counter(name for node, name in before.items() if node in network)
    kept = []
    for members in communities:
        found = Counter(before[node] for node in members if node in before)
        name, count = max(found.items(), key=lambda one: one[1], default=("", 0))
        kept.append(name if count * 2 > sizes[name] and count * 2 > found.total() else "")
    return kept


def _score(counted: Sequence[Mapping[str, float]]) -> list[list[tuple[str, float]]]:
    """Return for each community the names by how much they tell it from the others, the best first."""
    written = _written(counted)
    keyed = [_by_key(counts) for counts in counted]
    everywhere = Counter[str]()
    for counts in keyed:
        everywhere.update(counts)
    average = sum(everywhere.values()) / max(len(keyed), 1)
    scored = []
    for counts in keyed:
        total = sum(counts.values())
        scores = {
            written[key]: count / total * math.log1p(average / everywhere[key]) * _weight(written[key])
            for key, count in counts.items()
        }
        scored.append(sorted(scores.items(), key=lambda one: (-one[1], one[0])))
    return scored


def _count(network: nx.Graph, members: Iterable[str], about: Mapping[str, Iterable[str]]) -> dict[str, float]:
    """Return how often each name stands for something that a member is, is linked to, or is about."""
    counts: dict[str, float] = defaultdict(float)
    neighbours = network.to_undirected(as_view=True).adj if network.is_directed() else network.adj
    for node in sorted(members):
        counts[name_of(network, node)] += _telling(network, node)
        for other, link in sorted(neighbours[node].items()):
            counts[name_of(network, other)] += float(link.get("weight", 1)) * _telling(network, other)
        for name in about.get(node, ()):
            counts[name] += 1.0
    return counts


def _telling(network: nx.Graph, node: str) -> float:
    return TELLING.get(str(network.nodes[node].get("kind", "")), OTHERWISE)


def _by_key(counts: Mapping[str, float]) -> dict[str, float]:
    """Sum up the forms of a name."""
    summed: dict[str, float] = defaultdict(float)
    for name, count in counts.items():
        summed[form_key(name)] += count
    return summed


def _written(counted: Iterable[Mapping[str, float]]) -> dict[str, str]:
    """Choose the form in which to write each name: the one that counts most."""
    forms: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for counts in counted:
        for name, count in counts.items():
            forms[form_key(name)][name] += count
    return {key: min(found, key=lambda name: (-found[name], name)) for key, found in forms.items()}


def _weight(name: str) -> float:
    generic = GENERIC if is_general(name) else 1.0
    return generic * min(1.0, LONG / max(len(name), 1)) ** 2


def _choose(scored: Sequence[tuple[str, float]], taken: set[str], otherwise: str) -> str:
    """Choose the first name, with a second one that says something else; more of them until nothing has the name."""
    first, score = scored[0] if scored else (otherwise, 0.0)
    rest = [(name, value) for name, value in scored[1:] if not _alike(name, first)]
    name = first
    if rest and rest[0][1] >= SECOND * score:
        name = f"{first}, {rest.pop(0)[0]}"
    while name in taken and rest:
        name = f"{name}, {rest.pop(0)[0]}"
    number = 2
    numbered = name
    while numbered in taken:
        numbered, number = f"{name} ({number})", number + 1
    return numbered


def _alike(name: str, other: str) -> bool:
    """Return whether one of two names says little beside the other: they share a word."""
    return not _words(name).isdisjoint(_words(other))


def _words(name: str) -> set[str]:
    return {form_key(word) for word in name.split() if word.casefold() not in _joining()} or {name}


@cache
def _joining() -> frozenset[str]:
    """Return words that names of different things may have in common."""
    general = (row["heading"].casefold() for row in lexicons.rows("headings") if row["kind"] == "general")
    return frozenset(("and", "for", "in", "of", "on", "others", "the", "with", *general))
