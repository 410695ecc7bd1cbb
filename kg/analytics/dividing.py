"""Division of the papers of a network by their subjects: each theme is on one, and takes in few papers that are not.

Communities of papers tell which subjects matter, for papers on one subject share topics, words and authors. A paper
that is on none of the subjects that are chosen belongs to a theme only if most of its links lead there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kg.analytics.grouping import Bounds, divide
from kg.analytics.naming import full_name, papers_with, weigh
from kg.analytics.subjects import Subjects, key_of
from kg.model import LITERATURE, Kind
from kg.telling import is_broad

LEAST = 3
"""Fewest papers of a theme."""
SURE = 0.5
"""How surely a paper is about the subject of a theme that it belongs to for that."""
CLEAR = 0.5
"""Share of the links of a paper that lead to a theme to which it belongs without its subject."""
GUESTS = 0.5
"""How many such papers a theme can have for each that is on its subject."""


class Told(NamedTuple):
    """A subject that papers of a community are about."""

    key: str
    name: str
    papers: tuple[str, ...]
    """Those that are on none of the subjects before it."""


def divide_by_subjects(
    network: nx.Graph, subjects: Subjects, bounds: Bounds, most: int, before: Mapping[str, str]
) -> dict[str, list[str]]:
    """Return the things of each theme by the name of its subject, the themes with most papers first.

    Args:
        network: things that are linked.
        subjects: of the papers among them.
        bounds: of the communities that tell which subjects matter.
        most: themes.
        before: the name of the earlier theme of each thing; themes that still are on their subject stay.
    """
    home = _earlier(network, subjects, before)
    keys = {_key(name): name for name in home.values()}
    while len(keys) < most:
        left = network.subgraph(sorted(node for node in network if node not in home)).copy()
        told = tell_apart(divide(left, bounds)[0], subjects, keys)
        chosen = sorted((one for some in told for one in some), key=lambda one: (-len(one.papers), one.name))
        if not chosen:
            break
        keys |= {_key(one.name): one.name for one in chosen[: most - len(keys)]}
        home |= {paper: one.name for one in chosen if _key(one.name) in keys for paper in one.papers}
        _move(home, keys, network, subjects)
    _move(home, keys, network, subjects)
    sizes = Counter(name for node, name in home.items() if _is_paper(network, node))
    home = {node: name for node, name in home.items() if sizes[name] >= LEAST}
    _place(home, network, subjects)
    members = defaultdict[str, list[str]](list)
    for node, name in sorted(home.items()):
        members[name].append(node)
    sizes = Counter(name for node, name in home.items() if network.nodes[node]["kind"] == Kind.PAPER)
    return {name: members[name] for name in sorted(members, key=lambda one: (-sizes[one], one))}


def tell_apart(communities: Sequence[Sequence[str]], subjects: Subjects, taken: Iterable[str] = ()) -> list[list[Told]]:
    """Return what the papers of each community are about: first what most and few others are, then what the rest are.

    Args:
        communities: members of each.
        subjects: of the papers.
        taken: keys of subjects that are not wanted again, nor what is about the same papers.
    """
    units = [{node: subjects.of[node] for node in members if node in subjects.of} for members in communities]
    everywhere = papers_with(subjects.of)
    sizes = {key: len(papers) for key, papers in everywhere.items()}
    known = [key for key in taken if key in everywhere]
    found = list[list[Told]]()
    for about in units:
        having = papers_with(about)
        telling = weigh(having, subjects, sizes)
        left, told = set(about), list[Told]()
        while telling:
            gains = {key: [paper for paper in having[key] if paper in left] for key in telling}
            sure = {key: sum(having[key][paper] for paper in papers) for key, papers in gains.items()}
            scores = {key: sure[key] * value for key, value in telling.items() if sure[key] >= LEAST}
            best = min(scores, key=lambda key: (-round(scores[key], 9), key), default="")
            telling = {key: value for key, value in telling.items() if key in scores and key != best}
            if not best or is_broad(subjects.named[best].name) or any(_agree(everywhere, best, one) for one in known):
                continue
            if name := full_name(best, having, subjects):
                told.append(Told(best, name, tuple(gains[best])))
                left.difference_update(gains[best])
                known.append(best)
        found.append(told)
    return found


def _agree(having: Mapping[str, Collection[str]], key: str, other: str) -> bool:
    """Return whether two subjects are those of more or less the same papers."""
    one, two = set(having[key]), set(having[other])
    return 2 * len(one & two) > len(one | two)


def _key(name: str) -> str:
    """Return the key of the subject in the name of a theme, before which there may be what is above it."""
    return key_of(name.rsplit(", ", maxsplit=1)[-1])


def _is_paper(network: nx.Graph, node: str) -> bool:
    return network.nodes[node]["kind"] in LITERATURE


def _earlier(network: nx.Graph, subjects: Subjects, before: Mapping[str, str]) -> dict[str, str]:
    """Return the themes of things that had some, if the theme still is on its subject."""
    home = {node: name for node, name in before.items() if node in network}
    papers = [node for node in home if _is_paper(network, node)]
    sizes = Counter(home[node] for node in papers)
    on = Counter(home[node] for node in papers if _is_on(subjects, node, _key(home[node])))
    return {node: name for node, name in home.items() if on[name] >= max(LEAST, sizes[name] / (1 + GUESTS))}


def _is_on(subjects: Subjects, paper: str, key: str) -> bool:
    return subjects.of.get(paper, {}).get(key, 0.0) > 0 or key in subjects.groups.get(paper, ())


def _move(home: dict[str, str], keys: Mapping[str, str], network: nx.Graph, subjects: Subjects) -> None:
    """Put papers that are not on the subject of their theme into the smallest theme on one of theirs."""
    sizes = Counter(home.values())
    for paper in sorted(subjects.of.keys() & set(network)):
        if paper not in home or not _is_on(subjects, paper, _key(home[paper])):
            shared = [key for key, strength in subjects.of[paper].items() if key in keys and strength >= SURE]
            if shared:
                home[paper] = keys[min(shared, key=lambda key: (sizes[keys[key]], key))]


def _place(home: dict[str, str], network: nx.Graph, subjects: Subjects) -> None:
    """Put other things into the theme where most of their links lead; papers if that is clear, and not too many."""
    room: dict[str, float] = defaultdict(float)
    for node, name in home.items():
        if _is_paper(network, node):
            room[name] += GUESTS if _is_on(subjects, node, _key(name)) else -1
    for papers in (False, True, False):
        placed = list[tuple[float, str, str]]()
        for node in sorted(node for node in network if node not in home and _is_paper(network, node) == papers):
            ties = Counter[str]()
            for other, link in network.adj[node].items():
                if other in home:
                    ties[home[other]] += link.get("weight", 1.0)
            best = min(ties, key=lambda name: (-ties[name], name), default="")
            if best and ties[best] >= (CLEAR * ties.total() if papers else 0):
                placed.append((-ties[best], node, best))
        for _, node, name in sorted(placed):
            if not papers or room[name] >= 1:
                room[name] -= papers
                home[node] = name
