"""Names of communities: the subjects of their papers that tell them from the others."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import networkx as nx

from kg.analytics.subjects import UNSUPPORTED, Subjects, key_of
from kg.analytics.tables import name_of
from kg.model import LITERATURE, Kind
from kg.telling import is_broad

HALF = 0.5
"""A subject of more than this share of the papers is enough of a name."""
MOST = 0.75
"""Share of the papers with a vague subject that must be in a field for its name to stand before the vague one."""
MORE = 0.1
"""Least share of the papers that a second subject must add."""
FEWEST, SHARE, SMALL = 2, 0.4, 8
"""Fewest papers with a subject that names a community, and their least share in one of up to so many papers."""
_ABOUT_MUCH = (Kind.PERSON.value, Kind.NOTE.value)
"""Kinds whose members are about many things: only what most of them are about names a circle of them."""


def name_communities(
    communities: Sequence[Sequence[str]], subjects: Subjects, *, before: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Give each community a name that distinguishes it from the others; no two have the same name.

    It is the subject that most of its papers and few others have. If that is a subject of less than half of its papers,
    a second one is added: the one that says most about the others. People and notes are about many things, so a circle
    of them has the name of a subject of more than half of them. A community without such a subject has the name "".

    A community keeps its name if two things hold: it has more than half of the remaining members of the earlier
    community of that name, and these are more than half of its own members that were in any community.

    Args:
        communities: members of each.
        subjects: of the papers among the members, or linked with them.
        before: the name of the earlier community of each node.

    >>> from kg.analytics.subjects import find_subjects
    >>> network = nx.Graph([("t1", "p1"), ("t1", "p2"), ("t2", "p3"), ("t2", "p4"), ("t3", "p3"), ("t3", "p4")])
    >>> for node, name in (("t1", "Diffusion models"), ("t2", "Examples"), ("t3", "Robotics")):
    ...     network.nodes[node].update(name=name, kind="topic")
    >>> network.add_nodes_from((paper, {"name": "", "kind": "paper"}) for paper in ("p1", "p2", "p3", "p4"))
    >>> name_communities([("t2", "t3", "p3", "p4"), ("t1", "p1", "p2")], find_subjects(network))
    ('Robotics', 'Diffusion models')
    """
    kept = _kept(subjects.things, communities, before or {})
    return tuple(_names(communities, subjects, kept))


def _names(communities: Sequence[Sequence[str]], subjects: Subjects, kept: Sequence[str]) -> list[str]:
    """Name communities, each as it was named before if that is kept."""
    units = [_units(members, subjects) for members in communities]
    everywhere = Counter(key for about in units for keys in about.values() for key in keys)
    names = list(kept)
    taken = {name for name in kept if name}
    for number, about in enumerate(units):
        if not kept[number]:
            least = HALF * len(about) if _are(subjects.things, about, _ABOUT_MUCH) else 0.0
            fewest = (
                max(FEWEST, math.floor(SHARE * min(len(about), SMALL)))
                if least or subjects.of.keys() & about.keys()
                else 1
            )
            fewest = max(min(fewest, len(about)), math.floor(least) + 1)
            chosen = _choose(about, subjects, everywhere, taken, fewest=fewest)
            names[number] = "" if least and is_broad(chosen) else chosen
            taken.add(names[number])
    return names


def central(network: nx.Graph, members: Iterable[str]) -> str:
    """Name a circle after the member that is linked with most of the others.

    >>> network = nx.Graph([("a", "b"), ("b", "c")])
    >>> network.nodes["b"]["name"] = "Ada Roe"
    >>> central(network, ["a", "b", "c"])
    'Ada Roe and others'
    """
    circle = network.subgraph(members)
    best = min(circle, key=lambda node: (-circle.degree(node), name_of(network, node), node))
    return f"{name_of(network, best)} and others"


def _are(network: nx.Graph, members: Iterable[str], kinds: Collection[str]) -> bool:
    return all(network.nodes[node].get("kind") in kinds for node in members if node in network)


def _units(members: Sequence[str], subjects: Subjects) -> dict[str, Mapping[str, float]]:
    """Return what counts in a community, with the keys of its subjects and how surely it is about each.

    These are its papers, people or notes; or else papers linked with its things, or these things themselves.
    """
    things = subjects.things
    known = [node for node in members if node in things]
    papers = [node for node in known if things.nodes[node].get("kind") in LITERATURE]
    if papers:
        return {paper: subjects.of.get(paper, {}) for paper in papers}
    if known and _are(things, known, _ABOUT_MUCH):
        return {node: _around(node, subjects) for node in known}
    near = {paper for node in known for paper in nx.all_neighbors(things, node) if paper in subjects.of}
    if near:
        return {paper: subjects.of[paper] for paper in sorted(near)}
    own = ((node, key_of(name_of(things, node))) for node in known)
    return {node: dict.fromkeys({key} & subjects.named.keys(), 1.0) for node, key in own}


def _around(node: str, subjects: Subjects) -> dict[str, float]:
    """Return the keys of the subjects next to a node, and of those of the papers next to it."""
    near = sorted(set(nx.all_neighbors(subjects.things, node)))
    own = {key_of(name_of(subjects.things, other)) for other in near} & subjects.named.keys()
    found = dict.fromkeys(own, 1.0)
    for other in near:
        for key, strength in subjects.of.get(other, {}).items():
            found[key] = max(strength, found.get(key, 0.0))
    return found


def papers_with(about: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return the papers with each subject, and how surely each is about it."""
    having = defaultdict[str, dict[str, float]](dict)
    for paper, keys in about.items():
        for key, strength in keys.items():
            having[key][paper] = strength
    return having


def full_name(key: str, having: Mapping[str, Mapping[str, float]], subjects: Subjects) -> str:
    """Return the name of a subject, with what stands above it if that alone says little; "" if it says little then."""
    own = subjects.named[key]
    longer = subjects.fuller(key, having[key]) if own.is_vague else ""
    if longer or (own.weight > UNSUPPORTED and not own.is_vague):
        return _capital(longer or own.name)
    above = "" if "," in own.name else subjects.above(key) or _field_of(having[key], subjects)
    return _capital(f"{above}, {own.name}") if above and not _alike(own.name, above) else ""


def weigh(
    having: Mapping[str, Mapping[str, float]], subjects: Subjects, everywhere: Mapping[str, int]
) -> dict[str, float]:
    """Weigh how much each subject tells the papers that have it from all others, by its key."""
    return {
        key: math.sqrt(len(papers) / everywhere[key]) * subjects.named[key].weight
        for key, papers in sorted(having.items())
        if subjects.named[key].weight
    }


def _choose(
    about: Mapping[str, Mapping[str, float]],
    subjects: Subjects,
    everywhere: Mapping[str, int],
    taken: Collection[str],
    *,
    fewest: int,
) -> str:
    """Choose one subject of some papers, with a second one if the first is of few of them, or has been taken.

    Args:
        about: the keys of the subjects of each paper, with how surely it is about them.
        subjects: all of them.
        everywhere: how many papers of all communities have each subject.
        taken: the names of other communities.
        fewest: papers that must have a subject for it to be named.
    """
    having = papers_with(about)
    telling = {k: value for k, value in weigh(having, subjects, everywhere).items() if len(having[k]) >= fewest}
    left, name = dict.fromkeys(about, 1.0), ""
    while telling and (not name or (", " not in name and (name in taken or sum(left.values()) > HALF * len(about)))):
        gains = {key: sum(strength * left[paper] for paper, strength in having[key].items()) for key in telling}
        best = min(telling, key=lambda key: (-round(telling[key] * gains[key], 9), subjects.named[key].name))
        if name and name not in taken and gains[best] < MORE * len(about):
            break
        own = full_name(best, having, subjects) or _capital(subjects.named[best].name)
        name = f"{name}, {subjects.named[best].name}" if name else own
        left |= {paper: min(left[paper], 1 - strength) for paper, strength in having[best].items()}
        telling = {key: value for key, value in telling.items() if not _alike(subjects.named[key].name, name)}
    return _numbered(name, taken)


def _field_of(vague: Collection[str], subjects: Subjects) -> str:
    """Return the field of science of most papers with a vague subject; "" if it is that of few."""
    papers_in = Counter(field for paper in vague for field in subjects.fields.get(paper, ()))
    enough = (
        field for field in papers_in if papers_in[field] >= MOST * len(vague) and not subjects.named[field].is_vague
    )
    best = max(enough, key=lambda field: (papers_in[field] * subjects.named[field].weight, field), default="")
    return subjects.named[best].name if best else ""


def _numbered(name: str, taken: Collection[str]) -> str:
    """Tell a name from others that are the same by a number."""
    number, numbered = 2, name
    while name and numbered in taken:
        numbered, number = f"{name} ({number})", number + 1
    return numbered


def _capital(name: str) -> str:
    """Begin a name with a capital, unless its first word has a spelling of its own.

    >>> _capital("gas sensors"), _capital("mRNA vaccines"), _capital("wav2vec")
    ('Gas sensors', 'mRNA vaccines', 'wav2vec')
    """
    word = name.split(" ", 1)[0].rstrip(",")
    return name[:1].upper() + name[1:] if word.replace("-", "").isalpha() and word.islower() else name


def _alike(name: str, other: str) -> bool:
    """Return whether one of two names says little beside the other: they share a word."""
    return not _words(name).isdisjoint(_words(other))


def _words(name: str) -> set[str]:
    return {key_of(word) for word in name.replace("-", " ").split() if len(word) > 2} or {name}


def _kept(network: nx.Graph, communities: Iterable[Sequence[str]], before: Mapping[str, str]) -> list[str]:
    """Return for each community the name that it keeps, or ""."""
    sizes = Counter(name for node, name in before.items() if node in network)
    kept = []
    for members in communities:
        found = Counter(before[node] for node in members if node in before)
        name, count = max(found.items(), key=lambda one: one[1], default=("", 0))
        kept.append(name if count * 2 > sizes[name] and count * 2 > found.total() else "")
    return kept
