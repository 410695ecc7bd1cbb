"""Division of the papers of a network by their subjects: each theme is on one, and takes in few papers that are not.

Communities of papers tell which subjects matter, for papers on one subject share topics, words and authors. Of these,
the narrowest that covers enough names the theme. A paper on no chosen subject belongs to a theme only if it is on
something else, most papers on which are in the theme.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kg.analytics.grouping import Bounds, divide
from kg.analytics.naming import full_name, papers_with, weigh
from kg.analytics.subjects import PHRASE, Subjects, fields_above, is_field, key_of
from kg.model import LITERATURE, Kind
from kg.telling import is_broad

LEAST = 3
"""Fewest papers of a theme."""
SURE = 0.5
"""How surely a paper is about the subject of a theme that it belongs to for that."""
GUESTS = 0.5
"""How many papers a theme can have beside its subject, for each that is on it."""
CLEAR = 0.5
"""Share of the papers on something that are in a theme, so that others on this belong there without its subject."""
LARGER = 2
"""How many times the papers of the smallest theme others must be on one subject to take its place."""
NARROWER, OF_A_FIELD = 0.8, 0.4
"""Share of the papers on a subject, and on a whole field of science, that a narrower one must have to be preferred."""
INSIDE = 0.9
"""Share of the papers on the narrower one, at least, that are on the other."""


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
    _exchange(home, keys, network, subjects)
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
            gains = {
                key: [paper for paper, strength in having[key].items() if paper in left and strength >= SURE]
                for key in telling
            }
            sure = {key: sum(having[key][paper] for paper in papers) for key, papers in gains.items()}
            scores = {key: sure[key] * value for key, value in telling.items() if sure[key] >= LEAST}
            best = min(scores, key=lambda key: (-round(scores[key], 9), key), default="")
            telling = {key: value for key, value in telling.items() if key in scores and key != best}
            if not best or (subjects.named[best].is_vague and is_broad(subjects.named[best].name)):
                continue
            best = _narrowest(best, gains, everywhere, subjects)
            if any(_agree(everywhere, best, one) for one in known):
                continue
            if name := full_name(best, having, subjects):
                told.append(Told(best, name, tuple(gains[best])))
                left.difference_update(gains[best])
                known.append(best)
        found.append(told)
    return found


def _narrowest(
    key: str, gains: Mapping[str, Sequence[str]], everywhere: Mapping[str, Collection[str]], subjects: Subjects
) -> str:
    """Return the narrowest of the subjects below one that say as much as it and are those of most papers on it."""
    own, above, weight = set(gains[key]), fields_above(key), subjects.named[key].weight
    least = max(LEAST, (OF_A_FIELD if is_field(key) else NARROWER) * len(own))
    enough = (
        other
        for other, papers in gains.items()
        if other not in above
        and _says(subjects, other) >= weight
        and len(own.intersection(papers)) >= least
        and len(everywhere[other]) < len(everywhere[key])
        and len(set(everywhere[other]).intersection(everywhere[key])) >= INSIDE * len(everywhere[other])
    )
    return min(enough, key=lambda other: (len(everywhere[other]), other), default=key)


def _says(subjects: Subjects, key: str) -> float:
    """Return how much a subject says alone; what is neither a field nor named in titles is a name of few papers."""
    own = subjects.named[key]
    return own.weight if not own.is_vague and (own.weight >= PHRASE or is_field(key)) else 0.0


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
    """Return the themes of papers that are on the subject of the one they had, if it still is that of enough.

    All others are put into themes anew, so that themes that are found again from themselves are the same.
    """
    earlier = {node: name for node, name in before.items() if node in network and _is_paper(network, node)}
    home = {paper: name for paper, name in earlier.items() if _is_on(subjects, paper, _key(name))}
    sizes, on = Counter(earlier.values()), Counter(home.values())
    return {paper: name for paper, name in home.items() if on[name] >= max(LEAST, sizes[name] / (1 + GUESTS))}


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


def _exchange(home: dict[str, str], keys: dict[str, str], network: nx.Graph, subjects: Subjects) -> None:
    """Put what most papers in no theme are about in place of the smallest theme, while it is of many more papers."""
    while keys:
        left = sorted(node for node in network if node not in home)
        best = max(tell_apart([left], subjects, keys)[0], key=lambda one: (len(one.papers), one.name), default=None)
        sizes = Counter(home[node] for node in home if _is_paper(network, node))
        smallest = min(keys, key=lambda key: (sizes[keys[key]], key))
        if best is None or len(best.papers) <= LARGER * sizes[keys[smallest]]:
            return
        gone = keys.pop(smallest)
        keys[_key(best.name)] = best.name
        for node in [node for node, name in home.items() if name == gone]:
            del home[node]
        home |= dict.fromkeys(best.papers, best.name)
        _move(home, keys, network, subjects)


def _place(home: dict[str, str], network: nx.Graph, subjects: Subjects) -> None:
    """Put papers where most on one of their subjects are, then other things where most of their links lead."""
    _invite(home, subjects)
    for _ in range(2):
        placed = dict[str, str]()
        for node in (node for node in network if node not in home and not _is_paper(network, node)):
            ties = Counter[str]()
            for other, link in network.adj[node].items():
                if other in home:
                    ties[home[other]] += link.get("weight", 1.0)
            if ties:
                placed[node] = min(ties, key=lambda name: (-ties[name], name))
        home |= placed


def _invite(home: dict[str, str], subjects: Subjects) -> None:
    """Put papers into themes that have most papers on one of their subjects, not too many into each.

    Fields above their subjects do not count: a paper on metal alloys is not on nanoparticles, for both are materials.
    """
    everywhere, room = papers_with(subjects.of), defaultdict[str, float](float)
    for paper, name in home.items():
        if paper in subjects.of:
            room[name] += GUESTS if _is_on(subjects, paper, _key(name)) else -1
    shares = dict[str, tuple[float, str]]()
    for key, papers in everywhere.items():
        there = Counter(home[paper] for paper in papers if paper in home)
        name, count = max(there.items(), key=lambda one: (one[1], one[0]), default=("", 0))
        if count >= max(LEAST, CLEAR * len(papers)) and not subjects.named[key].is_vague:
            shares[key] = count / len(papers), name
    asked = (
        (*max(found), paper)
        for paper, keys in subjects.of.items()
        if paper not in home
        and (found := [shares[key] for key in keys if key in shares and key not in subjects.fields[paper]])
    )
    for _, name, paper in sorted(asked, key=lambda one: (-one[0], *one[1:])):
        if room[name] >= 1:
            room[name] -= 1
            home[paper] = name
